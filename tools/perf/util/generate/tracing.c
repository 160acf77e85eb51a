// SPDX-License-Identifier: GPL-2.0-only
#include "util/generate/tracing.h"

#include <string.h>

#define COMM_LEN	16
#define PRIO		120

#define COMMON									\
	"format:\n"								\
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"	\
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"	\
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

static const char switch_format[] = "name: sched_switch\nID: 314\n" COMMON
	"\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
	"\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
	"\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;\n"
	"\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n"
	"\tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:0;\n"
	"\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;\n"
	"\tfield:int next_prio;\toffset:60;\tsize:4;\tsigned:1;\n\n"
	"print fmt: \"%s:%d ==> %s:%d\", REC->prev_comm, REC->prev_pid, REC->next_comm, REC->next_pid\n";
static const char waking_format[] = "name: sched_waking\nID: 316\n" COMMON
	"\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
	"\tfield:pid_t pid;\toffset:24;\tsize:4;\tsigned:1;\n"
	"\tfield:int prio;\toffset:28;\tsize:4;\tsigned:1;\n"
	"\tfield:int target_cpu;\toffset:32;\tsize:4;\tsigned:1;\n\n"
	"print fmt: \"comm=%s pid=%d\", REC->comm, REC->pid\n";

/* Texts in a trace's head: name, size, text. */
static void put_text(struct bytes *b, const char *name, const char *text)
{
	bytes__add(b, name, strlen(name) + 1);
	bytes__u64(b, strlen(text));
	bytes__add(b, text, strlen(text));
}

bool put_tracing_data(struct bytes *b, const struct scenario *s)
{
	bool switches = false, wakings = false;
	size_t i;

	for (i = 0; i < s->nr_events; i++) {
		switches |= s->events[i].switches;
		wakings |= s->events[i].wakings;
	}
	if (!switches && !wakings)
		return false;
	bytes__add(b, "\x17\x08\x44tracing0.6", 14);	/* with its zero */
	bytes__u8(b, s->big);
	bytes__u8(b, 8);				/* bytes of a long */
	bytes__u32(b, 4096);				/* of a page */
	put_text(b, "header_page", "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n");
	put_text(b, "header_event", "# compressed entry header\n");
	bytes__u32(b, 0);				/* events of ftrace itself */
	bytes__u32(b, 1);				/* systems */
	bytes__add(b, "sched", 6);
	bytes__u32(b, switches + wakings);
	if (switches) {
		bytes__u64(b, sizeof(switch_format) - 1);
		bytes__add(b, switch_format, sizeof(switch_format) - 1);
	}
	if (wakings) {
		bytes__u64(b, sizeof(waking_format) - 1);
		bytes__add(b, waking_format, sizeof(waking_format) - 1);
	}
	bytes__u32(b, 0);				/* kallsyms, printk formats, saved command lines: none */
	bytes__u32(b, 0);
	bytes__u64(b, 0);
	return true;
}

static void put_common(struct bytes *b, unsigned int id, int32_t tid)
{
	bytes__u16(b, id);
	bytes__u8(b, 0);
	bytes__u8(b, 0);
	bytes__u32(b, (uint32_t)tid);
}

static void put_comm(struct bytes *b, const char *comm)
{
	size_t len = strnlen(comm, COMM_LEN - 1);

	bytes__add(b, comm, len);
	bytes__zeros(b, COMM_LEN - len);
}

void put_switch_raw(struct bytes *b, int32_t prev, const char *prev_comm, uint64_t state, int32_t next, const char *next_comm)
{
	put_common(b, SCHED_SWITCH_ID, prev);
	put_comm(b, prev_comm);
	bytes__u32(b, (uint32_t)prev);
	bytes__u32(b, PRIO);
	bytes__u64(b, state);
	put_comm(b, next_comm);
	bytes__u32(b, (uint32_t)next);
	bytes__u32(b, PRIO);
}

void put_waking_raw(struct bytes *b, int32_t waker, int32_t tid, const char *comm, uint32_t cpu)
{
	put_common(b, SCHED_WAKING_ID, waker);
	put_comm(b, comm);
	bytes__u32(b, (uint32_t)tid);
	bytes__u32(b, PRIO);
	bytes__u32(b, cpu);
}
