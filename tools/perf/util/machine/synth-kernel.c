// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's text and its modules, as maps of pid -1. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/machine/synth-record.h"
#include "util/symbol/dso.h"
#include "util/symbol/proc-modules.h"

#define KERNEL_PID	((uint32_t)-1)

struct kernel_text {
	uint64_t start, end;
	const char *ref;	/* the symbol at start */
};

/*
 * The first symbols are at the beginning of kallsyms; reading all of it takes longer than many a
 * recording, so the end comes from elsewhere if it can.
 */
static bool find_start(struct kernel_text *text)
{
	char *path = xasprintf("%s/kallsyms", procfs__path()), line[512], name[256], type;
	FILE *f = alloc__given(fopen(path, "re"));
	uint64_t addr;
	int lines = 0;

	free(path);
	while (f && !text->start && lines++ < 50000 && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%" SCNx64 " %c %255s", &addr, &type, name) != 3)
			continue;
		if (!strcmp(name, "_text"))
			text->ref = "_text";
		else if (!strcmp(name, "_stext"))
			text->ref = "_stext";
		else
			continue;
		if (!addr)
			break;		/* hidden */
		text->start = addr;
	}
	/* _text and _stext may have one address, in either order: perf takes _text then. */
	if (f && text->start && !strcmp(text->ref, "_stext") && fgets(line, sizeof(line), f) &&
	    sscanf(line, "%" SCNx64 " %c %255s", &addr, &type, name) == 3 && addr == text->start &&
	    !strcmp(name, "_text"))
		text->ref = "_text";
	if (f)
		fclose(f);
	return text->start != 0;
}

/* How long the text is, of its place in physical memory. 0: root alone may know. */
static uint64_t length_from_iomem(void)
{
	char *text = read_text_filef("%s/iomem", procfs__path());
	const char *at = text ? strstr(text, ": Kernel code") : NULL;
	uint64_t first = 0, last = 0;

	while (at && at > text && at[-1] != '\n')
		at--;
	if (at && sscanf(at, " %" SCNx64 "-%" SCNx64, &first, &last) != 2)
		first = last = 0;
	free(text);
	return last > first ? last - first + 1 : 0;
}

static int emit_kernel(const struct synth_opts *opts)
{
	struct kernel_text text = { 0 };
	struct record_mmap m = { .pid = KERNEL_PID, .prot = 0 };
	uint64_t length;
	char *path = xasprintf("%s/kernel/notes", sysfs__path()), name[64];
	int n = opts->build_ids ? build_id__read_notes_file(path, m.build_id) : 0;

	free(path);
	if (!find_start(&text))
		return -ENOENT;
	length = length_from_iomem();
	if (!length) {
		const char *ref;
		uint64_t start, end, ref_addr;

		path = xasprintf("%s/kallsyms", procfs__path());
		if (!kallsyms__kernel_range(path, &start, &end, &ref, &ref_addr) &&
		    end > text.start)
			length = end - text.start;
		free(path);
	}
	snprintf(name, sizeof(name), "[kernel.kallsyms]%s", text.ref);
	m.start = m.pgoff = text.start;
	m.len = length ? length : UINT64_MAX - text.start;
	m.filename = name;
	m.build_id_size = n > 0 ? (uint8_t)n : 0;
	return synth__emit_mmap(opts, PERF_RECORD_MISC_KERNEL, &m);
}

static int emit_module(const struct synth_opts *opts, const struct proc_module *module)
{
	struct record_mmap m = { .pid = KERNEL_PID, .start = module->start, .len = module->size };
	char file[160], *path;
	int n = 0;

	if (opts->build_ids) {
		path = xasprintf("%s/module/%s/notes/.note.gnu.build-id", sysfs__path(), module->name);
		n = build_id__read_notes_file(path, m.build_id);
		free(path);
	}
	snprintf(file, sizeof(file), "[%s]", module->name);
	m.filename = file;
	m.build_id_size = n > 0 ? (uint8_t)n : 0;
	return synth__emit_mmap(opts, PERF_RECORD_MISC_KERNEL, &m);
}

static int emit_modules(const struct synth_opts *opts)
{
	char *path = xasprintf("%s/modules", procfs__path());
	FILE *f = alloc__given(fopen(path, "re"));
	struct proc_module m;
	int err = 0;

	free(path);
	while (f && !err && proc_modules__next(f, &m))
		err = emit_module(opts, &m);
	if (f)
		fclose(f);
	return err;
}

int synth__kernel(const struct synth_opts *opts)
{
	int err = emit_kernel(opts);

	return err ? err : emit_modules(opts);
}
