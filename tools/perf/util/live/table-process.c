// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/table-process.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/fd-socket.h"
#include "util/base/hash.h"
#include "util/callchain/unwind-leaving.h"
#include "util/code/new-task.h"
#include "util/code/pushed-return.h"
#include "util/code/stack-depth.h"
#include "util/code/unwind-file.h"
#include "util/code/unwind-machine.h"
#include "util/live/kept-answers.h"
#include "util/live/sandbox.h"
#include "util/live/table-wire.h"
#include "util/symbol/vdso.h"

/* What all tables together may take, bytes. Files are mapped and do not count. */
#define MEMORY		((size_t)1 << 30)
/* Beside code that is followed so many bytes are looked at in front of an address and behind it, at most. */
#define AROUND		128

struct open_file {
	struct unwind_file *file;
	void *bytes;
	size_t size;			/* of @bytes, if they are to be unmapped; else 0 */
	bool in_memory;			/* it is code in memory */
	struct kept_answers kept;	/* of such code */
};

U64_MAP(file_map, struct open_file *)

/* Code of the kernel for all processes of a kind, read before the doors were closed. */
struct image {
	void *bytes;			/* NULL: there is none */
	size_t size;
};

struct tables {
	int socket;
	struct file_map files;		/* by number + 1 */
	struct image vdso, vdso32;
	struct stack_depth *depth;	/* of all files; NULL: there is none for this machine */
	unsigned char answers[TABLE_WIRE_MAX];	/* the datagram in the making */
};

/* --- answers ---------------------------------------------------------------------------------- */

/* Copies up to @nr bytes of code at @addr to @buf, and returns how many there are. */
static size_t read_code(const struct unwind_file *f, uint64_t addr, unsigned char *buf, size_t nr)
{
	size_t size = 0;
	const unsigned char *code = unwind_file__code(f, addr, &size);

	if (!code)
		return 0;
	memcpy(buf, code, size < nr ? size : nr);
	return size < nr ? size : nr;
}

/* Does code push @addr, to have somebody go on there who returns? What lies farther in front may be no code. */
static bool is_pushed(const struct unwind_file *f, uint64_t addr)
{
	size_t size = addr < PUSHED_RETURN_BYTES ? (size_t)addr : PUSHED_RETURN_BYTES, left;
	const unsigned char *code = NULL;

	for (; size && !code; size /= 2) {
		code = unwind_file__code(f, addr - size, &left);
		if (code && left >= size && pushed_return__is_named(unwind_file__machine(f)->calls, code, size, addr))
			return true;
	}
	return false;
}

static bool is_task(const struct unwind_file *f, uint64_t addr)
{
	size_t size = addr < NEW_TASK_BYTES ? (size_t)addr : NEW_TASK_BYTES, left = 0;
	const unsigned char *code = NULL;

	if (unwind_file__machine(f)->calls != CALL_MACHINE_X86_64)
		return false;
	/* What lies farther in front may be no code. */
	for (; size; size /= 2) {
		code = unwind_file__code(f, addr - size, &left);
		if (code && left >= size)
			return new_task__is_behind_clone(code, size);
	}
	return false;
}

/*
 * The table says that the caller's frame pointer lies below the stack pointer. It was taken back from there, or never was anywhere
 * else: the code tells.
 */
static bool has_taken_back_fp(struct unwind_file *f, uint64_t addr)
{
	struct unwind_answer code;

	unwind_file__row_by(f, UNWIND_BY_CODE, addr, &code);
	return code.source == UNWIND_BY_CODE && code.row.fp.where == UNWIND_SAME;
}

/*
 * The rows of the return address @addr and of the call in front of it. One row may hold for both. False: it was guessed, and code would
 * have to be followed, which takes longer than to be asked again.
 */
static bool find_rows(struct unwind_file *f, uint64_t addr, bool guessed, struct unwind_answer *ret_at, struct unwind_answer *ret_before)
{
	if (guessed && !unwind_file__quick_caller_row(f, addr, ret_before))
		return false;
	if (!guessed)
		unwind_file__caller_row(f, addr, ret_before);
	if (addr > ret_before->start && addr < ret_before->end) {
		*ret_at = *ret_before;
		return true;
	}
	/* Behind a call that never returns there may be no function any more. */
	if (guessed && !unwind_file__quick_caller_row(f, addr + 1, ret_at))
		return false;
	unwind_file__row(f, addr, ret_at);
	return true;
}

/*
 * Says where around @addr, which lies at @offset of the file, its row holds, too. Not if it has come from a call's code, which was followed
 * from behind that call; nor where the file does not have the code in one piece.
 */
static void set_range(const struct unwind_file *f, uint64_t offset, uint64_t addr, const struct unwind_answer *at, struct table_answer *ret)
{
	uint64_t below = addr - at->start, above = at->end - 1 - addr, first, last;

	if (at->row.base == UNWIND_NO_ROW || at->start > addr || at->end <= addr || (ret->is_return && at->source == UNWIND_BY_CODE))
		return;
	if (below > offset || below > UINT32_MAX || above > UINT32_MAX || !unwind_file__from_offset(f, offset - below, &first) ||
	    !unwind_file__from_offset(f, offset + above, &last) || first != at->start || last != at->end - 1)
		return;
	ret->below = (uint32_t)below;
	ret->above = (uint32_t)above;
}

static void look(struct unwind_file *f, uint64_t offset, bool guessed, struct table_answer *ret)
{
	static const unsigned char endbr64[4] = { 0xf3, 0x0f, 0x1e, 0xfa }, endbr32[4] = { 0xf3, 0x0f, 0x1e, 0xfb };
	struct unwind_answer at, before = { .row.base = UNWIND_NO_ROW };
	unsigned char code[4] = { 0 };
	uint64_t addr;
	size_t nr;

	if (!unwind_file__from_offset(f, offset, &addr))
		return;
	ret->is_return = unwind_file__is_return(f, addr);
	ret->skipped = ret->is_return ? !find_rows(f, addr, guessed, &at, &before) : guessed;
	if (ret->skipped)
		return;
	ret->known = true;
	if (!ret->is_return)
		unwind_file__row(f, addr, &at);
	ret->row = at.row;
	ret->before = before.row;
	set_range(f, offset, addr, &at, ret);
	ret->is_first = at.function != at.function_end && at.function == addr;
	ret->is_begin = ret->is_first || (!ret->is_return && is_pushed(f, addr));
	ret->is_task = is_task(f, addr);
	nr = read_code(f, addr, code, sizeof(code));
	ret->is_leaving = nr >= UNWIND_LEAVING_BYTES && unwind__is_leaving_x86(code);
	if (!ret->is_leaving && at.row.base == UNWIND_FROM_SP && at.row.fp.where == UNWIND_SAVED &&
	    at.row.cfa_offset + at.row.fp.offset < 0)
		ret->is_leaving = has_taken_back_fp(f, addr);
	ret->is_entry = nr == sizeof(code) &&
			(code[0] == 0x55 || !memcmp(code, endbr64, sizeof(code)) || !memcmp(code, endbr32, sizeof(code)));
}

/* --- requests --------------------------------------------------------------------------------- */

/* The file behind @fd in memory; NULL: it cannot be mapped. */
static void *map_file(int fd, size_t *ret_size)
{
	struct stat st;
	void *bytes;

	if (fd < 0 || fstat(fd, &st) || st.st_size <= 0)
		return NULL;
	*ret_size = (size_t)st.st_size;
	bytes = mmap(NULL, *ret_size, PROT_READ, MAP_PRIVATE, fd, 0);
	return bytes == MAP_FAILED ? NULL : bytes;
}

static void open_file(struct tables *t, const struct table_place *p, int fd)
{
	struct diag ignored = DIAG_INIT;
	const struct image *vdso = p->offset == TABLE_FROM_VDSO ? &t->vdso : p->offset == TABLE_FROM_VDSO32 ? &t->vdso32 : NULL;
	size_t size = vdso ? vdso->size : 0;
	void *bytes = vdso ? vdso->bytes : map_file(fd, &size);
	struct unwind_file *f = bytes ? unwind_file__new(bytes, size, &ignored) : NULL;
	struct open_file *o = file_map__find(&t->files, (uint64_t)p->file + 1);

	if (!o) {
		o = xzalloc(sizeof(*o));
		file_map__set(&t->files, (uint64_t)p->file + 1, o);
	}
	if (f)
		unwind_file__share(f, t->depth);
	/* Code in memory comes again when it has changed. */
	if (f && o->in_memory && o->size == size)
		kept_answers__renew(&o->kept, o->bytes, bytes, size);
	else
		kept_answers__exit(&o->kept);
	unwind_file__delete(o->file);
	if (o->size)
		munmap(o->bytes, o->size);
	o->file = f;
	o->bytes = bytes;
	o->size = bytes && !vdso ? size : 0;
	o->in_memory = f && p->offset == TABLE_FROM_MEMORY;
}

static struct open_file *open_file_of(const struct tables *t, uint32_t nr)
{
	return file_map__find(&t->files, (uint64_t)nr + 1);
}

/* Nothing of it is read before it is needed. */
static void open_debug_file(struct tables *t, const struct table_place *p, int fd)
{
	const struct open_file *o = open_file_of(t, p->file);
	struct unwind_file *f = o ? o->file : NULL;
	const uint32_t crc = (uint32_t)p->offset;
	size_t size;
	void *bytes = f ? map_file(fd, &size) : NULL;

	if (bytes)
		unwind_file__add_debug(f, bytes, size, p->offset & TABLE_CHECK ? &crc : NULL);
}

/* Keeps the answer about @offset, the @size bytes at @bytes, for which code was followed just now. */
static void keep(const struct tables *t, struct open_file *o, uint64_t offset, unsigned char *bytes, size_t size)
{
	struct kept_answer a = { .offset = offset, .size = size, .bytes = bytes };

	if (t->depth)
		a.seen = stack_depth__take_seen(t->depth);
	/* What is asked of the address itself: is a call there, does anybody push it, is it code that is known by its bytes? */
	seen_code__add(&a.seen, offset > AROUND ? offset - AROUND : 0, offset + AROUND);
	kept_answers__add(&o->kept, &a);
}

/* Adds the answer about @p to the @size bytes in t->answers; returns the new size, 0: there is no room. */
static size_t add_answer(struct tables *t, const struct table_place *p, size_t size)
{
	struct open_file *o = open_file_of(t, p->file);
	const struct kept_answer *kept = o && o->in_memory ? kept_answers__find(&o->kept, p->offset) : NULL;
	struct table_answer a = { .known = false };
	size_t more;

	if (kept && kept->size <= TABLE_WIRE_MAX - size) {
		memcpy(t->answers + size, kept->bytes, kept->size);
		return size + kept->size;
	}
	if (t->depth)
		(void)stack_depth__take_seen(t->depth);
	if (o && o->file)
		look(o->file, p->offset, p->guessed, &a);
	more = table_wire__add(&a, t->answers, size);
	if (more && o && o->in_memory && !a.skipped && !kept)
		keep(t, o, p->offset, t->answers + size, more - size);
	return more;
}

/* As many of the answers as find room: there is always room for the first one. */
static bool answer(struct tables *t, const struct table_request *r)
{
	size_t size = table_wire__begin(r->serial, t->answers);
	uint32_t i;

	for (i = 0; i < r->nr; i++) {
		size_t more = add_answer(t, &r->places[i], size);

		if (!more)
			break;
		size = more;
	}
	return send(t->socket, t->answers, size, MSG_NOSIGNAL) == (ssize_t)size;
}

static bool serve(struct tables *t, const struct table_request *r, int fd)
{
	if (r->type == TABLE_OPEN && r->nr == 1)
		open_file(t, &r->places[0], fd);
	if (r->type == TABLE_OPEN_DEBUG && r->nr == 1)
		open_debug_file(t, &r->places[0], fd);
	if (fd >= 0)
		close(fd);
	return r->type != TABLE_ASK || answer(t, r);
}

/* False: nobody asks any more. */
static bool receive(struct tables *t, struct table_request *r, int *ret_fd)
{
	ssize_t n = fd_socket__receive(t->socket, r, sizeof(*r), ret_fd);

	return n >= (ssize_t)offsetof(struct table_request, places) && r->nr <= TABLE_PLACES_MAX && n == (ssize_t)table_request__size(r);
}

static int by_byte(const void *a, const void *b)
{
	return *(const char *)a - *(const char *)b;
}

/*
 * glibc asks how much memory there is when it sorts more than a little for the first time, and sorts without any, which
 * takes twice as long, where it gets no answer.
 */
static void warm_up_sorting(void)
{
	char some[2048] = { 0 };

	qsort(some, sizeof(some), 1, by_byte);
}

static void __attribute__((noreturn)) run(int socket)
{
	static const int deadly[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE, SIGTERM, SIGUSR1, SIGUSR2, SIGCHLD };
	static struct tables t;
	struct table_request r;
	size_t i;
	int fd;

	for (i = 0; i < ARRAY_SIZE(deadly); i++)
		signal(deadly[i], SIG_DFL);
	/* Ctrl-C is for the recorder, which still has questions then. */
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	t.socket = socket;
	t.vdso.bytes = vdso__own(&t.vdso.size);
	t.vdso32.bytes = vdso__own32(&t.vdso32.size);
	/* Loads the library that takes instructions apart, if it is there. */
	t.depth = stack_depth__new(CALL_MACHINE_X86_64);
	warm_up_sorting();
	sandbox__enter(socket, MEMORY);
	while (receive(&t, &r, &fd))
		if (!serve(&t, &r, fd))
			break;
	_exit(0);
}

int table_process__start(pid_t *ret_pid)
{
	int fds[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds))
		return -errno;
	pid = fork();
	if (!pid)
		run(fds[1]);
	close(fds[1]);
	if (pid < 0) {
		int err = -errno;

		close(fds[0]);
		return err;
	}
	*ret_pid = pid;
	return fds[0];
}
