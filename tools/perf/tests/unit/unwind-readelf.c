// SPDX-License-Identifier: GPL-2.0-only
/*
 * Unwind tables of real files, read by readelf and by unwind-file.c, which share nothing: all rows of all functions. The files are
 * this program, what it has loaded, the vdso, and the C++ library and Python if they are there.
 */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/code/file-map.h"
#include "util/code/unwind-file.h"
#include "util/code/unwind-machine.h"

#define MAX_COLUMNS	64
#define MOST_TOLD	5

/* What readelf says, word by word: of a row, or of the table's head. */
struct line {
	char text[1024];
	char *words[MAX_COLUMNS];
	size_t nr;
};

struct reading {
	struct unwind_file *file;
	const struct unwind_machine *machine;
	const char *path;
	struct line head;		/* names of columns */
	struct line cie;		/* the row of the CIE that was last, which FDEs without a row have */
	struct line cie_head;
	uint64_t loc, end;		/* of the row that is to be compared, and of its function */
	struct line row;
	bool in_fde, has_row;
	size_t rows, different;
};

static void split(struct line *l, const char *text)
{
	char *save = NULL, *word;

	snprintf(l->text, sizeof(l->text), "%s", text);
	l->nr = 0;
	for (word = strtok_r(l->text, " \n", &save); word && l->nr < MAX_COLUMNS; word = strtok_r(NULL, " \n", &save))
		l->words[l->nr++] = word;
}

/* A copy: the words lie in the text. */
static void copy_line(struct line *to, const struct line *from)
{
	size_t i;

	memcpy(to->text, from->text, sizeof(to->text));
	to->nr = from->nr;
	for (i = 0; i < from->nr; i++)
		to->words[i] = to->text + (from->words[i] - from->text);
}

static const char *cell(const struct line *head, const struct line *row, const char *column)
{
	size_t i;

	for (i = 0; i < head->nr && i < row->nr; i++)
		if (!strcmp(head->words[i], column))
			return row->words[i];
	return "u";
}

static const char *name_of(const struct unwind_machine *m, bool sp)
{
	if (m->machine == EM_AARCH64)
		return sp ? "sp" : "x29";
	return sp ? "rsp" : "rbp";
}

/* "rsp+16", as @name and @offset would be written. */
static bool is_place(const char *word, const char *name, int64_t offset)
{
	size_t n = strlen(name);

	return !strncmp(word, name, n) && (word[n] == '+' || word[n] == '-') && strtoll(word + n, NULL, 10) == offset;
}

static bool cfa_fits(const struct reading *r, const struct unwind_row *row, const char *word)
{
	char name[16];

	switch (row->base) {
	case UNWIND_FROM_SP:
	case UNWIND_FROM_FP:
		return is_place(word, name_of(r->machine, row->base == UNWIND_FROM_SP), row->cfa_offset);
	case UNWIND_FROM_REG:
		snprintf(name, sizeof(name), "%c%u", r->machine->machine == EM_AARCH64 ? 'x' : 'r', row->cfa_reg);
		/* The first registers of x86 have names. */
		return is_place(word, name, row->cfa_offset) || (row->cfa_reg < 8 && strchr(word, '+'));
	case UNWIND_FROM_EXPR:
		return !strcmp(word, "exp");
	default:
		return row->base == UNWIND_OUTERMOST;
	}
}

/* readelf has one letter for what was not said and for what is undefined. */
static bool value_fits(const struct unwind_value *v, const char *word)
{
	switch (v->where) {
	case UNWIND_SAME:
		return !strcmp(word, "u") || !strcmp(word, "s");
	case UNWIND_SAVED:
		return word[0] == 'c' && strtoll(word + 1, NULL, 10) == v->offset;
	case UNWIND_SAVED_EXPR:
		return !strcmp(word, "exp");
	default:
		return strcmp(word, "s") && strcmp(word, "exp") && word[0] != 'c';
	}
}

static void compare(struct reading *r, uint64_t addr, const struct line *head, const struct line *line)
{
	const char *cfa = cell(head, line, "CFA"), *ra = cell(head, line, "ra"), *fp = cell(head, line, name_of(r->machine, false));
	struct unwind_answer a;
	char text[UNWIND_ROW_TEXT];

	unwind_file__row_by(r->file, UNWIND_BY_CFI, addr, &a);
	r->rows++;
	if (a.source == UNWIND_BY_CFI && a.start <= addr && a.function_end == r->end && cfa_fits(r, &a.row, cfa) &&
	    value_fits(&a.row.ra, ra) && value_fits(&a.row.fp, fp) && (a.row.base != UNWIND_OUTERMOST || !strcmp(ra, "u")))
		return;
	unwind_row__text(&a.row, text);
	if (r->different++ < MOST_TOLD)
		fprintf(stderr, "  %s: %#llx: %s; readelf: CFA %s, ra %s, fp %s\n", r->path, (unsigned long long)addr, text, cfa, ra, fp);
}

/* The row before @end, the last one that begins where it does. */
static void finish_row(struct reading *r, uint64_t end)
{
	if (r->in_fde && r->has_row && r->loc < end) {
		compare(r, r->loc, &r->head, &r->row);
		/* It holds up to its last byte. */
		if (end - 1 > r->loc)
			compare(r, end - 1, &r->head, &r->row);
	}
	r->has_row = false;
}

static void finish_entry(struct reading *r)
{
	if (r->in_fde && !r->has_row && !r->head.nr && r->loc < r->end)
		compare(r, r->loc, &r->cie_head, &r->cie);
	finish_row(r, r->end);
	r->in_fde = false;
}

static void begin_fde(struct reading *r, const char *text)
{
	const char *pc = strstr(text, "pc=");
	char *behind;

	r->in_fde = false;
	r->head.nr = 0;
	if (!pc)
		return;
	r->loc = strtoull(pc + 3, &behind, 16);
	r->end = !strncmp(behind, "..", 2) ? strtoull(behind + 2, NULL, 16) : 0;
	/* What the linker has left out. */
	r->in_fde = r->loc && r->end > r->loc;
}

static void take_row(struct reading *r, const char *text)
{
	struct line line;
	uint64_t loc;

	split(&line, text);
	loc = line.nr ? strtoull(line.words[0], NULL, 16) : 0;
	if (!r->in_fde) {
		copy_line(&r->cie, &line);
		copy_line(&r->cie_head, &r->head);
		return;
	}
	if (r->has_row && loc != r->loc)
		finish_row(r, loc);
	copy_line(&r->row, &line);
	r->loc = loc;
	r->has_row = true;
}

static void read_lines(struct reading *r, FILE *in)
{
	bool eh_frame = false;
	char text[1024];

	while (fgets(text, sizeof(text), in)) {
		if (!strncmp(text, "Contents of the", 15)) {
			finish_entry(r);
			eh_frame = strstr(text, " .eh_frame section:");
		} else if (!eh_frame) {
			continue;
		} else if (strstr(text, " CIE ") || strstr(text, "ZERO terminator")) {
			finish_entry(r);
			r->head.nr = 0;
		} else if (strstr(text, " FDE ")) {
			finish_entry(r);
			begin_fde(r, text);
		} else if (strstr(text, " LOC ")) {
			split(&r->head, text);
		} else if (r->head.nr && strspn(text, "0123456789abcdef") >= 8) {
			take_row(r, text);
		}
	}
	finish_entry(r);
}

/* Returns how many rows were compared; *@ret_different: how many of them differ. 0: the file has none, or there is no readelf. */
static size_t compare_file(const char *path, size_t *ret_different)
{
	struct reading r = { .path = path };
	struct diag diag = DIAG_INIT;
	struct file_map map;
	char *command;
	FILE *in;

	*ret_different = 0;
	if (file_map__open(&map, path))
		return 0;
	r.file = unwind_file__new(map.bytes, map.size, &diag);
	r.machine = r.file ? unwind_file__machine(r.file) : NULL;
	command = xasprintf("LC_ALL=C readelf --debug-dump=frames-interp '%s' 2>/dev/null", path);
	if (r.machine && (r.machine->machine == EM_X86_64 || r.machine->machine == EM_AARCH64)) {
		in = popen(command, "r");
		if (in) {
			read_lines(&r, in);
			pclose(in);
		}
	}
	free(command);
	unwind_file__delete(r.file);
	file_map__close(&map);
	*ret_different = r.different;
	return r.rows;
}

/* --- which files ------------------------------------------------------------------------------------------ */

/* The vdso of this process as a file; NULL: there is none. */
static char *write_vdso(uint64_t start, uint64_t end)
{
	char *path = xstrdup("/tmp/perf-test-vdso.XXXXXX");
	int fd = mkstemp(path);

	if (fd >= 0 && write(fd, (const void *)(uintptr_t)start, end - start) == (ssize_t)(end - start)) {
		close(fd);
		return path;
	}
	if (fd >= 0)
		close(fd);
	free(path);
	return NULL;
}

struct file_list {
	char *paths[64];
	size_t nr;
};

static void add(struct file_list *l, const char *path)
{
	size_t i;

	for (i = 0; i < l->nr; i++)
		if (!strcmp(l->paths[i], path))
			return;
	if (l->nr < sizeof(l->paths) / sizeof(l->paths[0]) && !access(path, R_OK))
		l->paths[l->nr++] = xstrdup(path);
}

/* What is executable in this process; the path of the vdso's copy. */
static char *list_loaded(struct file_list *l)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	unsigned long long start, end;
	char line[4352], path[4096], *vdso = NULL;

	while (maps && fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%llx-%llx r-xp %*s %*s %*s %4095s", &start, &end, path) != 3)
			continue;
		if (path[0] == '/')
			add(l, path);
		else if (!strcmp(path, "[vdso]"))
			vdso = write_vdso(start, end);
	}
	if (maps)
		fclose(maps);
	return vdso;
}

static void list_others(struct file_list *l)
{
	FILE *in = popen("ls -1 /usr/lib/*/libstdc++.so.6 /usr/lib64/libstdc++.so.6 $(command -v python3) 2>/dev/null", "r");
	char path[4096];

	while (in && fgets(path, sizeof(path), in)) {
		path[strcspn(path, "\n")] = 0;
		add(l, path);
	}
	if (in)
		pclose(in);
}

static int test__real_files(void)
{
	struct file_list files = { .nr = 0 };
	size_t i, rows = 0, different = 0, bad;
	char *vdso;

	if (system("readelf --version >/dev/null 2>&1"))
		return test_skip("there is no readelf");
	vdso = list_loaded(&files);
	if (vdso)
		add(&files, vdso);
	list_others(&files);
	for (i = 0; i < files.nr; i++) {
		rows += compare_file(files.paths[i], &bad);
		different += bad;
		free(files.paths[i]);
	}
	if (vdso)
		unlink(vdso);
	free(vdso);
	if (!rows)
		return test_skip("the registers of this machine are not known here, or no file has a table");
	fprintf(stderr, "  %zu rows of %zu files\n", rows, files.nr);
	TEST_ASSERT(files.nr >= 2);
	TEST_ASSERT(rows > 1000);
	TEST_ASSERT_EQ(different, 0);
	return TEST_OK;
}

DEFINE_SUITE("Unwind tables of real files, beside readelf", unwind_readelf, { "all rows", test__real_files })
