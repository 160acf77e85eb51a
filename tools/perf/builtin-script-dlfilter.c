// SPDX-License-Identifier: GPL-2.0-only
#include "builtin-script-dlfilter.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <perf/perf_dlfilter.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin-script-dlfilter-internal.h"
#include "util/base/alloc.h"
#include "util/base/library.h"
#include "util/base/log.h"
#include "util/base/std-out.h"
#include "util/base/trusted-path.h"
#include "util/event/evlist.h"
#include "util/script/sample-code.h"

/* --- loading --------------------------------------------------------------------------------- */

/* A name alone may be one of the present folder: *@ret_untrusted if that is one where others may write, and we are root. */
static void *find(const char *file, bool *ret_untrusted)
{
	const char *dir = getenv("PERF_EXEC_PATH");
	char *path;
	void *so;

	if (strchr(file, '/'))
		return dlopen(file, RTLD_NOW | RTLD_LOCAL);
	path = !access(file, R_OK) || !dir ? xasprintf("./%s", file) : xasprintf("%s/dlfilters/%s", dir, file);
	if (*path == '.' && user__is_root() && !path__is_trusted(path)) {
		*ret_untrusted = true;
		free(path);
		return NULL;
	}
	so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	free(path);
	return so;
}

struct dlfilter *dlfilter__new(const char *file, char **args, size_t nr_args)
{
	struct dlfilter *d = xzalloc(sizeof(*d));
	struct perf_dlfilter_fns *fns;
	bool untrusted = false;

	d->file = file;
	d->args = args;
	d->nr_args = nr_args;
	d->so = find(file, &untrusted);
	if (!d->so) {
		if (untrusted)
			pr_error("perf: --dlfilter: '%s' of the present folder is not run: others than root may write there (if it is "
				 "meant, name it as './%s')\n", file, file);
		else
			pr_error("perf: --dlfilter: cannot load '%s': %s\n", file, dlerror());
		free(d);
		return NULL;
	}
	(void)library__find(d->so, "start", &d->start);
	(void)library__find(d->so, "stop", &d->stop);
	(void)library__find(d->so, "filter_event", &d->filter_event);
	(void)library__find(d->so, "filter_event_early", &d->filter_event_early);
	if (!d->filter_event && !d->filter_event_early && !d->start) {
		pr_error("perf: --dlfilter: '%s' is no filter: it has neither filter_event() nor filter_event_early() nor "
			 "start()\n", file);
		dlfilter__delete(d);
		return NULL;
	}
	fns = dlsym(d->so, "perf_dlfilter_fns");
	if (fns)
		*fns = dlfilter__functions;
	return d;
}

void dlfilter__delete(struct dlfilter *d)
{
	if (!d)
		return;
	dlclose(d->so);
	free(d->chain);
	free(d);
}

static int check(const struct dlfilter *d, const char *function, int ret)
{
	if (ret < 0)
		pr_error("perf: --dlfilter '%s': %s() failed: %d\n", d->file, function, ret);
	return ret;
}

int dlfilter__start(struct dlfilter *d, struct session *session, struct sample_code *code)
{
	const char *arch = session__header(session)->arch;

	d->is_64_bit = !arch || strstr(arch, "64") || !strcmp(arch, "s390x");
	d->code = code;
	d->started = true;
	return d->start ? check(d, "start", d->start(&d->data, d)) : 0;
}

int dlfilter__stop(struct dlfilter *d)
{
	return d->started && d->stop ? check(d, "stop", d->stop(d->data, d)) : 0;
}

/* --- samples --------------------------------------------------------------------------------- */

/* As one chain in which the stitched half has its place. */
static void fill_chain(struct dlfilter *d, const struct session_sample *s, struct perf_dlfilter_sample *out)
{
	size_t nr = 0;

	if (!s->user.nr || s->user.ips == s->kernel_ips + s->nr_kernel_ips) {
		out->raw_callchain = (const __u64 *)s->kernel_ips;
		out->raw_callchain_nr = s->nr_kernel_ips + s->user.nr;
		return;
	}
	if (s->nr_kernel_ips + s->user.nr + 1 > d->cap_chain) {
		d->cap_chain = s->nr_kernel_ips + s->user.nr + 1;
		d->chain = xreallocarray(d->chain, d->cap_chain, sizeof(*d->chain));
	}
	if (s->nr_kernel_ips)
		memcpy(d->chain, s->kernel_ips, s->nr_kernel_ips * sizeof(*d->chain));
	nr = s->nr_kernel_ips;
	if (s->deferred)
		d->chain[nr++] = PERF_CONTEXT_USER;
	memcpy(d->chain + nr, s->user.ips, s->user.nr * sizeof(*d->chain));
	out->raw_callchain = (const __u64 *)d->chain;
	out->raw_callchain_nr = nr + s->user.nr;
}

static int ask(struct dlfilter *d, const struct session_sample *s, const char *function,
	       int (*fn)(void *data, const struct perf_dlfilter_sample *sample, void *ctx))
{
	const struct perf_sample *p = s->sample;
	uint32_t guest = s->machine ? machine__pid(s->machine) : 0;
	const struct evlist_id *id = guest ? evlist__find_id(s->evsel->evlist, p->id) : NULL;
	struct perf_dlfilter_sample out = {
		.size = sizeof(out), .ins_lat = p->ins_lat, .p_stage_cyc = p->retire_lat, .ip = p->ip,
		.pid = (int32_t)s->pid, .tid = (int32_t)s->tid, .time = p->time, .addr = p->addr, .id = p->id,
		.stream_id = p->stream_id, .period = p->period, .weight = p->weight, .transaction = p->transaction,
		.cpu = (int32_t)p->cpu, .flags = s->trace ? s->trace->flags : 0, .data_src = p->data_src,
		.phys_addr = p->phys_addr, .data_page_size = p->data_page_size, .code_page_size = p->code_page_size,
		.insn_cnt = s->trace ? s->trace->insns : 0, .cyc_cnt = s->trace ? s->trace->cycles : 0,
		.cgroup = p->cgroup, .cpumode = (uint8_t)sample__cpumode(p), .addr_correlates_sym = dlfilter__has_code_addr(s),
		.misc = p->misc, .raw_size = p->raw_size, .raw_data = p->raw_data, .brstack_nr = p->nr_branches,
		/* The same three words. */
		.brstack = (const struct perf_branch_entry *)(const void *)p->branches,
		.event = evsel__name(s->evsel), .machine_pid = (int32_t)guest, .vcpu = id ? (int32_t)id->vcpu : -1,
	};
	int ret;

	fill_chain(d, s, &out);
	d->ip.size = d->addr.size = 0;
	memset(&d->ip, 0, sizeof(d->ip));
	memset(&d->addr, 0, sizeof(d->addr));
	d->sample = s;
	ret = fn(d->data, &out, d);
	d->sample = NULL;
	return check(d, function, ret);
}

int dlfilter__early(struct dlfilter *d, const struct session_sample *s)
{
	return d->filter_event_early ? ask(d, s, "filter_event_early", d->filter_event_early) : 0;
}

int dlfilter__sample(struct dlfilter *d, const struct session_sample *s)
{
	return d->filter_event ? ask(d, s, "filter_event", d->filter_event) : 0;
}

bool dlfilter__has_early(const struct dlfilter *d)
{
	return d->filter_event_early;
}

/* --- --list-dlfilters ------------------------------------------------------------------------ */

static int is_object(const struct dirent *e)
{
	size_t len = strlen(e->d_name);

	return len > 3 && !strcmp(e->d_name + len - 3, ".so");
}

static void list_one(const char *dir, const char *name)
{
	char *path = xasprintf("%s/%s", dir, name);
	void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	const char *(*description)(const char **more) = NULL;
	const char *text, *more = NULL;

	if (so)
		(void)library__find(so, "filter_description", &description);
	text = description ? description(&more) : NULL;
	if (so)
		std_out__addf("  %-36s %s\n", name, text ? text : "");
	if (more && verbose > LOG_NORMAL)
		std_out__addf("%s\n", more);
	if (so)
		dlclose(so);
	free(path);
}

void dlfilter__list(void)
{
	const char *exec = getenv("PERF_EXEC_PATH");
	char *dir = exec ? xasprintf("%s/dlfilters", exec) : NULL;
	struct dirent **entries = NULL;
	int nr = dir ? scandir(dir, &entries, is_object, alphasort) : 0, i;

	if (nr < 0 && errno == ENOMEM)
		alloc__failed();
	std_out__addf("List of available dlfilters:\n");
	for (i = 0; i < nr; i++) {
		list_one(dir, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	free(dir);
	if (nr <= 0)
		pr_error("perf: there are none in dlfilters/ below $PERF_EXEC_PATH; --dlfilter takes a path, too\n");
}
