// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/check-sframe.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/json.h"
#include "util/base/percent.h"
#include "util/base/text-out.h"
#include "util/code/elf-view.h"
#include "util/code/file-map.h"
#include "util/code/sframe.h"
#include "util/code/unwind-file.h"
#include "util/defer/check.h"

/* --- beside .eh_frame ------------------------------------------------------------------------ */

struct comparison {
	struct unwind_file *file;
	struct check_sframe *s;
	bool differs;			/* the function at hand */
};

static void compare_row(void *ctx, uint64_t addr, const struct unwind_row *row)
{
	struct comparison *c = ctx;
	struct unwind_answer cfi;

	unwind_file__row_by(c->file, UNWIND_BY_CFI, addr, &cfi);
	if (!unwind_row__contradicts(row, &cfi.row))
		return;
	if (!c->s->rows_differ++)
		c->s->first_differs = addr;
	c->differs = true;
}

static void compare(struct check_sframe *s, const struct sframe *table, const struct elf_view *elf)
{
	struct comparison c = { .s = s };
	struct diag ignored = DIAG_INIT;
	struct sframe_function f;
	struct elf_part eh_frame;
	struct arena arena = { 0 };
	uint32_t i;

	/* Rows of damaged tables may be read without end. */
	if (s->damaged)
		return;
	c.file = unwind_file__new(elf->bytes, elf->size, &ignored);
	s->compared = c.file && elf_view__section(elf, ".eh_frame", &eh_frame);
	for (i = 0; s->compared && i < table->nr_functions; i++) {
		c.differs = false;
		/* Linkage tables: .eh_frame has one expression for all of an entry. */
		if (sframe__function(table, i, &f) && !f.repeats)
			sframe__each_row(table, &f, &arena, compare_row, &c);
		s->functions_differ += c.differs;
	}
	unwind_file__delete(c.file);
	arena__exit(&arena);
}

static void add_sizes(struct check_sframe *s, const struct elf_view *elf)
{
	struct elf_part part;
	uint32_t i;

	if (elf_view__section(elf, ".eh_frame", &part))
		s->eh_frame += part.size;
	if (elf_view__section(elf, ".eh_frame_hdr", &part))
		s->eh_frame += part.size;
	for (i = 0; i < elf->nr_sections; i++)
		if (elf_view__section_nr(elf, i, &part) && part.flags & SHF_EXECINSTR)
			s->code += part.size;
}

static void read_table(struct check_sframe *s, const struct elf_view *elf)
{
	struct diag diag = DIAG_INIT;
	struct sframe_measure measure;
	struct elf_part part;
	struct sframe table;

	add_sizes(s, elf);
	s->there = elf_view__section(elf, ".sframe", &part);
	if (!s->there)
		return;
	/* Before linking addresses are still to be filled in. */
	if (elf->type == ET_REL) {
		s->problem = xstrdup(".sframe: of an object file that is not linked");
		return;
	}
	if (sframe__open(&table, elf->bytes + part.offset, (size_t)part.size, part.addr, &diag)) {
		s->problem = xstrdup(diag.text);
		return;
	}
	sframe__measure(&table, &measure);
	s->version = table.version;
	s->abi = sframe_abi__name(table.abi);
	s->size = table.size;
	s->functions = table.nr_functions;
	s->rows = measure.rows;
	s->covered = measure.covered;
	s->damaged = measure.damaged;
	compare(s, &table, elf);
}

void check_sframe__read(struct check_sframe *s, const char *path)
{
	struct diag ignored = DIAG_INIT;
	struct file_map map;
	struct elf_view elf;

	*s = (struct check_sframe){ .there = false };
	if (file_map__open(&map, path))
		return;
	if (!elf_view__open(&elf, map.bytes, map.size, &ignored))
		read_table(s, &elf);
	elf_view__close(&elf);
	file_map__close(&map);
}

void check_sframe__exit(struct check_sframe *s)
{
	free(s->problem);
	*s = (struct check_sframe){ 0 };
}

/* Returns the share of the code that the table covers, 0..100. */
static double share_of(const struct check_sframe *s)
{
	return percent__of(s->covered, s->code);
}

static void print_one(const char *path, const struct check_sframe *s, struct text_out *out)
{
	if (s->problem) {
		text_out__addf(out, "       -  %s: %s\n", path, s->problem);
		return;
	}
	text_out__addf(out, "  %5.1f%%  %s: version %u (%s), %" PRIu64 " functions, %" PRIu64 " rows, %" PRIu64 " bytes",
		       share_of(s), path, s->version, s->abi, s->functions, s->rows, s->size);
	if (s->eh_frame)
		text_out__addf(out, " (%.0f%% of the %" PRIu64 " of .eh_frame)", 100.0 * (double)s->size / (double)s->eh_frame,
			       s->eh_frame);
	if (s->damaged)
		text_out__addf(out, "; %" PRIu64 " functions are damaged", s->damaged);
	if (s->functions_differ)
		text_out__addf(out, "; %" PRIu64 " functions say other than .eh_frame, first at %#" PRIx64, s->functions_differ,
			       s->first_differs);
	text_out__addch(out, '\n');
}

void check_sframe__print(const struct check *c, struct text_out *out)
{
	bool any = false;
	size_t i;

	for (i = 0; i < c->nr_files; i++) {
		if (!c->files[i].sframe.there)
			continue;
		if (!any)
			text_out__addf(out, "\nSFrame tables (share of the code that they tell about)\n");
		any = true;
		print_one(c->files[i].path, &c->files[i].sframe, out);
	}
	if (!any && c->nr_files)
		text_out__addf(out, "\nSFrame tables: %s\n", c->nr_files > 1 ? "none of these files has one" : "that file has none");
}

void check_sframe__print_json(const struct check *c, struct json *j)
{
	size_t i;

	json__array(j, "sframe");
	for (i = 0; i < c->nr_files; i++) {
		const struct check_sframe *s = &c->files[i].sframe;

		if (!s->there)
			continue;
		json__object_inline(j, NULL);
		json__str(j, "file", c->files[i].path);
		if (s->problem) {
			json__str(j, "error", s->problem);
		} else {
			json__u64(j, "version", s->version);
			json__str(j, "abi", s->abi);
			json__u64(j, "functions", s->functions);
			json__u64(j, "rows", s->rows);
			json__u64(j, "damaged_functions", s->damaged);
			json__u64(j, "bytes", s->size);
			json__u64(j, "eh_frame_bytes", s->eh_frame);
			json__u64(j, "code_bytes", s->code);
			json__u64(j, "covered_bytes", s->covered);
			json__double(j, "percent", share_of(s));
			if (s->compared) {
				json__u64(j, "rows_unlike_eh_frame", s->rows_differ);
				json__u64(j, "functions_unlike_eh_frame", s->functions_differ);
			}
			if (s->rows_differ)
				json__u64(j, "first_unlike_eh_frame", s->first_differs);
		}
		json__end(j);
	}
	json__end(j);
}
