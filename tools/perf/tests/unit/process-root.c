// SPDX-License-Identifier: GPL-2.0-only
/* Files and JIT maps of a process in a container: with name spaces of our own, where they are permitted. */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/elf-fixture.h"
#include "util/base/alloc.h"
#include "util/symbol/process-root.h"

/* A process, number 1 in its own name space, whose /tmp is its own and holds DIR/lib/x and perf-1.map. */
struct container {
	pid_t outer, pid;		/* who made it; the process, as we number it */
	int in, out;			/* a message comes here; it ends when this is closed */
};

static const char map_text[] = "0x7f0000001000 0x100 Interpreter::run\n7f0000002000 10 stub\n";

static bool write_file(const char *path, int from, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);
	bool ok = fd >= 0 && (!text || write(fd, text, strlen(text)) == (ssize_t)strlen(text));

	while (ok && from >= 0) {
		ssize_t n = sendfile(fd, from, NULL, 1 << 20);

		if (n <= 0) {
			ok = !n;
			break;
		}
	}
	return close(fd) == 0 && ok;
}

/* The process itself: writes one byte when all is there ('n' if it cannot be), and waits. */
static void inner(const struct elf_fixture *f, int exe, int ready, int stop)
{
	char *lib = xasprintf("%s/lib", f->dir), *x = xasprintf("%s/x", lib), c = 'n';

	if (!mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) && !mount("none", "/tmp", "tmpfs", 0, NULL) &&
	    !mkdir(f->dir, 0755) && !mkdir(lib, 0755) && write_file(x, exe, NULL) &&
	    write_file("/tmp/perf-1.map", -1, map_text))
		c = 'y';
	if (write(ready, &c, 1) == 1)
		(void)!read(stop, &c, 1);
	_exit(0);
}

struct message {
	pid_t pid;
	char ready;			/* 'y' */
};

static void outer(const struct elf_fixture *f, int to, int stop)
{
	int exe = open(f->exe, O_RDONLY | O_CLOEXEC), ready[2];
	struct message msg = { .pid = -1, .ready = 'n' };

	if (exe >= 0 && !pipe2(ready, O_CLOEXEC) && !unshare(CLONE_NEWNS | CLONE_NEWPID))
		msg.pid = fork();
	if (msg.pid == 0)
		inner(f, exe, ready[1], stop);
	if (msg.pid > 0 && read(ready[0], &msg.ready, 1) != 1)
		msg.ready = 'n';
	(void)!write(to, &msg, sizeof(msg));
	if (msg.pid > 0)
		(void)waitpid(msg.pid, NULL, 0);
	_exit(0);
}

/* False if name spaces are not permitted here. */
static bool container__start(struct container *c, const struct elf_fixture *f)
{
	int from[2], stop[2];
	struct message msg;

	if (pipe2(from, O_CLOEXEC) || pipe2(stop, O_CLOEXEC))
		return false;
	c->outer = fork();
	if (!c->outer) {
		close(stop[1]);
		outer(f, from[1], stop[0]);
	}
	close(from[1]);
	close(stop[0]);
	c->in = from[0];
	c->out = stop[1];
	if (read(c->in, &msg, sizeof(msg)) != sizeof(msg))
		return false;
	c->pid = msg.pid;
	return msg.ready == 'y';
}

static void container__stop(struct container *c)
{
	close(c->in);
	close(c->out);
	if (c->outer > 0)
		(void)waitpid(c->outer, NULL, 0);
}

static int check_files(const struct elf_fixture *f, const struct container *c)
{
	struct symbol_opts symfs = { .symfs = f->dir };
	uint32_t pid = (uint32_t)c->pid;
	uint8_t other[20];

	/* Here there is no such file; the process has it. */
	TEST_ASSERT_STR(elf_fixture__look(f, NULL, "lib/x", f->id, 0, NULL), "-");
	TEST_ASSERT_STR(elf_fixture__look(f, NULL, "lib/x", f->id, pid, NULL), FIXTURE_SYMBOL);
	/* Nothing says that it is the process that was recorded; or it is not the file. */
	TEST_ASSERT_STR(elf_fixture__look(f, NULL, "lib/x", NULL, pid, NULL), "-");
	memcpy(other, f->id, 20);
	other[0] ^= 1;
	TEST_ASSERT_STR(elf_fixture__look(f, NULL, "lib/x", other, pid, NULL), "-");
	/* Under --symfs all that counts is below that directory. */
	TEST_ASSERT_STR(elf_fixture__look(f, &symfs, "lib/x", f->id, pid, NULL), "-");
	/* Another file of that name here does not stand in the way. */
	TEST_ASSERT(elf_fixture__run(f, "cp /bin/sh lib/x"));
	TEST_ASSERT_STR(elf_fixture__look(f, NULL, "lib/x", f->id, pid, NULL), FIXTURE_SYMBOL);
	return TEST_OK;
}

static int check_jit(const struct container *c)
{
	struct dsos *dsos = dsos__new(NULL);
	char *name = xasprintf("/tmp/perf-%d.map", c->pid);
	struct dso *dso = dsos__get(dsos, name, DSO_KIND_JIT, NULL, 0, (uint32_t)c->pid);
	const struct symbol *sym;

	TEST_ASSERT_EQ(process__own_pid((uint32_t)c->pid), 1);
	sym = dso__find_symbol(dso, 0x7f00000010ff);
	TEST_ASSERT(sym != NULL);
	TEST_ASSERT_STR(sym->name, "Interpreter::run");
	TEST_ASSERT_STR(dso__find_symbol(dso, 0x7f0000002000)->name, "stub");
	TEST_ASSERT(!dso__find_symbol(dso, 0x7f0000001100));
	dsos__delete(dsos);
	free(name);
	return TEST_OK;
}

static int test__container(void)
{
	struct container c = { 0 };
	struct elf_fixture f;
	int ret = elf_fixture__init(&f);

	if (ret == TEST_OK) {
		if (!container__start(&c, &f))
			ret = test_skip("mount and process name spaces are not permitted here");
		if (ret == TEST_OK)
			ret = check_files(&f, &c);
		if (ret == TEST_OK)
			ret = check_jit(&c);
		container__stop(&c);
	}
	elf_fixture__exit(&f);
	return ret;
}

/* A file that is mapped, and has lost its name, or has it no longer to itself. */
static int check_mapped(const struct elf_fixture *f)
{
	char *path = xasprintf("%s/gone", f->dir), *mapped;
	int exe = open(f->exe, O_RDONLY | O_CLOEXEC), fd;
	uint32_t pid = (uint32_t)getpid();
	void *map;

	TEST_ASSERT(exe >= 0 && write_file(path, exe, NULL));
	fd = open(path, O_RDONLY | O_CLOEXEC);
	map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	TEST_ASSERT(map != MAP_FAILED);
	close(fd);
	close(exe);
	TEST_ASSERT_EQ(unlink(path), 0);
	mapped = process__mapped_file(pid, path);
	TEST_ASSERT(mapped != NULL);
	free(mapped);
	TEST_ASSERT(!process__mapped_file(pid, f->dir));
	TEST_ASSERT(!process__mapped_file(0x7ffffff0, path));
	/* Without permission there is /proc/PID/exe, which happens to be the same build. */
	TEST_ASSERT_STR(elf_fixture__look(f, NULL, "gone", f->id, pid, NULL), FIXTURE_SYMBOL);
	TEST_ASSERT_STR(elf_fixture__look(f, NULL, "gone (deleted)", f->id, pid, NULL), FIXTURE_SYMBOL);
	TEST_ASSERT_STR(elf_fixture__look(f, NULL, "gone", NULL, pid, NULL), "-");
	TEST_ASSERT_STR(elf_fixture__look(f, NULL, "gone", f->id, 0, NULL), "-");
	/* Another build has taken its place. */
	TEST_ASSERT(elf_fixture__run(f, "cp /bin/sh gone"));
	TEST_ASSERT_STR(elf_fixture__look(f, NULL, "gone", f->id, pid, NULL), FIXTURE_SYMBOL);
	munmap(map, 4096);
	TEST_ASSERT_STR(elf_fixture__look(f, NULL, "gone", f->id, pid, NULL), "-");
	free(path);
	return TEST_OK;
}

static int test__mapped(void)
{
	struct elf_fixture f;
	int ret = elf_fixture__init(&f);

	if (ret == TEST_OK)
		ret = check_mapped(&f);
	elf_fixture__exit(&f);
	return ret;
}

static int test__own_root(void)
{
	uid_t uid;

	/* Our own paths are no other ones, and what does not run has none. */
	TEST_ASSERT(!process__other_root((uint32_t)getpid()));
	TEST_ASSERT(process__own_pid((uint32_t)getpid()) != 0);
	TEST_ASSERT(process__uid((uint32_t)getpid(), &uid) && uid == geteuid());
	TEST_ASSERT(!process__other_root(0x7ffffff0));
	TEST_ASSERT_EQ(process__own_pid(0x7ffffff0), 0);
	TEST_ASSERT(!process__uid(0x7ffffff0, &uid));
	return TEST_OK;
}

DEFINE_SUITE("Files of processes in containers", process_root,
	{ "a process like us, and none", test__own_root },
	{ "other root, other number", test__container },
	{ "files that have lost their names", test__mapped })
