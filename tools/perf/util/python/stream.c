// SPDX-License-Identifier: GPL-2.0-only
#include "util/python/stream.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/json.h"
#include "util/event/evlist.h"
#include "util/event/mem-data-src.h"
#include "util/event/syscall-names.h"
#include "util/python/lib-parts.h"
#include "util/python/wire.h"
#include "util/symbol/dso.h"

/* --- the beginning and the end ------------------------------------------------------------------ */

static void tell_modules(struct python_stream *p)
{
	size_t size, i;
	const char *name;
	const void *text = lib_part(0, &name, &size);

	wire__u32(&p->in.wire, (uint32_t)size);
	text_out__add(&p->in.wire, text, size);
	for (i = 1; (text = lib_part(i, &name, &size)) != NULL; i++) {
		wire__name(&p->body, name);
		text_out__add(&p->body, text, size);
		wire__send(&p->in.wire, WIRE_MODULE, &p->body);
	}
}

/* More numbers than any architecture has. */
#define MAX_SYSCALL	1024
/* What upstream gives scripts of samples without one: "not available", of each of its parts. */
#define NO_DATA_SRC	0x1e05080021

/* Of a stream, it is known when the first sample comes. */
void python_stream__tell_machine(struct python_stream *p)
{
	const char *arch = session__header(p->session)->arch;
	struct strbuf none = STRBUF_INIT;
	struct json j;
	int64_t nr;

	p->machine_told = true;
	p->arch = regs_arch__of(arch);
	mem_data_src__text(NO_DATA_SRC, &none);
	json__init(&j, &p->body);
	json__object(&j, NULL);
	json__str(&j, "no_data_src", strbuf__str(&none));
	json__array_inline(&j, "syscalls");
	for (nr = 0; nr < MAX_SYSCALL; nr++)
		json__str(&j, NULL, syscall_name(arch, nr));
	json__end(&j);
	json__end(&j);
	json__finish(&j);
	strbuf__exit(&none);
	wire__send(&p->in.wire, WIRE_MACHINE, &p->body);
}

/* As they are: names of files need not be UTF-8. */
static void tell_start(struct python_stream *p, const struct python_script *script)
{
	size_t i;

	wire__name(&p->body, script->path);
	for (i = 0; i < script->nr_args; i++)
		wire__name(&p->body, script->args[i]);
	wire__send(&p->in.wire, WIRE_START, &p->body);
}

int python_stream__begin(struct python_stream *p, const struct interpreter_opts *o, const struct python_script *script)
{
	const char *how;

	text_out__init(&p->body, -1);
	text_out__init(&p->scratch, -1);
	if (interpreter__start(&p->in, o) < 0)
		return -1;
	tell_modules(p);
	if (session__header(p->session)->arch)
		python_stream__tell_machine(p);
	tell_start(p, script);
	python_stream__flush(p);
	how = python_stream__answer(p, "ready", NULL);
	if (how)
		p->lockstep = strstr(how, "lockstep") != NULL;
	else
		p->ended = p->never_began = true;
	return 0;
}

bool python_stream__takes(const struct python_stream *p)
{
	return !p->ended && !p->in.wire.error && !interpreter__interrupted();
}

void python_stream__flush(struct python_stream *p)
{
	(void)text_out__flush(&p->in.wire);
}

int python_stream__end(struct python_stream *p, bool whole, bool *ret_denied)
{
	int status;

	if (whole && !p->ended) {
		wire__send(&p->in.wire, WIRE_END, &p->body);
		python_stream__flush(p);
		(void)python_stream__answer(p, "bye", NULL);
	}
	status = interpreter__wait(&p->in);
	*ret_denied = p->denied;
	u64num__exit(&p->dsos);
	u64num__exit(&p->comms);
	text_out__exit(&p->body);
	text_out__exit(&p->scratch);
	if (p->has_code)
		sample_code__exit(&p->code);
	free(p->told);
	return status;
}

/* --- what is told once, and has a number from then on ------------------------------------------- */

static uint32_t number_of_dso(struct python_stream *p, const struct dso *dso)
{
	uint32_t number = (uint32_t)u64num__find(&p->dsos, (uintptr_t)dso);
	struct text_out body;
	char id[41];

	if (number)
		return number;
	number = ++p->nr_dsos;
	u64num__set(&p->dsos, (uintptr_t)dso, number);
	text_out__init(&body, -1);
	wire__u32(&body, number);
	wire__name(&body, dso->short_name);
	wire__name(&body, dso->long_name);
	wire__name(&body, dso->build_id_size ? build_id__text(dso->build_id, dso->build_id_size, id) : "");
	wire__send(&p->in.wire, WIRE_DSO, &body);
	text_out__exit(&body);
	return number;
}

uint32_t python_stream__comm(struct python_stream *p, const char *comm)
{
	uint32_t number = comm ? (uint32_t)u64num__find(&p->comms, (uintptr_t)comm) : 0;

	if (number || !comm)
		return number;
	number = ++p->nr_comms;
	u64num__set(&p->comms, (uintptr_t)comm, number);
	wire__u32(&p->body, number);
	text_out__addstr(&p->body, comm);
	wire__send(&p->in.wire, WIRE_COMM, &p->body);
	return number;
}

static uint32_t flags_of(const struct frame *f)
{
	return (f->map ? WIRE_FRAME_MAP : 0) | (f->sym ? WIRE_FRAME_SYM : 0) | (f->inlined ? WIRE_FRAME_INLINED : 0) |
	       (f->kind == FRAME_BY_CALL ? WIRE_FRAME_BY_CALL : 0) | (f->kind == FRAME_GAP ? WIRE_FRAME_GAP : 0);
}

uint32_t python_stream__frame(struct python_stream *p, const struct frame *f)
{
	struct wire_frame w;

	if (!f || !f->priv)
		return 0;
	if (*f->priv)
		return (uint32_t)(uintptr_t)*f->priv;
	w = (struct wire_frame){ .number = ++p->nr_frames, .flags = flags_of(f), .ip = f->ip, .addr = f->ip };
	*f->priv = (void *)(uintptr_t)w.number;
	if (f->map) {
		w.dso = number_of_dso(p, f->map->dso);
		w.addr = map__to_dso(f->map, f->ip);
		w.map_start = f->map->start;
		w.map_end = f->map->end;
		w.map_pgoff = f->map->pgoff;
	}
	if (f->sym) {
		w.binding = f->sym->binding;
		w.sym_start = f->sym->start;
		w.sym_end = f->sym->end;
	}
	text_out__add(&p->body, &w, sizeof(w));
	if (f->sym)
		text_out__addstr(&p->body, f->sym->name);
	wire__send(&p->in.wire, WIRE_FRAME, &p->body);
	return w.number;
}

uint32_t python_stream__half(struct python_stream *p, const struct chain_half *half)
{
	uint32_t number, i;

	if (!half)
		return 0;
	if (half->priv && *half->priv)
		return (uint32_t)(uintptr_t)*half->priv;
	/* All frames are known before the message that names them begins. */
	for (i = 0; i < half->nr; i++)
		(void)python_stream__frame(p, half->frames[i]);
	number = ++p->nr_halves;
	wire__u32(&p->body, number);
	for (i = 0; i < half->nr; i++)
		if (half->frames[i]->kind != FRAME_GAP || !p->no_marks)
			wire__u32(&p->body, python_stream__frame(p, half->frames[i]));
	wire__send(&p->in.wire, WIRE_HALF, &p->body);
	if (half->priv)
		*half->priv = (void *)(uintptr_t)number;
	return number;
}

/* Frames that are in use when the cache is emptied stay until it is emptied once more. */
void python_stream__forget(struct python_stream *p)
{
	if (!p->in.on)
		return;
	wire__u32(&p->body, p->frames_go ? p->frames_since : 0);
	wire__send(&p->in.wire, WIRE_FORGET, &p->body);
	p->nr_halves = 0;
	p->frames_since = p->nr_frames + 1;
}

void python_stream__forget_half(void *priv)
{
	(void)priv;
}
