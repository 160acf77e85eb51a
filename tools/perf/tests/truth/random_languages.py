#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes a random program of another language than C whose stacks are known, and the list of them.

    random_languages.py [--paths N] LANGUAGE SEED OUTDIR

As random_program.py, for LANGUAGE cxx, rust, go or cgo (Go that calls C, which calls Go): OUTDIR/program.cc, .rs or .go has functions in layers, and at the ends of
paths a leaf that comes to a system call as programs of this language do: through virtual calls, exceptions and panics that are on
their way or were caught, destructors, callbacks of sorting, formatting and streams, threads and goroutines.

OUTDIR/list is as random_program.py writes it. A thread's name stands in front of the number of each path.
"""
import argparse
import os

from random_life_languages import CGO_LIFE, CGO_LIFE_HEAD, CXX_LIFE, GO_IMPORTS, GO_LIFE, RUST_LIFE
from random_program import CALLEES, LIFE, R15_MARK, SYSCALL, WIDTH, Program

# Each leaf: the text that has leaf_NAME(path), the tokens behind the layers' functions (None: it is another thread's, in_NAME), and
# the event, if it is another one than the system call that tells the path.

CXX_HEAD = r"""// Made by tests/truth/random_languages.py from the seed %(seed)d.
#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <ostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#if defined(__clang__)
#define STEP extern "C" __attribute__((noinline))
#else
#define STEP extern "C" __attribute__((noinline, noclone, noipa))
#endif
/* Something is left to do behind a call, so that the call does not become a jump. */
#define BACK() __asm__ volatile("" : : : "memory")
#define KEEP(x) __asm__ volatile("" : : "r"(&(x)) : "memory")
#define TELL(path) lseek(-1, path, SEEK_SET)

#ifdef PATH_IN_R15
register long path_now __asm__("r15");
#define NOW(path) (path_now = %(mark)d | (path))
#else
#define NOW(path) ((void)(path))
#endif

static volatile long seen;

STEP void told(long path)
{
	TELL(path);
	BACK();
}
"""

CXX_LEAVES = {
    "wrapper": ("STEP long leaf_wrapper(long path)\n{\n\tlong n = TELL(path);\n\n\tBACK();\n\treturn n;\n}\n", "leaf_wrapper;*"),
    "virtual": (r"""
struct teller {
	virtual ~teller() {}
	virtual long tell(long path) = 0;
};
struct other { virtual ~other() {} virtual long more(long n) { return n; } };
struct both : other, teller {
	long tell(long path) override { told(path); BACK(); return 1; }
};

STEP long leaf_virtual(long path)
{
	both b;
	teller *t = &b;

	__asm__ volatile("" : "+r"(t));
	long n = t->tell(path);
	BACK();
	return n;
}
""", "leaf_virtual;*;told;*"),
    "destructor": (r"""
struct guard {
	long path;
	~guard() { told(path); }
};

STEP void throwing(long path)
{
	if (path >= 0)
		throw path;
	BACK();
}

STEP void guarded(long path)
{
	guard g = { path };

	throwing(path);
	KEEP(g);
}

STEP long leaf_destructor(long path)
{
	try {
		guarded(path);
	} catch (long n) {
		return n;
	}
	return 0;
}
""", "leaf_destructor;guarded;*;told;*"),
    "catch": (r"""
STEP void throwing_far(long path)
{
	std::string text = std::to_string(path);

	if (path >= 0)
		throw std::runtime_error(text);
	KEEP(text);
}

STEP long leaf_catch(long path)
{
	try {
		throwing_far(path);
	} catch (const std::exception &e) {
		told(path);
		BACK();
		return e.what()[0];
	}
	return 0;
}
""", "leaf_catch;told;*"),
    "copied": (r"""
struct noisy {
	long path;
	noisy(long p) : path(p) {}
	noisy(const noisy &n) : path(n.path) { told(path); }
};

STEP void throwing_noisy(long path)
{
	if (path >= 0)
		throw noisy(path);
	BACK();
}

STEP long leaf_copied(long path)
{
	try {
		throwing_noisy(path);
	} catch (noisy n) {
		return n.path;
	}
	return 0;
}
""", "leaf_copied;*;told;*"),
    "sort": (r"""
STEP long leaf_sort(long path)
{
	std::vector<long> v = { 3, 1, 2, path };
	bool done = false;

	std::sort(v.begin(), v.end(), [&](long a, long b) {
		if (!done)
			told(path);
		done = true;
		return a < b;
	});
	KEEP(v);
	return v[0];
}
""", "leaf_sort;*;told;*"),
    "function": (r"""
STEP long leaf_function(long path)
{
	std::map<long, std::function<void(long)>> m;

	m[path] = [&](long n) { told(n); seen = seen + 1; };
	m[path](path);
	BACK();
	return (long)m.size();
}
""", "leaf_function;*;told;*"),
    "stream": (r"""
struct telling_buf : std::streambuf {
	long path;
	int overflow(int c) override { told(path); BACK(); return c; }
};

STEP long leaf_stream(long path)
{
	telling_buf buf;
	std::ostream out(&buf);

	buf.path = path;
	out.put('x');
	BACK();
	return out.good();
}
""", "leaf_stream;*;told;*"),
    "once": (r"""
STEP long leaf_once(long path)
{
	std::once_flag once;

	std::call_once(once, [&] { told(path); BACK(); });
	BACK();
	return 0;
}
""", "leaf_once;*;told;*"),
    "thread": (r"""
STEP void in_thread(long path)
{
	TELL(path);
	BACK();
}

STEP long leaf_thread(long path)
{
	std::thread t(in_thread, path);

	t.join();
	BACK();
	return 0;
}
""", None),
}

CXX_MAIN = r"""
static const long paths[] = { %(paths)s };

STEP void *run(void *name)
{
	prctl(PR_SET_NAME, name);
	for (long path : paths) {
		NOW(path);
		switch (path %% %(width)d) {
%(roots)s
		}
	}
	BACK();
	return NULL;
}

int main(int argc, char **argv)
{
	for (int rounds = argc > 1 ? atoi(argv[1]) : 1; rounds > 0; rounds--)
		run((void *)"p");
	std::thread t(run, (void *)"t");
	t.join();
	printf("%%d\n", seen != 0);
	return 0;
}
"""

RUST_HEAD = r"""// Made by tests/truth/random_languages.py from the seed %(seed)d.
use std::arch::asm;
use std::hint::black_box;
use std::panic;
use std::sync::atomic::{AtomicI64, Ordering};

extern "C" { fn lseek(fd: i32, offset: i64, whence: i32) -> i64; }

static SEEN: AtomicI64 = AtomicI64::new(0);
thread_local! { static CURRENT: std::cell::Cell<i64> = std::cell::Cell::new(0); }

/* Something is left to do behind a call, so that the call does not become a jump. */
macro_rules! back { () => { unsafe { asm!("") } } }

#[inline(never)] #[no_mangle]
pub fn told(path: i64) {
    unsafe { lseek(-1, path, 0) };
    back!();
}
"""

RUST_LEAVES = {
    "wrapper": ("pub fn leaf_wrapper(path: i64) -> i64 { let n = unsafe { lseek(-1, path, 0) }; back!(); n }", "leaf_wrapper;*"),
    "dyn": (r"""pub fn leaf_dyn(path: i64) -> i64 {
    trait Teller { fn tell(&self, path: i64) -> i64; }
    struct A(i64);
    impl Teller for A { fn tell(&self, path: i64) -> i64 { told(path); back!(); self.0 } }
    let t: Box<dyn Teller> = black_box(Box::new(A(path)));
    let n = t.tell(path);
    back!();
    n
}""", "leaf_dyn;*;told;*"),
    "sort": (r"""pub fn leaf_sort(path: i64) -> i64 {
    let mut v = vec![3, 1, 2, path];
    let mut done = false;
    v.sort_by(|a, b| { if !done { told(path); done = true; } a.cmp(b) });
    black_box(&v);
    v[0]
}""", "leaf_sort;*;told;*"),
    "drop": (r"""pub fn leaf_drop(path: i64) -> i64 {
    struct Guard(i64);
    impl Drop for Guard { fn drop(&mut self) { told(self.0); back!(); } }
    #[inline(never)] #[no_mangle]
    pub fn guarded(path: i64) -> i64 {
        let g = Guard(path);
        if path >= 0 { panic::resume_unwind(Box::new(path)); }
        black_box(&g);
        1
    }
    let n = panic::catch_unwind(|| guarded(path)).is_ok() as i64;
    back!();
    n
}""", "leaf_drop;*;guarded;*;told;*"),
    "panic": (r"""pub fn leaf_panic(path: i64) -> i64 {
    #[inline(never)] #[no_mangle]
    pub fn fails(path: i64) -> i64 {
        let v = vec![1, 2];
        let n = v[(path + 7) as usize];
        back!();
        n
    }
    CURRENT.with(|c| c.set(path));
    let n = panic::catch_unwind(|| fails(path)).is_ok() as i64;
    back!();
    n
}""", "leaf_panic;*;fails;*;told;*"),
    "caught": (r"""pub fn leaf_caught(path: i64) -> i64 {
    #[inline(never)] #[no_mangle]
    pub fn throws(path: i64) -> i64 { if path >= 0 { panic::resume_unwind(Box::new(path)); } back!(); 1 }
    if panic::catch_unwind(|| throws(path)).is_err() { told(path); }
    back!();
    2
}""", "leaf_caught;told;*"),
    "format": (r"""pub fn leaf_format(path: i64) -> i64 {
    struct A(i64);
    impl std::fmt::Display for A {
        fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result { told(self.0); back!(); write!(f, "{:>8}", self.0) }
    }
    let text = format!("{} {:?}", A(path), 1.5);
    back!();
    text.len() as i64
}""", "leaf_format;*;told;*"),
    "once": (r"""pub fn leaf_once(path: i64) -> i64 {
    let once = std::sync::Once::new();
    once.call_once(|| { told(path); back!(); });
    back!();
    0
}""", "leaf_once;*;told;*"),
    "closure": (r"""pub fn leaf_closure(path: i64) -> i64 {
    let add = black_box(path);
    let f: Box<dyn FnOnce(i64) -> i64> = black_box(Box::new(move |n| { told(n); back!(); n + add }));
    let n = f(path);
    back!();
    n
}""", "leaf_closure;*;told;*"),
    "thread": (r"""pub fn leaf_thread(path: i64) -> i64 {
    #[inline(never)] #[no_mangle]
    pub fn in_thread(path: i64) { unsafe { lseek(-1, path, 0) }; SEEN.fetch_add(1, Ordering::Relaxed); }
    let n = std::thread::spawn(move || { in_thread(path); back!(); }).join().is_ok() as i64;
    back!();
    n
}""", None),
}

RUST_MAIN = r"""
static PATHS: &[i64] = &[%(paths)s];

#[inline(never)] #[no_mangle]
pub fn run() {
    for &path in PATHS {
        let n = match path %% %(width)d {
%(roots)s
            _ => 0,
        };
        SEEN.fetch_add(n, Ordering::Relaxed);
    }
    back!();
}

fn main() {
    let rounds: i32 = std::env::args().nth(1).map_or(1, |n| n.parse().unwrap());
    /* The hook of the panic itself tells. */
    panic::set_hook(Box::new(|_| { told(CURRENT.with(|c| c.get())); back!(); }));
    for _ in 0..rounds { run(); }
    std::thread::Builder::new().name("t".into()).spawn(|| { run(); back!(); }).unwrap().join().unwrap();
    println!("{}", SEEN.load(Ordering::Relaxed) != 0);
}
"""

GO_HEAD = r"""// Made by tests/truth/random_languages.py from the seed %(seed)d.
package main

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"sync"
	"syscall"
)

var seen int64

//go:noinline
func told(path int64) {
	syscall.Seek(-1, path, 0)
	seen++
}
"""

GO_LEAVES = {
    "seek": ("func leaf_seek(path int64) int64 {\n\tn, _ := syscall.Seek(-1, path, 0)\n\treturn n + 1\n}", "main.leaf_seek;*"),
    "raw": (r"""func leaf_raw(path int64) int64 {
	n, _, _ := syscall.RawSyscall(syscall.SYS_LSEEK, ^uintptr(0), uintptr(path), 0)
	return int64(n) + 1
}""", "main.leaf_raw;*"),
    "defer": ("func leaf_defer(path int64) (n int64) {\n\tdefer told(path)\n\tn = seen\n\treturn\n}", "main.leaf_defer;*;main.told;*"),
    "panic": (r"""func leaf_panic(path int64) int64 {
	return throwing(path) + 1
}

//go:noinline
func throwing(path int64) (n int64) {
	defer recovering(path)
	if path >= 0 {
		panic(path)
	}
	return 1
}

//go:noinline
func recovering(path int64) {
	told(path)
	recover()
}""", "main.leaf_panic;main.throwing;*;main.recovering;main.told;*"),
    "nil": (r"""func leaf_nil(path int64) int64 {
	return falling(path, nil) + 1
}

//go:noinline
func falling(path int64, p *int64) (n int64) {
	defer recovering(path)
	return *p
}""", "main.leaf_nil;main.falling;*;main.recovering;main.told;*"),
    "sort": (r"""func leaf_sort(path int64) int64 {
	v := []int64{3, 1, 2, path}
	done := false
	sort.Slice(v, func(a, b int) bool {
		if !done {
			done = true
			told(path)
		}
		return v[a] < v[b]
	})
	return v[0]
}""", "main.leaf_sort;*;main.told;*"),
    "interface": (r"""type teller interface{ tell(int64) int64 }
type one struct{ n, m int64 }
type two struct{ one }

func (o one) tell(path int64) int64 {
	told(path)
	return o.n
}

var tellers = []teller{one{1, 2}, &one{3, 4}, two{}}

func leaf_interface(path int64) int64 {
	return tellers[path%3].tell(path) + 1
}""", "main.leaf_interface;*;main.told;*"),
    "string": (r"""type shown int64

func (s shown) String() string {
	told(int64(s))
	return "x"
}

func leaf_string(path int64) int64 {
	return int64(len(fmt.Sprintf("%v", shown(path)))) + 1
}""", "main.leaf_string;*;main.told;*"),
    "once": (r"""func leaf_once(path int64) int64 {
	var once sync.Once
	once.Do(func() { told(path); seen++ })
	return 1
}""", "main.leaf_once;*;main.told;*"),
    "goroutine": (r"""//go:noinline
func in_goroutine(path int64, done chan int64) {
	syscall.Seek(-1, path, 0)
	done <- path
}

func leaf_goroutine(path int64) int64 {
	done := make(chan int64)
	go in_goroutine(path, done)
	return <-done
}""", None),
}

# The same, and C on the stack of the thread.
CGO_HEAD = GO_HEAD.replace("package main\n", r"""package main

/*
#include <unistd.h>
#define C_STEP __attribute__((noinline, noclone, noipa)) static
#define BACK() __asm__ volatile("" : : : "memory")

extern void go_back(long), go_back_c(long);

C_STEP long c_tell(long path)
{
	char array[300];

	__asm__ volatile("" : : "r"(array) : "memory");
	long n = lseek(-1, path, SEEK_SET);
	BACK();
	return n + array[0];
}

C_STEP void c_outer(long path)
{
	char array[900];

	__asm__ volatile("" : : "r"(array) : "memory");
	c_tell(path);
	BACK();
}

C_STEP void c_over(long path)
{
	go_back(path);
	BACK();
}

C_STEP void c_over_c(long path)
{
	go_back_c(path);
	BACK();
}
*/
import "C"
""")

CGO_LEAVES = {
    **GO_LEAVES,
    "c": ("func leaf_c(path int64) int64 {\n\tC.c_outer(C.long(path))\n\treturn 1\n}", "main.leaf_c;*;c_outer;c_tell;*"),
    "c_result": ("func leaf_c_result(path int64) int64 {\n\treturn int64(C.c_tell(C.long(path))) + 1\n}", "main.leaf_c_result;*;c_tell;*"),
    "c_back": (r"""//export go_back
func go_back(path C.long) {
	told(int64(path))
	seen++
}

func leaf_c_back(path int64) int64 {
	C.c_over(C.long(path))
	return 1
}""", "main.leaf_c_back;*;c_over;*;main.told;*"),
    "c_back_c": (r"""//export go_back_c
func go_back_c(path C.long) {
	C.c_outer(path)
	seen++
}

func leaf_c_back_c(path int64) int64 {
	C.c_over_c(C.long(path))
	return 1
}""", "main.leaf_c_back_c;*;c_over_c;*;c_outer;c_tell;*"),
}

GO_MAIN = r"""
var paths = []int64{%(paths)s}

//go:noinline
func run(done chan int64) {
	for _, path := range paths {
		switch path %% %(width)d {
%(roots)s
		}
	}
	if done != nil {
		done <- 1
	}
}

func main() {
	rounds := 1
	if len(os.Args) > 1 {
		rounds, _ = strconv.Atoi(os.Args[1])
	}
	for ; rounds > 0; rounds-- {
		run(nil)
	}
	done := make(chan int64)
	go run(done)
	fmt.Println(<-done != 0)
}
"""


def cxx_function(f, callees):
    cases = "\n".join(f"\tcase {i}: result += {c}(path); break;" for i, c in enumerate(callees))
    guard = "\tstd::string text(path & 31, 'x');\n\tKEEP(text);\n" if f.pointer else ""
    if "alloca" in f.kinds:
        guard += "\tchar *space = (char *)__builtin_alloca((size_t)(16 + (path & 31) * 16));\n\tspace[0] = 1;\n\tKEEP(space);\n"
    if "aligned" in f.kinds:
        guard += f"\talignas({f.align}) char lines[{f.align}];\n\tKEEP(lines);\n"
    return (f"STEP long {f.name}(long path)\n{{\n\tlong result = 0;\n\tchar array[{f.size}];\n\tarray[0] = (char)path;\n\tKEEP(array);\n"
            f"{guard}\tswitch (path / {WIDTH ** (f.layer + 1)} % {CALLEES}) {{\n{cases}\n\t}}\n\tBACK();\n"
            f"\treturn result + array[path & 15];\n}}\n")


def rust_function(f, callees):
    cases = "\n".join(f"        {i} => {c}(path)," for i, c in enumerate(callees))
    more = "    let text: Vec<i64> = black_box((0..path & 15).collect());\n" if f.pointer else ""
    # A number of its own keeps functions that are alike from becoming one.
    own = f.layer * WIDTH + int(f.name.rsplit("_", 1)[1])
    return (f"#[inline(never)] #[no_mangle]\npub fn {f.name}(path: i64) -> i64 {{\n    let mut array = [0u8; {f.size}];\n"
            f"    array[0] = path as u8;\n    black_box(&mut array);\n{more}    let n = match path / {WIDTH ** (f.layer + 1)} % {CALLEES} {{\n"
            f"{cases}\n        _ => 0,\n    }};\n    back!();\n    n + {own} + array[(path & 15) as usize] as i64"
            f"{' + text.len() as i64' if more else ''}\n}}\n")


def go_function(f, callees):
    cases = "\n".join(f"\tcase {i}:\n\t\tn += {c}(path)" for i, c in enumerate(callees))
    return (f"//go:noinline\nfunc {f.name}(path int64) int64 {{\n\tvar array [{f.size}]byte\n\tn := int64(0)\n\tarray[path&15] = byte(path)\n"
            f"\tswitch path / {WIDTH ** (f.layer + 1)} % {CALLEES} {{\n{cases}\n\t}}\n\treturn n + int64(array[path&7])\n}}\n")


class Language:
    def __init__(self, suffix, head, leaves, main, function, roots, root, **more):
        self.suffix, self.head, self.leaves, self.main, self.function, self.roots, self.root = suffix, head, leaves, main, function, roots, root
        self.leaf_head = more.get("leaf_head", "")
        self.threads = more["threads"]		# their names, and the functions below run()
        self.prefix = more.get("prefix", "")	# of all names


LANGUAGES = {
    "cxx": Language("cc", CXX_HEAD, CXX_LEAVES, CXX_MAIN, cxx_function, "\t\tcase {0}: seen = seen + {1}(path); break;", "run",
                    threads={"p": ["main"], "t": []}),
    "rust": Language("rs", RUST_HEAD, RUST_LEAVES, RUST_MAIN, rust_function, "            {0} => {1}(path),", "run",
                     leaf_head="#[inline(never)] #[no_mangle]\n", threads={"program": ["main"], "t": []}),
    "go": Language("go", GO_HEAD, GO_LEAVES, GO_MAIN, go_function, "\t\tcase {0}:\n\t\t\tseen += {1}(path)", "main.run",
                   leaf_head="//go:noinline\n", threads={"program": []}, prefix="main."),
}
LANGUAGES["cgo"] = Language("go", CGO_HEAD, CGO_LEAVES, GO_MAIN, go_function, LANGUAGES["go"].roots, "main.run",
                            leaf_head="//go:noinline\n", threads={"program": []}, prefix="main.")


MORE_LEAVES = {"cxx": CXX_LIFE, "rust": RUST_LIFE, "go": GO_LIFE, "cgo": CGO_LIFE}


def add_life(name, language):
    """Later programs have more leaves."""
    language.leaves = {**language.leaves, **MORE_LEAVES[name]}
    if language.suffix == "go":
        language.head = language.head.replace('\t"os"\n', '\t"os"\n' + GO_IMPORTS)
        language.head = language.head.replace('*/\nimport "C"', CGO_LIFE_HEAD + '*/\nimport "C"')


def source(language, program):
    def names(f):
        return [c.name if hasattr(c, "name") else "leaf_" + c for c in program.callees[f.name]]

    parts = [language.head % {"seed": program.seed, "mark": R15_MARK}]
    for leaf in program.leaves:
        text = language.leaves[leaf][0]
        at = text.find("func leaf_" if language.suffix == "go" else "pub fn leaf_")
        parts.append(text[:at] + language.leaf_head + text[at:] if language.leaf_head else text)
    for layer in reversed(program.layers):
        parts += [language.function(f, names(f)) for f in layer]
    roots = "\n".join(language.roots.format(i, f.name) for i, f in enumerate(program.layers[0]))
    parts.append(language.main % {"paths": ", ".join(map(str, program.paths)), "width": WIDTH, "roots": roots})
    return "\n".join(parts)


def truth(language, program, path, above):
    """(event, tokens, way), as random_program.py has them."""
    *functions, leaf = program.walk(path)
    tokens = language.leaves[leaf][1]
    functions = [language.prefix + f.name for f in functions]
    begin = [t for f in above + [language.root] for t in ("*", f)] + ["*"]
    if tokens is None:
        return SYSCALL, f"*;{language.prefix}in_{leaf};*", ";".join(begin + [";*;".join(functions + [f"{language.prefix}leaf_{leaf}"]) + ";*"])
    # Anywhere on the way a library may be at work: for strings, exceptions, memory.
    anywhere = functions + [t for t in tokens.split(";") if t != "*"]
    return SYSCALL, ";".join(begin[:-1] + functions + [tokens]), ";".join(begin + [";*;".join(anywhere) + ";*"])


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--paths", type=int, default=150)
    p.add_argument("language", choices=LANGUAGES)
    p.add_argument("seed", type=int)
    p.add_argument("out")
    opts = p.parse_args()
    language = LANGUAGES[opts.language]
    if opts.seed in LIFE:
        add_life(opts.language, language)
    program = Program(opts.seed, opts.paths, language.leaves)
    os.makedirs(opts.out, exist_ok=True)
    with open(os.path.join(opts.out, "program." + language.suffix), "w", encoding="utf-8") as f:
        f.write(source(language, program))
    with open(os.path.join(opts.out, "list"), "w", encoding="utf-8") as f:
        for path in program.paths:
            for name, above in language.threads.items():
                f.write("%s#%x %s %s %s\n" % ((name, path) + truth(language, program, path, above)))


if __name__ == "__main__":
    main()
