// SPDX-License-Identifier: GPL-2.0-only
/* Programs without unwind tables, as compilers make them: which rows their table of Go or their code gives. */
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/shell-run.h"
#include "util/base/alloc.h"
#include "util/code/elf-view.h"
#include "util/code/frame-state.h"
#include "util/code/func-parts.h"
#include "util/code/func-starts.h"
#include "util/code/stack-depth.h"
#include "util/code/stack-effect.h"
#include "util/code/unwind-file.h"

static char dir[64];

static bool __attribute__((format(printf, 1, 2))) run(const char *fmt, ...)
{
	va_list ap;
	bool ok;

	va_start(ap, fmt);
	ok = shell_run(dir, fmt, ap);
	va_end(ap);
	return ok;
}

/* A program for each case: something of everything, and nothing that is inlined away. */
static bool begin(void)
{
	snprintf(dir, sizeof(dir), "/tmp/perf-unwind-programs-XXXXXX");
	if (!mkdtemp(dir))
		return false;
	return run("printf '%%s\\n' '#include <stdio.h>' '#include <stdlib.h>' '#include <string.h>' "
		   "'int __attribute__((noinline)) leaf(int n) { volatile int v = n; return v + 1; }' "
		   "'int __attribute__((noinline)) sums(int n) { char b[n + 1]; memset(b, n, n); return leaf(b[n / 2]); }' "
		   "'int __attribute__((noinline)) kind(int n) { if (n > 90) abort(); switch (n) { case 1: return sums(2); "
		   "case 2: return leaf(9) + sums(4); case 3: puts(\"x\"); return 1; case 4: return sums(n) + leaf(n) * sums(3); "
		   "case 5: return leaf(1); } return leaf(leaf(n)) + 1; }' "
		   "'int main(int argc, char **argv) { int i, s = 0; for (i = 0; i < argc; i++) s += kind(argc + argv[i][0]); "
		   "printf(\"%%d\", s); return 0; }' >p.c");
}

static void end(void)
{
	(void)run("rm -rf '%s'", dir);
}

struct program {
	void *map;
	size_t size;
	struct unwind_file *file;
	struct elf_view elf;
	struct func_starts starts;
};

static bool program__open(struct program *p, const char *name)
{
	struct diag diag = DIAG_INIT;
	char path[128];
	struct stat st;
	int fd;

	*p = (struct program){ .map = MAP_FAILED };
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && !fstat(fd, &st)) {
		p->size = (size_t)st.st_size;
		p->map = mmap(NULL, p->size, PROT_READ, MAP_PRIVATE, fd, 0);
	}
	if (fd >= 0)
		close(fd);
	if (p->map == MAP_FAILED || elf_view__open(&p->elf, p->map, p->size, &diag))
		return false;
	func_starts__read(&p->starts, &p->elf);
	p->file = unwind_file__new(p->map, p->size, &diag);
	return p->file;
}

static void program__close(struct program *p)
{
	unwind_file__delete(p->file);
	func_starts__exit(&p->starts);
	elf_view__close(&p->elf);
	if (p->map != MAP_FAILED)
		munmap(p->map, p->size);
}

static bool has_decoder(void)
{
	struct stack_depth *d = stack_depth__new(CALL_MACHINE_X86_64);

	stack_depth__delete(d);
	return d;
}

static bool agrees(const struct unwind_row *t, const struct unwind_row *p)
{
	return t->base != p->base || t->base == UNWIND_OUTERMOST || (t->cfa_offset == p->cfa_offset &&
	       (t->fp.where != UNWIND_SAVED || p->fp.where != UNWIND_SAVED || t->fp.offset == p->fp.offset));
}

/* The same bytes of code, once with tables and once without: what is found must be the same. */
static int compare(const char *with, const char *without)
{
	unsigned int same = 0, missing = 0;
	struct program a, b;
	struct unwind_answer x, y;
	size_t i;

	TEST_ASSERT(program__open(&a, with) && program__open(&b, without));
	for (i = 0; i < a.starts.nr; i++) {
		const struct func_start *f = &a.starts.list[i];
		uint64_t addr;

		for (addr = f->start; addr < f->start + f->size; addr = x.end) {
			unwind_file__row(a.file, addr, &x);
			unwind_file__row(b.file, addr, &y);
			if (x.source != UNWIND_BY_CFI)
				continue;
			TEST_ASSERT(y.source == UNWIND_BY_CODE || y.source == UNWIND_BY_NOTHING);
			TEST_ASSERT(y.source == UNWIND_BY_NOTHING || agrees(&x.row, &y.row));
			same += y.source == UNWIND_BY_CODE;
			missing += y.source == UNWIND_BY_NOTHING;
		}
	}
	program__close(&a);
	program__close(&b);
	fprintf(stderr, "  %s: %u rows, and %u that are not found\n", without, same, missing);
	TEST_ASSERT(same > 20 && missing * 10 < same);
	return TEST_OK;
}

static int test__without_tables(void)
{
#ifdef __x86_64__
	int ret = TEST_FAIL;

	if (!has_decoder())
		return test_skip("libcapstone is missing");
	if (begin() && run("cc -O2 -o with p.c && objcopy --remove-section=.eh_frame --remove-section=.eh_frame_hdr with without") &&
	    run("cc -O2 -fno-omit-frame-pointer -o framed p.c && "
		"objcopy --remove-section=.eh_frame --remove-section=.eh_frame_hdr framed bare"))
		ret = compare("with", "without") || compare("framed", "bare") ? TEST_FAIL : TEST_OK;
	end();
	return ret;
#else
	return test_skip("code of this machine is not followed");
#endif
}

/* Of a function whose depth is not known everywhere. */
#define PARTLY	"partly"

/*
 * The rows of all calls of the function @name in @a, which has tables and symbols, are those of @b, the same program without both; or there is
 * none, in the function PARTLY.
 */
static int compare_calls(struct stack_effects *effects, struct program *a, struct program *b, const char *name, unsigned int *ret_nr)
{
	struct unwind_answer x, y;
	struct stack_effect e;
	size_t i, left;

	for (i = 0; i < a->starts.nr; i++) {
		const struct func_start *f = &a->starts.list[i];
		struct cursor c = elf_view__cursor(&a->elf, &a->starts.names[f->table]);
		uint64_t addr;
		const char *is;

		cursor__skip(&c, f->name, "name");
		is = cursor__str(&c, "name");
		if (!is || strcmp(is, name))
			continue;
		for (addr = f->start; addr < f->start + f->size;) {
			const unsigned char *code = unwind_file__code(a->file, addr, &left);

			TEST_ASSERT(code && stack_effects__decode(effects, code, left, addr, &e) && e.size);
			addr += e.size;
			if (e.flow != STACK_CALL)
				continue;
			unwind_file__caller_row(a->file, addr, &x);
			unwind_file__caller_row(b->file, addr, &y);
			if (y.source == UNWIND_BY_NOTHING && !strcmp(name, PARTLY))
				continue;
			if (x.source != UNWIND_BY_CFI || y.source != UNWIND_BY_CODE || x.row.base != y.row.base || !agrees(&x.row, &y.row))
				fprintf(stderr, "  %s+%#llx: source %d, CFA +%d where the table says +%d\n", name,
					(unsigned long long)(addr - f->start), y.source, y.row.cfa_offset, x.row.cfa_offset);
			TEST_ASSERT(x.source == UNWIND_BY_CFI && y.source == UNWIND_BY_CODE && x.row.base == y.row.base && agrees(&x.row, &y.row));
			(*ret_nr)++;
		}
	}
	return TEST_OK;
}

#ifdef __x86_64__
/* The calls of the functions @names in two programs, each with tables and stripped: [0] and [1], [2] and [3] of @programs. Adds to *@nr. */
static int compare_stripped(struct stack_effects *effects, const char *const *programs, const char *const *names, size_t nr_names,
			    unsigned int *nr)
{
	struct program a, b;
	int ret = TEST_OK;
	size_t i, k;

	for (i = 0; !ret && i < 2; i++) {
		ret = program__open(&a, programs[2 * i]) && program__open(&b, programs[2 * i + 1]) ? TEST_OK : TEST_FAIL;
		for (k = 0; !ret && k < nr_names; k++)
			ret = compare_calls(effects, &a, &b, names[k], nr);
		program__close(&a);
		program__close(&b);
	}
	return ret;
}
#endif

/*
 * What runs in such a program often ends it: functions that a table of pointers leads to, that are called, and that end with the call of
 * one that does not return, or loop. Of none is it known where it begins, and no return follows.
 */
static int test__never_return(void)
{
#ifdef __x86_64__
	static const char *const names[] = { "serves", "ends", "runs", "main" };
	struct stack_effects *effects = stack_effects__new(CALL_MACHINE_X86_64);
	unsigned int nr = 0;
	int ret = TEST_OK;

	if (!effects)
		return test_skip("libcapstone is missing");
	if (!begin() ||
	    !run("printf '%%s\n' '#include <stdio.h>' '#include <stdlib.h>' '#include <string.h>' '#define F __attribute__((noinline))' "
		 "'volatile int v;' 'static F int takes(const char *s) { return (int)strlen(s) + v; }' "
		 "'static void F serves(char **s) { char b[300]; for (;;) { if (!fgets(b, 300, stdin)) takes(s[0]); v += takes(b); } }' "
		 "'static void F ends(char **s) { int n = takes(s[0]); if (n > 7) v = takes(s[1]) * n; puts(s[0]); exit(n + v); }' "
		 "'static void (*const table[])(char **) = { serves, ends };' "
		 "'static void F __attribute__((noreturn)) runs(int n, char **s) { char b[40]; snprintf(b, 40, s[0], n); v = takes(b); table[n & 1](s); abort(); }' "
		 "'int main(int argc, char **argv) { v = takes(argv[0]); runs(argc + v, argv); }' >n.c") ||
	    !run("cc -Os -no-pie -o n n.c && cc -Os -pie -fPIE -o np n.c") ||
	    !run("for p in n np; do objcopy --remove-section=.eh_frame --remove-section=.eh_frame_hdr --strip-all $p s$p; done")) {
		end();
		stack_effects__delete(effects);
		return test_skip("a program cannot be built and stripped");
	}
	ret = compare_stripped(effects, (const char *const[]){ "n", "sn", "np", "snp" }, names, ARRAY_SIZE(names), &nr);
	end();
	stack_effects__delete(effects);
	TEST_ASSERT(ret || nr >= 20);
	return ret;
#else
	return test_skip("code of this machine is not followed");
#endif
}

/*
 * Compilers also end functions by a jump to one that nobody calls, behind a jump through a table, or a short one to the function in front;
 * and a word of data may look like the address of a place in the middle of a function, which loops over it and does not return. Behind a
 * call that does not return another part of the function may lie, with another depth: where that jumps to is not reached with this depth
 * for certain.
 */
static int test__jumps(void)
{
#ifdef __x86_64__
	static const char *const names[] = { "polls", "loops", "tails", "behind", PARTLY };
	struct stack_effects *effects = stack_effects__new(CALL_MACHINE_X86_64);
	unsigned int nr = 0;
	int ret = TEST_OK;

	if (!effects)
		return test_skip("libcapstone is missing");
	if (!begin() ||
	    !run("printf '%%s\n' .text '.type takes,@function' takes: ret '.size takes,.-takes' .balign\\ 16 "
		 "'.type polls,@function' polls: .cfi_startproc push\\ %%rbp '.cfi_def_cfa_offset 16' '.cfi_offset 6,-16' 'mov %%rsp,%%rbp' "
		 "push\\ %%rbx push\\ %%rax '.cfi_def_cfa_register 6' '.cfi_offset 3,-24' 'lea cases(%%rip),%%rcx' 'movslq (%%rcx,%%rdi,4),%%rax' "
		 "'add %%rcx,%%rax' 'jmp *%%rax' 'case0: call takes' 'mov %%rbx,%%rdi' 'add $8,%%rsp' pop\\ %%rbx pop\\ %%rbp '.cfi_def_cfa 7,8' "
		 "jmp\\ drops '.cfi_def_cfa 6,16' 'case1: mov %%rdi,%%rbx' 'call takes' 'jmp case0' .cfi_endproc '.size polls,.-polls' '.skip 40000,0xcc' .balign\\ 16,0xcc "
		 "'.type drops,@function' drops: .cfi_startproc push\\ %%rbp '.cfi_def_cfa_offset 16' 'call takes' pop\\ %%rbp '.cfi_def_cfa_offset 8' ret "
		 ".cfi_endproc '.size drops,.-drops' .balign\\ 16,0xcc "
		 "'.type loops,@function' loops: .cfi_startproc push\\ %%rbp '.cfi_def_cfa_offset 16' '.cfi_offset 6,-16' 'mov %%rsp,%%rbp' "
		 "push\\ %%rbx 'sub $24,%%rsp' '.cfi_def_cfa_register 6' '.cfi_offset 3,-24' '1: call takes' 'cmpl $0,0xe8(%%rcx)' 'middle: setne %%al' 'call takes' '.skip 200,0x90' "
		 "'test %%al,%%al' 'jne 1b' 'call takes' 'jmp 1b' .cfi_endproc '.size loops,.-loops' .balign\\ 16,0xcc "
		 "'.type tails,@function' tails: .cfi_startproc 'sub $8,%%rsp' '.cfi_def_cfa_offset 16' 'call takes' 'add $8,%%rsp' "
		 "'.cfi_def_cfa_offset 8' ret .cfi_endproc '.size tails,.-tails' .balign\\ 16,0xcc 'shorts: test %%edi,%%edi' 'jne 1f' 'jmp tails' '1: jmp behind' "
		 ".balign\\ 16,0xcc 'ends: call takes' 'jmp ends' .balign\\ 16,0xcc 'exits: push %%rbp' 'mov %%rsp,%%rbp' 'push %%rbx' 'push %%rax' 'sub %%rdi,%%rsp' "
		 "'test %%edi,%%edi' 'je 1f' 'call takes' 'lea -8(%%rbp),%%rsp' 'pop %%rbx' 'pop %%rbp' ret "
		 "'1: call ends' .balign\\ 16 '.type behind,@function' behind: .cfi_startproc 'push %%r12' '.cfi_def_cfa_offset 16' 'call takes' 'pop %%r12' "
		 "'.cfi_def_cfa_offset 8' ret .cfi_endproc '.size behind,.-behind' .balign\\ 16,0xcc "
		 "'.type " PARTLY ",@function' " PARTLY ": .cfi_startproc 'sub $24,%%rsp' "
		 "'.cfi_def_cfa_offset 32' 'test %%edi,%%edi' 'je 3f' 'jmp 4f' '2: add $24,%%rsp' '.cfi_def_cfa_offset 8' ret '.cfi_def_cfa_offset 32' "
		 "'4: call takes' 'call takes' 'test %%eax,%%eax' 'jne 2b' '1: call ends' '3: push $0' 'push $0' '.cfi_def_cfa_offset 48' 'call ends' "
		 "'test %%ecx,%%ecx' 'je 1b' 'call ends' .cfi_endproc '.size " PARTLY ",.-" PARTLY "' .balign\\ 16,0xcc "
		 "'.globl main' '.type main,@function' main: .cfi_startproc push\\ %%rbx '.cfi_def_cfa_offset 16' 'call polls' 'call loops' 'call shorts' 'call exits' 'call " PARTLY "' 'pop %%rbx' "
		 "'.cfi_def_cfa_offset 8' ret .cfi_endproc '.size main,.-main' .data .balign\\ 8 '.quad middle' .section\\ .rodata .balign\\ 4 "
		 "'cases: .long case0-cases,case1-cases' '.section .note.GNU-stack' >j.s") ||
	    !run("cc -no-pie -o j j.s && cc -pie -o jp j.s") ||
	    !run("for p in j jp; do objcopy --remove-section=.eh_frame --remove-section=.eh_frame_hdr --strip-all $p s$p; done")) {
		end();
		stack_effects__delete(effects);
		return test_skip("a program cannot be built and stripped");
	}
	ret = compare_stripped(effects, (const char *const[]){ "j", "sj", "jp", "sjp" }, names, ARRAY_SIZE(names), &nr);
	end();
	stack_effects__delete(effects);
	TEST_ASSERT(ret || nr == 22);
	return ret;
#else
	return test_skip("code of this machine is not followed");
#endif
}

/* Of each function: from its beginning to where nothing but padding follows. */
static int check_rows(const char *name, enum unwind_source source, unsigned int percent)
{
	uint64_t found = 0, all = 0, addr;
	struct unwind_answer a;
	struct program p;
	size_t i;

	TEST_ASSERT(program__open(&p, name));
	for (i = 0; i < p.starts.nr; i++) {
		const struct func_start *f = &p.starts.list[i];

		for (addr = f->start; addr < f->start + f->size; addr = a.end) {
			unwind_file__row(p.file, addr, &a);
			TEST_ASSERT(a.start <= addr && a.end > addr);
			all += a.end - addr;
			found += a.source == source ? a.end - addr : 0;
		}
	}
	program__close(&p);
	fprintf(stderr, "  %s: %llu of %llu bytes have a row\n", name, (unsigned long long)found, (unsigned long long)all);
	TEST_ASSERT(all > 100 && found * 100 >= all * percent);
	return TEST_OK;
}

/* The row at @skip behind the first place where the code has @bytes. */
static bool row_at_bytes(struct program *p, const char *bytes, size_t size, size_t skip, struct unwind_answer *ret)
{
	const char *found = memmem(p->map, p->size, bytes, size);
	uint64_t addr;

	if (!found || !unwind_file__from_offset(p->file, (uint64_t)(found - (const char *)p->map) + skip, &addr))
		return false;
	unwind_file__row(p->file, addr, ret);
	return true;
}

/* Where a program and its threads begin, and what ends a signal: the C library's assembler. */
static int check_roots(const char *name)
{
	struct unwind_answer a;
	struct program p;

	TEST_ASSERT(program__open(&p, name));
	/*
	 * xor %rbp,%rbp; mov %rsp,%rdi: its first instructions. pop %rdi; call *%r9: a thread's. mov $15,%rax; syscall.
	 */
	TEST_ASSERT(row_at_bytes(&p, "\x48\x31\xed\x48\x89\xe7", 6, 3, &a) && a.row.base == UNWIND_OUTERMOST);
	TEST_ASSERT(row_at_bytes(&p, "\x31\xed\x5f\x41\xff\xd1", 6, 5, &a) && a.row.base == UNWIND_OUTERMOST);
	TEST_ASSERT(row_at_bytes(&p, "\x48\xc7\xc0\x0f\0\0\0\x0f\x05", 9, 0, &a) && a.row.signal);
	TEST_ASSERT(a.row.base == UNWIND_FROM_EXPR && a.end - a.start == 10);
	program__close(&p);
	return TEST_OK;
}

/*
 * What seldom runs the compiler puts elsewhere, and the function jumps there with its frame: some of it comes back, some never returns. Two
 * files have functions of the same names, with other frames.
 */
static int test__cold_parts(void)
{
#ifdef __x86_64__
	static const char *const names[] = { "reads.cold", "checks.cold", "both.cold" };
	struct stack_effects *effects = stack_effects__new(CALL_MACHINE_X86_64);
	unsigned int nr[ARRAY_SIZE(names)] = { 0 };
	struct program a, b;
	int ret;
	size_t k;

	if (!effects)
		return test_skip("libcapstone is missing");
	if (!begin() ||
	    !run("printf '%%s\n' '#include <stdlib.h>' '#include <string.h>' '#define F __attribute__((noinline))' 'extern volatile int v;' "
		 "'extern __attribute__((cold)) int odd(const char *, int);' "
		 "'static F int reads(char **s, int n) { char b[SIZE]; int i; memset(b, n, SIZE); for (i = 0; i < n; i++) "
		 "if (s[i][0] == b[i]) v += odd(s[i], n) * i; return v + b[n]; }' "
		 "'static F int checks(char **s, int n) { int m = n * v; if (n > SIZE) { odd(s[0], m); odd(s[m], n); abort(); } return m + n; }' "
		 "'static F int both(char **s, int n) { char b[2 * SIZE]; memset(b, v, sizeof(b)); if (!s) { odd(b, n); exit(n); } "
		 "if (n == v) n += odd(b + n, v); return n + b[n]; }' "
		 "'int NAME(char **s, int n) { return reads(s, n) + checks(s, n) + both(s, n); }' >c.c") ||
	    !run("printf '%%s\n' 'volatile int v; int first(char **, int), second(char **, int);' "
		 "'__attribute__((cold)) int odd(const char *s, int n) { return s[n] + v; }' "
		 "'int main(int c, char **s) { return first(s, c) + second(s, c); }' >m.c") ||
	    !run("for n in 'first -DSIZE=40' 'second -DSIZE=400'; do cc -O2 -c -o ${n%%%% *}.o -DNAME=$n c.c || exit; done && "
		 "cc -O2 -o c m.c first.o second.o && objcopy --remove-section=.eh_frame --remove-section=.eh_frame_hdr c bare")) {
		end();
		stack_effects__delete(effects);
		return test_skip("a program cannot be built");
	}
	ret = program__open(&a, "c") && program__open(&b, "bare") ? TEST_OK : TEST_FAIL;
	for (k = 0; !ret && k < ARRAY_SIZE(names); k++)
		ret = compare_calls(effects, &a, &b, names[k], &nr[k]);
	program__close(&a);
	program__close(&b);
	end();
	stack_effects__delete(effects);
	/* gcc makes such parts; with another compiler nothing is compared. */
	if (!ret && nr[0] + nr[1] + nr[2] == 0)
		return test_skip("the compiler has put nothing elsewhere");
	TEST_ASSERT(ret || (nr[0] >= 2 && nr[1] >= 4 && nr[2] >= 4));
	return ret;
#else
	return test_skip("code of this machine is not followed");
#endif
}

static int test__musl(void)
{
#ifdef __x86_64__
	int ret = TEST_FAIL;

	if (!has_decoder())
		return test_skip("libcapstone is missing");
	if (!begin() || !run("musl-gcc -static -O2 -fno-asynchronous-unwind-tables -fno-unwind-tables -o m p.c"))
		ret = test_skip("musl-gcc is missing (musl-tools)");
	else if (run("printf '%%s\\n' '#include <pthread.h>' '#include <signal.h>' 'static void *f(void *p) { return p; }' 'int main(void)' "
		     "'{ pthread_t t; signal(2, SIG_DFL); return pthread_create(&t, 0, f, 0) || pthread_join(t, 0); }' >t.c && "
		     "musl-gcc -static -O2 -o t t.c"))
		ret = check_rows("m", UNWIND_BY_CODE, 80) || check_roots("t") ? TEST_FAIL : TEST_OK;
	end();
	return ret;
#else
	return test_skip("code of this machine is not followed");
#endif
}

#define GO	"HOME=\"$PWD\" GO111MODULE=off GOFLAGS= CGO_ENABLED=0 GOOS=linux PATH=\"$PATH:$(echo /usr/lib/go-*/bin | tr \" \" :)\" go build "

/* A stripped program's functions are those of its runtime's table: without what fills the gaps behind them, and by their names. */
static int check_stripped(const char *name)
{
	struct program p;
	bool ok = program__open(&p, name);
	struct frame_states *fs = ok ? frame_states__open(p.map, p.size) : NULL;
	uint64_t addr, last, start, stop;
	const char *called = NULL;
	const unsigned char *code;
	struct frame_row row;
	size_t i, left, nr = 0;

	ok = ok && fs && !p.starts.nr;
	for (i = 0; ok && i < p.elf.nr_loads; i++) {
		last = p.elf.loads[i].flags & PF_X ? p.elf.loads[i].addr + p.elf.loads[i].size : 0;
		for (addr = p.elf.loads[i].addr; addr < last; addr += 16) {
			called = frame_states__go_name(fs, addr);
			if (!called || !frame_states__function(fs, addr, &start, &stop) || start != addr)
				continue;
			code = unwind_file__code(p.file, stop - 1, &left);
			ok = ok && code && *code != 0xcc;
			if (strcmp(called, "runtime.morestack.abi0") && strcmp(called, "runtime.morestack"))
				continue;
			/* Its frame is nowhere once it has changed stacks, but the frame pointer is its caller's. */
			frame_states__by_code(fs, start, start, stop, &row);
			nr += row.state == FRAME_STATE_CALLERS && row.at_entry;
		}
	}
	frame_states__close(fs);
	program__close(&p);
	TEST_ASSERT(ok && nr == 1);
	return TEST_OK;
}

static int test__go(void)
{
	int ret = TEST_FAIL;

	if (!begin() || !run("printf 'package main\\nfunc main() { println(1) }\\n' >g.go; " "GOARCH=amd64 " GO "-o g g.go"))
		ret = test_skip("Go's compiler is missing (golang-go)");
	else
		ret = check_rows("g", UNWIND_BY_GO, 95);
	if (!ret)
		ret = run("GOARCH=amd64 " GO "-ldflags='-s -w' -o s g.go") ? check_stripped("s") : TEST_FAIL;
	/* For these Go compiles its library anew, which takes half a minute. */
	if (!ret && getenv("PERF_TEST_LONG") && run("GOARCH=amd64 " GO "-buildmode=pie -o pie g.go") && run("GOARCH=arm64 " GO "-o arm64 g.go"))
		ret = check_rows("pie", UNWIND_BY_GO, 95) || check_rows("arm64", UNWIND_BY_GO, 95) ? TEST_FAIL : TEST_OK;
	end();
	return ret;
}

/*
 * Code of a function that comes to its return with another stack than that needs: what it would need is no proof. Of the same code behind
 * the function, of which nobody knows where it begins, it is one.
 */
static int test__refused(void)
{
	struct unwind_answer in, behind;
	struct program p;
	uint64_t end_of = 0;
	size_t i;

	if (!begin() ||
	    !run("printf '%%s\\n' '.globl _start, f' '.type f, @function' 'f: test %%edi, %%edi' 'je 1f' 'ret' '1: push %%rdi' 'add $24, %%rsp' 'ret' "
		 "'.size f, .-f' 'hlt' 'add $24, %%rsp' 'ret' '_start: hlt' >r.s && gcc -nostdlib -static -o r r.s") ||
	    !program__open(&p, "r")) {
		end();
		return test_skip("a program in assembler cannot be built");
	}
	for (i = 0; i < p.starts.nr; i++)
		if (p.starts.list[i].size == 11)
			end_of = p.starts.list[i].start + 11;
	unwind_file__row(p.file, end_of - 5, &in);
	unwind_file__row(p.file, end_of + 1, &behind);
	program__close(&p);
	end();
	TEST_ASSERT(end_of && in.source == UNWIND_BY_NOTHING);
	TEST_ASSERT(behind.source == UNWIND_BY_CODE && behind.row.cfa_offset == 32);
	return TEST_OK;
}

/* Symbols of a hostile file may all have one long name, or parts of it: not all of them are read then. */
static int test__long_names(void)
{
	enum { NR = 2000, LONG = 1 << 20, MOST = (1 << 28) + 2 * LONG };
	static const char end[] = "part.cold\0part";
	char *name = xmalloc(LONG + sizeof(end));
	struct elf_view elf = { .bytes = (const unsigned char *)name, .size = LONG + sizeof(end) };
	struct func_starts starts = { .elf = &elf, .names = { { .size = elf.size } }, .list = xcalloc(NR, sizeof(*starts.list)), .nr = NR };
	struct func_parts parts = { .read = false };
	const struct func_owner *owner;
	uint64_t start, stop, i;
	size_t nr;

	memset(name, 'a', LONG);
	memcpy(name + LONG, end, sizeof(end));
	for (i = 0; i < NR; i++)
		starts.list[i] = (struct func_start){ .start = 4096 + 16 * i, .size = 16, .name = (uint32_t)i };
	TEST_ASSERT(!func_parts__owners(&parts, &starts, 4096, &start, &stop, &nr));
	TEST_ASSERT(start == 4096 && stop == 4112 && parts.nr && parts.nr < NR);
	TEST_ASSERT(parts.names_read >= MOST - 2 * LONG && parts.names_read < MOST);
	func_parts__exit(&parts);
	/* Short ones are read: a part, and the function that it is one of. */
	starts.list[0].name = LONG;
	starts.list[1].name = LONG + sizeof("part.cold");
	starts.nr = 2;
	owner = func_parts__owners(&parts, &starts, 4096, &start, &stop, &nr);
	TEST_ASSERT(owner && nr == 1 && owner->part == 4096 && owner->start == 4112 && owner->end == 4128);
	func_parts__exit(&parts);
	free(starts.list);
	free(name);
	return TEST_OK;
}

DEFINE_SUITE("Unwind rows of programs without tables", unwind_programs,
	{ "the same program with tables and without", test__without_tables },
	{ "stripped, with functions that never return", test__never_return },
	{ "stripped, with functions that end by jumps", test__jumps },
	{ "parts of functions put elsewhere", test__cold_parts },
	{ "names that would take hours", test__long_names },
	{ "musl, linked statically", test__musl },
	{ "what is refused", test__refused },
	{ "Go", test__go })
