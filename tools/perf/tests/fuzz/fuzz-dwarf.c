// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: debug information (lines, inlined functions, globals, types of data with their members, parameters) and unwind tables. The first 8 bytes are addresses. */
#include "tests/fuzz/fuzz.h"

#include "util/code/dwarf-flow.h"
#include "util/code/dwarf-types.h"
#include "util/code/probe-vars.h"
#include "util/defer/frame-pointers.h"
#include "util/symbol/dwarf-lines.h"

#define NR_ADDRESSES	4

struct input {
	const uint8_t *bytes;
	size_t size;
};

/* The code of the file: its bytes, wherever they are linked. */
static const unsigned char *code_at(void *ctx, uint64_t addr, size_t *ret_size)
{
	const struct input *in = ctx;

	if (addr >= in->size)
		return NULL;
	*ret_size = in->size - (size_t)addr;
	return in->bytes + addr;
}

/* The type that an access at an address, or at a register, goes to; of every second address, in a kernel. */
static void look_at_types(struct dwarf_lines *d, struct input *in, uint16_t addr)
{
	const struct dwarf_flow_code code = { .bytes = code_at, .ctx = in, .kernel = addr & 1 };
	struct dwarf_flows *flows = dwarf_flows__new(&code);
	struct dwarf_globals *g = dwarf_globals__new(d);
	struct strbuf type = STRBUF_INIT, member = STRBUF_INIT;
	struct arena arena = { 0 };
	unsigned int i;

	for (i = 0; i < 18; i++) {
		const struct insn_memory mem = { .kind = i < 16 ? INSN_REGISTER : INSN_ADDRESS, .base = (int)i, .address = addr, .indexed = i & 1 };
		const struct dwarf_access access = { d, g, flows, addr, &mem };
		struct type_layout layout;
		uint64_t offset;

		(void)dwarf_types__find(&access, &type, &member, &offset);
		if (dwarf_types__layout(&access, &arena, &layout))
			type_layout__exit(&layout);
	}
	strbuf__exit(&type);
	strbuf__exit(&member);
	arena__exit(&arena);
	dwarf_flows__delete(flows);
	dwarf_globals__delete(g);
}

/* The parameters of the function that begins at the @offset of the file, if one does. */
static void look_at_parameters(const char *path, uint16_t offset)
{
	struct diag ignored = DIAG_INIT;
	struct probe_vars *v = probe_vars__open(path, offset, "f", &ignored);
	struct strbuf out = STRBUF_INIT, left_out = STRBUF_INIT;

	if (!v)
		return;
	probe_vars__add_all(v, &out, &left_out);
	(void)probe_vars__add(v, NULL, "item->next->part.small[1]", NULL, &out, &ignored);
	probe_vars__add_return_type(v, &out);
	strbuf__exit(&out);
	strbuf__exit(&left_out);
	probe_vars__close(v);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct src_frame frames[DWARF_MAX_INLINED];
	struct frame_pointers fp;
	struct dwarf_lines *d;
	struct input in;
	char path[FUZZ_PATH];
	uint16_t addrs[NR_ADDRESSES];
	int fd, i;

	if (size < sizeof(addrs))
		return 0;
	memcpy(addrs, data, sizeof(addrs));
	in = (struct input){ data + sizeof(addrs), size - sizeof(addrs) };
	fd = fuzz__file(data + sizeof(addrs), size - sizeof(addrs), path);
	if (fd < 0)
		return 0;
	(void)frame_pointers__measure(path, &fp);
	d = dwarf_lines__open(path, true);
	for (i = 0; d && i < NR_ADDRESSES; i++) {
		uint32_t n = dwarf_lines__find(d, addrs[i], true, frames);

		if (n > DWARF_MAX_INLINED)
			abort();
		look_at_types(d, &in, addrs[i]);
		look_at_parameters(path, addrs[i]);
	}
	dwarf_lines__close(d);
	close(fd);
	return 0;
}
