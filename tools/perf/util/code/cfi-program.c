// SPDX-License-Identifier: GPL-2.0-only
/* Programs of CFI: row after row of a function. What each instruction does is cfi-instruction.c. */
#include "util/code/cfi-program.h"

#include "util/code/cfi-instruction.h"

static void set_program(struct cfi_run *run, size_t from, size_t end)
{
	run->base = from;
	run->c = cursor__make(run->section.bytes + from, end - from, run->section.swap);
}

/* What the CIE says before the first instruction of the FDE. */
static void run_cie(struct cfi_run *run)
{
	run->instructions = 0;
	run->most = CFI_MAX_CIE_INSTRUCTIONS;
	set_program(run, run->fde.cie.program, run->fde.cie.program_end);
	while (!run->c.bad && cursor__left(&run->c))
		cfi_run__one(run);
	/* There is nothing yet that could be restored, and no row that could end. */
	run->bad = run->c.bad || run->loc != run->fde.start;
	run->initial = run->rules;
	run->nr_states = 0;
}

void cfi_run__begin(struct cfi_run *run, const struct cfi_section *section, const struct cfi_fde *fde, const struct unwind_machine *machine)
{
	run->section = *section;
	run->fde = *fde;
	run->code = (struct inline_thunk_code){ .bytes = NULL };
	run->sp = machine->sp;
	run->fp = machine->fp;
	run->base_nr = machine->base;
	run->start = run->end = run->loc = fde->start;
	run->rules = run->initial = (struct cfi_rules){ .cfa.kind = CFI_CFA_NONE };
	run->nr_states = 0;
	run->ended = run->bad = false;
	run_cie(run);
	run->instructions = 0;
	run->most = CFI_MAX_INSTRUCTIONS;
	if (!run->bad)
		set_program(run, fde->program, fde->program_end);
}

bool cfi_run__next(struct cfi_run *run)
{
	if (run->bad || run->ended)
		return false;
	run->start = run->end;
	run->loc = run->start;
	/* The instruction that goes on to the next row does not change the rules. */
	while (run->loc == run->start && !run->c.bad && cursor__left(&run->c))
		cfi_run__one(run);
	if (run->c.bad || run->loc < run->start) {
		run->bad = true;
		return false;
	}
	if (run->loc == run->start || run->loc >= run->fde.end) {
		run->loc = run->fde.end;
		run->ended = true;
	}
	run->end = run->loc;
	return run->end > run->start;
}
