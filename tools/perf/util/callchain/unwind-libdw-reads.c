// SPDX-License-Identifier: GPL-2.0-only
/* What libdw reads of a sample: its registers, its copy of the stack, and what is constant in the files that were mapped. */
#include "util/callchain/unwind-libdw-internal.h"

#include <string.h>
#include <unistd.h>

#include "util/base/file.h"
#include "util/base/names-file.h"
#include "util/callchain/unwind-epilogue.h"
#include "util/symbol/dso-runtime.h"

/* Registers that a function saves take no more, bytes. */
#define MAX_SAVED	512

static uint64_t load_word(const struct unwinder *u, const void *p)
{
	uint64_t word;
	uint32_t half;

	if (u->regs->is_64) {
		memcpy(&word, p, 8);
		return u->swap ? __builtin_bswap64(word) : word;
	}
	memcpy(&half, p, 4);
	return u->swap ? __builtin_bswap32(half) : half;
}

/* From the file that is mapped there: constants, such as tables that expressions look into. */
static bool read_file(struct unwinder *u, uint64_t addr, size_t size, void *buf)
{
	const struct map *map = maps__find(u->maps, addr);
	const struct dso_runtime *image = map ? unwind_images__get(&u->images, map->dso) : NULL;
	uint64_t offset;

	if (!image || map->end - addr < size)
		return false;
	offset = map__to_dso(map, addr);
	if (image->memory) {
		if (offset > image->memory_size || image->memory_size - offset < size)
			return false;
		memcpy(buf, (const char *)image->memory + offset, size);
		return true;
	}
	if (u->fd_dso != map->dso) {
		if (u->fd >= 0)
			close(u->fd);
		u->fd = names_file__open(image->path, NULL);
		u->fd_dso = map->dso;
	}
	return u->fd >= 0 && file__read_at(u->fd, buf, size, offset);
}

static bool read_code(void *ctx, uint64_t addr, size_t size, void *buf)
{
	return read_file(ctx, addr, size, buf);
}

static bool memory_read(Dwfl *dwfl, Dwarf_Addr addr, Dwarf_Word *ret, void *arg)
{
	struct unwinder *u = arg;
	const struct perf_sample *s = u->sample;
	size_t size = u->regs->is_64 ? 8 : 4;
	unsigned char buf[8];

	if (addr >= u->sp && addr - u->sp < s->user_stack_dyn_size &&
	    s->user_stack_dyn_size - (addr - u->sp) >= size) {
		*ret = load_word(u, (const char *)s->user_stack + (addr - u->sp));
		return true;
	}
	if (read_file(u, addr, size, buf)) {
		*ret = load_word(u, buf);
		return true;
	}
	if (addr < u->sp && u->sp - addr <= MAX_SAVED &&
	    unwind_epilogue__read(dwfl, &(struct unwind_at){ u->regs, &s->user_regs, u->ip }, addr, read_code, u, ret))
		return true;
	/* Only what lies upwards on the stack; anything else is a wrong address. */
	if (addr >= u->sp)
		u->past_end = true;
	else
		u->lost = true;
	return false;
}

static pid_t next_thread(Dwfl *dwfl, void *arg, void **thread_arg)
{
	(void)dwfl;
	if (*thread_arg)
		return 0;
	*thread_arg = arg;
	return THE_THREAD;
}

static bool get_thread(Dwfl *dwfl, pid_t tid, void *arg, void **thread_arg)
{
	(void)dwfl;
	(void)tid;
	*thread_arg = arg;
	return true;
}

static bool set_registers(Dwfl_Thread *thread, void *arg)
{
	const struct unwinder *u = arg;
	uint64_t value;
	int i, n;

	for (i = 0; i < u->regs->nr_runs; i++) {
		const struct unwind_reg_run *run = &u->regs->runs[i];

		for (n = 0; n < run->nr; n++) {
			Dwarf_Word word;

			if (!regs_dump__get(&u->sample->user_regs, run->perf + (unsigned int)n, &value))
				continue;
			word = value;
			if (!dwfl_thread_state_registers(thread, run->dwarf + n, 1, &word))
				return false;
		}
	}
	if (!regs_dump__get(&u->sample->user_regs, (unsigned int)regs_arch__ip(u->arch), &value))
		return false;
	dwfl_thread_state_register_pc(thread, value);
	return true;
}

const Dwfl_Thread_Callbacks unwind_libdw_callbacks = {
	.next_thread = next_thread,
	.get_thread = get_thread,
	.memory_read = memory_read,
	.set_initial_registers = set_registers,
};
