// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/script-columns.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "util/base/text-out.h"
#include "util/event/mem-data-src.h"
#include "util/event/sample.h"

void script_columns__regs(struct text_out *out, const struct regs_dump *regs, enum regs_arch arch)
{
	char number[16];
	const char *name;
	uint64_t value;
	unsigned int i;

	if (!regs->regs)
		return;
	text_out__addf(out, " ABI:%" PRIu64 " ", regs->abi);
	for (i = 0; i < 64; i++) {
		if (!regs_dump__get(regs, i, &value))
			continue;
		name = regs_arch__name(arch, i);
		if (!name) {
			snprintf(number, sizeof(number), "r%u", i);
			name = number;
		}
		text_out__addf(out, "%5s:0x%" PRIx64 " ", name, value);
	}
}

void script_columns__data_src(struct text_out *out, uint64_t data_src)
{
	struct strbuf text = STRBUF_INIT;

	/* As wide as the widest that may come: what is printed of a sample does not depend on those before it. */
	mem_data_src__text(data_src, &text);
	text_out__hex(out, data_src, 16);
	text_out__addch(out, ' ');
	text_out__padded(out, text.buf, text.len, -MEM_DATA_SRC_WIDTH);
	strbuf__exit(&text);
}

/* A string, and zeros up to the end. */
static bool is_string(const unsigned char *p, size_t size)
{
	size_t i = 0;

	while (i < size && isprint(p[i]))
		i++;
	if (i == size)
		return false;
	while (i < size && !p[i])
		i++;
	return i == size;
}

void script_columns__bpf_output(struct text_out *out, const void *data, size_t size)
{
	const unsigned char *p = data;
	size_t line, i;

	text_out__addch(out, '\n');
	for (line = 0; line < size; line += 8) {
		text_out__addf(out, "%17s %04zx:", line ? "" : "BPF output:", line);
		for (i = line; i < line + 8; i++) {
			if (i < size)
				text_out__addf(out, " %02x", p[i]);
			else
				text_out__addstr(out, "   ");
		}
		text_out__addstr(out, "  ");
		for (i = line; i < line + 8; i++)
			text_out__addch(out, i >= size ? ' ' : isprint(p[i]) ? (char)p[i] : '.');
		text_out__addch(out, '\n');
	}
	if (is_string(p, size))
		text_out__addf(out, "%17s \"%s\"\n", "BPF string:", (const char *)p);
}

void script_columns__page_size(struct text_out *out, uint64_t bytes)
{
	static const char units[] = "BKMG";
	int unit = 0;

	if (!bytes) {
		text_out__add(out, " N/A", 4);
		return;
	}
	/* As perf has it: 1024 of a unit are not yet one of the next. */
	while (bytes / 1024 > 1 && units[unit + 1]) {
		bytes /= 1024;
		unit++;
	}
	text_out__addf(out, " %" PRIu64 "%c", bytes, units[unit]);
}

void script_columns__time_of_day(struct text_out *out, uint64_t time, bool ns)
{
	time_t seconds = (time_t)(time / 1000000000);
	char text[64] = "?";
	struct tm tm;

	if (localtime_r(&seconds, &tm))
		strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &tm);
	if (ns)
		text_out__addf(out, "%s.%09" PRIu64 " ", text, time % 1000000000);
	else
		text_out__addf(out, "%s.%06" PRIu64 " ", text, time % 1000000000 / 1000);
}
