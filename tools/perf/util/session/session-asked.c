// SPDX-License-Identifier: GPL-2.0-only
/* What others may ask a session for. */
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/code/dso-code.h"
#include "util/session/session-internal.h"

const struct perf_header *session__header(const struct session *s)
{
	return s->header;
}

struct evlist *session__evlist(const struct session *s)
{
	return s->header->evlist;
}

const struct session_stats *session__stats(const struct session *s)
{
	return &s->stats;
}

const char *session__input_name(const struct session *s)
{
	return s->input_shown;
}

const char *session__input_exact(const struct session *s)
{
	return s->input;
}

char *session__path_inside(const struct session *s, const char *name)
{
	return xasprintf("%s/%s", s->path, name);
}

bool session__is_stream(const struct session *s)
{
	return s->pipe != NULL;
}

const void *session__feature_bytes(const struct session *s, int feature, uint64_t *ret_size)
{
	const struct header_section *at = &s->header->sections[feature];
	const struct data_segment *seg = s->file ? s->file->segments : NULL;

	/* The reader has checked that it lies within the file; a damaged one was left out. */
	if (!seg || !at->offset || at->size > seg->map_size || at->offset > seg->map_size - at->size)
		return NULL;
	*ret_size = at->size;
	return seg->map + at->offset;
}

struct dsos *session__dsos(struct session *s)
{
	return s->dsos;
}

struct workers *session__workers(const struct session *s)
{
	return s->workers;
}

struct machine *session__host(struct session *s)
{
	return s->host;
}

struct machine *session__machine_of(struct session *s, uint64_t id)
{
	return s->guests.nr ? session__machine(s, sample_decoder__machine_pid(&s->reader.dec, id)) : s->host;
}

struct data_file *session__file(struct session *s)
{
	return s->file;
}

struct sample_decoder *session__decoder(struct session *s)
{
	return &s->reader.dec;
}

const struct aux_data *session__aux_data(const struct session *s)
{
	return &s->aux;
}

bool session__peek_aux_info(struct session *s, struct aux_info *ret)
{
	if (!s->aux.has_info)
		return s->file && aux_data__peek(s->file, ret);
	*ret = s->aux.info;
	ret->words = xmemdup(ret->words, ret->nr_words * sizeof(*ret->words));
	return true;
}

enum deferred_protocol session__protocol(const struct session *s)
{
	return s->scan.protocol;
}

enum deferred_protocol session__protocol_of(const struct session *s, const struct record *r)
{
	return scan__protocol_of(&s->scan, r);
}

bool session__is_between_samples(const struct session *s)
{
	return s->between_samples;
}

const struct frame *session__frame(struct session *s, const struct session_sample *sample, uint64_t ip)
{
	return chain_cache__any_frame(s->chains, sample->machine, sample->sample->time,
				      machine__maps_at(sample->machine, sample->pid, sample->sample->time), ip);
}

struct dso_code *session__code(struct session *s)
{
	char *kcore;

	if (!s->stacks.code) {
		kcore = s->file ? session__path_inside(s, "kcore_dir/kcore") : NULL;
		s->stacks.code = dso_code__new(s->header->arch, kcore);
		free(kcore);
		if (!s->opts->as_recorded)
			chain_cache__set_code(s->chains, s->stacks.code);
	}
	return s->stacks.code;
}
