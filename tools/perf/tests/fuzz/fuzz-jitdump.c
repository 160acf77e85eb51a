// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: jitdumps. Code lies within the dump, lines lie within the code, in order. */
#include "tests/fuzz/fuzz.h"

#include "util/inject/jit-dwarf.h"
#include "util/inject/jitdump.h"

static volatile uint8_t sink;

static void use_lines(const struct jitdump *dump, const struct jit_code *code)
{
	struct jit_function f = { .name = code->name, .code = code->code, .size = code->size };
	struct jit_dwarf dwarf = { 0 };
	struct jit_line *lines;
	size_t i;
	bool bad;

	f.nr_lines = jitdump_lines__get(&dump->lines, code->addr, code->size, code->at, &lines, &bad);
	f.lines = lines;
	for (i = 0; i < f.nr_lines; i++) {
		if (lines[i].offset >= code->size || (i && lines[i].offset < lines[i - 1].offset))
			abort();
		sink = (uint8_t)strlen(lines[i].file);
	}
	if (f.nr_lines)
		jit_dwarf__make(&dwarf, &f, 0x80, dump->machine & 1, dump->big_endian);
	jit_dwarf__exit(&dwarf);
	free(lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diag diag = DIAG_INIT;
	struct jitdump dump;
	struct jit_code code;
	char path[FUZZ_PATH];
	int fd = fuzz__file(data, size, path);
	size_t i;

	if (fd < 0)
		return 0;
	if (!jitdump__open(&dump, path, true, &diag)) {
		while (jitdump__next(&dump, &code, &diag) > 0) {
			for (i = 0; code.code && i < code.size; i++)
				sink = ((const uint8_t *)code.code)[i];
			sink = code.name ? (uint8_t)strlen(code.name) : 0;
			use_lines(&dump, &code);
		}
		jitdump__close(&dump);
	} else if (!diag__is_set(&diag)) {
		abort();
	}
	close(fd);
	return 0;
}
