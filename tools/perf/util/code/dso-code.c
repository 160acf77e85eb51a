// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/dso-code.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/code/disasm.h"
#include "util/code/dso-image.h"

/* The longest call of x86: two prefixes, opcode, ModRM, SIB, four bytes of displacement, and one to spare. */
#define MAX_X86_CALL	10
#define DIRECT_X86_CALL	5

U64_MAP(code_images, struct dso_image *)

struct dso_code {
	char *arch, *kcore;
	struct disasm *disasm;		/* NULL: not opened yet, or not there */
	bool opened, x86;
	struct code_images images;	/* dso -> struct dso_image *, owned */
};

struct dso_code *dso_code__new(const char *arch, const char *kcore)
{
	struct dso_code *c = xzalloc(sizeof(*c));
	struct utsname uts;

	c->arch = xstrdup(arch ? arch : uname(&uts) ? "" : uts.machine);
	c->kcore = kcore ? xstrdup(kcore) : NULL;
	c->x86 = c->arch[0] == 'i' || c->arch[0] == 'x' || !strcmp(c->arch, "amd64");
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

/* Is there a call of exactly @size bytes at @code, which lies at @ip? */
static bool is_call(struct dso_code *c, const unsigned char *code, size_t size, uint64_t ip, bool bits32,
		    struct call_before *ret)
{
	struct disasm_insn insn;

	if (!disasm__decode(c->disasm, code, size, ip, bits32, &insn) || insn.size != size || !insn.call)
		return false;
	ret->kind = insn.has_target ? CALL_DIRECT : CALL_INDIRECT;
	ret->size = insn.size;
	ret->target = insn.target;
	return true;
}

static bool can_decode(struct dso_code *c)
{
	char err[128];

	if (!c->opened) {
		c->opened = true;
		(void)disasm__open(c->arch, &c->disasm, err, sizeof(err));
	}
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
	unsigned char code[MAX_X86_CALL];
	size_t max = c->x86 ? sizeof(code) : 4, have, i;
	bool bits32;

	*ret = (struct call_before){ .kind = CALL_UNKNOWN };
	if (!can_decode(c))
		return;
	/* Code may begin shortly before the address. */
	for (have = max < addr ? max : addr; have; have--)
		if (dso_code__read(c, dso, addr - have, code, have) == have)
			break;
	if (!have)
		return;
	ret->kind = CALL_NONE;
	bits32 = c->x86 && dso_image__is_32_bit(dso_code__image(c, dso));
	if (!c->x86) {
		if (have == max)
			(void)is_call(c, code, have, ip - have, false, ret);
		return;
	}
	if (have >= DIRECT_X86_CALL && code[have - DIRECT_X86_CALL] == 0xe8 &&
	    is_call(c, code + have - DIRECT_X86_CALL, DIRECT_X86_CALL, ip - DIRECT_X86_CALL, bits32, ret))
		return;
	for (i = 2; i <= have; i++)
		if (is_call(c, code + have - i, i, ip - i, bits32, ret))
			return;
}

static bool has_bytes(struct dso_code *c, struct dso *dso, uint64_t addr, const char *bytes, size_t size)
{
	unsigned char code[DISASM_MAX_INSN];

	return dso_code__read(c, dso, addr, code, size) == size && !memcmp(code, bytes, size);
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
	size_t i;

	for (i = 0; i < ARRAY_SIZE(known); i++) {
		uint64_t size = known[i].size, call = known[i].call;

		if (known[i].x86 != c->x86)
			continue;
		if (has_bytes(c, dso, addr, known[i].bytes, size) ||
		    (within && addr >= size && (has_bytes(c, dso, addr - call, known[i].bytes, size) ||
						has_bytes(c, dso, addr - size, known[i].bytes, size))))
			return true;
	}
	return false;
}
