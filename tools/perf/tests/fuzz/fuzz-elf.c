// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: ELF files: symbols, calls into libraries, modules, what is packed in them, what they need, their ids, their markers. */
#include <elf.h>

#include "tests/fuzz/fuzz.h"

#include "util/code/elf-needed.h"
#include "util/code/sdt-args.h"
#include "util/code/sdt-notes.h"
#include "util/symbol/build-id.h"
#include "util/symbol/debug-link.h"
#include "util/symbol/elf-symbols.h"

static void read_symbols(struct elf_file *f)
{
	struct elf_segment *segs = NULL;
	struct elf_file *small = NULL;
	struct symtab t = { 0 };
	uint8_t id[20];
	uint32_t crc;
	size_t i;

	(void)elf_file__build_id(f, id);
	(void)elf_file__debuglink(f, &crc);
	(void)elf_file__segments(f, &segs);
	free(segs);
	(void)elf_file__add_symbols(f, f, &t, ELF_FILE_OFFSETS, true);
	symtab__finish(&t, SYMTAB_FILL);
	(void)elf_file__add_plt(f, &t, &t);
	symtab__finish(&t, SYMTAB_FILL);
	for (i = 0; i < t.nr; i++)
		(void)symtab__find(&t, t.syms[i].start);
	symtab__exit(&t);
	(void)elf_file__add_module_symbols(f, 0xffffffffc0000000, &t, false);
	symtab__finish(&t, SYMTAB_EXACT);
	symtab__exit(&t);
	if (!elf_file__open_minidebug(f, &small))
		elf_file__close(small);
}

static void read_markers(const char *path)
{
	struct sdt_notes notes = { 0 };
	struct diag ignored = DIAG_INIT;
	size_t i;

	(void)sdt_notes__read_file(&notes, path, &ignored);
	for (i = 0; i < notes.nr && i < 64; i++) {
		struct strbuf out = STRBUF_INIT, left_out = STRBUF_INIT;

		sdt_args__translate(notes.at[i].args, EM_X86_64, &out, &left_out);
		sdt_args__translate(notes.at[i].args, EM_AARCH64, &out, &left_out);
		strbuf__exit(&out);
		strbuf__exit(&left_out);
	}
	sdt_notes__exit(&notes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct elf_needed needed;
	struct debug_link link;
	struct elf_file *f;
	char path[FUZZ_PATH];
	uint8_t id[20];
	int fd = fuzz__file(data, size, path);

	if (fd < 0)
		return 0;
	(void)build_id__read_file(path, id);
	(void)debug_link__read_fd(fd, &link);
	if (!elf_needed__read(fd, &needed))
		elf_needed__exit(&needed);
	read_markers(path);
	if (!elf_file__open_packed(path, &f)) {
		read_symbols(f);
		elf_file__close(f);
	}
	close(fd);
	return 0;
}
