// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/dso-code.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/code/disasm.h"
#include "util/code/dso-image.h"
#include "util/code/signal-return.h"
#include "util/code/straight-call.h"

U64_MAP(code_images, struct dso_image *)

struct dso_code {
	char *arch, *kcore;
	struct disasm *disasm;		/* NULL: not opened yet, or not there */
	bool opened;
	enum call_machine machine;
	struct code_images images;	/* dso -> struct dso_image *, owned */
};

struct dso_code *dso_code__new(const char *arch, const char *kcore)
{
	struct dso_code *c = xzalloc(sizeof(*c));

	c->arch = arch ? xstrdup(arch) : NULL;
	c->kcore = kcore ? xstrdup(kcore) : NULL;
	c->machine = call_machine__of(arch);
	return c;
}

void dso_code__delete(struct dso_code *c)
{
	size_t i;

	if (!c)
		return;
	HASH_EACH(&c->images, i)
		dso_image__close(c->images.slots[i].val);
	code_images__exit(&c->images);
	disasm__close(c->disasm);
	free(c->arch);
	free(c->kcore);
	free(c);
}

struct dso_image *dso_code__image(struct dso_code *c, struct dso *dso)
{
	uint64_t key = (uint64_t)(uintptr_t)dso;
	struct dso_image *img = code_images__find(&c->images, key);

	if (!img) {
		img = dso_image__open(dso, c->kcore);
		code_images__set(&c->images, key, img);
	}
	return img;
}

size_t dso_code__read(struct dso_code *c, struct dso *dso, uint64_t addr, void *buf, size_t size)
{
	struct dso_image *img = dso_code__image(c, dso);
	size_t done = 0, n;

	while (done < size) {
		const unsigned char *bytes = dso_image__bytes(img, addr + done, &n);

		if (!bytes)
			break;
		n = n < size - done ? n : size - done;
		memcpy((char *)buf + done, bytes, n);
		done += n;
	}
	return done;
}

static bool can_decode(struct dso_code *c)
{
	if (!c->opened)
		c->disasm = disasm__open_or_warn(c->arch);
	c->opened = true;
	return c->disasm;
}

bool dso_code__decode(struct dso_code *c, struct dso *dso, uint64_t addr, uint64_t ip, struct disasm_insn *ret)
{
	unsigned char code[DISASM_MAX_INSN];
	size_t size;

	if (!can_decode(c))
		return false;
	size = dso_code__read(c, dso, addr, code, sizeof(code));
	return size && disasm__decode(c->disasm, code, size, ip, dso_image__is_32_bit(dso_code__image(c, dso)), ret);
}

void dso_code__call_before(struct dso_code *c, struct dso *dso, uint64_t addr, uint64_t ip, struct call_before *ret)
{
	enum call_machine machine = c->machine;
	unsigned char code[CALL_INSN_MAX];
	size_t have = 0;

	/* Code may begin shortly before the address. */
	if (machine != CALL_MACHINE_UNKNOWN)
		have = sizeof(code) < addr ? sizeof(code) : addr;
	for (; have; have--)
		if (dso_code__read(c, dso, addr - have, code, have) == have)
			break;
	if (machine == CALL_MACHINE_X86_64 && have && dso_image__is_32_bit(dso_code__image(c, dso)))
		machine = CALL_MACHINE_I386;
	call_insn__before(machine, code, have, ip, ret);
}

/* Room for what is the longest before an address, and for what is behind it. */
#define BEFORE_MAX	9

struct surroundings {
	unsigned char code[BEFORE_MAX + STRAIGHT_CALL_BYTES];
	size_t before, after;		/* how much of both there is: code lies around code[BEFORE_MAX] */
};

/* Code may begin shortly before the address. */
static void read_around(struct dso_code *c, struct dso *dso, uint64_t addr, bool before, struct surroundings *s)
{
	size_t have = !before ? 0 : addr < BEFORE_MAX ? addr : BEFORE_MAX;

	s->after = dso_code__read(c, dso, addr, s->code + BEFORE_MAX, STRAIGHT_CALL_BYTES);
	while (have && dso_code__read(c, dso, addr - have, s->code + BEFORE_MAX - have, have) != have)
		have--;
	s->before = have;
}

/* Are they where the address is, or so many bytes before it? */
static bool has_bytes(const struct surroundings *s, size_t before, const char *bytes, size_t size)
{
	return before <= s->before && size <= before + s->after && !memcmp(s->code + BEFORE_MAX - before, bytes, size);
}

bool dso_code__is_signal_return(struct dso_code *c, struct dso *dso, uint64_t addr, bool within)
{
	static const struct {
		const char *bytes;
		uint8_t size;
		uint8_t call;		/* where the system call begins */
		bool x86;
	} known[] = {
		{ "\x48\xc7\xc0\x0f\x00\x00\x00\x0f\x05", 9, 7, true },	/* mov $15,%rax; syscall */
		{ "\xb8\x0f\x00\x00\x00\x0f\x05", 7, 5, true },		/* mov $15,%eax; syscall */
		{ "\xb8\xad\x00\x00\x00\xcd\x80", 7, 5, true },		/* mov $173,%eax; int $0x80 */
		{ "\x58\xb8\x77\x00\x00\x00\xcd\x80", 8, 6, true },		/* pop %eax; mov $119,%eax; int $0x80 */
		{ "\x68\x11\x80\xd2\x01\x00\x00\xd4", 8, 4, false },		/* mov x8,#139; svc #0 */
	};
	bool x86 = c->machine == CALL_MACHINE_X86_64 || c->machine == CALL_MACHINE_I386;
	struct surroundings s;
	size_t i;

	read_around(c, dso, addr, within, &s);
	for (i = 0; i < ARRAY_SIZE(known); i++) {
		const size_t size = known[i].size, call = known[i].call;

		if (known[i].x86 != x86)
			continue;
		if (has_bytes(&s, 0, known[i].bytes, size) ||
		    (within && (has_bytes(&s, call, known[i].bytes, size) || has_bytes(&s, size, known[i].bytes, size))))
			return true;
	}
	return c->machine == CALL_MACHINE_X86_64 && straight_call__comes_to(s.code + BEFORE_MAX, s.after, SIGNAL_RETURN_NR);
}
