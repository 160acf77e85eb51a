// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/bpf-code.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/symbol/dsos.h"

struct bpf_code {
	uint8_t tag[BPF_CODE_TAG];
	uint32_t size;
	const void *code;
	const struct bpf_code *next;	/* another program that had the same address before */
};

void dsos__add_bpf_code(struct dsos *dsos, uint64_t addr, const uint8_t tag[BPF_CODE_TAG], const void *code, uint32_t size)
{
	struct bpf_code *c = arena__zalloc(&dsos->arena, sizeof(*c));

	memcpy(c->tag, tag, sizeof(c->tag));
	c->size = size;
	c->code = arena__memdup(&dsos->arena, code, size);
	c->next = bpf_codes__find(&dsos->bpf_codes, addr);
	bpf_codes__set(&dsos->bpf_codes, addr, c);
}

/* "bpf_prog_", the tag in hexadecimal, and the program's own name behind it. */
static bool has_name(const struct bpf_code *c, const char *name)
{
	char start[sizeof("bpf_prog_") + 2 * BPF_CODE_TAG];
	int at = snprintf(start, sizeof(start), "bpf_prog_");
	size_t i;

	for (i = 0; i < BPF_CODE_TAG; i++)
		at += snprintf(start + at, sizeof(start) - (size_t)at, "%02x", c->tag[i]);
	return !strncmp(name, start, (size_t)at);
}

const void *dso__bpf_code(const struct dso *dso, uint64_t *ret_addr, size_t *ret_size)
{
	uint64_t addr = dso->kind == DSO_KIND_KSYMBOL ? dso_entry(dso)->start : 0;
	const struct bpf_code *c = addr ? bpf_codes__find(&dso->dsos->bpf_codes, addr) : NULL;

	while (c && !has_name(c, dso->long_name))
		c = c->next;
	if (!c || !c->size)
		return NULL;
	*ret_addr = addr;
	*ret_size = c->size;
	return c->code;
}
