// SPDX-License-Identifier: GPL-2.0-only
/* The set of dsos, and what they are found by. What they are called: dso-name.c; their symbols: dso-symbols.c. */
#include "util/symbol/dso.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/data/pack.h"
#include "util/symbol/build-id-cache.h"
#include "util/symbol/dsos.h"

/* --- what dsos are found by -------------------------------------------------------------------------- */

struct name_key {
	const char *text;
	enum dso_kind kind;
};

static inline uint64_t dso_names__hash(struct name_key key)
{
	return hash_combine(hash_str(key.text), key.kind);
}

static inline bool dso_names__is(const struct dso_name *n, struct name_key key)
{
	return n->kind == key.kind && !strcmp(n->text, key.text);
}

HASH_SET_FUNCTIONS(dso_names, struct name_key, struct dso_name *)

/* Builds of one file may be many, so they are found by name and id together. */
struct build_key {
	const struct dso_name *name;
	const uint8_t *id;
	size_t size;
};

static inline uint64_t dso_builds__hash(struct build_key key)
{
	return hash_bytes(key.id, key.size, (uintptr_t)key.name);
}

static inline bool dso_builds__is(const struct dso_entry *e, struct build_key key)
{
	return e->dso.path == key.name->text && dso__same_build_id(&e->dso, key.id, key.size);
}

HASH_SET_FUNCTIONS(dso_builds, struct build_key, struct dso_entry *)

struct ksymbol_key {
	const char *name;
	uint64_t start, end;
};

static inline uint64_t dso_ksymbols__hash(struct ksymbol_key key)
{
	return hash_combine(hash_combine(hash_str(key.name), key.start), key.end);
}

static inline bool dso_ksymbols__is(const struct dso_entry *e, struct ksymbol_key key)
{
	return e->start == key.start && !strcmp(e->dso.path, key.name) && e->dso.symbols->own.syms[0].end == key.end;
}

HASH_SET_FUNCTIONS(dso_ksymbols, struct ksymbol_key, struct dso_entry *)

static inline uint64_t known_ids__hash(const char *name)
{
	return hash_str(name);
}

static inline bool known_ids__is(const struct known_id *k, const char *name)
{
	return !strcmp(k->name, name);
}

HASH_SET_FUNCTIONS(known_ids, const char *, struct known_id *)

struct dsos *dsos__new(const struct symbol_opts *opts)
{
	struct dsos *dsos = xzalloc(sizeof(*dsos));

	if (opts)
		dsos->opts = *opts;
	dsos->cache_dir = build_id_cache__dir();
	return dsos;
}

static void dso_symbols__delete(struct dso_symbols *s)
{
	if (!s)
		return;
	symtab__exit(&s->own);
	free(s->error);
	free(s);
}

void dsos__delete(struct dsos *dsos)
{
	size_t i;

	if (!dsos)
		return;
	for (i = 0; i < dsos->nr; i++) {
		dso_symbols__delete(dsos->list[i]->dso.symbols);
		dso__free_source(&dsos->list[i]->dso);
	}
	free(dsos->list);
	dso_names__exit(&dsos->names);
	dso_builds__exit(&dsos->builds);
	dso_ksymbols__exit(&dsos->ksymbols);
	bpf_codes__exit(&dsos->bpf_codes);
	known_ids__exit(&dsos->ids);
	kallsyms__exit(&dsos->kallsyms);
	free(dsos->kallsyms_error);
	free(dsos->cache_dir);
	free(dsos->packed_vmlinux);
	pack__delete(dsos->pack);
	debuginfod__delete(dsos->debuginfod);
	arena__exit(&dsos->arena);
	free(dsos);
}

static struct dso_name *get_name(struct dsos *dsos, const char *text, enum dso_kind kind)
{
	struct dso_name **n = dso_names__place(&dsos->names, (struct name_key){ text, kind });

	if (!*n) {
		*n = arena__zalloc(&dsos->arena, sizeof(**n));
		(*n)->text = arena__strdup(&dsos->arena, text);
		(*n)->kind = kind;
	}
	return *n;
}

/* @name: kept, not copied. */
static struct dso *dso__new(struct dsos *dsos, const char *name, enum dso_kind kind)
{
	struct dso_entry *e = arena__zalloc(&dsos->arena, sizeof(*e));

	e->dso.path = name;
	e->dso.kind = kind;
	e->dso.dsos = dsos;
	dso__set_names(&e->dso);
	GROW(dsos->list, dsos->nr, dsos->cap);
	dsos->list[dsos->nr++] = e;
	return &e->dso;
}

static void set_build_id(struct dso *dso, struct dso_name *name, const uint8_t *id, size_t size)
{
	dso->build_id_size = (uint8_t)size;
	memcpy(dso->build_id, id, size);
	*dso_builds__place(&dso->dsos->builds, (struct build_key){ name, id, size }) = dso_entry(dso);
	if (name->without_id == dso_entry(dso))
		name->without_id = NULL;
}

/* The last few are kept: it is they that may still live. */
static void add_pid(struct dso_entry *e, uint32_t pid)
{
	size_t i;

	for (i = 0; i < DSO_MAX_PIDS; i++)
		if (e->pids[i] == pid)
			return;
	if (!pid)
		return;
	e->pids[e->next_pid] = pid;
	e->next_pid = (uint8_t)((e->next_pid + 1) % DSO_MAX_PIDS);
}

struct dso *dsos__get(struct dsos *dsos, const char *name, enum dso_kind kind, const uint8_t *build_id,
		      size_t size, uint32_t pid)
{
	struct dso_name *n = get_name(dsos, name, kind);
	const struct known_id *known;
	struct dso_entry *e;
	struct dso *dso;

	if (size > sizeof(dso->build_id))
		size = sizeof(dso->build_id);
	known = size ? NULL : known_ids__find(&dsos->ids, name);
	if (known) {
		build_id = known->id;
		size = known->size;
	}
	e = size ? dso_builds__find(&dsos->builds, (struct build_key){ n, build_id, size }) : n->without_id;
	if (e) {
		add_pid(e, pid);
		return &e->dso;
	}
	/* One that was seen without an id, and is not in use yet, gets it now. */
	e = n->without_id;
	dso = e && !e->dso.symbols ? &e->dso : dso__new(dsos, n->text, kind);
	if (size)
		set_build_id(dso, n, build_id, size);
	else
		n->without_id = dso_entry(dso);
	dso->pid = kind == DSO_KIND_JIT ? pid : 0;
	add_pid(dso_entry(dso), pid);
	return dso;
}

struct dso *dsos__get_ksymbol(struct dsos *dsos, const char *name, uint64_t start, uint64_t end)
{
	struct dso_entry **e = dso_ksymbols__place(&dsos->ksymbols, (struct ksymbol_key){ name, start, end });
	struct dso_symbols *s;
	struct dso *dso;

	if (*e)
		return &(*e)->dso;
	dso = dso__new(dsos, arena__strdup(&dsos->arena, name), DSO_KIND_KSYMBOL);
	*e = dso_entry(dso);
	s = dso->symbols = xzalloc(sizeof(*s));
	s->table = &s->own;
	s->origin = 'i';
	symtab__set_one(&s->own, start, end, dso->long_name);
	dso_entry(dso)->start = start;
	return dso;
}

void dsos__add_build_id(struct dsos *dsos, const char *name, const uint8_t *build_id, size_t size)
{
	struct known_id *k = arena__zalloc(&dsos->arena, sizeof(*k));
	size_t i;

	if (!size || size > sizeof(k->id))
		return;
	k->name = arena__strdup(&dsos->arena, name);
	k->size = (uint8_t)size;
	memcpy(k->id, build_id, size);
	*known_ids__place(&dsos->ids, k->name) = k;
	for (i = 0; i < DSO_KIND_JIT; i++) {
		struct dso_name *n = dso_names__find(&dsos->names, (struct name_key){ name, (enum dso_kind)i });

		if (n && n->without_id && !n->without_id->dso.symbols)
			set_build_id(&n->without_id->dso, n, build_id, size);
	}
}

int dsos__for_each(struct dsos *dsos, int (*fn)(struct dso *dso, void *ctx), void *ctx)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < dsos->nr && !ret; i++)
		ret = fn(&dsos->list[i]->dso, ctx);
	return ret;
}

void dsos__set_progress(struct dsos *dsos, dsos_progress_fn fn, void *ctx)
{
	dsos->progress = fn;
	dsos->progress_ctx = ctx;
}

void dsos__set_release(struct dsos *dsos, const char *release)
{
	dsos->release = arena__strdup(&dsos->arena, release);
}

void dsos__set_pack(struct dsos *dsos, struct pack *pack)
{
	pack__delete(dsos->pack);
	dsos->pack = pack;
}

void dsos__set_recorded_kallsyms(struct dsos *dsos, const char *path)
{
	dsos->recorded_kallsyms = arena__strdup(&dsos->arena, path);
}

void dso__set_start(struct dso *dso, uint64_t start)
{
	dso_entry(dso)->start = start;
}

void dso__add_code_map(struct dso *dso, uint64_t pgoff)
{
	struct dso_entry *e = dso_entry(dso);

	if (!e->code_mapped || pgoff < e->code_pgoff)
		e->code_pgoff = pgoff;
	e->code_mapped = true;
}

void dso__set_reference(struct dso *dso, const char *name, uint64_t addr)
{
	struct dso_entry *e = dso_entry(dso);

	if (!e->ref_name)
		e->ref_name = arena__strdup(&dso->dsos->arena, name);
	e->ref_addr = addr;
}
