// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a walk by frame pointers did not see. The walks are those of this very program: it sends itself a signal, and the
 * handler goes from the interrupted registers, as the kernel does for a sample.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/own-maps.h"
#include "util/base/alloc.h"
#include "util/callchain/chain.h"
#include "util/callchain/infer.h"
#include "util/callchain/unwind.h"
#include "util/code/disasm.h"
#include "util/code/dso-code.h"

#define MAX_WORDS	64

static struct {
	uint64_t words[MAX_WORDS];
	size_t nr;
} walked;

struct world {
	struct dsos *dsos;
	struct machine *machine;
	const struct maps *maps;
	struct infer *infer;
};

/* --- the walk --------------------------------------------------------------------------------------- */

#ifdef __x86_64__
static void walk(int sig, siginfo_t *info, void *ctx)
{
	const ucontext_t *uc = ctx;
	const uint64_t *fp = (const uint64_t *)(uintptr_t)uc->uc_mcontext.gregs[REG_RBP];
	uintptr_t sp = (uintptr_t)uc->uc_mcontext.gregs[REG_RSP];

	(void)sig;
	(void)info;
	walked.nr = 0;
	walked.words[walked.nr++] = (uint64_t)uc->uc_mcontext.gregs[REG_RIP];
	/* As far as the next frame lies higher, and not far away. */
	while (walked.nr < MAX_WORDS && (uintptr_t)fp >= sp && (uintptr_t)fp - sp < 1 << 20 && !((uintptr_t)fp & 7)) {
		walked.words[walked.nr++] = fp[1];
		sp = (uintptr_t)fp + 16;
		fp = (const uint64_t *)(uintptr_t)fp[0];
	}
}
#else
static void walk(int sig, siginfo_t *info, void *ctx)
{
	(void)sig, (void)info, (void)ctx;
}
#endif

/* Functions that stay one. */
#if defined(__clang__)
#define STEP		__attribute__((noinline))
#else
#define STEP		__attribute__((noinline, noclone))
#endif
#define RETURNS_HERE()	__asm__ volatile("" ::: "memory")

STEP void infer_test__low(void);
STEP void infer_test__middle(void);
STEP void infer_test__twice(int n);
STEP void infer_test__pointer(int (*fn)(pid_t, int));
STEP void infer_test__handled(void);
STEP void infer_test__handler(int sig);
STEP void infer_test__leaf(void);
STEP void infer_test__beside(void);

static uintptr_t in_beside;

void infer_test__leaf(void)
{
	in_beside = (uintptr_t)__builtin_return_address(0);
}

void infer_test__beside(void)
{
	infer_test__leaf();
	RETURNS_HERE();
}

void infer_test__low(void)
{
	kill(getpid(), SIGUSR1);
	RETURNS_HERE();
}

void infer_test__middle(void)
{
	infer_test__low();
	RETURNS_HERE();
}

/* Two ways to the same function: one through this function alone, one through libc's raise. */
void infer_test__twice(int n)
{
	if (n)
		raise(SIGUSR1);
	else
		kill(getpid(), SIGUSR1);
	RETURNS_HERE();
}

void infer_test__pointer(int (*fn)(pid_t, int))
{
	fn(getpid(), SIGUSR1);
	RETURNS_HERE();
}

void infer_test__handler(int sig)
{
	(void)sig;
	infer_test__low();
	RETURNS_HERE();
}

void infer_test__handled(void)
{
	raise(SIGUSR2);
	RETURNS_HERE();
}

#ifdef __x86_64__
/* A handler's return to what it has interrupted, in a form that nobody knows by its bytes. */
void infer_test__back(void);
__asm__(".text\n.type infer_test__back,@function\ninfer_test__back: push %rax\n\tpop %rax\n\tmov $15,%eax\n\tnop\n\tsyscall\n\thlt\n"
	".size infer_test__back,.-infer_test__back\n");
/* Where a stack begins: the code in front of it ends with no call. */
void infer_test__first(void);
__asm__(".skip 16,0xcc\n.type infer_test__first,@function\ninfer_test__first: sub $8,%rsp\n\tcall infer_test__low\n\thlt\n"
	".size infer_test__first,.-infer_test__first\n");
/* A handler's return as libc has it, and a function behind another one that ends with a call. */
void infer_test__restorer(void);
void infer_test__behind(void);
__asm__(".skip 16,0xcc\n.type infer_test__restorer,@function\ninfer_test__restorer: mov $15,%rax\n\tsyscall\n"
	".size infer_test__restorer,.-infer_test__restorer\n"
	".type infer_test__ends,@function\ninfer_test__ends: sub $8,%rsp\n\tcall infer_test__low\n.size infer_test__ends,.-infer_test__ends\n"
	".type infer_test__behind,@function\ninfer_test__behind: sub $8,%rsp\n\thlt\n.size infer_test__behind,.-infer_test__behind\n");
/* A tracer's code in place of a return address, which knows that one; and the end of a coroutine, which goes over to another stack. */
void infer_test__tracer(void);
void infer_test__leaves(void);
__asm__(".skip 16,0xcc\n.type infer_test__tracer,@function\ninfer_test__tracer: sub $16,%rsp\n\tmov %rax,(%rsp)\n\tcall infer_test__low\n"
	"\tmov %rax,8(%rsp)\n\tpop %rax\n\tret\n.size infer_test__tracer,.-infer_test__tracer\n"
	".skip 16,0xcc\n.type infer_test__leaves,@function\ninfer_test__leaves: mov %rbx,%rsp\n\tpop %rbp\n\tret\n"
	".size infer_test__leaves,.-infer_test__leaves\n");
#else
static void infer_test__restorer(void)
{
}

static void infer_test__behind(void)
{
}

static void infer_test__tracer(void)
{
}

static void infer_test__leaves(void)
{
}

static void infer_test__back(void)
{
}

static void infer_test__first(void)
{
}
#endif

/* --- the world -------------------------------------------------------------------------------------- */

static void world__init(struct world *w)
{
	struct symbol_opts opts = { .no_demangle = true };

	*w = (struct world){ .dsos = dsos__new(&opts), .infer = infer__new() };
	w->machine = machine__new(0, w->dsos);
	own_maps__add(w->machine);
	w->maps = machine__maps_at(w->machine, 1, 1);
}

static void world__exit(struct world *w)
{
	infer__delete(w->infer);
	machine__delete(w->machine);
	dsos__delete(w->dsos);
}

static const char *name_at(const struct map *map, uint64_t ip)
{
	const struct symbol *sym = map ? dso__find_symbol(map->dso, map__to_dso(map, ip)) : NULL;

	return sym ? sym->name : "?";
}

static struct infer_entry word(const struct world *w, size_t i)
{
	struct infer_entry word = { .map = NULL };

	if (i >= walked.nr)
		return word;
	word.ip = walked.words[i];
	word.is_caller = i > 0;
	word.map = maps__find(w->maps, word.ip - word.is_caller);
	/* As chains have it: a call that is in no map is none. */
	if (!word.map) {
		word.is_caller = false;
		word.map = maps__find(w->maps, word.ip);
	}
	return word;
}

/* The step behind word @i. */
static const struct infer_step *step(struct world *w, size_t i)
{
	struct infer_entry before = i ? word(w, i - 1) : (struct infer_entry){ .map = NULL };
	struct infer_entry inner = word(w, i), outer = word(w, i + 1);

	return infer__step(w->infer, w->maps, &before, &inner, &outer);
}

static bool missing(void)
{
	struct disasm *d;
	struct sigaction sa = { .sa_sigaction = walk, .sa_flags = SA_SIGINFO };
	char err[128];

	if (disasm__open("x86_64", &d, err, sizeof(err)))
		return true;
	disasm__close(d);
	sigaction(SIGUSR1, &sa, NULL);
#ifndef __x86_64__
	return true;
#endif
	return false;
}

static int skip(void)
{
	return test_skip("built without libcapstone, or not for x86-64");
}

static int test__wrapper(void)
{
	const struct infer_step *s;
	struct world w;

	if (missing())
		return skip();
	infer_test__middle();
	world__init(&w);
	/* kill() has no frame: the walk goes on in who called the function that called it. */
	TEST_ASSERT(walked.nr > 2);
	TEST_ASSERT_STR(name_at(word(&w, 1).map, walked.words[1] - 1), "infer_test__middle");
	s = step(&w, 0);
	TEST_ASSERT_EQ(s->kind, INFER_FILLED);
	TEST_ASSERT_EQ(s->nr, 1);
	TEST_ASSERT_STR(name_at(s->frames[0].map, s->frames[0].ip), "infer_test__low");
	TEST_ASSERT_EQ(s->frames[0].ip, (uintptr_t)infer_test__low);
	TEST_ASSERT_EQ(step(&w, 1)->kind, INFER_WHOLE);
	world__exit(&w);
	return TEST_OK;
}

static int test__several_ways(void)
{
	const struct infer_step *s;
	struct world w;

	if (missing())
		return skip();
	world__init(&w);
	infer_test__twice(0);
	s = step(&w, 0);
	TEST_ASSERT_EQ(s->nr, 1);
	TEST_ASSERT_STR(name_at(s->frames[0].map, s->frames[0].ip), "infer_test__twice");
	/* Who is called through a pointer may have called it: nobody is named for sure. */
	infer_test__pointer(kill);
	s = step(&w, 0);
	TEST_ASSERT_EQ(s->kind, INFER_GAP);
	TEST_ASSERT_EQ(s->nr, 0);
	world__exit(&w);
	return TEST_OK;
}

static const struct chain_half *half(struct chain_cache *cache, const struct world *w, unsigned int flags)
{
	return chain_cache__half(cache, w->machine, 1, w->maps,
				 &(struct chain_words){ walked.words, walked.nr, PERF_RECORD_MISC_USER, CHAIN_DEFERRED | flags });
}

/* call *%rax */
static unsigned char looks_like_call[16] = { 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0xff, 0xd0, 0x90 };

/* In a chain: named, or marked, or as it is. */
static int test__chain(void)
{
	const struct chain_half *named, *marked, *plain, *certain;
	struct chain_cache *cache;
	struct world w;

	if (missing())
		return skip();
	infer_test__middle();
	world__init(&w);
	cache = chain_cache__new(NULL, NULL, 0);
	plain = half(cache, &w, 0);
	TEST_ASSERT_EQ(plain->callers, CHAIN_CALLERS_NOT_ASKED);
	TEST_ASSERT_EQ(plain->nr, walked.nr);
	named = half(cache, &w, CHAIN_GAPS | CHAIN_INFER);
	TEST_ASSERT(named->nr > 3 && named->nr_by_call && !named->frames[0]->behind);
	TEST_ASSERT_EQ(named->frames[1]->kind, FRAME_BY_CALL);
	TEST_ASSERT_EQ(named->frames[1]->ip, (uintptr_t)infer_test__low);
	TEST_ASSERT_STR(named->frames[1]->sym->name, "infer_test__low");
	TEST_ASSERT_EQ(named->frames[2]->ip, walked.words[1]);
	/* Equal ones are the same one. */
	TEST_ASSERT(half(cache, &w, CHAIN_GAPS | CHAIN_INFER) == named);
	marked = half(cache, &w, CHAIN_GAPS);
	TEST_ASSERT_EQ(marked->callers, CHAIN_CALLERS_MISSING);
	TEST_ASSERT(marked->nr_gaps && !marked->nr_by_call);
	TEST_ASSERT_EQ(marked->frames[1]->kind, FRAME_GAP);
	TEST_ASSERT(marked->frames[1]->behind == marked->frames[0]);
	TEST_ASSERT(!strncmp(marked->frames[1]->sym->name, "[caller missing: no frame in ", 29));
	/* Somebody has repaired it, and says so: nothing is asked. */
	certain = half(cache, &w, CHAIN_GAPS | CHAIN_INFER | CHAIN_CERTAIN(walked.nr) | CHAIN_ENDS(CHAIN_END_ROOT));
	TEST_ASSERT_EQ(certain->nr, walked.nr);
	TEST_ASSERT_EQ(certain->callers, CHAIN_CALLERS_WHOLE);
	TEST_ASSERT_EQ(certain->end, CHAIN_END_ROOT);
	TEST_ASSERT_EQ(half(cache, &w, CHAIN_GAPS | CHAIN_INFER | CHAIN_CERTAIN(2))->nr_by_call + 1, named->nr_by_call);
	/* Behind a function without a frame, a word to which no call returns is none, nor what follows. */
	walked.words[1] = (uintptr_t)infer_test__middle;
	named = half(cache, &w, CHAIN_GAPS | CHAIN_INFER);
	TEST_ASSERT_EQ(named->nr, 2);
	TEST_ASSERT_EQ(named->frames[1]->kind, FRAME_GAP);
	/* Nor if bytes of data look like the end of a call. */
	walked.words[1] = (uintptr_t)&looks_like_call[8];
	TEST_ASSERT_EQ(half(cache, &w, CHAIN_GAPS | CHAIN_INFER)->nr, 2);
	walked.words[1] = (uint64_t)-1;
	named = half(cache, &w, CHAIN_GAPS | CHAIN_INFER);
	TEST_ASSERT_EQ(named->nr, 2);
	TEST_ASSERT_EQ(half(cache, &w, 0)->nr, walked.nr);
	chain_cache__delete(cache);
	world__exit(&w);
	return TEST_OK;
}

/* The walk as whoever has unwound it by tables writes it: @certain entries are proven, and then it ends with @trailing markers. */
static const struct chain_half *proven(struct chain_cache *cache, const struct world *w, size_t certain, size_t trailing)
{
	uint64_t words[2 * MAX_WORDS];
	struct chain_proof proof;
	size_t nr = 0, i;

	words[nr++] = PERF_CONTEXT_USER;
	for (i = 0; i < walked.nr && (i < certain || !trailing); i++) {
		if (i == certain)
			words[nr++] = PERF_CONTEXT_USER;
		words[nr++] = walked.words[i];
	}
	for (i = 0; i < trailing; i++)
		words[nr++] = PERF_CONTEXT_USER;
	proof = chain_proof__read(words, nr);
	return chain_cache__half(cache, w->machine, 1, w->maps, &(struct chain_words){ words, nr, PERF_RECORD_MISC_USER,
				 CHAIN_GAPS | CHAIN_INFER | CHAIN_CERTAIN(proof.certain) | CHAIN_ENDS(proof.end) });
}

static int test__proven(void)
{
	static const char *const texts[CHAIN_NR_ENDS] = {
		[CHAIN_END_STACK] = "the recorded stack ended in infer_test__middle",
		[CHAIN_END_NO_TABLE] = "no unwind table for infer_test__middle",
		[CHAIN_END_NO_REGISTER] = "an unknown register in infer_test__middle",
		[CHAIN_END_CONFLICT] = "the stack contradicts itself in infer_test__middle",
	};
	const struct chain_half *h;
	struct chain_cache *cache;
	struct world w;
	char text[128];
	uint32_t i;

	if (missing())
		return skip();
	infer_test__middle();
	world__init(&w);
	cache = chain_cache__new(NULL, NULL, 0);
	/* Nothing is marked between them though kill() has no frame, nor where a root was reached. */
	h = proven(cache, &w, 2, 1);
	TEST_ASSERT_EQ(h->nr, 2);
	TEST_ASSERT_EQ(h->callers, CHAIN_CALLERS_WHOLE);
	TEST_ASSERT_EQ(h->end, CHAIN_END_ROOT);
	/* Else the end has a mark with the reason, which is no frame. */
	for (i = CHAIN_END_STACK; i < CHAIN_NR_ENDS; i++) {
		h = proven(cache, &w, 2, i);
		TEST_ASSERT_EQ(h->nr, 3);
		TEST_ASSERT_EQ(h->callers, CHAIN_CALLERS_MISSING);
		TEST_ASSERT_EQ(h->end, i);
		TEST_ASSERT_EQ(h->frames[2]->kind, FRAME_GAP);
		snprintf(text, sizeof(text), "[caller missing: %s]", texts[i]);
		TEST_ASSERT_STR(h->frames[2]->sym->name, text);
	}
	/* Behind what is proven is a walk: the seam is judged as any step of it, and its frame is a caller. */
	h = proven(cache, &w, 2, 0);
	TEST_ASSERT_EQ(h->frames[1]->ip, walked.words[1]);
	TEST_ASSERT_EQ(h->frames[2]->ip, walked.words[2]);
	TEST_ASSERT(h->frames[2]->is_caller && h->frames[2]->kind == FRAME_CODE);
	TEST_ASSERT_EQ(h->nr_by_call, 0);
	h = proven(cache, &w, 1, 0);
	TEST_ASSERT_EQ(h->frames[1]->kind, FRAME_BY_CALL);
	chain_cache__delete(cache);
	world__exit(&w);
	return TEST_OK;
}

/* Where nothing follows, that is the end only of what was recorded, unless a thread begins there. */
static int test__end(void)
{
	struct infer_entry before, start, behind;
	struct world w;
	size_t i;

	if (missing())
		return skip();
	infer_test__middle();
	world__init(&w);
	for (i = 1; i < walked.nr && strcmp(name_at(word(&w, i).map, walked.words[i] - 1), "main"); i++)
		TEST_ASSERT(step(&w, i)->why != INFER_END);
	walked.nr = 2;
	TEST_ASSERT_EQ(step(&w, 1)->kind, INFER_GAP);
	TEST_ASSERT_EQ(step(&w, 1)->why, INFER_END);
	/* A function's first byte is nobody's return address: a coroutine begins there, whatever seems to follow. */
	infer_test__middle();
	before = word(&w, 1);
	behind = word(&w, 2);
	start = (struct infer_entry){ .map = maps__find(w.maps, (uintptr_t)infer_test__handled),
				      .ip = (uintptr_t)infer_test__handled };
	TEST_ASSERT_EQ(infer__step(w.infer, w.maps, &before, &start, &behind)->kind, INFER_WHOLE);
	TEST_ASSERT(infer__step(w.infer, w.maps, &before, &start, &behind)->astray);
	/* But if it goes into the kernel at once a signal may end there, and what that has interrupted is missing. */
	start = (struct infer_entry){ .map = maps__find(w.maps, (uintptr_t)infer_test__back), .ip = (uintptr_t)infer_test__back };
	TEST_ASSERT_EQ(infer__step(w.infer, w.maps, &before, &start, &behind)->kind, INFER_GAP);
	world__exit(&w);
	return TEST_OK;
}

/* Whoever went on from a function that nobody has called, and came to a contradiction, has not found a root. */
static int test__planted(void)
{
	struct dso_code *code = dso_code__new(NULL, NULL);
	struct chain_cache *cache;
	struct world w;

	if (missing()) {
		dso_code__delete(code);
		return skip();
	}
	infer_test__middle();
	world__init(&w);
	cache = chain_cache__new(NULL, NULL, 0);
	chain_cache__set_code(cache, code);
	walked.words[2] = (uintptr_t)infer_test__first;
	TEST_ASSERT_EQ(proven(cache, &w, 3, CHAIN_END_STACK)->nr_gaps, 0);
	TEST_ASSERT_EQ(proven(cache, &w, 3, CHAIN_END_CONFLICT)->nr_gaps, 1);
	walked.words[2] = (uintptr_t)infer_test__leaves;
	TEST_ASSERT_EQ(proven(cache, &w, 3, CHAIN_END_STACK)->nr_gaps, 0);
	walked.words[2] = (uintptr_t)infer_test__tracer;
	TEST_ASSERT_EQ(proven(cache, &w, 3, CHAIN_END_STACK)->nr_gaps, 1);
	/* Where no code is, frame pointers pass over whoever has called it. */
	infer_test__middle();
	walked.words[1] = 0x123456789abcULL;
	TEST_ASSERT_EQ(proven(cache, &w, 2, 0)->nr_gaps, 1);
	TEST_ASSERT_STR(proven(cache, &w, 2, 0)->frames[2]->sym->name, "[caller missing: no unwind table for [unknown]]");
	infer_test__middle();
	walked.words[0] = 0x123456789abcULL;
	TEST_ASSERT_EQ(proven(cache, &w, 0, 0)->nr_gaps, 1);
	chain_cache__delete(cache);
	dso_code__delete(code);
	world__exit(&w);
	return TEST_OK;
}

/* A signal interrupts functions at their first byte: they have been called, and the code in front of them is another one's. */
static int test__first_byte(void)
{
	struct dso_code *code = dso_code__new(NULL, NULL);
	struct chain_cache *cache;
	struct world w;

	if (missing()) {
		dso_code__delete(code);
		return skip();
	}
	infer_test__beside();
	infer_test__middle();
	world__init(&w);
	cache = chain_cache__new(NULL, NULL, 0);
	chain_cache__set_code(cache, code);
	walked.words[1] = (uintptr_t)infer_test__restorer;
	walked.words[2] = (uintptr_t)infer_test__first;
	TEST_ASSERT_EQ(proven(cache, &w, 3, CHAIN_END_STACK)->nr_gaps, 1);
	walked.words[3] = (uintptr_t)in_beside;
	TEST_ASSERT_EQ(proven(cache, &w, 3, 0)->nr_gaps, 1);
	walked.words[2] = (uintptr_t)infer_test__behind;
	TEST_ASSERT_STR(proven(cache, &w, 3, CHAIN_END_STACK)->frames[2]->sym->name, "infer_test__behind");
	chain_cache__delete(cache);
	dso_code__delete(code);
	world__exit(&w);
	return TEST_OK;
}

/* A register that held something else can lead to a frame that was left on the stack. */
static int test__impossible(void)
{
	struct world w;

	if (missing())
		return skip();
	infer_test__beside();
	infer_test__middle();
	world__init(&w);
	TEST_ASSERT(!step(&w, 0)->astray);
	walked.words[1] = in_beside;
	TEST_ASSERT_EQ(step(&w, 0)->kind, INFER_GAP);
	TEST_ASSERT(step(&w, 0)->astray);
	/* But a signal's handler was called by nobody, and what it has interrupted is on the stack. */
	walked.words[0] = (uintptr_t)infer_test__handler;
	TEST_ASSERT_EQ(step(&w, 0)->kind, INFER_GAP);
	TEST_ASSERT(!step(&w, 0)->astray);
	world__exit(&w);
	return TEST_OK;
}

/* The caller is there: put in by somebody, or all are words of calls, as of stacks unwound by tables. */
static int test__repaired(void)
{
	struct world w;
	size_t i;

	if (missing())
		return skip();
	infer_test__middle();
	world__init(&w);
	TEST_ASSERT(walked.nr + 1 < MAX_WORDS);
	for (i = 1; i < walked.nr; i++)
		walked.words[i]--;
	TEST_ASSERT_EQ(step(&w, 0)->kind, INFER_WHOLE);
	infer_test__middle();
	memmove(&walked.words[2], &walked.words[1], (walked.nr++ - 1) * sizeof(*walked.words));
	/*
	 * Where infer_test__low() calls kill() is found by trying: the call's last byte is taken for the word of a call, the next
	 * one for the return address.
	 */
	for (i = 0; i < 128; i++) {
		walked.words[1] = (uintptr_t)infer_test__low + i;
		if (step(&w, 0)->kind != INFER_WHOLE)
			continue;
		walked.words[1]++;
		if (step(&w, 0)->kind == INFER_WHOLE)
			break;
	}
	TEST_ASSERT(i < 128);
	TEST_ASSERT_EQ(step(&w, 1)->kind, INFER_WHOLE);
	world__exit(&w);
	return TEST_OK;
}

/* What a signal has interrupted is never in such a chain. */
static int test__signal(void)
{
	struct sigaction sa = { .sa_handler = infer_test__handler };
	const struct infer_step *s;
	struct world w;
	size_t i;

	if (missing())
		return skip();
	sigaction(SIGUSR2, &sa, NULL);
	infer_test__handled();
	world__init(&w);
	for (i = 1; i < walked.nr && strcmp(name_at(word(&w, i).map, walked.words[i] - 1), "infer_test__handler"); i++)
		;
	TEST_ASSERT(i + 2 < walked.nr);
	s = step(&w, i + 1);
	TEST_ASSERT_EQ(s->why, INFER_SIGNAL);
	/* raise() calls others: which of them was interrupted is not known. */
	TEST_ASSERT_EQ(s->kind, INFER_GAP);
	world__exit(&w);
	return TEST_OK;
}

/* Behind code that cannot be read may stand what is no address of code: that is no frame. A call there may be one. */
static int test__unreadable(void)
{
	struct infer_entry none = { .map = NULL };
	struct map jit = { .start = 0x1000, .end = 0x2000, .prot = PROT_READ | PROT_EXEC }, data = jit;
	struct infer_entry inner = { .map = &jit, .ip = 0x1100 }, outer = { .map = NULL, .ip = 0x7eff9c000000 };
	const struct record_mmap r = { .pid = 1, .tid = 1, .start = 0x1000, .len = 0x1000, .prot = PROT_READ | PROT_EXEC, .filename = "//anon" };
	struct chain_cache *cache = chain_cache__new(NULL, NULL, 0);
	const struct chain_half *h;
	const struct infer_step *s;
	struct world w;
	uint64_t next;

	world__init(&w);
	jit.dso = data.dso = dsos__get(w.dsos, "/tmp/perf-1.map", DSO_KIND_JIT, NULL, 0, 1);
	data.prot = PROT_READ;
	s = infer__step(w.infer, w.maps, &none, &inner, &outer);
	TEST_ASSERT(s->kind == INFER_GAP && s->why == INFER_NO_TABLE && s->astray);
	outer = (struct infer_entry){ .map = &data, .ip = 0x1200, .is_caller = true };
	TEST_ASSERT(infer__step(w.infer, w.maps, &none, &inner, &outer)->astray);
	outer = (struct infer_entry){ .map = &jit, .ip = 0x1200, .is_caller = true };
	s = infer__step(w.infer, w.maps, &none, &inner, &outer);
	TEST_ASSERT(s->kind == INFER_UNKNOWN && !s->astray);
	s = infer__step(w.infer, w.maps, &none, &inner, &none);
	TEST_ASSERT(s->kind == INFER_UNKNOWN && !s->astray);
	/* In a chain, also where it is 0. */
	machine__add_mmap(w.machine, 0, PERF_RECORD_MISC_USER, &r);
	w.maps = machine__maps_at(w.machine, 1, 1);
	walked.nr = 3;
	for (next = 0; next <= 0x7eff9c000000; next += 0x7eff9c000000) {
		walked.words[0] = 0x1100;
		walked.words[1] = next;
		walked.words[2] = 0x1200;
		h = half(cache, &w, CHAIN_GAPS | CHAIN_INFER);
		TEST_ASSERT(h->nr == 2 && h->nr_gaps == 1 && h->frames[1]->kind == FRAME_GAP);
		TEST_ASSERT(strstr(h->frames[1]->sym->name, "no unwind table for "));
		TEST_ASSERT_EQ(half(cache, &w, 0)->nr, 3);
	}
	chain_cache__delete(cache);
	world__exit(&w);
	return TEST_OK;
}

/* The walk of infer_test__middle(), in a process that has code of no file, called @name, from 0x10000 on as well. */
static void walk_beside(struct world *w, const char *name)
{
	const struct record_mmap r = { .pid = 1, .tid = 1, .start = 0x10000, .len = 0x1000, .filename = name };

	infer_test__middle();
	world__init(w);
	machine__add_mmap(w->machine, 0, PERF_RECORD_MISC_USER, &r);
	w->maps = machine__maps_at(w->machine, 1, 1);
}

/* A uretprobe has put its own address in place of a return address. */
static int test__uretprobe(void)
{
	const struct chain_half *h;
	struct chain_cache *cache;
	struct world w;
	uint32_t i;

	if (missing())
		return skip();
	walk_beside(&w, "[uprobes]");
	/* That of infer_test__middle() lies where infer_test__low() returns to; the function before is the one it calls. */
	walked.words[0] = (uintptr_t)infer_test__low;
	walked.words[1] = 0x10000;
	cache = chain_cache__new(NULL, NULL, 0);
	h = half(cache, &w, CHAIN_GAPS | CHAIN_INFER);
	for (i = 0; i < h->nr; i++)
		TEST_ASSERT(h->frames[i]->ip != 0x10000);
	TEST_ASSERT(half(cache, &w, 0)->frames[1]->ip == 0x10000);
	TEST_ASSERT_EQ(step(&w, 1)->why, INFER_URETPROBE);
	TEST_ASSERT_EQ(step(&w, 1)->kind, INFER_FILLED);
	TEST_ASSERT_EQ(step(&w, 1)->frames[0].ip, (uintptr_t)infer_test__middle);
	/* Who unwinds by tables cannot go on there, nor is a number a caller that lies where the frame pointer leads. */
	walked.words[2] = 0x123456;
	walked.nr = 3;
	for (i = 0; i < 2; i++) {
		h = proven(cache, &w, 2, i ? 0 : CHAIN_END_NO_TABLE);
		TEST_ASSERT_EQ(h->nr, 2);
		TEST_ASSERT_EQ(h->frames[1]->kind, FRAME_GAP);
		TEST_ASSERT_STR(h->frames[1]->sym->name, "[caller missing: hidden by a uretprobe]");
	}
	chain_cache__delete(cache);
	world__exit(&w);
	return TEST_OK;
}

/* The innermost code is in no file, and keeps no frame pointers: what the walk comes to is any number, and no caller. */
static int test__number(void)
{
	const struct chain_half *h;
	struct chain_cache *cache;
	struct world w;

	if (missing())
		return skip();
	walk_beside(&w, "//anon");
	walked.words[0] = 0x10010;
	walked.words[1] = 0x123456;
	walked.nr = 2;
	cache = chain_cache__new(NULL, NULL, 0);
	h = half(cache, &w, CHAIN_GAPS | CHAIN_INFER);
	TEST_ASSERT_EQ(h->nr, 2);
	TEST_ASSERT_EQ(h->frames[1]->kind, FRAME_GAP);
	TEST_ASSERT_EQ(h->callers, CHAIN_CALLERS_MISSING);
	TEST_ASSERT(strstr(h->frames[1]->sym->name, "no unwind table for "));
	TEST_ASSERT_EQ(half(cache, &w, 0)->nr, 2);
	/* Code of a file is a caller. */
	infer_test__middle();
	walked.words[0] = 0x10010;
	TEST_ASSERT(half(cache, &w, CHAIN_GAPS | CHAIN_INFER)->nr >= walked.nr);
	chain_cache__delete(cache);
	world__exit(&w);
	return TEST_OK;
}

DEFINE_SUITE("Missing callers", infer,
	{ "a wrapper without a frame", test__wrapper },
	{ "several ways, and none that is known", test__several_ways },
	{ "in chains", test__chain },
	{ "chains that were unwound", test__proven },
	{ "the end of what was recorded, and of a stack", test__end },
	{ "functions that nobody has called", test__planted },
	{ "functions that a signal has interrupted at their first byte", test__first_byte },
	{ "an old frame", test__impossible },
	{ "chains that have them", test__repaired },
	{ "behind a signal", test__signal },
	{ "behind code that cannot be read", test__unreadable },
	{ "behind a uretprobe", test__uretprobe },
	{ "a number behind code in memory", test__number })
