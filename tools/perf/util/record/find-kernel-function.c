// SPDX-License-Identifier: GPL-2.0-only
/* Functions of the running kernel and its modules, found in /proc/kallsyms. */
#include "util/record/find-function.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/kernel-paths.h"
#include "util/record/function-places.h"

#define KALLSYMS_MAX	(256U << 20)

/* One line of kallsyms, "ffffffff81000000 T name\t[module]\n". */
struct kernel_line {
	uint64_t addr;
	const char *name, *end;		/* of the line, for the former */
	size_t len;
	bool is_function, local;
};

/* The line at @p; false: @end is reached. */
static bool next_line(const char **p, const char *end, struct kernel_line *ret)
{
	const char *line = *p, *stop = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;
	char *at;

	if (!stop)
		return false;
	*p = stop + 1;
	*ret = (struct kernel_line){ .addr = strtoull(line, &at, 16) };
	if (at == line || stop - at < 4 || at[2] != ' ' || !strchr("tTwW", at[1]))
		return true;
	ret->is_function = true;
	ret->local = at[1] == 't';
	ret->name = at + 3;
	ret->end = stop;
	ret->len = strcspn(at + 3, " \t\n");
	return true;
}

static int read_kallsyms(char **ret, size_t *ret_size, struct diag *diag)
{
	char *file = xasprintf("%s/kallsyms", procfs__path());
	int err = file__read_all(file, KALLSYMS_MAX, ret, ret_size);

	if (err)
		diag__msg(diag, err, "cannot read %s: %s", file, strerror(-err));
	free(file);
	return err;
}

static int hidden(struct diag *diag)
{
	return diag__msg(diag, -EACCES, "the kernel hides its addresses: "
			 "/proc/sys/kernel/kptr_restrict has to be 0 (or 1, for root)");
}

/* What is near a function tells several of one name apart. Returns whether addresses are shown at all. */
static bool collect_kernel(const char *data, size_t size, const struct function_query *q,
			   struct function_places *l)
{
	const char *p = data, *end = data + size;
	struct kernel_line line, last = { 0 };
	uint64_t highest = 0;
	size_t i;

	while (next_line(&p, end, &line)) {
		struct function_place place = { .f = { line.addr, 0 }, .local = line.local };
		char *text;

		if (!line.is_function)
			continue;
		highest |= line.addr;
		if (line.len != q->len || memcmp(line.name, q->name, q->len)) {
			near_names__look_at(&l->near, line.name, line.len);
			/* The padding before each function has a name of its own. */
			if (line.len < 6 || memcmp(line.name, "__pfx_", 6))
				last = line;
			continue;
		}
		text = xasprintf("%.*s%s%.*s", (int)(line.end - line.name), line.name,
				 last.len ? " behind " : "", (int)last.len, last.len ? last.name : "");
		function_places__add(l, &place, text, strlen(text));
		free(text);
	}
	/* Each reaches up to the next one. */
	for (p = data; next_line(&p, end, &line);)
		for (i = 0; i < l->nr; i++)
			if (line.addr > l->p[i].f.start &&
			    (!l->p[i].f.size || line.addr - l->p[i].f.start < l->p[i].f.size))
				l->p[i].f.size = line.addr - l->p[i].f.start;
	return highest || !size;
}

int kernel__find_function(const char *name, struct found_function *ret, struct diag *diag)
{
	struct function_places l = { 0 };
	struct function_query q;
	char *data = NULL;
	size_t size = 0;
	int err = read_kallsyms(&data, &size, diag);

	if (err)
		return err;
	function_query__init(&q, name, "the kernel");
	l.near = (struct near_names){ .want = q.name, .want_len = q.len };
	if (collect_kernel(data, size, &q, &l))
		err = function_places__choose(&l, &q, ret, diag);
	else
		err = l.nr ? hidden(diag) : function_places__choose(&l, &q, ret, diag);
	free(data);
	function_places__exit(&l);
	return err;
}

int kernel__code_range(struct found_function *ret, struct diag *diag)
{
	struct kernel_line line;
	char *data = NULL;
	size_t size = 0;
	uint64_t start = 0, last = 0;
	const char *p;
	int err = read_kallsyms(&data, &size, diag);

	if (err)
		return err;
	for (p = data; next_line(&p, data + size, &line);) {
		if (!line.is_function)
			continue;
		if (line.len == 6 && !memcmp(line.name, "_stext", 6))
			start = line.addr;
		if (line.addr > last)
			last = line.addr;
	}
	free(data);
	if (!last && size)
		return hidden(diag);
	if (!start || last <= start)
		return diag__msg(diag, -ENOENT, "%s/kallsyms does not tell where the kernel begins",
				 procfs__path());
	/* How long the last one is nobody knows; its page is all code. */
	*ret = (struct found_function){ start, (last | 4095) + 1 - start };
	return 0;
}
