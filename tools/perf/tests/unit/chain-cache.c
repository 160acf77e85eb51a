// SPDX-License-Identifier: GPL-2.0-only
/* Resolved chains: markers, junk, equal pointers, and what a flush leaves. */
#include <stdlib.h>
#include <sys/mman.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/callchain/chain.h"
#include "util/symbol/srcline.h"

struct world {
	struct dsos *dsos;
	struct machine *machine;
	struct chain_cache *cache;
	unsigned int flushes, half_privs, frame_privs;
};

/* A consumer's thing: counts itself. */
struct priv {
	unsigned int *alive;
};

static void *priv__new(unsigned int *alive)
{
	struct priv *p = xmalloc(sizeof(*p));

	p->alive = alive;
	++*alive;
	return p;
}

static void priv__free(void *priv)
{
	--*((struct priv *)priv)->alive;
	free(priv);
}

static void count_flush(void *ctx)
{
	((struct world *)ctx)->flushes++;
}

static void world__init(struct world *w, size_t max_bytes)
{
	static const struct chain_cache_ops ops = { .free_frame_priv = priv__free,
						    .free_half_priv = priv__free,
						    .flush = count_flush };
	struct symbol_opts opts = { .no_symbols = true };
	struct record_mmap r = { .pid = 1, .tid = 1, .start = 0x1000, .len = 0x1000, .prot = PROT_EXEC,
				 .flags = MAP_PRIVATE, .filename = "/bin/x" };

	*w = (struct world){ .dsos = dsos__new(&opts) };
	w->machine = machine__new(0, w->dsos);
	w->cache = chain_cache__new(&ops, w, max_bytes);
	machine__add_mmap(w->machine, 0, PERF_RECORD_MISC_USER, &r);
	r = (struct record_mmap){ .pid = (uint32_t)-1, .start = 0xffffffff81000000, .len = 0x1000,
				  .filename = "[kernel.kallsyms]_text" };
	machine__add_mmap(w->machine, 0, PERF_RECORD_MISC_KERNEL, &r);
}

static void world__exit(struct world *w)
{
	chain_cache__delete(w->cache);
	machine__delete(w->machine);
	dsos__delete(w->dsos);
}

static const struct chain_half *half(struct world *w, uint64_t time, const uint64_t *words, size_t nr,
				     unsigned int cpumode, unsigned int flags)
{
	return chain_cache__half(w->cache, w->machine, time, machine__maps_at(w->machine, 1, time),
				 &(struct chain_words){ words, nr, cpumode, flags });
}

static int test__markers(void)
{
	static const uint64_t words[] = { PERF_CONTEXT_KERNEL, 0xffffffff81000010, 0xffffffff81000020,
					  (uint64_t)-77, PERF_CONTEXT_USER, 0x1010, 0x5000 };
	static const uint64_t waiting[] = { PERF_CONTEXT_KERNEL, 0xffffffff81000010,
					    PERF_CONTEXT_USER_DEFERRED, 0x100000007 };
	static const uint64_t junk[] = { 0x1010, (uint64_t)-1, PERF_CONTEXT_USER, 0x1020 };
	const struct chain_half *h;
	struct world w;

	world__init(&w, 0);
	h = half(&w, 1, words, ARRAY_SIZE(words), PERF_RECORD_MISC_USER, 0);
	TEST_ASSERT(h && h->nr == 4);
	TEST_ASSERT(h->frames[0]->level == 'k' && h->frames[0]->map->dso->kind == DSO_KIND_KERNEL);
	TEST_ASSERT(h->frames[2]->level == '.' && h->frames[2]->map->dso->kind == DSO_KIND_USER);
	TEST_ASSERT(h->frames[2]->map->dso->hit);
	TEST_ASSERT(!h->frames[3]->map && h->frames[3]->ip == 0x5000 && h->frames[3]->kind == FRAME_CODE);
	/* Equal ones are the same one; other surroundings, other half; frames are shared still. */
	TEST_ASSERT(half(&w, 2, words, ARRAY_SIZE(words), PERF_RECORD_MISC_USER, 0) == h);
	TEST_ASSERT(half(&w, 1, words, ARRAY_SIZE(words) - 1, PERF_RECORD_MISC_USER, 0)->frames[2] ==
		    h->frames[2]);
	/* A cookie is never an address. */
	h = half(&w, 1, waiting, ARRAY_SIZE(waiting), PERF_RECORD_MISC_KERNEL, 0);
	TEST_ASSERT(h && h->nr == 1);
	TEST_ASSERT(!half(&w, 1, waiting + 2, 2, PERF_RECORD_MISC_KERNEL, 0));
	TEST_ASSERT(!half(&w, 1, waiting + 2, 1, PERF_RECORD_MISC_KERNEL, 0));
	TEST_ASSERT(!half(&w, 1, NULL, 0, PERF_RECORD_MISC_KERNEL, 0));
	/* In a deferred record nothing is a marker, and nothing is dropped. */
	h = half(&w, 1, junk, ARRAY_SIZE(junk), PERF_RECORD_MISC_USER, CHAIN_DEFERRED);
	TEST_ASSERT(h && h->nr == 4);
	TEST_ASSERT(h->frames[1]->kind == FRAME_JUNK && h->frames[1]->ip == (uint64_t)-1 && !h->frames[1]->map);
	TEST_ASSERT(h->frames[2]->kind == FRAME_JUNK && h->frames[3]->kind == FRAME_CODE && h->frames[3]->map);
	/* An address is resolved by its mode, not by its value. */
	TEST_ASSERT(!chain_cache__frame(w.cache, w.machine, 1, NULL, 0x1010, PERF_RECORD_MISC_KERNEL)->map);
	TEST_ASSERT_EQ(chain_cache__frame(w.cache, w.machine, 1, NULL, 0x1010, PERF_RECORD_MISC_HYPERVISOR)->level, 'H');
	TEST_ASSERT(!chain_cache__frame(w.cache, w.machine, 1, machine__maps_at(w.machine, 1, 1), 0x1010,
					PERF_RECORD_MISC_GUEST_USER)->map);
	world__exit(&w);
	return TEST_OK;
}

static int test__moments(void)
{
	static const uint64_t words[] = { 0x1010 };
	struct record_mmap r = { .pid = 1, .tid = 1, .start = 0x8000, .len = 0x1000, .filename = "/bin/y" };
	struct record_comm exec = { .pid = 1, .tid = 1, .comm = "y", .exec = true };
	const struct chain_half *before, *after;
	struct world w;

	world__init(&w, 0);
	machine__add_comm(w.machine, 10, &exec);
	machine__add_mmap(w.machine, 12, PERF_RECORD_MISC_USER, &r);
	r.start = 0x9000;
	r.filename = "[vdso]";
	machine__add_mmap(w.machine, 12, PERF_RECORD_MISC_USER, &r);
	before = half(&w, 11, words, 1, PERF_RECORD_MISC_USER, CHAIN_DEFERRED);
	after = half(&w, 12, words, 1, PERF_RECORD_MISC_USER, CHAIN_DEFERRED);
	TEST_ASSERT(before != after && before->frames[0]->map && !after->frames[0]->map);
	world__exit(&w);
	return TEST_OK;
}

static int test__flush(void)
{
	uint64_t words[100] = { 0 };
	struct world w;
	unsigned int i, j;

	world__init(&w, 1 << 20);
	for (i = 0; i < 20000; i++) {
		const struct chain_half *h, *first;

		for (j = 0; j < ARRAY_SIZE(words); j++)
			words[j] = 0x1000 + (i + j) % 4096;
		words[0] = i;
		first = half(&w, 1, words, 1, PERF_RECORD_MISC_USER, CHAIN_DEFERRED);
		h = half(&w, 1, words, ARRAY_SIZE(words), PERF_RECORD_MISC_USER, CHAIN_DEFERRED);
		TEST_ASSERT(first && h && h->nr == ARRAY_SIZE(words));
		/* The first half of a sample outlives a flush that its second caused. */
		TEST_ASSERT_EQ(first->frames[0]->ip, i);
		if (!*first->priv)
			*first->priv = priv__new(&w.half_privs);
		if (!*h->priv)
			*h->priv = priv__new(&w.half_privs);
		if (!*h->frames[0]->priv)
			*h->frames[0]->priv = priv__new(&w.frame_privs);
	}
	TEST_ASSERT(w.flushes > 10 && w.flushes < 10000);
	TEST_ASSERT(w.half_privs > 0 && w.half_privs < 20000);
	TEST_ASSERT(w.frame_privs > 4096);
	chain_cache__delete(w.cache);
	w.cache = NULL;
	TEST_ASSERT_EQ(w.half_privs, 0);
	TEST_ASSERT_EQ(w.frame_privs, 0);
	world__exit(&w);
	return TEST_OK;
}

/* Code with a function inlined into it, built with the debug information of this very binary. */
static volatile int sink;

static inline __attribute__((always_inline)) void inlined_leaf(int x)
{
	int i;

	for (i = 0; i < x; i++)
		sink += i * x;
}

__attribute__((noinline)) void chain_cache_test_outer(int x);
__attribute__((noinline)) void chain_cache_test_outer(int x)
{
	inlined_leaf(x);
	sink ^= x;
}

/* The map of this program with @code in it, as of process 1. *@name, of 4096 bytes, is its name. False: it is not known. */
static bool own_map(uintptr_t code, char *name, struct record_mmap *ret)
{
	unsigned long start, end, offset;
	FILE *f = fopen("/proc/self/maps", "re");
	bool found = false;
	char line[4096];

	while (f && !found && fgets(line, sizeof(line), f))
		found = sscanf(line, "%lx-%lx %*s %lx %*s %*s %4095s", &start, &end, &offset, name) == 4 && code >= start && code < end;
	if (f)
		fclose(f);
	if (found)
		*ret = (struct record_mmap){ .pid = 1, .tid = 1, .prot = PROT_EXEC, .flags = MAP_PRIVATE, .start = start,
					     .len = end - start, .pgoff = offset, .filename = name };
	return found;
}

static int test__inlined(void)
{
	struct symbol_opts opts = { .inlines = true };
	struct dsos *dsos = dsos__new(&opts);
	struct machine *machine = machine__new(0, dsos);
	struct chain_cache *cache = chain_cache__new(NULL, NULL, 0);
	uintptr_t code = (uintptr_t)&chain_cache_test_outer;
	char line[4096], name[4096] = "";
	struct record_mmap r;
	const struct chain_half *h = NULL;
	const struct src_frames *src;
	struct strbuf text = STRBUF_INIT;
	uint64_t ip;

	TEST_ASSERT(own_map(code, name, &r));
	machine__add_mmap(machine, 0, PERF_RECORD_MISC_USER, &r);
	chain_cache_test_outer(3);
	for (ip = code; ip < code + 200; ip++) {
		h = chain_cache__half(cache, machine, 1, machine__maps_at(machine, 1, 1),
				      &(struct chain_words){ &ip, 1, PERF_RECORD_MISC_USER, CHAIN_DEFERRED });
		if (h && h->nr > 1)
			break;
	}
	if (!h || h->nr < 2)
		return test_skip("no debug information in this binary, or no libdw to read it");
	TEST_ASSERT_EQ(h->nr, 2);
	TEST_ASSERT(h->frames[0]->inlined && !h->frames[1]->inlined);
	TEST_ASSERT_STR(h->frames[0]->sym->name, "inlined_leaf");
	TEST_ASSERT_STR(h->frames[1]->sym->name, "chain_cache_test_outer");
	TEST_ASSERT(h->frames[0]->ip == ip && h->frames[1]->ip == ip);
	TEST_ASSERT_EQ(h->frames[0]->sym->start, h->frames[1]->sym->start);
	/* The ip of a sample alone is that of the function that is in the symbol table. */
	TEST_ASSERT(chain_cache__frame(cache, machine, 1, machine__maps_at(machine, 1, 1), ip,
				       PERF_RECORD_MISC_USER) == h->frames[1]);
	/* Lines are read by whoever asks for lines. */
	src = dso__functions(h->frames[0]->map->dso, map__to_dso(h->frames[0]->map, ip));
	TEST_ASSERT(src && src->nr == 2 && !src->has_lines);
	src = dso__source(h->frames[0]->map->dso, map__to_dso(h->frames[0]->map, ip));
	TEST_ASSERT(src && src->nr == 2);
	TEST_ASSERT_EQ(h->frames[1]->src_index, 1);
	TEST_ASSERT(strstr(src->frames[0].file, "chain-cache.c") && src->frames[0].line);
	TEST_ASSERT(src->frames[1].line > src->frames[0].line);
	srcline__text(&text, h->frames[0]->map->dso, map__to_dso(h->frames[0]->map, ip), false, 1);
	snprintf(line, sizeof(line), "chain-cache.c:%u", src->frames[1].line);
	TEST_ASSERT_STR(strbuf__str(&text), line);
	strbuf__reset(&text);
	srcline__text(&text, h->frames[0]->map->dso, 8, false, 0);
	TEST_ASSERT(strstr(strbuf__str(&text), "8]"));	/* "[400008]" of a program with an address of its own */
	strbuf__exit(&text);
	chain_cache__delete(cache);
	machine__delete(machine);
	dsos__delete(dsos);
	return TEST_OK;
}

static bool has_callers(const struct chain_half *h, const char *want)
{
	size_t i;

	if (!h || h->nr != strlen(want))
		return false;
	for (i = 0; i < h->nr; i++) {
		const struct frame *f = h->frames[i];

		if (f->is_caller != (want[i] == 'c') || frame__lookup(f) != f->ip - (want[i] == 'c'))
			return false;
	}
	return true;
}

static int test__callers(void)
{
	static const uint64_t both[] = { PERF_CONTEXT_KERNEL, 0xffffffff81000010, 0xffffffff81000020,
					 PERF_CONTEXT_USER, 0x1010, 0x1020, 0x5000 };
	static const uint64_t junk[] = { 0x1010, (uint64_t)-1, 0x1020, 0, 0x1000 };
	const struct chain_half *h;
	struct world w;

	world__init(&w, 0);
	/* What follows a marker is where the kernel, or the program, was. */
	TEST_ASSERT(has_callers(half(&w, 1, both, ARRAY_SIZE(both), PERF_RECORD_MISC_USER, 0), "-c-cc"));
	/* Junk calls nobody. The first byte of a map has no call before it, and neither has address 0. */
	h = half(&w, 1, junk, ARRAY_SIZE(junk), PERF_RECORD_MISC_USER, CHAIN_DEFERRED);
	TEST_ASSERT(has_callers(h, "--c--"));
	TEST_ASSERT(h->frames[4]->map && h->frames[4]->ip == 0x1000);
	TEST_ASSERT(has_callers(half(&w, 1, both + 4, 3, PERF_RECORD_MISC_USER, CHAIN_CALLS), "---"));
	TEST_ASSERT(has_callers(half(&w, 1, both, ARRAY_SIZE(both), PERF_RECORD_MISC_USER, CHAIN_AS_RECORDED), "-----"));
	/* An address as a place where the program was, and as one that is returned to: two frames. */
	h = half(&w, 1, both + 4, 3, PERF_RECORD_MISC_USER, 0);
	TEST_ASSERT(has_callers(h, "-cc"));
	TEST_ASSERT(chain_cache__frame(w.cache, w.machine, 1, machine__maps_at(w.machine, 1, 1), 0x1020,
				       PERF_RECORD_MISC_USER) != h->frames[1]);
	TEST_ASSERT(chain_cache__frame(w.cache, w.machine, 1, machine__maps_at(w.machine, 1, 1), 0x1010,
				       PERF_RECORD_MISC_USER) == h->frames[0]);
	world__exit(&w);
	return TEST_OK;
}

/* How many of 20,000 different frames are there when all were asked for; 0: some stayed when there was no more room. */
static unsigned int frames_left(bool frames_go)
{
	const struct chain_cache_ops ops = { .free_frame_priv = priv__free, .flush = count_flush, .frames_go = frames_go };
	unsigned int left, i, flushes;
	struct world w;

	world__init(&w, 1 << 20);
	chain_cache__delete(w.cache);
	w.cache = chain_cache__new(&ops, &w, 1 << 20);
	for (i = 0; i < 20000; i++) {
		const struct frame *f;

		flushes = w.flushes;
		chain_cache__make_room(w.cache);
		if (w.flushes != flushes && w.frame_privs)
			return 0;
		f = chain_cache__frame(w.cache, w.machine, 1, machine__maps_at(w.machine, 1, 1), 16 * i, PERF_RECORD_MISC_USER);
		if (*f->priv)
			return 0;
		*f->priv = priv__new(&w.frame_privs);
	}
	left = w.frame_privs;
	world__exit(&w);
	return w.frame_privs || !w.flushes == frames_go ? 0 : left;
}

/* Frames stay, unless the consumer lets them go: then only as many as there is room for. */
static int test__frames(void)
{
	unsigned int left = frames_left(true);

	TEST_ASSERT_EQ(frames_left(false), 20000);
	TEST_ASSERT(left > 500 && left < 10000);
	return TEST_OK;
}

/* So many that what is remembered of the last lookups has to be told apart by where they were made, not only by the address. */
#define NR_SPACES	12000U

static int test__spaces(void)
{
	static const uint64_t words[] = { 0x8010 };
	struct record_mmap r = { .tid = 1, .start = 0x8000, .len = 0x1000, .prot = PROT_EXEC, .flags = MAP_PRIVATE };
	struct world w;
	uint32_t pid;

	world__init(&w, 0);
	for (pid = 2; pid < NR_SPACES; pid++) {
		const struct chain_half *h;
		const struct maps *maps;

		r.pid = r.tid = pid;
		r.filename = pid % 2 ? "/bin/y" : "/bin/z";
		machine__add_mmap(w.machine, pid, PERF_RECORD_MISC_USER, &r);
		maps = machine__maps_at(w.machine, pid, pid);
		h = chain_cache__half(w.cache, w.machine, pid, maps,
				      &(struct chain_words){ words, 1, PERF_RECORD_MISC_USER, CHAIN_DEFERRED });
		TEST_ASSERT(h && h->frames[0]->map == maps__find(maps, words[0]));
	}
	world__exit(&w);
	return TEST_OK;
}

/* The frame of process @pid at @ip. */
static const struct frame *frame_of(struct world *w, uint32_t pid, uint64_t ip)
{
	return chain_cache__frame(w->cache, w->machine, 1, machine__maps_at(w->machine, pid, 1), ip, PERF_RECORD_MISC_USER);
}

/* Two processes have this program at different addresses, and a file without symbols beside it. */
#define ELSEWHERE	0x10000000

static bool world_of_two(struct world *w, bool by_code, uintptr_t code)
{
	static const struct chain_cache_ops ops = { .free_frame_priv = priv__free, .flush = count_flush, .frames_go = true };
	struct record_mmap nameless = { .start = 0x1000, .len = 0x1000, .prot = PROT_EXEC, .filename = "/nowhere/x" }, r;
	struct symbol_opts opts = { .inlines = true };
	char name[4096];
	uint32_t pid;

	*w = (struct world){ .dsos = dsos__new(&opts) };
	w->machine = machine__new(0, w->dsos);
	w->cache = chain_cache__new(&ops, w, 0);
	if (by_code)
		chain_cache__frames_by_code(w->cache);
	if (!own_map(code, name, &r))
		return false;
	for (pid = 1; pid <= 2; pid++) {
		r.pid = r.tid = nameless.pid = nameless.tid = pid;
		machine__add_mmap(w->machine, 0, PERF_RECORD_MISC_USER, &r);
		machine__add_mmap(w->machine, 0, PERF_RECORD_MISC_USER, &nameless);
		r.start += ELSEWHERE;
		nameless.start += ELSEWHERE;
	}
	return true;
}

/* Code of a file has one frame in all processes, which stays; where it has no name, each address has its own. */
static int test__by_code(void)
{
	const uint64_t ip = (uintptr_t)&chain_cache_test_outer + 1;
	const struct frame *f;
	struct world w;

	TEST_ASSERT(world_of_two(&w, true, ip));
	f = frame_of(&w, 1, ip);
	TEST_ASSERT(f->sym && f->ip == ip);
	TEST_ASSERT_STR(f->sym->name, "chain_cache_test_outer");
	TEST_ASSERT(frame_of(&w, 2, ip + ELSEWHERE) == f);
	TEST_ASSERT(frame_of(&w, 1, ip + 1) != f);
	*f->priv = priv__new(&w.frame_privs);
	TEST_ASSERT(frame_of(&w, 1, 0x1010) != frame_of(&w, 2, 0x1010 + ELSEWHERE));
	*frame_of(&w, 1, 0x1010)->priv = priv__new(&w.frame_privs);
	chain_cache__empty(w.cache);
	TEST_ASSERT_EQ(w.frame_privs, 1);
	TEST_ASSERT(frame_of(&w, 2, ip + ELSEWHERE) == f && *f->priv);
	world__exit(&w);
	TEST_ASSERT_EQ(w.frame_privs, 0);
	/* Whoever has not said so gets addresses. */
	TEST_ASSERT(world_of_two(&w, false, ip));
	TEST_ASSERT(frame_of(&w, 1, ip)->ip == ip && frame_of(&w, 2, ip + ELSEWHERE)->ip == ip + ELSEWHERE);
	world__exit(&w);
	return TEST_OK;
}

DEFINE_SUITE("Resolved callchains", chain_cache,
	{ "markers, cookies, junk", test__markers },
	{ "each moment its own maps", test__moments },
	{ "each process, too", test__spaces },
	{ "callers", test__callers },
	{ "flush", test__flush },
	{ "frames that go", test__frames },
	{ "frames by code", test__by_code },
	{ "inlined functions", test__inlined })
