// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/check-sframe.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/json.h"
#include "util/base/text-out.h"
#include "util/code/sframe-file.h"
#include "util/code/unwind-cfi.h"
#include "util/defer/check.h"

/* --- beside .eh_frame ------------------------------------------------------------------------ */

struct comparison {
	struct unwind_cfi *cfi;
	struct arena arena;
	struct check_sframe *s;
	bool differs;			/* the function at hand */
};

static void compare_row(void *ctx, uint64_t addr, const struct unwind_row *row)
{
	struct comparison *c = ctx;
	struct unwind_row cfi = unwind_cfi__row(c->cfi, addr, &c->arena);

	if (!unwind_row__contradicts(row, &cfi))
		return;
	if (!c->s->rows_differ++)
		c->s->first_differs = addr;
	c->differs = true;
}

static void compare(struct check_sframe *s, const struct sframe *table, const char *path)
{
	struct comparison c = { .s = s };
	struct sframe_function f;
	uint32_t i;

	/* Rows of damaged tables may be read without end. */
	if (s->damaged)
		return;
	c.cfi = unwind_cfi__open(path, NULL, 0, NULL);
	s->compared = c.cfi;
	for (i = 0; c.cfi && i < table->nr_functions; i++) {
		c.differs = false;
		/* Linkage tables: .eh_frame has one expression for all of an entry. */
		if (sframe__function(table, i, &f) && !f.repeats)
			sframe__each_row(table, &f, &c.arena, compare_row, &c);
		s->functions_differ += c.differs;
	}
	unwind_cfi__close(c.cfi);
	arena__exit(&c.arena);
}

void check_sframe__read(struct check_sframe *s, const char *path)
{
	struct diag diag = DIAG_INIT;
	struct sframe_measure measure;
	struct sframe_file f;
	int err = sframe_file__open(&f, path, &diag);

	*s = (struct check_sframe){ .there = !err || diag__is_set(&diag), .eh_frame = f.eh_frame, .code = f.code };
	if (err) {
		if (s->there)
			s->problem = xstrdup(diag.text);
		return;
	}
	sframe__measure(&f.table, &measure);
	s->version = f.table.version;
	s->abi = sframe_abi__name(f.table.abi);
	s->size = f.table.size;
	s->functions = f.table.nr_functions;
	s->rows = measure.rows;
	s->covered = measure.covered;
	s->damaged = measure.damaged;
	compare(s, &f.table, path);
	sframe_file__close(&f);
}

void check_sframe__exit(struct check_sframe *s)
{
	free(s->problem);
	*s = (struct check_sframe){ 0 };
}

double check_sframe__share(const struct check_sframe *s)
{
	return s->code ? 100.0 * (double)s->covered / (double)s->code : 0;
}

static void print_one(const char *path, const struct check_sframe *s, struct text_out *out)
{
	if (s->problem) {
		text_out__addf(out, "       -  %s: %s\n", path, s->problem);
		return;
	}
	text_out__addf(out, "  %5.1f%%  %s: version %u (%s), %" PRIu64 " functions, %" PRIu64 " rows, %" PRIu64 " bytes",
		       check_sframe__share(s), path, s->version, s->abi, s->functions, s->rows, s->size);
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
			json__double(j, "percent", check_sframe__share(s));
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
