// SPDX-License-Identifier: GPL-2.0-only
/* The words of --call-graph, when recording. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/near-names.h"
#include "util/choose/callgraph-parse.h"
#include "util/choose/event-terms.h"

static const char *const modes[] = {
	[CALLGRAPH_NONE] = "no", [CALLGRAPH_FP] = "fp", [CALLGRAPH_DWARF] = "dwarf", [CALLGRAPH_LBR] = "lbr",
};

/* "; did you mean 'defer'?", or "". The caller frees it. */
static char *near_word(const char *word, const char *const names[], size_t nr)
{
	struct near_names near = { .want = word, .want_len = strlen(word) };
	struct strbuf text = STRBUF_INIT;
	size_t i;

	for (i = 0; i < nr; i++) {
		near_names__look_at(&near, names[i], strlen(names[i]));
		/* "deferred" */
		if (!strncmp(word, names[i], strlen(names[i]))) {
			near_names__exit(&near);
			return xasprintf("; did you mean '%s'?", names[i]);
		}
	}
	near_names__print(&near, &text);
	near_names__exit(&near);
	return strbuf__detach(&text);
}

static int unknown_word(const char *word, struct diag *diag)
{
	static const char *const names[] = { "defer", "repair" };
	char *near = near_word(word, names, ARRAY_SIZE(names));
	int err;

	err = diag__msg(diag, -EINVAL, "unknown word '%.64s' in the callchain mode 'fp', 'dwarf', 'lbr' or 'no': "
			"expected 'defer', 'repair' or a number%s", word, near);
	free(near);
	return err;
}

static int unknown_mode(const char *word, struct diag *diag)
{
	char *near = near_word(word, modes, ARRAY_SIZE(modes));
	int err = diag__msg(diag, -EINVAL, "unknown callchain mode '%.64s': it is 'fp', 'fp,defer', 'fp,defer,repair', "
			    "'dwarf', 'lbr' or 'no'%s", word, near);

	free(near);
	return err;
}

static int parse_repair(const char *word, struct callgraph_param *p, struct diag *diag)
{
	uint64_t n = CALLGRAPH_REPAIR_SIZE_DEFAULT;

	if (p->mode != CALLGRAPH_FP)
		return diag__msg(diag, -EINVAL, "'%s,repair' does not exist: only frame pointer chains have holes "
				 "that can be repaired ('fp,repair', 'fp,defer,repair')", modes[p->mode]);
	if (p->repair_size)
		return diag__msg(diag, -EINVAL, "'repair' is given twice");
	if (word[6] && (!isdigit((unsigned char)word[7]) || parse_u64(word + 7, &n) || n < 8 ||
			n > CALLGRAPH_REPAIR_SIZE_MAX))
		return diag__msg(diag, -EINVAL, "bad number of bytes of stack '%.32s': 8 to %d (--call-graph dwarf "
				 "copies more, and has no use for the chain)", word + 7, CALLGRAPH_REPAIR_SIZE_MAX);
	p->repair_size = (uint16_t)((n + 7) & ~7ULL);
	p->repair_cut = !word[6];
	return 0;
}

/* One word behind the mode. */
static int parse_extra(const char *word, struct callgraph_param *p, struct diag *diag)
{
	uint64_t n;

	if (!strcmp(word, "repair") || !strncmp(word, "repair=", 7))
		return parse_repair(word, p, diag);

	if (!strcmp(word, "defer")) {
		if (p->mode != CALLGRAPH_FP)
			return diag__msg(diag, -EINVAL,
					 "'%s,defer' does not exist: only frame pointer chains can be "
					 "deferred ('fp,defer')",
					 modes[p->mode]);
		if (p->defer)
			return diag__msg(diag, -EINVAL, "'defer' is given twice");
		p->defer = true;
		return 0;
	}
	if (!isdigit((unsigned char)*word) || parse_u64(word, &n)) {
		if (p->mode == CALLGRAPH_DWARF)
			return diag__msg(diag, -EINVAL,
					 "callchain: Incorrect stack dump size (max %d): %.32s",
					 CALLGRAPH_DUMP_SIZE_MAX, word);
		return unknown_word(word, diag);
	}
	if (p->mode == CALLGRAPH_FP) {
		if (p->max_stack)
			return diag__msg(diag, -EINVAL, "the number of frames is given twice");
		if (!n || n > UINT16_MAX)
			return diag__msg(diag, -EINVAL, "bad number of frames '%.32s': 1 to 65535", word);
		p->max_stack = (uint16_t)n;
		return 0;
	}
	if (p->mode != CALLGRAPH_DWARF)
		return diag__msg(diag, -EINVAL, "callchain: No more arguments needed for --call-graph %s",
				 modes[p->mode]);
	if (p->dump_size)
		return diag__msg(diag, -EINVAL, "the stack dump size is given twice");
	/* Rounded up as upstream does it. */
	n = n > CALLGRAPH_DUMP_SIZE_MAX ? 0 : (n + 7) & ~7ULL;
	if (!n || n > CALLGRAPH_DUMP_SIZE_MAX)
		return diag__msg(diag, -EINVAL, "callchain: Incorrect stack dump size (max %d): %.32s",
				 CALLGRAPH_DUMP_SIZE_MAX, word);
	p->dump_size = (uint32_t)n;
	return 0;
}

int callgraph_param__parse(const char *arg, struct callgraph_param *ret, struct diag *diag)
{
	struct callgraph_param p = { 0 };
	char *copy = xstrdup(arg), *rest = copy, *word = strsep(&rest, ",");
	size_t mode;
	int err = 0;

	for (mode = 0; mode < ARRAY_SIZE(modes); mode++)
		if (!strcmp(word, modes[mode]))
			break;
	if (!strcmp(word, "none"))
		mode = CALLGRAPH_NONE;
	if (mode == ARRAY_SIZE(modes)) {
		err = unknown_mode(word, diag);
	} else {
		p.mode = (enum callgraph_mode)mode;
		while (!err && (word = strsep(&rest, ",")))
			err = parse_extra(word, &p, diag);
	}
	free(copy);
	if (err)
		return err;
	if (p.mode == CALLGRAPH_DWARF && !p.dump_size)
		p.dump_size = CALLGRAPH_DUMP_SIZE_DEFAULT;
	*ret = p;
	return 0;
}
