// SPDX-License-Identifier: GPL-2.0-only
/*
 * User halves of frame pointers beside which registers and a piece of the stack were recorded: what the kernel's walk
 * skipped is put in (see util/callchain/repair.h).
 */
#include "util/callchain/user-stack.h"

#include <string.h>
#include <sys/mman.h>

#include "util/callchain/fp-health.h"
#include "util/callchain/infer.h"
#include "util/callchain/unwind-leaving.h"
#include "util/code/dso-code.h"
#include "util/code/pushed-return.h"
#include "util/code/unwind-tables.h"
#include "util/data/rewrite-attr.h"

/* Bits of an address in user space on arm64, above which pointer authentication signs. */
#define ARM64_ADDRESS_BITS	48
/* rt_sigreturn, as the kernel numbers system calls. */
#define ARM64_SIGRETURN		139
#define X86_SIGRETURN		15
#define X86_CX			2
#define ARM64_X8		8
#define ARM64_LR		30
/* More entries than the kernel had that one chain may get. */
#define MAX_MORE		128

/* Where the addresses of the chain at hand are looked up. */
struct place {
	struct unwind_tables *tables;
	struct dso_code *code;
	const struct maps *maps;
};

/* --- what the unwinding asks ------------------------------------------------------------------ */

static const struct unwind_row *find_row(void *ctx, uint64_t ip)
{
	struct place *p = ctx;
	const struct map *map = maps__find(p->maps, ip);

	return map ? unwind_tables__row(p->tables, map->dso, map__to_dso(map, ip)) : NULL;
}

static bool is_probe(void *ctx, uint64_t ip)
{
	const struct place *p = ctx;

	return infer__is_uretprobe(maps__find(p->maps, ip));
}

/* The map is that of the byte in front: of the call. Code that was made at run time is in no file: any place in it may be one. */
static bool is_return(void *ctx, uint64_t ip)
{
	struct place *p = ctx;
	const struct map *map = maps__find(p->maps, ip - 1);

	if (is_probe(ctx, ip))
		return true;
	if (map && map->dso->kind == DSO_KIND_JIT)
		return !map->prot || map->prot & PROT_EXEC;
	return map && unwind_tables__is_return(p->tables, map->dso, map__to_dso(map, ip));
}

/* @before bytes in front of @ip and @nr from it on; false: they are not all there. */
static bool read_code(const struct place *p, uint64_t ip, size_t before, unsigned char *buf, size_t nr)
{
	const struct map *map = maps__find(p->maps, ip - before);

	return map && map->end - (ip - before) >= before + nr &&
	       dso_code__read(p->code, map->dso, map__to_dso(map, ip - before), buf, before + nr) == before + nr;
}

static bool is_leaving(void *ctx, uint64_t ip)
{
	unsigned char code[UNWIND_LEAVING_BYTES];

	return read_code(ctx, ip, 0, code, sizeof(code)) && unwind__is_leaving_x86(code);
}

static bool is_entry(void *ctx, uint64_t ip)
{
	static const unsigned char endbr64[4] = { 0xf3, 0x0f, 0x1e, 0xfa };
	unsigned char code[4];

	return read_code(ctx, ip, 0, code, sizeof(code)) &&
	       (code[0] == 0x55 || !memcmp(code, endbr64, sizeof(code)));
}

/* Does code push @ip, to have somebody go on there who returns? */
static bool is_pushed(void *ctx, uint64_t ip)
{
	unsigned char code[PUSHED_RETURN_BYTES];

	return ip > sizeof(code) && read_code(ctx, ip - sizeof(code), sizeof(code), code, 0) &&
	       pushed_return__is_named(CALL_MACHINE_X86_64, code, sizeof(code), ip);
}

/* --- do chain and bytes belong together? ------------------------------------------------------ */

/* Does @ip lie behind an rt_sigreturn: `mov $15,%eax` or `%rax`, `syscall`? True as well: nobody knows. */
static bool may_be_sigreturn_x86(const struct place *p, uint64_t ip)
{
	const struct map *map = maps__find(p->maps, ip);
	unsigned char code[8];

	if (!map || (map->prot && !(map->prot & PROT_EXEC)))
		return false;
	if (!read_code(p, ip, sizeof(code), code, 0))
		return true;
	return code[6] == 0x0f && code[7] == 0x05 && (code[1] == 0xb8 || code[1] == 0xc0) && code[2] == X86_SIGRETURN &&
	       !code[3] && !code[4] && !code[5];
}

/* Is @ip the first byte of a function? True as well: nobody knows. */
static bool may_be_first_byte(const struct place *p, uint64_t ip)
{
	const struct map *map = maps__find(p->maps, ip);
	const struct symbol *sym = map ? dso__find_symbol(map->dso, map__to_dso(map, ip)) : NULL;

	return !sym || sym->start == map__to_dso(map, ip);
}

/*
 * May a signal's handler begin at @ip, for which the kernel has made a new frame since the sample was taken? Then the sample's
 * stack is that of the interrupted function, and the word where a caller would return to may be anything, such as a copy of some
 * return address. Only a function that was called from there is none: the call before that address must say so.
 */
static bool may_be_handler(const struct place *p, const struct repair_input *in)
{
	uint64_t ip = in->ips[0], back = in->lr;
	struct call_before call = { .kind = CALL_UNKNOWN };
	const struct map *map;

	if (!may_be_first_byte(p, ip))
		return false;
	if (!in->has_lr && in->stack_size < sizeof(back))
		return true;
	if (!in->has_lr)
		memcpy(&back, in->stack, sizeof(back));
	back = (in->swap && !in->has_lr ? __builtin_bswap64(back) : back) & in->ra_mask;
	map = maps__find(p->maps, back - 1);
	if (map)
		dso_code__call_before(p->code, map->dso, map__to_dso(map, back), back, &call);
	return call.kind != CALL_DIRECT || call.target != ip;
}

/*
 * A record that came later has the registers with which the task went back to user space. They are those of the sample,
 * but for two system calls that replace them: execve, and the return from a signal's handler; and where such a handler was
 * about to begin. The instruction pointer is not recorded, as old readers would unwind by it, too; a system call leaves it in
 * another register (x86).
 */
static bool same_registers(const struct place *p, enum regs_arch arch, const struct perf_sample *sample,
			   const struct maps *maps_then, const struct repair_input *in)
{
	uint64_t ip = in->ips[0];
	const struct map *now = maps__find(p->maps, ip), *then = maps__find(maps_then, ip);
	uint64_t val;

	if (!now || !then || now->dso != then->dso || now->start - now->pgoff != then->start - then->pgoff)
		return false;
	if (regs_dump__get(&sample->user_regs, (unsigned int)regs_arch__ip(arch), &val))
		return val == ip;
	if (sample__is_user(sample))
		return sample->ip == ip;
	if (arch == REGS_X86)
		return regs_dump__get(&sample->user_regs, X86_CX, &val) &&
		       (val == ip || (!may_be_sigreturn_x86(p, val) && !may_be_handler(p, in)));
	return arch == REGS_ARM64 && regs_dump__get(&sample->user_regs, ARM64_X8, &val) && val != ARM64_SIGRETURN &&
	       !may_be_handler(p, in);
}

/* --- one chain -------------------------------------------------------------------------------- */

static bool fill_input(const struct user_stacks *us, const struct perf_sample *sample, struct repair_input *in)
{
	int fp = regs_arch__fp(us->arch), sp = regs_arch__sp(us->arch);

	if (fp < 0 || sample->user_regs.abi != PERF_SAMPLE_REGS_ABI_64 ||
	    !regs_dump__get(&sample->user_regs, (unsigned int)fp, &in->fp) ||
	    !regs_dump__get(&sample->user_regs, (unsigned int)sp, &in->sp))
		return false;
	in->ra_mask = UINT64_MAX;
	in->calls_push = us->arch == REGS_X86;
	if (us->arch == REGS_ARM64) {
		in->ra_mask = (1ULL << ARM64_ADDRESS_BITS) - 1;
		in->has_lr = regs_dump__get(&sample->user_regs, ARM64_LR, &in->lr);
	}
	in->swap = us->swap;
	in->stack = sample->user_stack;
	in->stack_size = sample->user_stack_dyn_size;
	return true;
}

static bool has_markers(const uint64_t *ips, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (ips[i] >= PERF_CONTEXT_MAX)
			return true;
	return false;
}

/* From the functions that programs and threads begin with there is nothing to unwind to; not all tables say so. */
static bool ends_at_entry(const struct place *p, const struct repair *r)
{
	uint64_t ip = r->ips[r->nr - 1] - (r->nr > 1);
	const struct map *map = r->certain == r->nr ? maps__find(p->maps, ip) : NULL;
	const struct symbol *sym = map ? dso__find_symbol(map->dso, map__to_dso(map, ip)) : NULL;

	return sym && fp_health__is_entry(sym->name);
}

static void count(struct user_stack_counts *counts, const struct repair *r)
{
	counts->repair_ends[r->end]++;
	counts->repaired += r->put_in || r->taken_out;
	counts->repair_put_in += r->put_in;
	counts->repair_taken_out += r->taken_out;
}

/* The entries of @r, behind the marker that @st's began with, if any. */
static void take(struct user_stacks *us, struct user_stack *st, const struct repair *r, bool marker)
{
	uint64_t *own;

	st->ips = r->ips;
	st->nr = r->nr + marker;
	if (!marker)
		return;
	st->ips = own = own_entries__room(&us->own, st->nr);
	own[0] = PERF_CONTEXT_USER;
	memcpy(own + 1, r->ips, r->nr * sizeof(*r->ips));
}

void user_stacks__repair(struct user_stacks *us, const struct user_stack_of *of, struct user_stack *st, const struct maps *maps)
{
	const struct perf_sample *sample = of->sample;
	bool marker = !of->found && st->nr && st->ips[0] == PERF_CONTEXT_USER;
	struct repair_input in = {
		.ips = st->ips + marker, .nr = st->nr - marker, .row = find_row,
		.is_return = is_return, .is_leaving = is_leaving, .is_entry = is_entry, .is_probe = is_probe,
		.is_begin = us->arch == REGS_X86 ? is_pushed : NULL,
	};
	struct place place = { .maps = maps };
	struct repair *r;
	bool is_new;

	if (!attr__has_repair_bytes(of->attr) || !in.nr || of->machine != us->host ||
	    !fill_input(us, sample, &in) || (!of->found && has_markers(in.ips, in.nr)))
		return;
	place.tables = user_stacks__tables(us);
	place.code = us->code;
	us->counts->repair_asked++;
	if (of->found && !same_registers(&place, us->arch, sample,
					machine__maps_at(of->machine, of->pid, sample->time), &in)) {
		us->counts->repair_others++;
		return;
	}
	in.max = in.nr + MAX_MORE;
	in.ctx = &place;
	r = repair_memo__run(&us->memo, &in, maps, &is_new);
	if (is_new && r->end != REPAIR_WHOLE && r->end != REPAIR_CONFLICT && !us->no_names && ends_at_entry(&place, r))
		r->end = REPAIR_WHOLE;
	count(us->counts, r);
	st->repair = r;
	if (r->put_in || r->taken_out)
		take(us, st, r, marker);
}
