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

static const char *column_comm_text(const struct column_cell *c)
{
	return hist_entry__origin(c->e)->comm;
}

/* The thread's name at the end of the recording: columns are as wide as perf makes them. */
static const char *thread_name(const struct hist_entry *e, uint32_t tid)
{
	const struct row_origin *o = hist_entry__origin(e);

	return o->machine ? machine__comm_at(o->machine, o->pid, tid, UINT64_MAX) : o->comm;
}

static unsigned int column_comm_width(const struct column_cell *c)
{
	return (unsigned int)strlen(thread_name(c->e, hist_entry__origin(c->e)->tid));
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

static void print_thread(const struct column_cell *c, uint32_t tid, struct strbuf *out)
{
	const char *name = thread_name(c->e, tid);
	unsigned int len = (unsigned int)strlen(name), room = c->width > 8 ? c->width - 8 : 0;

	strbuf__addf(out, "%7d:", (int)tid);
	column_add_cut(out, name, len, room);
	if (len < room)
		strbuf__addblanks(out, room - len);
}

#define DEFINE_THREAD_KEY(field)										\
	DEFINE_ORIGIN_PARTS(field)										\
	static void column_##field##_print(const struct column_cell *c, struct strbuf *out)			\
	{													\
		print_thread(c, hist_entry__origin(c->e)->field, out);						\
	}													\
	static unsigned int column_##field##_width(const struct column_cell *c)					\
	{													\
		return (unsigned int)strlen(thread_name(c->e, hist_entry__origin(c->e)->field)) + 8;		\
	}

DEFINE_THREAD_KEY(tid)
DEFINE_THREAD_KEY(pid)

/* --- plain numbers ----------------------------------------------------------------------------------- */

DEFINE_ORIGIN_PARTS(cpu)

static void column_cpu_print(const struct column_cell *c, struct strbuf *out)
{
	strbuf__addf(out, "%*.*d", (int)c->width, (int)(c->width ? c->width : 3), (int)hist_entry__origin(c->e)->cpu);
}

/* --- what perf puts behind a column that is called "symbol" -------------------------------------- */

static void column_ipc_print(const struct column_cell *c, struct strbuf *out)
{
	(void)c;
	strbuf__addstr(out, "-      -");
}

/* --- the columns ----------------------------------------------------------------------------- */

static const struct column columns[] = {
	{
		.rank = 230, .name = "pid", .header = "    Pid:Command", .needs = NEEDS_TID, .print = column_tid_print,
		.help = "the process and its name",
		.parts = tid_parts, .width = column_tid_width,
	},
	{
		.rank = 240, .name = "comm", .header = "Command", .needs = NEEDS_COMM, .text = column_comm_text,
		.help = "the thread's name",
		.parts = comm_parts, .width = column_comm_width, .blanks = true,
	},
	{
		.rank = 290, .name = "cpu", .header = "CPU", .needs = NEEDS_CPU, .parts = cpu_parts, .print = column_cpu_print,
		.help = "the CPU that it ran on",
	},
	{
		.rank = 410, .name = "ipc_null", .header = "IPC   [IPC Coverage]",
		.help = "instructions per cycle of the function; always -, because counting them needs branches",
		.parts = column_same_parts, .print = column_ipc_print, .blanks = true,
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
