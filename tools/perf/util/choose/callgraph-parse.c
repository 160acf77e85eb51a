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
static char *near_token(const char *token, const char *const names[], size_t nr)
{
	struct near_names near = { .want = token, .want_len = strlen(token) };
	struct strbuf text = STRBUF_INIT;
	size_t i;

	for (i = 0; i < nr; i++) {
		near_names__look_at(&near, names[i], strlen(names[i]));
		/* "deferred" */
		if (!strncmp(token, names[i], strlen(names[i]))) {
			near_names__exit(&near);
			return xasprintf("; did you mean '%s'?", names[i]);
		}
	}
	near_names__print(&near, &text);
	near_names__exit(&near);
	return strbuf__detach(&text);
}

static int unknown_token(const char *token, struct diag *diag)
{
	static const char *const names[] = { "defer", "repair", "keep" };
	char *near = near_token(token, names, ARRAY_SIZE(names));
	int err;

	err = diag__msg(diag, -EINVAL, "unknown word '%.64s' in the callchain mode 'fp', 'dwarf', 'lbr' or 'no': "
			"expected 'defer', 'repair', 'keep' or a number%s", token, near);
	free(near);
	return err;
}

static int unknown_mode(const char *token, struct diag *diag)
{
	char *near = near_token(token, modes, ARRAY_SIZE(modes));
	int err = diag__msg(diag, -EINVAL, "unknown callchain mode '%.64s': it is 'fp', 'fp,defer', 'fp,defer,repair', "
			    "'dwarf', 'lbr' or 'no'%s", token, near);

	free(near);
	return err;
}

/* "repair" or "repair=BYTES". Of dwarf it means that the copies are unwound at once, and not kept. */
static int parse_repair(const char *token, struct callgraph_param *p, struct diag *diag)
{
	uint64_t n = 0;

	if (p->mode != CALLGRAPH_FP && p->mode != CALLGRAPH_DWARF)
		return diag__msg(diag, -EINVAL,
				 "'%s,repair' does not exist: there is no stack to repair it by ('fp,repair', 'fp,defer,repair', "
				 "'dwarf,repair')",
				 modes[p->mode]);
	if (p->unwind)
		return diag__msg(diag, -EINVAL, "'repair' is given twice");
	if (token[6] && (!isdigit((unsigned char)token[7]) || parse_u64(token + 7, &n) || n < 8 || n > CALLGRAPH_REPAIR_SIZE_MAX))
		return diag__msg(diag, -EINVAL, "bad number of bytes of stack '%.32s': 8 to %d", token + 7, CALLGRAPH_REPAIR_SIZE_MAX);
	p->repair_size = n < CALLGRAPH_REPAIR_SIZE_MAX ? (uint16_t)((n + 7) & ~7ULL) : CALLGRAPH_REPAIR_SIZE_MAX;
	p->unwind = true;
	return 0;
}

static int parse_keep(struct callgraph_param *p, struct diag *diag)
{
	if (p->mode != CALLGRAPH_FP || !p->unwind)
		return diag__msg(diag, -EINVAL, "'keep' is about the stacks of 'repair', and stands behind it: 'fp,defer,repair,keep'%s",
				 p->mode == CALLGRAPH_DWARF ? "; 'dwarf' keeps its copies in any case" : "");
	if (p->keep)
		return diag__msg(diag, -EINVAL, "'keep' is given twice");
	p->keep = true;
	return 0;
}

/* How many bytes, where no number was given. */
static void settle_repair(struct callgraph_param *p)
{
	p->repair_cut = !p->repair_size;
	if (!p->repair_size)
		p->repair_size = p->mode == CALLGRAPH_DWARF && p->dump_size ? (uint16_t)(p->dump_size < CALLGRAPH_REPAIR_SIZE_MAX ?
				 p->dump_size : CALLGRAPH_REPAIR_SIZE_MAX) :
				 p->keep ? CALLGRAPH_KEEP_SIZE_DEFAULT : CALLGRAPH_REPAIR_SIZE_DEFAULT;
	p->mode = CALLGRAPH_FP;
	p->dump_size = 0;
	p->unwind = !p->keep;
}

/* One word behind the mode. */
static int parse_extra(const char *token, struct callgraph_param *p, struct diag *diag)
{
	uint64_t n;

	if (!strcmp(token, "repair") || !strncmp(token, "repair=", 7))
		return parse_repair(token, p, diag);
	if (!strcmp(token, "keep"))
		return parse_keep(p, diag);
	if (!strcmp(token, "defer")) {
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
	if (!isdigit((unsigned char)*token) || parse_u64(token, &n)) {
		if (p->mode == CALLGRAPH_DWARF)
			return diag__msg(diag, -EINVAL,
					 "callchain: Incorrect stack dump size (max %d): %.32s",
					 CALLGRAPH_DUMP_SIZE_MAX, token);
		return unknown_token(token, diag);
	}
	if (p->mode == CALLGRAPH_FP) {
		if (p->max_stack)
			return diag__msg(diag, -EINVAL, "the number of frames is given twice");
		if (!n || n > UINT16_MAX)
			return diag__msg(diag, -EINVAL, "bad number of frames '%.32s': 1 to 65535", token);
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
				 CALLGRAPH_DUMP_SIZE_MAX, token);
	p->dump_size = (uint32_t)n;
	return 0;
}

int callgraph_param__parse(const char *arg, struct callgraph_param *ret, struct diag *diag)
{
	struct callgraph_param p = { 0 };
	char *copy = xstrdup(arg), *rest = copy, *token = strsep(&rest, ",");
	size_t mode;
	int err = 0;

	for (mode = 0; mode < ARRAY_SIZE(modes); mode++)
		if (!strcmp(token, modes[mode]))
			break;
	if (!strcmp(token, "none"))
		mode = CALLGRAPH_NONE;
	if (mode == ARRAY_SIZE(modes)) {
		err = unknown_mode(token, diag);
	} else {
		p.mode = (enum callgraph_mode)mode;
		while (!err && (token = strsep(&rest, ",")))
			err = parse_extra(token, &p, diag);
	}
	free(copy);
	if (err)
		return err;
	if (p.unwind)
		settle_repair(&p);
	if (p.mode == CALLGRAPH_DWARF && !p.dump_size)
		p.dump_size = CALLGRAPH_DUMP_SIZE_DEFAULT;
	*ret = p;
	return 0;
}
