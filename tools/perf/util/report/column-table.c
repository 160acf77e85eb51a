// SPDX-License-Identifier: GPL-2.0-only
/* All columns under perf's names, in its order: a word may be the beginning of several names. */
#include "util/report/column-internal.h"

static uint64_t stat_period(const struct hist_stat *s) { return s->period; }
static uint64_t stat_latency(const struct hist_stat *s) { return s->latency; }
static uint64_t stat_nr(const struct hist_stat *s) { return s->nr; }
static uint64_t stat_sys(const struct hist_stat *s) { return s->sys; }
static uint64_t stat_us(const struct hist_stat *s) { return s->us; }
static uint64_t stat_guest_sys(const struct hist_stat *s) { return s->guest_sys; }
static uint64_t stat_weight1(const struct hist_stat *s) { return s->weights[0]; }
static uint64_t stat_weight2(const struct hist_stat *s) { return s->weights[1]; }
static uint64_t stat_weight3(const struct hist_stat *s) { return s->weights[2]; }
static uint64_t stat_guest_us(const struct hist_stat *s) { return s->guest_us; }

#define KEY(fn) .compare = column_##fn##_compare, .hash = column_##fn##_hash, .print = column_##fn##_print
#define WORD(fn) .word = column_##fn##_word, .word_print = column_##fn##_print
/* A row's branches make no rows: they are compared as what never differs. */
#define HISTORY(fn) .needs = NEEDS_HISTORY, .compare = column_ipc_compare, .hash = column_ipc_hash, \
	.print = column_history_##fn##_print
#define BRANCH(fn) .needs = NEEDS_BRANCH, WORD(fn)
#define WEIGHT(fn) .word = column_##fn##_word, .word_print = column_weight_print, .word_compare = column_weight_compare
#define AVERAGE .average = true, .min_width = 8
#define MEM_STAT(n, title, which)									\
	{ .name = n, .header = title, .value = stat_period, .mem = true, .mem_stat = which,		\
	  .min_width = MEM_STAT_PART_WIDTH }
#define PERCENT .percent = true, .min_width = 8

const struct column report_columns[] = {
	{ .name = "overhead", .header = "Overhead", .value = stat_period, PERCENT },
	{ .name = "latency", .header = "Latency", .value = stat_latency, .latency = true, PERCENT },
	{ .name = "overhead_sys", .header = "sys", .value = stat_sys, PERCENT },
	{ .name = "overhead_us", .header = "usr", .value = stat_us, PERCENT },
	{ .name = "overhead_guest_sys", .header = "guest sys", .value = stat_guest_sys, PERCENT },
	{ .name = "overhead_guest_us", .header = "guest usr", .value = stat_guest_us, PERCENT },
	{ .name = "overhead_children", .header = "Children", .value = stat_period, .acc = true, PERCENT },
	{ .name = "latency_children", .header = "Latency", .value = stat_latency, .latency = true, .acc = true,
	  .percent = true, .min_width = 7 },
	{ .name = "sample", .header = "Samples", .value = stat_nr, .min_width = 12 },
	{ .name = "period", .header = "Period", .value = stat_period, .min_width = 12 },
	{ .name = "weight1", .header = "Weight1", .value = stat_weight1, AVERAGE },
	{ .name = "weight2", .header = "Weight2", .value = stat_weight2, AVERAGE },
	{ .name = "weight3", .header = "Weight3", .value = stat_weight3, AVERAGE },
	{ .name = "weight", .header = "Weight1", .value = stat_weight1, .alias = true, AVERAGE },
	{ .name = "ins_lat", .header = "Weight2", .value = stat_weight2, .alias = true, AVERAGE },
	{ .name = "retire_lat", .header = "Weight3", .value = stat_weight3, .alias = true, AVERAGE },
	{ .name = "p_stage_cyc", .header = "Weight3", .value = stat_weight3, .alias = true, AVERAGE },
	MEM_STAT("op", "Mem Op", MEM_STAT_OP),
	MEM_STAT("cache", "Cache", MEM_STAT_CACHE),
	MEM_STAT("memory", "Memory", MEM_STAT_MEMORY),
	MEM_STAT("snoop", "Snoop", MEM_STAT_SNOOP),
	MEM_STAT("dtlb", "D-TLB", MEM_STAT_DTLB),
	{ .name = "pid", .header = "    Pid:Command", .needs = NEEDS_TID, KEY(tid), .width = column_tid_width },
	{ .name = "comm", .header = "Command", .needs = NEEDS_COMM, KEY(comm), .width = column_comm_width },
	{ .name = "comm_nodigit", .header = "CommandNoDigit", WORD(comm_nodigit), .word_compare = column_text_compare,
	  .word_width = column_comm_nodigit_width },
	{ .name = "dso", .header = "Shared Object", .needs = NEEDS_PLACE, KEY(dso), .width = column_dso_width },
	{ .name = "sym", .long_name = "symbol", .header = "Symbol", .needs = NEEDS_PLACE, KEY(sym),
	  .order = column_sym_order, .width = column_sym_width },
	{ .name = "parent", .header = "Parent symbol", .needs = NEEDS_PARENT, WORD(parent),
	  .word_compare = column_text_compare, .word_width = column_parent_width },
	{ .name = "cpu", .header = "CPU", .needs = NEEDS_CPU, KEY(cpu) },
	{ .name = "socket", .header = "Socket", WORD(socket) },
	{ .name = "srcline", .header = "Source:Line", .needs = NEEDS_PLACE | NEEDS_ADDRESS, KEY(srcline),
	  .width = column_srcline_width },
	{ .name = "srcfile", .header = "Source File", .needs = NEEDS_PLACE | NEEDS_ADDRESS, KEY(srcfile),
	  .width = column_srcfile_width },
	{ .name = "local_weight", .header = "Local Weight", WEIGHT(weight) },
	{ .name = "weight", .header = "Weight", WEIGHT(weight), .summed = true, .min_width = 12 },
	{ .name = "transaction", .header = "Transaction", WORD(transaction), .word_compare = column_weight_compare,
	  .word_width = column_transaction_width, .min_width = 27 },
	{ .name = "trace", .header = "Trace output", WORD(trace), .word_compare = column_trace_compare,
	  .word_width = column_trace_width },
	{ .name = "symbol_size", .header = "Symbol size", .needs = NEEDS_PLACE, KEY(sym_size) },
	{ .name = "dso_size", .header = "DSO size", .needs = NEEDS_PLACE, KEY(dso_size) },
	{ .name = "cgroup", .header = "Cgroup", WORD(cgroup), .word_width = column_cgroup_width },
	{ .name = "cgroup_id", .header = "cgroup id (dev/inode)", WORD(cgroup_id),
	  .word_compare = column_cgroup_id_compare, .word_width = column_cgroup_id_width, .min_width = 20 },
	{ .name = "ipc_null", .header = "IPC   [IPC Coverage]", KEY(ipc) },
	{ .name = "time", .header = "Time", WORD(time), .word_width = column_time_width },
	{ .name = "code_page_size", .header = "Code Page Size", WORD(code_page_size) },
	{ .name = "local_ins_lat", .header = "Local INSTR Latency", .header_powerpc = "Finish Cyc", WEIGHT(ins_lat),
	  .min_width = 13 },
	{ .name = "ins_lat", .header = "INSTR Latency", .header_powerpc = "Global Finish_cyc", WEIGHT(ins_lat),
	  .summed = true },
	{ .name = "local_p_stage_cyc", .header = "Local Retire Latency", .header_powerpc = "Dispatch Cyc",
	  WEIGHT(retire_lat), .min_width = 13 },
	{ .name = "p_stage_cyc", .header = "Retire Latency", .header_powerpc = "Global Dispatch_cyc",
	  WEIGHT(retire_lat), .summed = true, .min_width = 13 },
	{ .name = "addr", .header = "Address", .needs = NEEDS_PLACE | NEEDS_ADDRESS, KEY(addr), .min_width = 18 },
	{ .name = "local_retire_lat", .header = "Local Retire Latency", WEIGHT(retire_lat), .min_width = 13 },
	{ .name = "retire_lat", .header = "Retire Latency", WEIGHT(retire_lat), .summed = true, .min_width = 13 },
	{ .name = "type", .header = "Data Type", WORD(type), .word_compare = column_text_compare },
	{ .name = "typeoff", .header = "Data Type Offset", .word = column_typeoff_word, .word_print = column_type_print,
	  .word_compare = column_text_compare },
	{ .name = "symoff", .header = "Symbol Offset", .needs = NEEDS_PLACE | NEEDS_ADDRESS, KEY(symoff),
	  .order = column_symoff_order },
	{ .name = "parallelism", .header = "Parallelism", WORD(parallelism) },
	{ .name = "typecln", .header = "Data Type Cacheline", .word = column_typecln_word, .word_print = column_type_print,
	  .word_compare = column_text_compare },
	{ .name = "tgid", .header = "   Tgid:Command", .needs = NEEDS_PID, KEY(pid), .width = column_pid_width },
	{ .name = "tid", .header = "    Tid:Command", .needs = NEEDS_TID, KEY(tid), .width = column_tid_width },
	{ .name = "dso_from", .header = "Source Shared Object", BRANCH(branch_dso), .word_compare = column_branch_dso_compare,
	  .word_width = column_branch_dso_width },
	{ .name = "dso_to", .header = "Target Shared Object", BRANCH(branch_dso), .target = true,
	  .word_compare = column_branch_dso_compare, .word_width = column_branch_dso_width },
	{ .name = "symbol_from", .header = "Source Symbol", BRANCH(branch_sym), .word_compare = column_branch_sym_compare,
	  .word_width = column_branch_sym_width },
	{ .name = "symbol_to", .header = "Target Symbol", BRANCH(branch_sym), .target = true,
	  .word_compare = column_branch_sym_compare, .word_width = column_branch_sym_width },
	{ .name = "mispredict", .header = "Branch Mispredicted", BRANCH(mispredict) },
	{ .name = "abort", .header = "Transaction abort", BRANCH(abort) },
	{ .name = "in_tx", .header = "Branch in transaction", BRANCH(in_tx) },
	{ .name = "cycles", .header = "Basic Block Cycles", BRANCH(cycles), .word_compare = column_weight_compare },
	{ .name = "srcline_from", .header = "From Source:Line", BRANCH(branch_srcline),
	  .word_compare = column_text_compare, .word_width = column_branch_srcline_width },
	{ .name = "srcline_to", .header = "To Source:Line", BRANCH(branch_srcline), .target = true,
	  .word_compare = column_text_compare, .word_width = column_branch_srcline_width },
	{ .name = "ipc_lbr", .header = "IPC   [IPC Coverage]", .needs = NEEDS_BRANCH | NEEDS_PLACE,
	  .compare = column_sym_compare, .hash = column_sym_hash, .print = column_ipc_lbr_print },
	{ .name = "addr_from", .header = "Source Address", BRANCH(branch_addr),
	  .word_compare = column_branch_addr_compare, .word_width = column_branch_addr_width },
	{ .name = "addr_to", .header = "Target Address", BRANCH(branch_addr), .target = true,
	  .word_compare = column_branch_addr_compare, .word_width = column_branch_addr_width },
	/* These only with --mem-mode. */
	{ .name = "symbol_daddr", .header = "Data Symbol", .mem = true, WORD(symbol_daddr),
	  .word_compare = column_symbol_daddr_compare, .word_width = column_symbol_daddr_width },
	{ .name = "dso_daddr", .header = "Data Object", .mem = true, WORD(dso_daddr),
	  .word_compare = column_dso_daddr_compare, .word_width = column_dso_daddr_width },
	{ .name = "locked", .header = "Locked", .mem = true, WORD(locked) },
	{ .name = "tlb", .header = "TLB access", .mem = true, WORD(tlb), .min_width = 22 },
	{ .name = "mem", .header = "Memory access", .mem = true, WORD(mem),
	  .word_compare = column_mem_compare, .min_width = 39 },
	{ .name = "snoop", .header = "Snoop", .mem = true, WORD(snoop), .min_width = 12 },
	{ .name = "dcacheline", .header = "Data Cacheline", .mem = true, .word = column_dcacheline_word,
	  .word_print = column_symbol_daddr_print, .word_compare = column_dcacheline_compare,
	  .word_width = column_dcacheline_width },
	{ .name = "symbol_iaddr", .header = "Code Symbol", .mem = true, .needs = NEEDS_PLACE, KEY(sym),
	  .order = column_sym_order, .width = column_symbol_iaddr_width },
	{ .name = "phys_daddr", .header = "Data Physical Address", .mem = true, WORD(phys_daddr),
	  .word_compare = column_symbol_daddr_compare,
	  .word_width = column_phys_daddr_width },
	{ .name = "data_page_size", .header = "Data Page Size", .mem = true, .word = column_data_page_size_word,
	  .word_print = column_code_page_size_print, .min_width = 22 },
	{ .name = "blocked", .header = "Blocked", .mem = true, WORD(blocked), .min_width = 10 },
	{ .name = "callchain_branch_predicted", .header = "Predicted", HISTORY(predicted) },
	{ .name = "callchain_branch_abort", .header = "Abort", HISTORY(abort) },
	{ .name = "callchain_branch_cycles", .header = "Cycles", HISTORY(cycles) },
	{ .name = NULL }
};
