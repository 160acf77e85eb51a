// SPDX-License-Identifier: GPL-2.0-only
/* How code is shown: annotate.* of the configuration, and options. */
#include <errno.h>
#include <string.h>

#include "builtin.h"
#include "builtin-code-look.h"
#include "util/base/config.h"
#include "util/base/log.h"

/* Upstream's lists name libraries and programs; here there is only one that takes code apart. */
static int check_disassemblers(void *ctx, const char *value, struct diag *diag)
{
	size_t len;

	(void)ctx;
	for (; *value; value += len + (value[len] == ',')) {
		len = strcspn(value, ",");
		if (!(len == 4 && !strncmp(value, "llvm", 4)) && !(len == 8 && !strncmp(value, "capstone", 8)) &&
		    !(len == 7 && !strncmp(value, "objdump", 7)))
			return diag__msg(diag, -EINVAL, "takes llvm, capstone and objdump, with commas between them, not '%.*s'", (int)len,
					 value);
	}
	return 0;
}

void code_look__configure(struct code_look *look)
{
	const char *unused = NULL;
	const struct config_key keys[] = {
		{ "annotate.hide_src_code", CONFIG_BOOL, &look->no_source, NULL }, { "annotate.use_offset", CONFIG_BOOL, &look->offsets, NULL },
		{ "annotate.jump_arrows", CONFIG_BOOL, &look->jump_lines, NULL }, { "annotate.show_linenr", CONFIG_BOOL, &look->line_numbers, NULL },
		{ "annotate.show_nr_jumps", CONFIG_BOOL, &look->nr_jumps, NULL }, { "annotate.show_nr_samples", CONFIG_BOOL, &look->nr_samples, NULL },
		{ "annotate.show_total_period", CONFIG_BOOL, &look->total_period, NULL },
		{ "annotate.offset_level", CONFIG_U64, &look->offset_level, NULL },
		{ "annotate.disassembler_style", CONFIG_CALLBACK, &look->intel, code_source__configure },
		{ "annotate.disassemblers", CONFIG_CALLBACK, look, check_disassemblers },
		{ "annotate.demangle", CONFIG_BOOL, &look->demangle, NULL },
		{ "annotate.demangle_kernel", CONFIG_BOOL, &look->demangle_kernel, NULL },
		{ "annotate.objdump", CONFIG_STRING, &unused, NULL }, { "annotate.addr2line", CONFIG_STRING, &unused, NULL }, { 0 }
	};

	*look = (struct code_look){ .offsets = true, .jump_lines = true, .demangle = true };
	perf_config__apply(keys);
}

void code_look__apply(const struct code_look *look, struct annotate_text *t)
{
	t->no_source = look->no_source;
	t->bytes = look->bytes;
	t->source.prefix = look->prefix;
	t->source.strip = look->strip;
	t->type = look->type;
	t->no_jump_lines = !look->jump_lines;
	t->column = look->total_period ? ANNOTATE_PERIOD : look->nr_samples ? ANNOTATE_NR : ANNOTATE_PERCENT;
	t->style.addresses = !look->offsets;
	t->style.nr_jumps = look->nr_jumps;
	/* 1 is what there is without it, and so is 0. */
	t->style.labels = look->offset_level > 2 ? ROW_LABELS_ALL : look->offset_level == 2 ? ROW_LABELS_CALLS : ROW_LABELS_TARGETS;
}

int code_look__set_syntax(const struct option *opt, const char *arg, bool unset)
{
	struct code_look *look = opt->value;

	if (!unset && strcmp(arg, "intel") && strcmp(arg, "att")) {
		pr_error("perf: option '-M' takes intel or att, not '%s'\n", arg);
		return -1;
	}
	look->intel = !unset && !strcmp(arg, "intel");
	return 0;
}

int code_look__set_type(const struct option *opt, const char *arg, bool unset)
{
	struct code_look *look = opt->value;

	if (unset) {
		look->type = (struct percent_type){ .hits = false };
		return 0;
	}
	if (percent_type__parse(arg, &look->type))
		return 0;
	pr_error("perf: option '--percent-type' takes " PERCENT_TYPES ", not '%s'\n", arg);
	return -1;
}

void code_look__check(const struct code_look *look)
{
	if (look->strip && !look->prefix)
		usage_error("option '--prefix-strip' is about paths in front of which '--prefix' puts a folder: it goes with that");
}
