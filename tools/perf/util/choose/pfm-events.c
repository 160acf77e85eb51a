// SPDX-License-Identifier: GPL-2.0-only
#include "util/choose/pfm-events.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/library.h"
#include "util/choose/pmu.h"

/* Its header leaves out what the kernel's has, which is known by this. */
#define _UAPI_LINUX_PERF_EVENT_H
#include <perfmon/pfmlib_perf_event.h>

#define SONAME	"libpfm.so.4"

/* What is used of the library. */
struct pfm {
	__typeof__(pfm_initialize) *initialize;
	__typeof__(pfm_strerror) *strerror;
	__typeof__(pfm_get_os_event_encoding) *encode;
	__typeof__(pfm_get_pmu_info) *pmu_info;
	__typeof__(pfm_get_event_info) *event_info;
	__typeof__(pfm_get_event_attr_info) *attr_info;
	__typeof__(pfm_get_event_next) *next_event;
};

/* The reason why it cannot be used goes to @why, of @size bytes. */
static bool load(struct pfm *pfm, char *why, size_t size)
{
	const struct library_function functions[] = {
		{ "pfm_initialize", &pfm->initialize },
		{ "pfm_strerror", &pfm->strerror },
		{ "pfm_get_os_event_encoding", &pfm->encode },
		{ "pfm_get_pmu_info", &pfm->pmu_info },
		{ "pfm_get_event_info", &pfm->event_info },
		{ "pfm_get_event_attr_info", &pfm->attr_info },
		{ "pfm_get_event_next", &pfm->next_event },
	};
	int err;

	if (!library__load(SONAME, functions, ARRAY_SIZE(functions), why, size))
		return false;
	err = pfm->initialize();
	if (err != PFM_SUCCESS)
		snprintf(why, size, "libpfm4: %s", pfm->strerror(err));
	return err == PFM_SUCCESS;
}

/* --- events to record -------------------------------------------------------------------------------------- */

/* If the kernel has given the PMU a number: where it counts. */
static void set_pmu(struct evsel *evsel)
{
	struct evsel_config *config = evsel__get_config(evsel);
	char **names = evsel->attr.type >= PERF_TYPE_MAX ? pmu_names(NULL) : NULL;
	size_t i;

	for (i = 0; names && names[i]; i++) {
		struct diag ignored = DIAG_INIT;
		struct pmu *pmu = pmu__load(names[i], &ignored);

		if (pmu && pmu->type == evsel->attr.type && !config->pmu_name) {
			config->pmu_name = xstrdup(pmu->name);
			config->cpus = pmu->cpus ? xstrdup(pmu->cpus) : NULL;
			config->is_uncore = pmu->is_uncore;
		}
		pmu__delete(pmu);
	}
	free_names(names);
}

static int add_event(const struct pfm *pfm, struct evlist *evlist, const char *name, size_t pos, struct parse_events_error *err)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };
	pfm_perf_encode_arg_t arg = { .size = sizeof(arg), .attr = &attr };
	int ret = pfm->encode(name, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg);
	struct evsel *evsel;

	if (ret != PFM_SUCCESS)
		return parse_events_error__set(err, pos, NULL, "libpfm4: '%s': %s ('perf list pfm' shows the events of this machine)", name,
					       pfm->strerror(ret));
	attr.size = sizeof(attr);
	evsel = evsel__new(&attr);
	evsel__set_name(evsel, name);
	set_pmu(evsel);
	evlist__add(evlist, evsel);
	return 0;
}

/* The events from @first on are a group. */
static void make_group(struct evlist *evlist, size_t first)
{
	size_t i;

	for (i = first; i < evlist->nr; i++)
		evlist->evsels[i]->leader = evlist->evsels[first];
	evlist->evsels[first]->nr_members = (unsigned int)(evlist->nr - first);
}

static int parse(const struct pfm *pfm, struct evlist *evlist, const char *text, struct parse_events_error *err)
{
	size_t pos = 0, first = 0;
	bool in_group = false;

	for (;;) {
		size_t len;
		char *name;
		int ret;

		while (text[pos] == '{') {
			if (in_group)
				return parse_events_error__set(err, pos, NULL, "a group cannot be in a group");
			in_group = true;
			first = evlist->nr;
			pos++;
		}
		len = strcspn(text + pos, ",{}");
		if (!len)
			return parse_events_error__set(err, pos, NULL, "expected the name of an event");
		name = xstrndup(text + pos, len);
		ret = add_event(pfm, evlist, name, pos, err);
		free(name);
		if (ret)
			return ret;
		pos += len;
		if (text[pos] == '}' && in_group) {
			in_group = false;
			make_group(evlist, first);
			pos++;
		}
		if (!text[pos])
			return in_group ? parse_events_error__set(err, pos, NULL, "the group needs a closing '}'") : 0;
		if (text[pos] != ',')
			return parse_events_error__set(err, pos, NULL, "Unrecognized input");
		pos++;
	}
}

int pfm_events__parse(struct evlist *evlist, const char *text, struct parse_events_error *err)
{
	struct evlist *made = evlist__new();
	struct pfm pfm = { 0 };
	char why[256];
	size_t i;
	int ret;

	if (load(&pfm, why, sizeof(why)))
		ret = parse(&pfm, made, text, err);
	else
		ret = parse_events_error__set(err, 0, NULL, "%s", why);
	for (i = 0; i < made->nr && !ret; i++)
		evlist__add(evlist, made->evsels[i]);
	if (!ret)
		made->nr = 0;
	else if (!err->event)
		err->event = xstrdup(text);
	evlist__delete(made);
	return ret;
}

/* --- events that there are --------------------------------------------------------------------------------- */

struct walk {
	const struct pfm *pfm;
	void (*fn)(void *ctx, const struct event_list_entry *entry);
	void *ctx;
};

static void tell(const struct walk *w, const pfm_pmu_info_t *pmu, const char *name, const char *desc)
{
	w->fn(w->ctx, &(struct event_list_entry){
			      .kind = EVENT_LIST_PFM, .name = name, .type = "libpfm4 event", .unit = pmu->name, .encoding = desc });
}

/* The event alone, if it need not have a unit mask, and with each of them. */
static void walk_event(const struct walk *w, const pfm_pmu_info_t *pmu, int idx)
{
	pfm_event_info_t event = { .size = sizeof(event) };
	unsigned int masks = 0;
	char *name;
	int i;

	if (w->pfm->event_info(idx, PFM_OS_PERF_EVENT, &event) != PFM_SUCCESS)
		return;
	for (i = 0; i < event.nattrs; i++) {
		pfm_event_attr_info_t attr = { .size = sizeof(attr) };

		if (w->pfm->attr_info(idx, i, PFM_OS_PERF_EVENT, &attr) != PFM_SUCCESS || attr.type != PFM_ATTR_UMASK)
			continue;
		name = xasprintf("%s::%s:%s", pmu->name, event.name, attr.name);
		tell(w, pmu, name, attr.desc);
		free(name);
		masks++;
	}
	if (masks)
		return;
	name = xasprintf("%s::%s", pmu->name, event.name);
	tell(w, pmu, name, event.desc);
	free(name);
}

int pfm_events__walk(void (*fn)(void *ctx, const struct event_list_entry *entry), void *ctx, struct diag *diag)
{
	struct pfm pfm = { 0 };
	struct walk w = { &pfm, fn, ctx };
	unsigned int nr = 0;
	char why[256];
	pfm_pmu_t p;
	int i;

	if (!load(&pfm, why, sizeof(why)))
		return diag__msg(diag, -ENOSYS, "%s", why);
	pfm_for_all_pmus(p) {
		pfm_pmu_info_t pmu = { .size = sizeof(pmu) };

		/* What the kernel counts by itself is in the other lists. */
		if (p == PFM_PMU_PERF_EVENT || p == PFM_PMU_PERF_EVENT_RAW || pfm.pmu_info(p, &pmu) != PFM_SUCCESS || !pmu.is_present)
			continue;
		nr++;
		for (i = pmu.first_event; i != -1; i = pfm.next_event(i))
			walk_event(&w, &pmu, i);
	}
	return nr ? 0 : diag__msg(diag, -ENODEV, "libpfm4 knows no PMU of this machine (LIBPFM_FORCE_PMU=NAME shows those of another one)");
}
