// SPDX-License-Identifier: GPL-2.0-only
/* The configuration: it is read once, before a command runs. Commands apply the keys that they know; or a value is only tried. */
#include "perf-config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin-diff.h"
#include "builtin-record.h"
#include "builtin-report.h"
#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/config-files.h"
#include "util/base/jobs.h"
#include "util/base/log.h"
#include "util/base/near-names.h"
#include "util/base/strbuf.h"
#include "util/base/unpack-room.h"
#include "util/symbol/download-limits.h"

/* Read once, before the command runs. */
static struct config config;

static void tell(const struct diag *diag)
{
	pr_warning("perf: %s\n", diag->text);
}

/* A value that is only tried: where it is refused, and whether any command has its key. NULL: values are taken. */
static struct trial {
	struct diag *refused;
	struct near_names near;		/* to the key */
	bool known;
} *trial;

static void try(struct trial *t, const struct config_key *keys)
{
	const struct config_key *k;

	for (k = keys; k->name; k++) {
		t->known |= !strcmp(k->name, t->near.want);
		near_names__look_at(&t->near, k->name, strlen(k->name));
	}
	if (!diag__is_set(t->refused))
		(void)config__check(&config, keys, t->refused);
}

void perf_config__apply(const struct config_key *keys)
{
	if (trial)
		try(trial, keys);
	else
		config__apply(&config, keys, tell);
}

static void look_at(void *near, const char *key)
{
	near_names__look_at(near, key, strlen(key));
}

static void try_section(struct trial *t, const struct config_section *section)
{
	struct diag why = DIAG_INIT;

	section->each(look_at, &t->near);
	if (!section->knows(t->near.want))
		return;
	t->known = true;
	if (!diag__is_set(t->refused) && section->check(config.entries[0].value, &why))
		diag__msg(t->refused, -EINVAL, "%s: %s", t->near.want, why.text);
}

void perf_config__apply_section(const struct config_section *section)
{
	if (trial)
		try_section(trial, section);
	else
		section->apply(&config, tell);
}

int perf_config__check(const char *key, const char *value, struct strbuf *hint, struct diag *diag)
{
	struct record_cmd record = { .callgraph_default = { .mode = CALLGRAPH_FP } };
	struct report report = { 0 };
	struct diff compared = { 0 };
	bool flag;
	uint64_t number;
	const char *text;
	const struct config_key others[] = {
		{ "core.fallback", CONFIG_BOOL, &flag, NULL }, { "core.proc-map-timeout", CONFIG_U64, &number, NULL },
		{ "core.unpack-limit", CONFIG_U64, &number, NULL }, { "core.jobs", CONFIG_U64, &number, NULL },
		{ "buildid.dir", CONFIG_STRING, &text, NULL },
		{ "buildid-cache.debuginfod-file-limit", CONFIG_U64, &number, NULL },
		{ "buildid-cache.debuginfod-limit", CONFIG_U64, &number, NULL }, { "tui.script", CONFIG_BOOL, &flag, NULL },
		{ "script.python", CONFIG_STRING, &text, NULL }, { "script.allow-write", CONFIG_BOOL, &flag, NULL },
		{ "tui.defer", CONFIG_BOOL, &flag, NULL }, { "tui.diff", CONFIG_BOOL, &flag, NULL }, { "tui.top", CONFIG_BOOL, &flag, NULL },
		{ "tui.annotate", CONFIG_BOOL, &flag, NULL }, { "tui.evlist", CONFIG_BOOL, &flag, NULL },
		{ 0 }
	};
	struct trial t = { .refused = diag };
	struct config all = config;
	int err;

	config = (struct config){ 0 };
	err = config__add(&config, "-c", key, value, diag);
	if (!err) {
		t.near.want = config.entries[0].key;
		t.near.want_len = strlen(t.near.want);
		trial = &t;
		record__configure(&record);
		report__configure(&report);
		diff__configure(&compared);
		perf_config__apply(others);
	}
	trial = NULL;
	if (!t.known)
		near_names__print(&t.near, hint);
	near_names__exit(&t.near);
	config__exit(&config);
	config = all;
	return err || diag__is_set(diag) ? -EINVAL : 0;
}

/* buildid.dir, as the environment variable that all who use the cache know. */
static void choose_cache(void)
{
	const char *dir = NULL, *home = getenv("HOME");
	const struct config_key keys[] = { { "buildid.dir", CONFIG_STRING, &dir, NULL }, { 0 } };
	char *path;

	perf_config__apply(keys);
	if (!dir || !*dir || getenv("PERF_BUILDID_DIR"))
		return;
	path = !strncmp(dir, "~/", 2) && home ? xasprintf("%s/%s", home, dir + 2) : xstrdup(dir);
	xsetenv("PERF_BUILDID_DIR", path, true);
	free(path);
}

void perf_config__set_limits(void)
{
	uint64_t unpack, jobs, file, run;
	const struct {
		struct config_key key;
		const char *variable;
	} all[] = {
		{ { "core.unpack-limit", CONFIG_U64, &unpack, NULL }, UNPACK_LIMIT_VARIABLE },
		{ { "core.jobs", CONFIG_U64, &jobs, NULL }, JOBS_VARIABLE },
		{ { "buildid-cache.debuginfod-file-limit", CONFIG_U64, &file, NULL }, DOWNLOAD_FILE_LIMIT_VARIABLE },
		{ { "buildid-cache.debuginfod-limit", CONFIG_U64, &run, NULL }, DOWNLOAD_LIMIT_VARIABLE },
	};
	char text[24];
	size_t i;

	unpack = jobs = file = run = UINT64_MAX;
	for (i = 0; i < ARRAY_SIZE(all); i++) {
		const struct config_key keys[] = { all[i].key, { 0 } };
		uint64_t *value = all[i].key.value;

		perf_config__apply(keys);
		/* No number of jobs is as good as none at all. */
		if (*value == UINT64_MAX || (value == &jobs && !jobs))
			continue;
		snprintf(text, sizeof(text), "%llu", (unsigned long long)*value);
		xsetenv(all[i].variable, text, true);
	}
}

enum paging perf_config__paging(const char *command)
{
	char *key = xasprintf("pager.%s", command);
	const struct config_entry *e = config__find(&config, key);
	int on = e ? config_value__bool(e->value) : -1;

	free(key);
	if (e && on < 0) {
		xsetenv("PERF_PAGER", e->value, false);
		on = 1;
	}
	return on < 0 ? PAGING_AS_CONFIGURED : on ? PAGING_ON : PAGING_OFF;
}

void perf_config__read(void)
{
	config_files__add_all(&config, tell);
	choose_cache();
}

void perf_config__exit(void)
{
	config__exit(&config);
}
