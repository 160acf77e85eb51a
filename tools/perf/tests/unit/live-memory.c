// SPDX-License-Identifier: GPL-2.0-only
/* Code in memory, and files that are copied from there: of this process, which has both. */
#include <fcntl.h>
#include <link.h>
#include <linux/userfaultfd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/live/file-image.h"
#include "util/live/live-tables.h"
#include "util/live/memory-code.h"
#include "util/live/memory-reader.h"

#define LONG_MS		60000
#define AT		256

#ifdef __x86_64__
/* push %rbx; sub $room, %rsp; call *%rdi; add $room, %rsp; pop %rbx; ret. The call ends 10 bytes behind the beginning. */
static void make(unsigned char *to, uint8_t room)
{
	const unsigned char code[] = { 0x53, 0x48, 0x81, 0xec, room, 0, 0, 0, 0xff, 0xd7, 0x48, 0x81, 0xc4, room, 0, 0, 0, 0x5b, 0xc3 };

	memcpy(to, code, sizeof(code));
}

struct fixture {
	struct live_tables *tables;
	struct memory_reader *reader;
	struct memory_code *memory;
	struct live_map map;
	unsigned char *page;
};

static bool begin(struct fixture *f)
{
	int err;

	*f = (struct fixture){ .tables = live_tables__new(&err), .reader = memory_reader__new(MEMORY_CODE_PIECE, NULL) };
	f->memory = memory_code__new(f->reader);
	f->page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	f->map = (struct live_map){ .start = (uintptr_t)f->page, .end = (uintptr_t)f->page + 4096 };
	return f->tables && f->page != MAP_FAILED;
}

static void end(struct fixture *f)
{
	live_tables__delete(f->tables);
	memory_code__delete(f->memory);
	memory_reader__delete(f->reader);
	munmap(f->page, 4096);
}

/* What is said of the return address in the code that was made, of a sample of round @round: 0: nothing; how far the caller's frame is. */
static int asked(struct fixture *f, uint64_t round, struct live_place_in_file *ret)
{
	struct live_answer a;
	enum live_found found;

	if (!memory_code__find(f->memory, (uint32_t)getpid(), &f->map, (uintptr_t)f->page + AT + 10, ret))
		return -1;
	do
		found = live_tables__find(f->tables, ret->file, ret->offset, &a);
	while (found == LIVE_LATER && live_tables__exchange(f->tables, LONG_MS));
	if (found != LIVE_FOUND || !a.is_return || !a.before)
		return -2;
	return memory_code__held(f->memory, ret, &a, round) ? a.before->cfa_offset : 0;
}

static int test__believed(void)
{
	struct live_place_in_file place, old;
	struct fixture f;
	uint64_t first;

	TEST_ASSERT(begin(&f));
	make(f.page + AT, 64);
	first = memory_code__now(f.memory);
	/* The first look is behind the samples of its round, and behind some of the next one. */
	TEST_ASSERT_EQ(asked(&f, first, &old), 0);
	memory_code__round(f.memory);
	TEST_ASSERT_EQ(asked(&f, first + 1, &place), 0);
	memory_code__round(f.memory);
	TEST_ASSERT_EQ(asked(&f, first + 2, &place), 64 + 16);
	TEST_ASSERT(place.offset == old.offset && place.file == old.file);
	/* What changes beside it does no harm; who waits for tables is older. */
	f.page[8]++;
	memory_code__round(f.memory);
	TEST_ASSERT_EQ(asked(&f, first + 3, &place), 64 + 16);
	TEST_ASSERT(place.offset != old.offset);
	TEST_ASSERT(!memory_code__is_now(old.file, old.offset) && memory_code__is_now(place.file, place.offset));
	TEST_ASSERT_EQ(asked(&f, first + 1, &place), 0);
	/* Another function in its place. */
	make(f.page + AT, 96);
	TEST_ASSERT_EQ(asked(&f, first + 3, &place), 64 + 16);
	memory_code__round(f.memory);
	TEST_ASSERT_EQ(asked(&f, first + 4, &place), 0);
	memory_code__round(f.memory);
	memory_code__round(f.memory);
	TEST_ASSERT_EQ(asked(&f, first + 6, &place), 96 + 16);
	end(&f);
	return TEST_OK;
}

/* jmp to what takes the frame back far behind: what changes there changes what is said here. */
static int test__far(void)
{
	unsigned char jump[] = { 0xe9, 0, 0, 0, 0 };
	struct live_place_in_file place;
	const int32_t distance = 2048 - 15;
	struct fixture f;
	uint64_t first;

	TEST_ASSERT(begin(&f));
	make(f.page + AT, 64);
	memcpy(f.page + AT + 2048, f.page + AT + 10, 9);
	memcpy(jump + 1, &distance, 4);
	memcpy(f.page + AT + 10, jump, sizeof(jump));
	first = memory_code__now(f.memory);
	TEST_ASSERT_EQ(asked(&f, first, &place), 0);
	memory_code__round(f.memory);
	memory_code__round(f.memory);
	TEST_ASSERT_EQ(asked(&f, first + 2, &place), 64 + 16);
	f.page[AT + 2048 + 3] = 96;
	memory_code__round(f.memory);
	TEST_ASSERT_EQ(asked(&f, first + 3, &place), 0);
	memory_code__round(f.memory);
	memory_code__round(f.memory);
	TEST_ASSERT_EQ(asked(&f, first + 5, &place), 96 + 16);
	end(&f);
	return TEST_OK;
}

/* Another process has the number; nothing can be read; questions about what is not there any more have no answers. */
static int test__forgotten(void)
{
	struct live_place_in_file place, old;
	struct fixture f;
	struct live_answer a;

	TEST_ASSERT(begin(&f));
	make(f.page + AT, 64);
	TEST_ASSERT_EQ(asked(&f, memory_code__now(f.memory), &old), 0);
	memory_code__forget(f.memory, (uint32_t)getpid());
	TEST_ASSERT(!memory_code__find(f.memory, (uint32_t)getpid(), &f.map, (uintptr_t)f.page + AT, &place));
	memory_code__round(f.memory);
	memory_code__round(f.memory);
	TEST_ASSERT_EQ(asked(&f, memory_code__now(f.memory), &place), 0);
	TEST_ASSERT_EQ(live_tables__find(f.tables, old.file, old.offset + 1, &a), LIVE_LATER);
	while (live_tables__exchange(f.tables, LONG_MS))
		;
	TEST_ASSERT(live_tables__find(f.tables, old.file, old.offset + 1, &a) != LIVE_FOUND);
	TEST_ASSERT_EQ(mprotect(f.page, 4096, PROT_NONE), 0);
	memory_code__round(f.memory);
	TEST_ASSERT(!memory_code__find(f.memory, (uint32_t)getpid(), &f.map, (uintptr_t)f.page + AT, &place));
	end(&f);
	return TEST_OK;
}

/* More than is kept, and more again. */
static int test__many(void)
{
	struct live_place_in_file place;
	const size_t size = (size_t)1100 << 14;
	struct fixture f;
	unsigned char *room;
	size_t i, nr = 0;

	TEST_ASSERT(begin(&f));
	room = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	TEST_ASSERT(room != MAP_FAILED);
	f.map = (struct live_map){ .start = (uintptr_t)room, .end = (uintptr_t)room + size };
	memory_code__round(f.memory);
	for (i = 0; i < 4 * 1100; i++)
		nr += memory_code__find(f.memory, (uint32_t)getpid(), &f.map, (uintptr_t)room + (i % 1100 << 14), &place);
	/* They are forgotten once in a round. */
	TEST_ASSERT(nr >= 1024 && nr < 4 * 1100);
	memory_code__round(f.memory);
	TEST_ASSERT(memory_code__find(f.memory, (uint32_t)getpid(), &f.map, (uintptr_t)room + size - 16, &place));
	munmap(room, size);
	end(&f);
	return TEST_OK;
}
#else
static int none(void)
{
	return test_skip("for x86-64");
}

#define test__believed	none
#define test__forgotten	none
#define test__many	none
#endif

/* The file that this program has mapped with the code of @info, which is not the program itself. */
struct library {
	char name[4096];
	uint64_t offset;		/* of @code, in the file */
	const unsigned char *code;
	size_t size;
};

static int find_library(struct dl_phdr_info *info, size_t size, void *data)
{
	struct library *l = data;
	size_t i;

	(void)size;
	if (!strstr(info->dlpi_name, "libc.so"))
		return 0;
	for (i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
			snprintf(l->name, sizeof(l->name), "%s", info->dlpi_name);
			l->offset = info->dlpi_phdr[i].p_offset;
			l->code = (const unsigned char *)(uintptr_t)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
			l->size = info->dlpi_phdr[i].p_filesz;
			return 1;
		}
	return 0;
}

/* A file that is gone, and was mapped by its name; another one that is like it has not its name. */
static int check_deleted(void)
{
	char path[] = "/tmp/perf test XXXXXX", other[64], got[8];
	struct live_file file = { .pid = (uint32_t)getpid(), .name = path };
	int fd = mkstemp(path), image;
	void *map;

	TEST_ASSERT(fd >= 0 && write(fd, "\177ELFabc", 8) == 8);
	map = mmap(NULL, 8, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	unlink(path);
	TEST_ASSERT(map != MAP_FAILED);
	image = file_image__open(&file);
	TEST_ASSERT(image >= 0 && pread(image, got, 8, 0) == 8 && !memcmp(got, "\177ELFabc", 8));
	close(image);
	snprintf(other, sizeof(other), "%s (deleted)", path);
	file.name = other;
	image = file_image__open(&file);
	TEST_ASSERT(image >= 0);
	close(image);
	other[strlen(path) - 1]++;
	TEST_ASSERT(file_image__open(&file) < 0);
	munmap(map, 8);
	return TEST_OK;
}

static int test__image(void)
{
	static unsigned char buf[4096], head[4];
	struct live_file file = { .pid = (uint32_t)getpid(), .name = (char *)(uintptr_t)"/none" };
	struct library l = { .size = 0 };
	struct stat st;
	int fd;

	if (!dl_iterate_phdr(find_library, &l) || stat(l.name, &st))
		return test_skip("no library of C is mapped");
	file.ino = st.st_ino;
	fd = file_image__open(&file);
	if (fd < 0)
		return test_skip("this file system has other inode numbers in maps");
	TEST_ASSERT(pread(fd, head, 4, 0) == 4 && !memcmp(head, "\177ELF", 4));
	TEST_ASSERT(pread(fd, buf, sizeof(buf), (off_t)l.offset) == (ssize_t)sizeof(buf) && !memcmp(buf, l.code, sizeof(buf)));
	close(fd);
	TEST_ASSERT_EQ(check_deleted(), TEST_OK);
	/* Nothing of it is mapped; there is no such process. */
	file.ino = 0;
	TEST_ASSERT(file_image__open(&file) < 0);
	file.pid = 0x7fffffff;
	TEST_ASSERT(file_image__open(&file) < 0);
	return TEST_OK;
}

/* --- a process whose memory is somebody's who does not answer --------------------------------- */

#define TRAP_BYTES	((size_t)16 << 10)

/* Has all faults in the @size bytes at @at wait for ever. False: it may not, or this kernel cannot do it. */
static bool set_trap(void *at, size_t size)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .range = { (uintptr_t)at, size }, .mode = UFFDIO_REGISTER_MODE_MISSING };
	int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC);

	return fd >= 0 && !ioctl(fd, UFFDIO_API, &api) && !ioctl(fd, UFFDIO_REGISTER, &range);
}

/* Starts a process that has memory at @at which is not read without waiting; and says that it is there. 0: it cannot be made. */
static pid_t start_trap(void *at)
{
	char ready = 0;
	int fds[2];
	pid_t pid;

	if (pipe(fds))
		return 0;
	pid = fork();
	if (!pid) {
		close(fds[0]);
		if (!set_trap(at, TRAP_BYTES) || write(fds[1], "r", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	close(fds[1]);
	if (read(fds[0], &ready, 1) != 1) {
		(void)waitpid(pid, NULL, 0);
		pid = 0;
	}
	close(fds[0]);
	return pid;
}

/* It is not read, others are, and it is again when its number is another one's. */
static int test__trap(void)
{
	struct memory_reader *r = memory_reader__new(TRAP_BYTES, NULL);
	unsigned char *map, *got;
	char here[] = "here";
	pid_t pid;

	map = mmap(NULL, TRAP_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	TEST_ASSERT(map != MAP_FAILED);
	pid = start_trap(map);
	if (!pid) {
		memory_reader__delete(r);
		return test_skip("this user may not have faults of the kernel wait (userfaultfd)");
	}
	TEST_ASSERT_EQ(memory_reader__read(r, (uint32_t)getpid(), (uintptr_t)here, sizeof(here), &got), sizeof(here));
	TEST_ASSERT(!memcmp(got, "here", sizeof(here)));
	TEST_ASSERT_EQ(memory_reader__read(r, (uint32_t)pid, (uintptr_t)map, TRAP_BYTES, &got), 0);
	TEST_ASSERT_EQ(memory_reader__read(r, (uint32_t)getpid(), (uintptr_t)here, sizeof(here), &got), sizeof(here));
	TEST_ASSERT(!memcmp(got, "here", sizeof(here)));
	/* What could be read is not either. */
	TEST_ASSERT_EQ(memory_reader__read(r, (uint32_t)pid, (uintptr_t)here, sizeof(here), &got), 0);
	memory_reader__forget(r, (uint32_t)pid);
	TEST_ASSERT_EQ(memory_reader__read(r, (uint32_t)pid, (uintptr_t)here, sizeof(here), &got), sizeof(here));
	TEST_ASSERT(!kill(pid, SIGKILL) && waitpid(pid, NULL, 0) == pid);
	memory_reader__delete(r);
	munmap(map, TRAP_BYTES);
	return TEST_OK;
}

DEFINE_SUITE("Code in memory, looked at while recording", live_memory,
	     { "what was said before and after a sample", test__believed },
	     { "code that jumps far", test__far },
	     { "what is there no more", test__forgotten },
	     { "more than is kept", test__many },
	     { "a file out of the memory of a process", test__image },
	     { "memory that whoever reads it waits for", test__trap })
