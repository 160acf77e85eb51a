/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What functions of Go's runtime do with stacks that its table does not tell, known by their names and instructions.
 * Private to util/code. @code: the bytes of @f, all of them.
 */
#ifndef PERF_CODE_GO_STACKS_H
#define PERF_CODE_GO_STACKS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/code/go-table.h"
#include "util/code/unwind-machine.h"

/*
 * Before Go 1.17 functions have no flags. Later ones with the name of such a function may be compiled, have a frame and call it: these
 * pass arguments from registers to the stack. For the runtime the handlers of signals are the outermost frames of their
 * stack; but they return to the code that ends signals, and that to what was interrupted.
 */
unsigned int go_stacks__flags(const struct go_table *t, const struct go_function *f);
/*
 * The runtime's handlers of signals make the interrupted code go on in one of these, as if it had called it: what lies
 * on the stack as return address is where it was interrupted.
 */
bool go_stacks__is_injected(const struct go_function *f);
/*
 * Is @addr the last byte of the call in runtime.mcall, where its callee was called from? A goroutine that gives its thread away ends
 * there: what it calls has the scheduler's stack, begins there anew each time, and never returns. (Where runtime.systemstack and
 * runtime.morestack call something on that stack, the goroutine's goes on, but where that is no register tells.)
 */
bool go_stacks__begins_scheduler(const struct go_function *f, const unsigned char *code, uint64_t addr,
				 const struct unwind_machine *machine);
/*
 * A new thread of the system begins behind the return of runtime.clone to the thread that has asked for it: with a stack of its own, on
 * which nothing has been put. Is @addr there? Sets *@ret_start to where that is, 0: nowhere.
 */
bool go_stacks__begins_thread(const struct go_function *f, const unsigned char *code, uint64_t addr, const struct unwind_machine *machine,
			  uint64_t *ret_start);
/*
 * runtime.asmcgocall calls C. If it is on the system's stack already, that is only aligned, and the stack pointer that it had is kept 40
 * bytes above the new one: it is taken from there behind the call. (If it has come from the stack of a goroutine, only the distance
 * from that stack's end is kept, and where this is stands in memory that is not recorded.) Is @addr the last byte of that call?
 */
bool go_stacks__calls_c(const struct go_function *f, const unsigned char *code, uint64_t addr, const struct unwind_machine *machine);

#endif /* PERF_CODE_GO_STACKS_H */
