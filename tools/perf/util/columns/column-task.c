// SPDX-License-Identifier: GPL-2.0-only
/* Keys about the task, and the CPU. */
#include <inttypes.h>
#include <string.h>

#include "util/columns/column-ops.h"
#include "util/columns/column-tables.h"

/* --- comm ------------------------------------------------------------------------------------ */

static uint64_t comm_cell(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return (uintptr_t)hist_entry__origin(e)->comm;
}

static const struct column_part comm_parts[] = { { .cell = comm_cell, .text = true }, { 0 } };

static void column_comm_print(const struct hist *h, const struct hist_entry *e, unsigned int width,
		       struct strbuf *out)
{
	(void)h;
	column_add_padded(out, hist_entry__origin(e)->comm, strlen(hist_entry__origin(e)->comm), width);
}

/* The thread's name at the end of the recording: columns are as wide as perf makes them. */
static const char *thread_name(const struct hist_entry *e, uint32_t tid)
{
	return hist_entry__origin(e)->machine ? machine__comm_at(hist_entry__origin(e)->machine, hist_entry__origin(e)->pid, tid, UINT64_MAX) : hist_entry__origin(e)->comm;
}

static unsigned int column_comm_width(const struct hist *h, const struct hist_entry *e)
{
	(void)h;
	return (unsigned int)strlen(thread_name(e, hist_entry__origin(e)->tid));
}

/* Numbers of tasks and CPUs are compared with their sign. */
static uint64_t signed_cell(uint32_t v)
{
	return v ^ (uint32_t)1 << 31;
}

/* The parts of a key that is the number @field of the row's origin. */
#define DEFINE_ORIGIN_PARTS(field)										\
	static uint64_t field##_cell(const struct hist *h, const struct hist_entry *e)				\
	{													\
		(void)h;											\
		return signed_cell(hist_entry__origin(e)->field);						\
	}													\
	static const struct column_part field##_parts[] = { { .cell = field##_cell }, { 0 } };

/* --- threads and processes ---------------------------------------------------------------------- */

static void print_thread(const struct hist_entry *e, uint32_t tid, unsigned int width, struct strbuf *out)
{
	const char *name = thread_name(e, tid);

	strbuf__addf(out, "%7d:", (int)tid);
	column_add_padded(out, name, strlen(name), width > 8 ? width - 8 : 0);
}

#define DEFINE_THREAD_KEY(field)										\
	DEFINE_ORIGIN_PARTS(field)										\
	static void column_##field##_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out) \
	{													\
		(void)h;											\
		print_thread(e, hist_entry__origin(e)->field, width, out);					\
	}													\
	static unsigned int column_##field##_width(const struct hist *h, const struct hist_entry *e)		\
	{													\
		(void)h;											\
		return (unsigned int)strlen(thread_name(e, hist_entry__origin(e)->field)) + 8;			\
	}

DEFINE_THREAD_KEY(tid)
DEFINE_THREAD_KEY(pid)

/* --- plain numbers ----------------------------------------------------------------------------------- */

DEFINE_ORIGIN_PARTS(cpu)

static void column_cpu_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out)
{
	(void)h;
	strbuf__addf(out, "%*.*d", (int)width, (int)(width ? width : 3), (int)hist_entry__origin(e)->cpu);
}

/* --- what perf puts behind a column that is called "symbol" -------------------------------------- */

static void column_ipc_print(const struct hist *h, const struct hist_entry *e, unsigned int width,
		      struct strbuf *out)
{
	(void)h;
	(void)e;
	strbuf__addf(out, "%-*s", (int)width, "-      -");
}

/* --- the columns ----------------------------------------------------------------------------- */

static const struct column columns[] = {
	{
		.rank = 230, .name = "pid", .header = "    Pid:Command", .needs = NEEDS_TID, .print = column_tid_print,
		.help = "the process and its name",
		.parts = tid_parts, .width = column_tid_width,
	},
	{
		.rank = 240, .name = "comm", .header = "Command", .needs = NEEDS_COMM, .print = column_comm_print,
		.help = "the thread's name",
		.parts = comm_parts, .width = column_comm_width,
	},
	{
		.rank = 290, .name = "cpu", .header = "CPU", .needs = NEEDS_CPU, .parts = cpu_parts, .print = column_cpu_print,
		.help = "the CPU that it ran on",
	},
	{
		.rank = 410, .name = "ipc_null", .header = "IPC   [IPC Coverage]",
		.help = "instructions per cycle of the function; always -, because counting them needs branches",
		.parts = column_same_parts, .print = column_ipc_print,
	},
	{
		.rank = 560, .name = "tgid", .header = "   Tgid:Command", .needs = NEEDS_PID, .print = column_pid_print,
		.help = "the process",
		.parts = pid_parts, .width = column_pid_width,
	},
	{
		.rank = 570, .name = "tid", .header = "    Tid:Command", .needs = NEEDS_TID, .print = column_tid_print,
		.help = "the thread",
		.parts = tid_parts, .width = column_tid_width,
	},
};

const struct column_table column_table_task = COLUMN_TABLE(columns);
