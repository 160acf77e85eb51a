// SPDX-License-Identifier: GPL-2.0-only
/*
 * The head: u32 magic, version, size of the head, e_machine, padding, pid; u64 time, flags. Then records: u32 kind,
 * u32 size with this head; u64 time; and what belongs to the kind.
 */
#include "util/inject/jitdump.h"

#include <ctype.h>
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/file.h"
#include "util/base/open-regular.h"
#include "util/base/patient-open.h"

#define MAGIC		0x4a695444u	/* "JiTD" */
#define MAGIC_SWAPPED	0x4454694au
#define HEAD_SIZE	40
#define RECORD_HEAD	16
#define ARCH_TIMESTAMP	1u		/* of the flags: times are not of CLOCK_MONOTONIC */
#define DUMP_MAX	(1u << 30)
#define V8_MARK		0xdeadbeefu	/* what V8 writes into the padding */

bool jitdump__is_32_bit(uint16_t machine)
{
	return machine == EM_386 || machine == EM_ARM || machine == EM_PPC || machine == EM_MIPS;
}

bool jitdump__is_name(const char *path)
{
	const char *name = strrchr(path, '/');

	if (!name || strncmp(name, "/jit-", 5))
		return false;
	name += 5;
	if (!isdigit((unsigned char)*name))
		return false;
	while (isdigit((unsigned char)*name))
		name++;
	return !strcmp(name, ".dump");
}

/* A descriptor, or negative errno. */
static int open_dump(const char *path, bool force, struct diag *diag)
{
	struct stat st;
	int fd = patient_open(path, &st);

	if (open_regular__is_other_type(fd))
		return diag__msg(diag, -EINVAL, "the jitdump is no file");
	if (fd < 0)
		return diag__msg(diag, fd, "cannot open the jitdump: %s", strerror(-fd));
	if (force || stat__is_ours(&st))
		return fd;
	close(fd);
	return diag__msg(diag, -EPERM, "the jitdump belongs to another user (-f reads it)");
}

static int read_head(struct jitdump *d, size_t size, struct diag *diag)
{
	struct cursor c = cursor__make(d->data, size, false);
	uint32_t magic = cursor__u32(&c, "magic"), version, head, padding;
	uint64_t flags;
	bool host_is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

	c.swap = magic == MAGIC_SWAPPED;
	if (magic != MAGIC && !c.swap)
		return diag__set(diag, -EBADMSG, 0, "jitdump", "magic", "this is no jitdump");
	d->big_endian = host_is_big != c.swap;
	version = cursor__u32(&c, "version");
	head = cursor__u32(&c, "size");
	d->machine = (uint16_t)cursor__u32(&c, "machine");
	padding = cursor__u32(&c, "padding");
	cursor__skip(&c, 4 + 8, "head");
	flags = cursor__u64(&c, "flags");
	if (c.bad || head < HEAD_SIZE || head > size)
		return diag__set(diag, -EBADMSG, 0, "jitdump", "size", "the head is cut off");
	if (version != 1)
		return diag__set(diag, -EBADMSG, 0, "jitdump", "version", "version %u is not known", version);
	if (flags & ARCH_TIMESTAMP)
		return diag__msg(diag, -ENOTSUP,
				 "its times are those of the CPU's counter: let the runtime use CLOCK_MONOTONIC");
	cursor__skip(&c, head - HEAD_SIZE, "head");
	d->cursor = c;
	jitdump_lines__index(&d->lines, c, padding == V8_MARK, jitdump__is_32_bit(d->machine));
	return 0;
}

int jitdump__open(struct jitdump *d, const char *path, bool force, struct diag *diag)
{
	size_t size;
	int fd, err;

	memset(d, 0, sizeof(*d));
	diag->file = path;
	fd = open_dump(path, force, diag);
	if (fd < 0)
		return fd;
	err = file__read_fd(fd, DUMP_MAX, &d->data, &size);
	close(fd);
	if (err)
		return diag__msg(diag, err, "cannot read the jitdump: %s", strerror(-err));
	err = read_head(d, size, diag);
	if (err)
		jitdump__close(d);
	return err;
}

void jitdump__close(struct jitdump *d)
{
	free(d->data);
	jitdump_lines__exit(&d->lines);
	memset(d, 0, sizeof(*d));
}

static void read_load(struct cursor *c, struct jit_code *ret)
{
	ret->pid = cursor__u32(c, "pid");
	ret->tid = cursor__u32(c, "tid");
	cursor__skip(c, 8, "vma");
	ret->addr = cursor__u64(c, "code_addr");
	ret->size = cursor__u64(c, "code_size");
	ret->index = cursor__u64(c, "code_index");
	ret->name = cursor__str(c, "name");
	ret->code = cursor__bytes(c, ret->size, "code");
}

static void read_move(struct cursor *c, struct jit_code *ret)
{
	ret->pid = cursor__u32(c, "pid");
	ret->tid = cursor__u32(c, "tid");
	cursor__skip(c, 8 + 8, "old_code_addr");
	ret->addr = cursor__u64(c, "new_code_addr");
	ret->size = cursor__u64(c, "code_size");
	ret->index = cursor__u64(c, "code_index");
}

bool jitdump_record__next(struct cursor *c, struct jitdump_record *ret)
{
	size_t at = cursor__offset(c);
	uint32_t size;

	if (!cursor__left(c))
		return false;
	*ret = (struct jitdump_record){ .at = at, .kind = cursor__u32(c, "kind") };
	size = cursor__u32(c, "size");
	ret->time = cursor__u64(c, "time");
	if (c->bad || size < RECORD_HEAD || size - RECORD_HEAD > cursor__left(c)) {
		cursor__fail(c, "size");
		return false;
	}
	ret->body = cursor__sub(c, size - RECORD_HEAD, "size");
	return ret->kind != JITDUMP_CLOSE;
}

bool jitdump_record__code(struct jitdump_record *r, struct jit_code *ret)
{
	*ret = (struct jit_code){ .time = r->time, .at = r->at };
	if (r->kind == JITDUMP_LOAD)
		read_load(&r->body, ret);
	else
		read_move(&r->body, ret);
	return !r->body.bad;
}

int jitdump__next(struct jitdump *d, struct jit_code *ret, struct diag *diag)
{
	struct jitdump_record r;
	size_t at = cursor__offset(&d->cursor);

	for (; jitdump_record__next(&d->cursor, &r); at = cursor__offset(&d->cursor)) {
		if (r.kind != JITDUMP_LOAD && r.kind != JITDUMP_MOVE)
			continue;
		if (!jitdump_record__code(&r, ret))
			return diag__set(diag, -EBADMSG, at, "jitdump", r.body.bad, "the record is too short");
		if (ret->size)
			return 1;
	}
	if (d->cursor.bad)
		return diag__set(diag, -EBADMSG, at, "jitdump", "size", "the file ends within a record");
	return 0;
}
