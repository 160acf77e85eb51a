// SPDX-License-Identifier: GPL-2.0-only
/* perf report --tasks: the tree of tasks, also where pids make no sense. */
#include <linux/perf_event.h>

#include "tests/test.h"
#include "util/report/task-list.h"

static struct task_list list;

static void add_fork(uint32_t pid, uint32_t tid, uint32_t ppid, uint32_t ptid)
{
	struct { struct perf_event_header header; uint32_t pid, ppid, tid, ptid; uint64_t time; } f = {
		{ PERF_RECORD_FORK, 0, sizeof(f) }, pid, ppid, tid, ptid, 0
	};
	struct record r = { .header = f.header, .data = (const unsigned char *)&f };
	struct diag diag = DIAG_INIT;

	(void)task_list__add(&list, &r, &diag);
}

static void add_comm(uint32_t pid, uint32_t tid, const char *comm)
{
	struct { struct perf_event_header header; uint32_t pid, tid; char comm[16]; } c = {
		{ PERF_RECORD_COMM, 0, sizeof(c) }, pid, tid, ""
	};
	struct record r = { .header = c.header, .data = (const unsigned char *)&c };
	struct diag diag = DIAG_INIT;

	strcpy(c.comm, comm);
	(void)task_list__add(&list, &r, &diag);
}

static const char *printed(void)
{
	static char text[2048];
	struct text_out out;

	text_out__init(&out, -1);
	task_list__print(&list, NULL, &out);
	text_out__addch(&out, 0);
	snprintf(text, sizeof(text), "%s", out.buf);
	text_out__exit(&out);
	task_list__exit(&list);
	return text;
}

static int test__tree(void)
{
	add_comm(10, 10, "shell");
	add_fork(12, 12, 10, 10);
	add_fork(11, 11, 10, 10);
	add_fork(11, 13, 11, 11);
	add_comm(11, 11, "server");
	add_fork(14, 14, 12, 12);
	add_comm(14, 14, "late");
	TEST_ASSERT_STR(printed(),
		"#      pid      tid     ppid  comm\n"
		"         0        0       -1 |swapper\n"
		"        10       10       -1 | shell\n"
		"        11       11       10 |  server\n"
		"        11       13       11 |   shell\n"
		"        12       12       10 |  shell\n"
		"        14       14       12 |   late\n");
	return TEST_OK;
}

/* Pids that were used again: nothing is lost, nothing is shown twice. */
static int test__circles(void)
{
	add_fork(5, 5, 6, 6);
	add_fork(6, 6, 7, 7);
	add_fork(7, 7, 5, 5);
	add_fork(8, 8, 8, 8);
	add_fork(9, 9, 7, 7);
	TEST_ASSERT_STR(printed(),
		"#      pid      tid     ppid  comm\n"
		"         0        0       -1 |swapper\n"
		"         5        5        6 | :5\n"
		"         7        7        5 |  :7\n"
		"         6        6        7 |   :6\n"
		"         9        9        7 |   :9\n"
		"         8        8        8 | :8\n");
	return TEST_OK;
}

static int test__tid_again(void)
{
	add_comm(20, 20, "first");
	add_comm(30, 20, "second");
	TEST_ASSERT_STR(printed(),
		"#      pid      tid     ppid  comm\n"
		"         0        0       -1 |swapper\n"
		"        20       20       -1 | first\n"
		"        30       20       -1 | second\n");
	return TEST_OK;
}

DEFINE_SUITE("Report: tasks", task_list,
	{ "a tree", test__tree },
	{ "circles", test__circles },
	{ "a tid that is used again", test__tid_again })
