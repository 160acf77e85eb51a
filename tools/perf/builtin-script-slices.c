// SPDX-License-Identifier: GPL-2.0-only
/* perf script by several processes, each of which prints the samples of a slice of the recording. */
#include "builtin-script.h"
#include "util/base/std-out.h"
#include "util/base/text-out.h"

/* Only what was said to be of each sample alone, where it is defined: options (OPT_ALONE) and fields (SCRIPT_FIELDS). */
static bool may_slice(void *ctx)
{
	const struct script *s = ctx;

	return !s->in_one && script_fields__alone(&s->fields);
}

static int flush_text(void *ctx)
{
	struct script *s = ctx;

	(void)std_out__flush();
	return script__stopped(s);
}

static void hold_text(void *ctx)
{
	text_out__hold(((struct script *)ctx)->out);
}

static int write_text(void *ctx)
{
	return text_out__write_held(((struct script *)ctx)->out);
}

static void text_failed(void *ctx, int error)
{
	((struct script *)ctx)->out->error = error;
}

const struct session_slices script__slices = {
	.may = may_slice, .flush = flush_text, .hold = hold_text, .write = write_text, .failed = text_failed,
};
