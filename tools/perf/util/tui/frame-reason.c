// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/frame-reason.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/stacks/place.h"
#include "util/tui/screen.h"

/* By how the mark begins, see orphan__mark() and chain-gaps.c. */
static const struct { const char *mark, *reason; } reasons[] = {
	{ "[user stack missing: in-kernel at end]", "The user stack would have been written on return from the kernel, and the recording ended before." },
	{ "[user stack missing: lost]", "The record with the user stack is lost: the buffer was full then (perf record -m makes it larger)." },
	{ "[user stack missing: missing]", "There is no record with the user stack, and nothing in the recording says why." },
	{ "[user stack missing: empty]", "The kernel found no user stack when the thread returned to user space." },
	{ "[user stack missing: unterminated]", "The sample does not say which record has its user stack." },
	{ "[caller missing: no frame in ", "This function has no frame of its own, so its caller was passed over (perf record --call-graph fp,repair)." },
	{ "[caller missing: no frame pointer in ", "This code keeps no frame pointer, so callers were passed over (perf record --call-graph fp,repair)." },
	{ "[caller missing: interrupted by a signal", "A signal came in front of this frame, and the walk along frame pointers went past it." },
	{ "[caller missing: hidden by a uretprobe", "A uretprobe had put its own address in place of the caller's." },
	{ "[caller missing: the recorded stack ended", "The recorded piece of the stack was too short (perf record --call-graph dwarf,SIZE)." },
	{ "[caller missing: no unwind table for ", "No unwind table describes this code, so nobody knows its caller." },
	{ "[caller missing: an unknown register in ", "The caller depends on a register that is not known there." },
	{ "[caller missing: the stack contradicts itself", "What lies on the stack cannot be a call: it may have changed while it was read." },
};

unsigned int frame_reason__style(const struct place *p)
{
	if (!p)
		return STYLE_MARK;
	if (place__text(p))
		return STYLE_MARK;
	return place__kind(p)->by_call ? STYLE_INFERRED : STYLE_NORMAL;
}

const char *frame_reason__of_mark(const char *text)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(reasons); i++)
		if (!strncmp(text, reasons[i].mark, strlen(reasons[i].mark)))
			return reasons[i].reason;
	return NULL;
}

const char *frame_reason(const struct place *p)
{
	const char *text;

	if (!p)
		return "The chains go on, but were cut here (--graph-depth).";
	text = place__text(p);
	if (text)
		return frame_reason__of_mark(text);
	return place__kind(p)->by_call ?
	       "Not recorded: the walk along frame pointers passed over it, and the call in its caller names it." : NULL;
}
