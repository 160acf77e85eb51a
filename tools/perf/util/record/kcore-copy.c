// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/kcore-copy.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/kernel-paths.h"
#include "util/base/log.h"
#include "util/record/find-function.h"
#include "util/symbol/proc-modules.h"

#define TEXT_MAX	(256U << 20)
#define PIECE		(1U << 20)
#define PHDRS_MAX	4096
#define ALIGN		4096ULL

/* Code, [start, end), of the kernel's addresses. */
struct stretch {
	uint64_t start, end;
};

struct copy {
	const char *dir;		/* its name in messages */
	int dir_fd;
	struct diag *diag;
	int in, out;			/* descriptors of /proc/kcore and of the copy */
	Elf64_Ehdr ehdr;
	Elf64_Phdr *phdrs;		/* of /proc/kcore; owned */
	size_t nr_phdrs;
	struct stretch *parts;		/* owned; ascending, apart */
	size_t nr_parts, cap_parts;
	uint64_t bytes;
};

static int create(struct copy *c, const char *name, int *ret_fd)
{
	*ret_fd = openat(c->dir_fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	return *ret_fd < 0 ? diag__msg(c->diag, -errno, "cannot create '%s/%s': %s", c->dir, name, strerror(errno)) : 0;
}

/* A file of /proc, as it is. */
static int copy_text(struct copy *c, const char *name)
{
	char *path = xasprintf("%s/%s", procfs__path(), name), *data;
	size_t size;
	int fd, err = file__read_all(path, TEXT_MAX, &data, &size);

	if (err) {
		diag__msg(c->diag, err, "cannot read %s: %s", path, strerror(-err));
		free(path);
		return err;
	}
	free(path);
	err = create(c, name, &fd);
	if (!err) {
		err = file__write_all(fd, data, size);
		if (err)
			diag__msg(c->diag, err, "cannot write to '%s/%s': %s", c->dir, name, strerror(-err));
		close(fd);
	}
	free(data);
	return err;
}

static int open_kcore(struct copy *c)
{
	char *path = xasprintf("%s/kcore", procfs__path());
	size_t size;

	c->in = open(path, O_RDONLY | O_CLOEXEC);
	if (c->in < 0) {
		int err = -errno;

		diag__msg(c->diag, err, "cannot open %s: %s%s", path, strerror(-err), err == -ENOENT ?
			  " (the kernel has no CONFIG_PROC_KCORE)" : "; --kcore takes root");
		free(path);
		return err;
	}
	free(path);
	if (!file__read_at(c->in, &c->ehdr, sizeof(c->ehdr), 0) || memcmp(c->ehdr.e_ident, ELFMAG, SELFMAG) ||
	    c->ehdr.e_ident[EI_CLASS] != ELFCLASS64 || c->ehdr.e_phentsize != sizeof(Elf64_Phdr) ||
	    c->ehdr.e_phnum > PHDRS_MAX)
		return diag__msg(c->diag, -ENOEXEC, "/proc/kcore is no 64-bit ELF core");
	c->nr_phdrs = c->ehdr.e_phnum;
	size = c->nr_phdrs * sizeof(*c->phdrs);
	c->phdrs = xmalloc(size ? size : 1);
	return file__read_at(c->in, c->phdrs, size, c->ehdr.e_phoff) ? 0 :
	       diag__msg(c->diag, -EIO, "cannot read the headers of /proc/kcore");
}

static void add_part(struct copy *c, uint64_t start, uint64_t end)
{
	GROW(c->parts, c->nr_parts, c->cap_parts);
	c->parts[c->nr_parts++] = (struct stretch){ start & ~(ALIGN - 1), (end + ALIGN - 1) & ~(ALIGN - 1) };
}

static int compare(const void *a, const void *b)
{
	const struct stretch *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

static void add_modules(struct copy *c)
{
	char *path = xasprintf("%s/modules", procfs__path());
	FILE *f = alloc__given(fopen(path, "re"));	/* NULL: a kernel without modules */
	struct proc_module m;

	free(path);
	while (f && proc_modules__next(f, &m))
		if (m.size && m.size < TEXT_MAX)
			add_part(c, m.start, m.start + m.size);
	if (f)
		fclose(f);
}

/* The kernel and its modules, where they overlap as one. */
static int find_parts(struct copy *c)
{
	struct found_function begin, end;
	size_t i, kept = 0;
	int err = kernel__find_function("_stext", &begin, c->diag);

	if (!err)
		err = kernel__find_function("_etext", &end, c->diag);
	if (err)
		return err;
	if (end.start <= begin.start || end.start - begin.start > TEXT_MAX)
		return diag__msg(c->diag, -EBADMSG, "kallsyms has no sense: _stext is at 0x%" PRIx64
				 ", _etext at 0x%" PRIx64, begin.start, end.start);
	add_part(c, begin.start, end.start);
	add_modules(c);
	qsort(c->parts, c->nr_parts, sizeof(*c->parts), compare);
	for (i = 1; i < c->nr_parts; i++) {
		if (c->parts[i].start > c->parts[kept].end)
			c->parts[++kept] = c->parts[i];
		else if (c->parts[i].end > c->parts[kept].end)
			c->parts[kept].end = c->parts[i].end;
	}
	c->nr_parts = kept + 1;
	return 0;
}

/* Where /proc/kcore has the address; false: nowhere. @ret_left: how much there is from there on. */
static bool find_offset(const struct copy *c, uint64_t addr, uint64_t *ret_offset, uint64_t *ret_left)
{
	size_t i;

	for (i = 0; i < c->nr_phdrs; i++) {
		const Elf64_Phdr *p = &c->phdrs[i];

		if (p->p_type != PT_LOAD || addr - p->p_vaddr >= p->p_filesz)
			continue;
		*ret_offset = p->p_offset + (addr - p->p_vaddr);
		*ret_left = p->p_filesz - (addr - p->p_vaddr);
		return true;
	}
	return false;
}

/* What cannot be read is zero in the copy. */
static int copy_part(struct copy *c, const struct stretch *part, unsigned char *buf)
{
	uint64_t addr = part->start;

	while (addr < part->end) {
		uint64_t n = part->end - addr < PIECE ? part->end - addr : PIECE, offset, left;
		int err;

		if (!find_offset(c, addr, &offset, &left)) {
			n = n < ALIGN ? n : ALIGN;
			memset(buf, 0, n);
		} else {
			n = n < left ? n : left;
			if (!file__read_at(c->in, buf, (size_t)n, offset)) {
				n = n < ALIGN ? n : ALIGN;
				if (!file__read_at(c->in, buf, (size_t)n, offset))
					memset(buf, 0, n);
			}
		}
		err = file__write_all(c->out, buf, (size_t)n);
		if (err)
			return err;
		addr += n;
	}
	return 0;
}

/* ELF header, a program header for each part, the parts. */
static int write_core(struct copy *c)
{
	uint64_t at = sizeof(Elf64_Ehdr) + c->nr_parts * sizeof(Elf64_Phdr);
	unsigned char *buf = xmalloc(PIECE);
	size_t i;
	int err;

	at = (at + ALIGN - 1) & ~(ALIGN - 1);
	c->ehdr.e_phoff = sizeof(c->ehdr);
	c->ehdr.e_phnum = (uint16_t)c->nr_parts;
	c->ehdr.e_shoff = 0;
	c->ehdr.e_shnum = c->ehdr.e_shstrndx = 0;
	err = file__write_all(c->out, &c->ehdr, sizeof(c->ehdr));
	for (i = 0; i < c->nr_parts && !err; i++) {
		const struct stretch *s = &c->parts[i];
		Elf64_Phdr p = {
			.p_type = PT_LOAD, .p_flags = PF_R | PF_W | PF_X, .p_offset = at,
			.p_vaddr = s->start, .p_filesz = s->end - s->start, .p_memsz = s->end - s->start,
			.p_align = ALIGN,
		};

		at += p.p_filesz;
		err = file__write_all(c->out, &p, sizeof(p));
	}
	c->bytes = at;
	at = (sizeof(Elf64_Ehdr) + c->nr_parts * sizeof(Elf64_Phdr) + ALIGN - 1) & ~(ALIGN - 1);
	if (!err && lseek(c->out, (off_t)at, SEEK_SET) < 0)
		err = -errno;
	for (i = 0; i < c->nr_parts && !err; i++)
		err = copy_part(c, &c->parts[i], buf);
	free(buf);
	return err ? diag__msg(c->diag, err, "cannot write to '%s/kcore': %s", c->dir, strerror(-err)) : 0;
}

static int copy_kcore(struct copy *c)
{
	int err = open_kcore(c);

	if (!err)
		err = find_parts(c);
	if (!err && c->nr_parts > PHDRS_MAX)
		err = diag__msg(c->diag, -E2BIG, "there are %zu modules", c->nr_parts);
	if (!err)
		err = create(c, "kcore", &c->out);
	if (!err)
		err = write_core(c);
	return err;
}

int kcore_copy(int at_fd, const char *dir, uint64_t *ret_bytes, struct diag *diag)
{
	struct copy c = { .dir = dir, .diag = diag, .in = -1, .out = -1 };
	int err = 0;

	if (mkdirat(at_fd, dir, 0700))
		return diag__msg(diag, -errno, "cannot make the folder '%s': %s", dir, strerror(errno));
	c.dir_fd = openat(at_fd, dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (c.dir_fd < 0)
		return diag__msg(diag, -errno, "cannot open the folder '%s': %s", dir, strerror(errno));
	/* The names first: a module that comes in between is then one without code, not the other way. */
	err = copy_text(&c, "kallsyms");
	if (!err)
		err = copy_text(&c, "modules");
	if (!err)
		err = copy_kcore(&c);
	if (c.in >= 0)
		close(c.in);
	if (c.out >= 0)
		close(c.out);
	close(c.dir_fd);
	free(c.phdrs);
	free(c.parts);
	if (!err)
		*ret_bytes = c.bytes;
	return err;
}

int kcore_copy__check(struct diag *diag)
{
	struct copy c = { .diag = diag, .in = -1 };
	int err = open_kcore(&c);

	if (c.in >= 0)
		close(c.in);
	free(c.phdrs);
	return err;
}
