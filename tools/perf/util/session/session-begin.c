// SPDX-License-Identifier: GPL-2.0-only
/* The beginning of a recording: its events and features, what the consumer asks for then, and what endings of chains mean with these events. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include "util/base/log.h"
#include "util/data/header-read.h"
#include "util/session/session-internal.h"
#include "util/symbol/bpf-code.h"
#include "util/symbol/mapped-file.h"

/* In a stream, features come as late as its end. */
static void tell_notes(struct session *s)
{
	const struct perf_header *h = s->header;

	for (; s->nr_told_notes < h->nr_notes; s->nr_told_notes++) {
		const struct header_note *note = &h->notes[s->nr_told_notes];
		struct diag diag = DIAG_INIT;

		pr_debug("%s: %s\n", s->input, note->text);
		if (!note->damage)
			continue;
		diag__msg(&diag, 0, "%s", note->text);
		session__damaged(s, &diag);
	}
}

/* In a stream, build ids come as they become known. */
static void tell_build_ids(struct session *s)
{
	const struct perf_header *h = s->header;

	for (; s->nr_told_ids < h->nr_build_ids; s->nr_told_ids++) {
		const struct header_build_id *id = &h->build_ids[s->nr_told_ids];

		dsos__add_build_id(s->dsos, id->filename, id->build_id, id->size);
	}
}

static void tell_bpf_codes(struct session *s)
{
	const struct perf_header *h = s->header;
	uint32_t i;

	for (; s->nr_told_progs < h->nr_bpf_progs; s->nr_told_progs++) {
		const struct header_bpf_prog *p = &h->bpf_progs[s->nr_told_progs];

		for (i = 0; i < p->nr; i++)
			if (p->codes[i].insns)
				dsos__add_bpf_code(s->dsos, p->codes[i].addr, p->codes[i].tag, p->codes[i].insns, p->codes[i].size);
	}
}

static void tell_machine(struct session *s)
{
	s->stacks.arch = regs_arch__of(s->header->arch);
	s->stacks.swap = s->header->swap;
}

int session__read_head_record(struct session *s, const struct record *r, struct diag *diag)
{
	if (r->header.type == PERF_RECORD_HEADER_ATTR && s->begun)
		return diag__set(diag, -EBADMSG, r->offset, "HEADER_ATTR", NULL,
				 "an event that comes after the recording's head");
	if (perf_header__read_record(s->header, r, diag) < 0)
		return -EBADMSG;
	if (s->begun) {
		tell_machine(s);
		tell_build_ids(s);
		tell_bpf_codes(s);
		tell_notes(s);
	}
	return 0;
}

/* Was it made here? Machines that have one name and one kernel are told apart by their memory. */
static void tell_where(struct session *s)
{
	const struct perf_header *h = s->header;
	struct recorded_here here = { 0 };
	struct sysinfo info;
	struct utsname u;
	struct stat st;

	if (!h->hostname || !h->osrelease || uname(&u) || strcmp(u.nodename, h->hostname) || strcmp(u.release, h->osrelease) || sysinfo(&info))
		return;
	if (h->total_mem != (uint64_t)info.totalram * info.mem_unit / 1024)
		return;
	/* Of a folder nothing says when a file in it was written. */
	if (s->file && s->file->at_fd >= 0 && !fstat(s->file->at_fd, &st) && S_ISREG(st.st_mode) && st.st_mtim.tv_sec > 0)
		here.written = (uint64_t)st.st_mtim.tv_sec * 1000000000 + (uint64_t)st.st_mtim.tv_nsec;
	if (h->has_sample_time) {
		here.first = h->first_sample_time;
		here.last = h->last_sample_time;
	}
	dsos__set_recorded_here(s->dsos, &here);
}

int session__begin(struct session *s, struct diag *diag)
{
	if (s->begun)
		return 0;
	s->begun = true;
	tell_machine(s);
	tell_build_ids(s);
	tell_bpf_codes(s);
	if (s->header->osrelease)
		dsos__set_release(s->dsos, s->header->osrelease);
	tell_where(s);
	session__read_formats(s);
	tell_notes(s);
	/* A source adds events, and a stage begins, when they know the whole recording; of a stream they know nothing before. */
	return s->file && (s->source || s->stage) ? 0 : session__tell_begin(s, diag);
}

bool session__lacks_cpus(const struct session *s)
{
	const struct evlist *evlist = session__evlist(s);
	struct evsel *evsel;
	size_t i;

	if (!s->opts->cpus)
		return false;
	evlist__for_each(evlist, i, evsel)
		if (!(evsel->attr.sample_type & PERF_SAMPLE_CPU) && !evsel__is_dummy(evsel))
			return true;
	return false;
}

int session__tell_begin(struct session *s, struct diag *diag)
{
	int err;

	if (s->told_begin)
		return 0;
	s->told_begin = true;
	err = s->stage ? s->stage->begin(s->stage, s, diag) : 0;
	if (!err && s->ops->begin)
		err = s->ops->begin(s->ctx, s);
	if (session__stage(s))
		s->needs |= s->stage->needs;
	return err;
}

bool session__takes_each(const struct session *s)
{
	return s->limits.each_sample;
}

void session__set_needs(struct session *s, unsigned int needs)
{
	s->needs = needs;
}

void session__set_by_code(struct session *s)
{
	chain_cache__frames_by_code(s->chains);
}

void session__set_receiver(struct session *s, int (*sample)(void *ctx, const struct session_sample *sample), void *ctx)
{
	s->receiver = (struct sample_receiver){ .sample = sample, .ctx = ctx };
}

void session__tell_apart(struct session *s, const struct time_ranges *times)
{
	s->told_apart = times;
}

void session__set_source(struct session *s, const struct session_source *source, void *ctx)
{
	/* What cannot be read twice has no trace that could be decoded. */
	if (!s->file)
		return;
	s->source = source;
	s->source_ctx = ctx;
}

void session__set_stage(struct session *s, struct session_stage *st)
{
	s->stage = st;
}

enum perf_stitch_ending session__ending(const struct session *s, const struct evsel *evsel,
					const struct perf_sample *sample, size_t *ret_nr, uint64_t *ret_cookie)
{
	enum perf_stitch_ending ending = perf_stitch__ending(sample->ips, sample->nr_ips, ret_nr, ret_cookie);

	if (ending == PERF_STITCH_ENDS_PLAIN || scan__may_wait(&s->scan, evsel))
		return ending;
	*ret_nr = sample->nr_ips;
	*ret_cookie = 0;
	return PERF_STITCH_ENDS_PLAIN;
}
