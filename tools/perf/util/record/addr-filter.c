// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/addr-filter.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/base/strbuf.h"
#include "util/event/evsel-config.h"
#include "util/record/aux-config.h"
#include "util/record/find-function.h"

uint64_t addr_filter__nr(const char *pmu_name)
{
	char *path = xasprintf("%s/bus/event_source/devices/%s/nr_addr_filters", sysfs__path(), pmu_name);
	long long v;
	int err = read_number_file(path, &v);

	free(path);
	return err || v < 0 ? 0 : (uint64_t)v;
}

/* What each word does: in the kernel's words, and whether it has a size. */
static const struct action {
	const char *name, *kernel;
	bool range;
} actions[] = {
	{ "filter", "filter", true },
	{ "start", "start", false },
	{ "stop", "stop", false },
	{ "tracestop", "stop", true },
};

struct filter {
	const struct action *action;
	char *start, *size, *object;	/* owned; size, object: NULL if there is none */
};

static void filter__exit(struct filter *f)
{
	free(f->start);
	free(f->size);
	free(f->object);
}

static const char *skip(const char *p)
{
	return p + strspn(p, " \t\n,");
}

/* The next word, up to a blank, a comma, or a sign that means something; NULL if there is none. */
static char *token(const char **p, const char *stops)
{
	size_t n;
	char *ret;

	*p += strspn(*p, " \t\n");
	n = strcspn(*p, stops);
	if (!n)
		return NULL;
	ret = xstrndup(*p, n);
	*p += n;
	return ret;
}

/* A function, with the number that tells it from others, "NAME #2", or an address. */
static char *name_word(const char **p)
{
	char *name = token(p, " \t\n,/@"), *number, *both;
	const char *at = *p + strspn(*p, " \t\n");

	if (!name || *at != '#')
		return name;
	*p = at;
	number = token(p, " \t\n,/@");
	both = xasprintf("%s%s", name, number);
	free(name);
	free(number);
	return both;
}

static char *file_word(const char **p)
{
	return token(p, " \t\n,");
}

/* What @read finds behind @sign, if that comes next. False: the sign is there, nothing behind it. */
static bool word_behind(const char **p, char sign, char *(*read)(const char **p), char **ret)
{
	const char *at = *p + strspn(*p, " \t\n");

	if (*at != sign)
		return true;
	*p = at + 1;
	*ret = read(p);
	return *ret != NULL;
}

static int parse_one(const char **text, struct filter *f, struct diag *diag)
{
	const char *begin = *text;
	char *name = token(text, " \t\n,");
	size_t i;

	for (i = 0; name && i < ARRAY_SIZE(actions); i++)
		if (!strcmp(name, actions[i].name))
			f->action = &actions[i];
	free(name);
	if (!f->action)
		return diag__msg(diag, -EINVAL, "an address filter begins with filter, start, stop or "
				 "tracestop; not '%.*s'", (int)strcspn(begin, " \t\n,"), begin);
	f->start = name_word(text);
	if (!f->start)
		return diag__msg(diag, -EINVAL, "address filter '%s' names no place", begin);
	if (!word_behind(text, '/', name_word, &f->size))
		return diag__msg(diag, -EINVAL, "behind the '/' of an address filter stands a size: '%s'",
				 begin);
	if (!word_behind(text, '@', file_word, &f->object))
		return diag__msg(diag, -EINVAL, "behind the '@' of an address filter stands a file: '%s'",
				 begin);
	if (f->size && !f->action->range)
		return diag__msg(diag, -EINVAL, "address filter '%s' is about one place: it has no size",
				 f->action->name);
	return 0;
}

static bool parse_number(const char *s, uint64_t *ret)
{
	char *end;

	if (!isdigit((unsigned char)*s))
		return false;
	errno = 0;
	*ret = strtoull(s, &end, 0);
	return !*end && !errno;
}

static int find(const char *name, const char *object, struct found_function *ret, struct diag *diag)
{
	return object ? elf__find_function(object, name, ret, diag) : kernel__find_function(name, ret, diag);
}

static int find_range(const struct filter *f, const char *object, struct found_function *ret,
		      struct diag *diag)
{
	struct found_function last;
	int err = 0;

	*ret = (struct found_function){ 0 };
	if (!strcmp(f->start, "*"))
		err = object ? elf__code_range(object, ret, diag) : kernel__code_range(ret, diag);
	else if (!parse_number(f->start, &ret->start))
		err = find(f->start, object, ret, diag);
	if (err || !f->action->range || (f->size && parse_number(f->size, &ret->size)))
		return err;
	if (f->size) {
		err = find(f->size, object, &last, diag);
		if (!err && last.start + last.size <= ret->start)
			err = diag__msg(diag, -EINVAL, "'%s' ends before '%s' begins", f->size, f->start);
		ret->size = err ? 0 : last.start + last.size - ret->start;
	}
	if (!err && !ret->size)
		err = diag__msg(diag, -EINVAL, "address filter '%s %s' needs a size, as in '%s / 0x100'",
				f->action->name, f->start, f->start);
	return err;
}

static int append(const struct filter *f, struct strbuf *out, struct diag *diag)
{
	char *object = f->object ? alloc__given(realpath(f->object, NULL)) : NULL;
	struct found_function where;
	int err = 0;

	if (f->object && !object)
		err = diag__msg(diag, -errno, "cannot find '%s': %s", f->object, strerror(errno));
	if (!err)
		err = find_range(f, object, &where, diag);
	if (!err) {
		strbuf__addf(out, "%s%s 0x%" PRIx64, out->len ? "," : "", f->action->kernel, where.start);
		if (f->action->range)
			strbuf__addf(out, "/0x%" PRIx64, where.size);
		if (object)
			strbuf__addf(out, "@%s", object);
	}
	free(object);
	return err;
}

int addr_filter__resolve(const char *text, char **ret, unsigned int *ret_nr, struct diag *diag)
{
	struct strbuf out = STRBUF_INIT;
	const char *p = skip(text);
	unsigned int nr = 0;
	int err = *p ? 0 : diag__msg(diag, -EINVAL, "an address filter has words: filter FUNCTION @ FILE");

	for (; !err && *p; p = skip(p)) {
		struct filter f = { 0 };

		err = parse_one(&p, &f, diag);
		if (!err)
			err = append(&f, &out, diag);
		filter__exit(&f);
		nr++;
	}
	if (err) {
		strbuf__exit(&out);
		return err;
	}
	*ret = strbuf__detach(&out);
	*ret_nr = nr;
	return 0;
}

static int resolve_event(struct evsel *evsel, bool whole_cpus, struct diag *diag)
{
	struct evsel_config *config = evsel->config;
	uint64_t most = addr_filter__nr(config->pmu_name);
	unsigned int nr;
	char *text;
	int err = addr_filter__resolve(config->filter, &text, &nr, diag);

	if (err)
		return err;
	if (nr > most)
		err = diag__msg(diag, -EINVAL, "%u address filters are more than '%s' has: %" PRIu64, nr,
				config->pmu_name, most);
	else if (whole_cpus && strchr(text, '@'))
		err = diag__msg(diag, -EINVAL, "address filters of a file are for tasks: they do not go with "
				"-a or -C");
	if (err) {
		free(text);
		return err;
	}
	pr_debug("Address filter: %s\n", text);
	free(config->filter);
	config->filter = text;
	return 0;
}

int evlist__resolve_addr_filters(struct evlist *evlist, bool whole_cpus, struct diag *diag)
{
	struct evsel *evsel;
	int err = 0;
	size_t i;

	evlist__for_each(evlist, i, evsel)
		if (!err && evsel__has_aux(evsel) && evsel->config->filter)
			err = resolve_event(evsel, whole_cpus, diag);
	return err;
}
