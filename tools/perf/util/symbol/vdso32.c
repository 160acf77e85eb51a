// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel maps its code for 32-bit processes into a 64-bit one that asks for it and has no other code of the kernel. So a process of our
 * own gives up what it has. That one ends then, since its C library asks the kernel's code for the time.
 */
#include "util/symbol/vdso.h"

#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/base/alloc.h"

#ifdef __x86_64__
/* The kernel's headers have it only for those who use its own numbers. */
#define MAP_VDSO_32	0x2002
/* Where nothing else is: programs and what they load lie higher. */
#define MAP_AT		0x10000000UL
#define PAGE		4096UL
/* In front of the code are the kernel's variables: a few pages. */
#define PAGES_BEFORE	64
#define MAX_SIZE	((size_t)1 << 16)
#define MAX_PARTS	16

/* What the process that asks for it leaves behind. */
struct found {
	size_t size;			/* 0: there is none */
	unsigned char bytes[MAX_SIZE];
};

static size_t read_own(uintptr_t addr, size_t size, void *to)
{
	struct iovec here = { to, size }, there = { (void *)addr, size };
	ssize_t n = process_vm_readv(getpid(), &here, 1, &there, 1, 0);

	return n > 0 ? (size_t)n : 0;
}

/* False: it is not known what there is. */
static bool give_up_own(void)
{
	struct {
		unsigned long start, end;
	} parts[MAX_PARTS];
	size_t nr = 0, i;
	char line[512];
	FILE *f = fopen("/proc/self/maps", "re");

	if (!f)
		return false;
	while (nr < MAX_PARTS && fgets(line, sizeof(line), f)) {
		if ((strstr(line, "[vdso]") || strstr(line, "[vvar")) && sscanf(line, "%lx-%lx", &parts[nr].start, &parts[nr].end) == 2)
			nr++;
	}
	fclose(f);
	for (i = 0; i < nr; i++)
		munmap((void *)parts[i].start, parts[i].end - parts[i].start);
	return true;
}

static void find(struct found *ret)
{
	unsigned long page;
	size_t size;
	long mapped;

	if (!give_up_own())
		return;
	mapped = syscall(SYS_arch_prctl, MAP_VDSO_32, MAP_AT);
	if (mapped <= 0 || (size_t)mapped > MAX_SIZE)
		return;
	for (page = 0; page < PAGES_BEFORE; page++) {
		size = read_own(MAP_AT + page * PAGE, (size_t)mapped, ret->bytes);
		if (size < sizeof(Elf32_Ehdr) || memcmp(ret->bytes, ELFMAG, SELFMAG) != 0)
			continue;
		ret->size = ret->bytes[EI_CLASS] == ELFCLASS32 ? size : 0;
		return;
	}
}

void *vdso__own32(size_t *ret_size)
{
	struct found *f = mmap(NULL, sizeof(*f), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	void *copy = NULL;
	pid_t pid;

	if (f == MAP_FAILED)
		return NULL;
	pid = fork();
	if (!pid) {
		find(f);
		_exit(0);
	}
	if (pid > 0 && waitpid(pid, NULL, 0) == pid && f->size && f->size <= MAX_SIZE) {
		*ret_size = f->size;
		copy = xmemdup(f->bytes, f->size);
	}
	munmap(f, sizeof(*f));
	return copy;
}
#else
void *vdso__own32(size_t *ret_size)
{
	(void)ret_size;
	return NULL;
}
#endif
