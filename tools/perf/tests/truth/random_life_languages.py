# SPDX-License-Identifier: GPL-2.0-only
"""The leaves of random programs in C++, Rust and Go of seeds from 700000 to 999999: what such programs do in life (random_life.py has those of C).

As random_languages.py, which writes them.
"""

CXX_LIFE = {
    "rethrow": (r"""
STEP void throws_again(long path)
{
	try {
		if (path >= 0)
			throw path;
	} catch (...) {
		BACK();
		throw;
	}
}

STEP long leaf_rethrow(long path)
{
	try {
		throws_again(path);
	} catch (long n) {
		told(n);
		BACK();
	}
	return 1;
}
""", "leaf_rethrow;told;*"),
    "in_catch": (r"""
struct late_guard {
	long path;
	~late_guard() { told(path); BACK(); }
};

STEP void throws_in_catch(long path)
{
	try {
		if (path >= 0)
			throw path;
	} catch (long n) {
		late_guard g = { n };

		KEEP(g);
		throw std::runtime_error("again");
	}
}

STEP long leaf_in_catch(long path)
{
	try {
		throws_in_catch(path);
	} catch (const std::runtime_error &e) {
		return e.what()[0];
	}
	return 1;
}
""", "leaf_in_catch;throws_in_catch;*;told;*"),
    "through_c": (r"""
STEP int compare_throwing(const void *a, const void *b)
{
	if (a != b)
		throw 3;
	return 0;
}

struct c_guard {
	long path;
	~c_guard() { told(path); BACK(); }
};

STEP void sorted_by_c(long path)
{
	long values[3] = { path, 2, 1 };
	c_guard g = { path };

	qsort(values, 3, sizeof(values[0]), compare_throwing);
	KEEP(g);
}

/* An exception on its way through a library of C. */
STEP long leaf_through_c(long path)
{
	try {
		sorted_by_c(path);
	} catch (int n) {
		return n;
	}
	return 1;
}
""", "leaf_through_c;sorted_by_c;*;told;*"),
    "at_end": (r"""
STEP void in_at_end(long path)
{
	TELL(path);
	BACK();
}

struct ends_with_thread {
	long path;
	~ends_with_thread() { if (path) in_at_end(path); BACK(); }
};

static thread_local ends_with_thread of_thread;

STEP long leaf_at_end(long path)
{
	std::thread t([path] { of_thread.path = path; });

	t.join();
	BACK();
	return 0;
}
""", None),
    "terminate": (r"""
#include <setjmp.h>
static jmp_buf out_of_terminate;
static thread_local long terminated;

STEP void on_terminate()
{
	told(terminated);
	longjmp(out_of_terminate, 1);
}

STEP void fails_noexcept(long path) noexcept
{
	if (path >= 0)
		throw path;
	BACK();
}

STEP long leaf_terminate(long path)
{
	std::set_terminate(on_terminate);
	terminated = path;
	if (!setjmp(out_of_terminate))
		fails_noexcept(path);
	BACK();
	return 1;
}
""", "leaf_terminate;fails_noexcept;*;on_terminate;told;*"),
    "new_handler": (r"""
#include <new>
static thread_local long wanted;

STEP void on_new()
{
	told(wanted);
	throw std::bad_alloc();
}

STEP long leaf_new_handler(long path)
{
	std::set_new_handler(on_new);
	wanted = path;
	try {
		char *p = new char[(size_t)1 << 46];
		KEEP(*p);
		delete[] p;
	} catch (const std::bad_alloc &) {
		BACK();
	}
	return 1;
}
""", "leaf_new_handler;*;on_new;told;*"),
    "virtual_base": (r"""
struct far_base { long n = 1; virtual long tell_far(long path) { return path; } virtual ~far_base() {} };
struct near_left : virtual far_base { long a[3]; };
struct near_right : virtual far_base { long b[5]; long tell_far(long path) override { told(path); BACK(); return n; } };
struct diamond : near_left, near_right { };

STEP long leaf_virtual_base(long path)
{
	diamond d;
	far_base *b = &d;

	__asm__ volatile("" : "+r"(b));
	long n = b->tell_far(path);
	BACK();
	return n;
}
""", "leaf_virtual_base;*;told;*"),
    "async": (r"""
#include <future>

STEP void in_async(long path)
{
	TELL(path);
	BACK();
}

STEP long leaf_async(long path)
{
	std::future<void> f = std::async(std::launch::async, in_async, path);

	f.get();
	BACK();
	return 0;
}
""", None),
}

RUST_LIFE = {
    "scope": (r"""pub fn leaf_scope(path: i64) -> i64 {
    #[inline(never)] #[no_mangle]
    pub fn in_scope(path: i64) { unsafe { lseek(-1, path, 0) }; SEEN.fetch_add(2, Ordering::Relaxed); }
    std::thread::scope(|s| { s.spawn(|| { in_scope(path); back!(); }); });
    back!();
    1
}""", None),
    "from_c": (r"""pub fn leaf_from_c(path: i64) -> i64 {
    extern "C" { fn qsort(base: *mut i64, n: usize, size: usize, compare: extern "C" fn(*const i64, *const i64) -> i32); }
    #[inline(never)] #[no_mangle]
    pub extern "C" fn compared_by_rust(a: *const i64, b: *const i64) -> i32 { told(CURRENT.with(|c| c.get())); back!(); unsafe { (*a - *b) as i32 } }
    CURRENT.with(|c| c.set(path));
    let mut v = [2i64, 1];
    unsafe { qsort(v.as_mut_ptr(), 2, 8, compared_by_rust) };
    back!();
    v[0]
}""", "leaf_from_c;*;compared_by_rust;*;told;*"),
    "deep": (r"""pub fn leaf_deep(path: i64) -> i64 {
    #[inline(never)] #[no_mangle]
    pub fn deeper(path: i64, n: i64) -> i64 {
        let mut room = [0u8; 600];
        room[n as usize] = 1;
        black_box(&mut room);
        let r = if n > 0 { deeper(path, n - 1) } else { told(path); 1 };
        back!();
        r + room[3] as i64
    }
    let n = deeper(path, 6);
    back!();
    n
}""", "leaf_deep" + ";deeper" * 7 + ";told;*"),
    "drop_in_panic": (r"""pub fn leaf_drop_in_panic(path: i64) -> i64 {
    struct Inner(i64);
    impl Drop for Inner { fn drop(&mut self) { let n = panic::catch_unwind(|| { panic::resume_unwind(Box::new(1)); }).is_err(); if n { told(self.0); } back!(); } }
    #[inline(never)] #[no_mangle]
    pub fn drops_in_panic(path: i64) -> i64 {
        let g = Inner(path);
        if path >= 0 { panic::resume_unwind(Box::new(path)); }
        black_box(&g);
        1
    }
    let n = panic::catch_unwind(|| drops_in_panic(path)).is_ok() as i64;
    back!();
    n
}""", "leaf_drop_in_panic;*;drops_in_panic;*;told;*"),
}

GO_LIFE = {
    "goexit": (r"""//go:noinline
func in_goexit(path int64, done chan int64) {
	defer func() { done <- path }()
	defer syscall.Seek(-1, path, 0)
	runtime.Goexit()
}

func leaf_goexit(path int64) int64 {
	done := make(chan int64)
	go in_goexit(path, done)
	return <-done
}""", None),
    "after": (r"""//go:noinline
func in_after(path int64, done chan int64) {
	syscall.Seek(-1, path, 0)
	done <- path
}

func leaf_after(path int64) int64 {
	done := make(chan int64)
	time.AfterFunc(time.Microsecond, func() { in_after(path, done) })
	return <-done
}""", None),
    "grow": (r"""//go:noinline
func growing(path int64, n int) int64 {
	var array [3000]byte
	array[n] = byte(path)
	if n > 0 {
		return growing(path, n-1) + int64(array[n])
	}
	told(path)
	return int64(array[path&7])
}

func leaf_grow(path int64) int64 {
	return growing(path, 9) + 1
}""", "main.leaf_grow" + ";main.growing" * 10 + ";main.told;*"),
    "nested_panic": (r"""//go:noinline
func panics_twice(path int64) (n int64) {
	defer func() { recover(); told(path); seen++ }()
	defer func() { panic(path + 1) }()
	panic(path)
}

func leaf_nested_panic(path int64) int64 {
	return panics_twice(path) + 1
}""", "main.leaf_nested_panic;*;main.panics_twice;*;main.told;*"),
    "reflect": (r"""//go:noinline
func reflected(path int64) int64 {
	told(path)
	return seen
}

func leaf_reflect(path int64) int64 {
	out := reflect.ValueOf(reflected).Call([]reflect.Value{reflect.ValueOf(path)})
	return out[0].Int() + 1
}""", "main.leaf_reflect;*;main.reflected;main.told;*"),
    "locked": (r"""//go:noinline
func in_locked(path int64, done chan int64) {
	runtime.LockOSThread()
	syscall.Seek(-1, path, 0)
	done <- path
}

func leaf_locked(path int64) int64 {
	done := make(chan int64)
	go in_locked(path, done)
	return <-done
}""", None),
    "generic": (r"""func applied[T int64 | int32](f func(T), n T) T {
	f(n)
	return n + 1
}

func leaf_generic(path int64) int64 {
	return applied(told, path) + 1
}""", "main.leaf_generic;*;main.told;*"),
}
GO_IMPORTS = '\t"reflect"\n\t"runtime"\n\t"time"\n'

# C that calls Go from a thread of its own, and from its library.
CGO_LIFE_HEAD = r"""
#include <pthread.h>
#include <stdlib.h>
extern void go_in_thread(long);
extern int go_compare(long);
static __thread long sorted_path;

static void *c_thread(void *path)
{
	go_in_thread((long)path);
	BACK();
	return NULL;
}

static void c_start(long path)
{
	pthread_t t;

	if (!pthread_create(&t, NULL, c_thread, (void *)path))
		pthread_join(t, NULL);
	BACK();
}

C_STEP int c_compare(const void *a, const void *b)
{
	int n = go_compare(sorted_path);

	BACK();
	return n + (a < b);
}

C_STEP void c_sort(long path)
{
	int values[2] = { 2, 1 };

	sorted_path = path;
	qsort(values, 2, sizeof(values[0]), c_compare);
	BACK();
}
"""

CGO_LIFE = {
    **GO_LIFE,
    "c_thread": (r"""//go:noinline
func in_c_thread(path int64) {
	syscall.Seek(-1, path, 0)
	seen++
}

//export go_in_thread
func go_in_thread(path C.long) {
	in_c_thread(int64(path))
	seen++
}

func leaf_c_thread(path int64) int64 {
	C.c_start(C.long(path))
	return 1
}""", None),
    "c_sort": (r"""//export go_compare
func go_compare(path C.long) C.int {
	told(int64(path))
	seen++
	return 0
}

func leaf_c_sort(path int64) int64 {
	C.c_sort(C.long(path))
	return 1
}""", "main.leaf_c_sort;*;c_sort;*;c_compare;*;main.told;*"),
}
