// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/table-process.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/fd-socket.h"
#include "util/base/hash.h"
#include "util/code/stack-depth.h"
#include "util/code/unwind-file.h"
#include "util/live/kept-answers.h"
#include "util/live/sandbox.h"
#include "util/live/table-look.h"
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
		table_answer__look_up(o->file, p->offset, p->guessed, &a);
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
