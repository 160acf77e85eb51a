/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the arguments of a marker are, from the assembler's notation in its note into that of the kernel's uprobes:
 * "8@%rdi -4@-20(%rbp) 4@$5" is "arg1=%di:u64 arg2=-20(%bp):s32 arg3=\5:u32".
 */
#ifndef PERF_CODE_SDT_ARGS_H
#define PERF_CODE_SDT_ARGS_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

/*
 * Appends a blank and its translation to @out for each argument in @args, those of a file for @machine (EM_*: x86-64
 * and aarch64). Arguments that the kernel cannot fetch are left out: two registers added to each other, variables by
 * their name, floating point. Appends their names and places to @left_out, "arg2 at 8@(%rax,%rbx,8)", with commas
 * between.
 */
void sdt_args__translate(const char *args, uint16_t machine, struct strbuf *out, struct strbuf *left_out);

#endif /* PERF_CODE_SDT_ARGS_H */
