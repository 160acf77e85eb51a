// SPDX-License-Identifier: GPL-2.0-only
#include "util/event/evlist-text.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "util/event/evsel-config.h"

void evlist__print_group(const struct evlist *evlist, struct evsel *leader, const char *name,
			 struct strbuf *out)
{
	size_t i = (size_t)leader->idx + 1, nr = 1;

	strbuf__addf(out, "%s{%s", name, evsel__name(leader));
	/* Members come behind their leader, and mostly at once. */
	for (; nr < leader->nr_members && i < evlist->nr; i++) {
		struct evsel *e = evlist->evsels[i];

		if (e->leader == leader) {
			strbuf__addf(out, ",%s", evsel__name(e));
			nr++;
		}
	}
	strbuf__addch(out, '}');
}

void evsel__print_rate(const struct evsel *evsel, struct strbuf *out)
{
	strbuf__addf(out, ": sample_%s=%" PRIu64, evsel->attr.freq ? "freq" : "period",
		     (uint64_t)evsel->attr.sample_period);
}

struct flags {
	bool details, group, rate;
};

static int parse_flags(const char *text, struct flags *ret)
{
	while (*text) {
		size_t n = strcspn(text, " ");

		if (n == 2 && !memcmp(text, "-v", 2))
			ret->details = true;
		else if (n == 2 && !memcmp(text, "-g", 2))
			ret->group = true;
		else if (n == 2 && !memcmp(text, "-F", 2))
			ret->rate = true;
		else
			return -EINVAL;
		text += n;
		text += strspn(text, " ");
	}
	return 0;
}

static void print_event(const struct evlist *evlist, struct evsel *evsel, const struct flags *f,
			struct strbuf *out)
{
	const struct evsel_config *config = evsel->config;
	const char *name = evsel__name(evsel);
	struct attr_names names = {
		.pmu = config ? config->pmu_name : NULL,
		.config = evsel->attr.type == PERF_TYPE_TRACEPOINT ? name : NULL,
	};

	if (f->group && evsel->nr_members > 1)
		evlist__print_group(evlist, evsel, config && config->group_name ? config->group_name : "",
				    out);
	else
		strbuf__addstr(out, name);
	if (f->details) {
		strbuf__addstr(out, ": ");
		attr__print_line(&evsel->attr, &names, out);
	} else if (f->rate) {
		evsel__print_rate(evsel, out);
	}
	strbuf__addch(out, '\n');
}

int evlist__print(const struct evlist *evlist, const char *flags, struct strbuf *out)
{
	struct flags f = { 0 };
	struct evsel *evsel;
	size_t i;

	if (parse_flags(flags, &f))
		return -EINVAL;
	evlist__for_each(evlist, i, evsel)
		if (!f.group || evsel__is_group_leader(evsel))
			print_event(evlist, evsel, &f, out);
	return 0;
}
