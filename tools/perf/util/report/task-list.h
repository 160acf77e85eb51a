/* SPDX-License-Identifier: GPL-2.0-only */
/* `perf report --tasks` and `--mmaps`: the tasks of a recording as a tree, and the files that they had mapped. */
#ifndef PERF_REPORT_TASK_LIST_H
#define PERF_REPORT_TASK_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/byte-pool.h"
#include "util/base/diag.h"
#include "util/base/text-out.h"
#include "util/event/record.h"

struct machine;

/* A thread that appears in a COMM or FORK record. */
struct task {
	uint32_t pid, tid;
	uint32_t ppid;			/* the process that made it; -1: not known */
	const char *comm;		/* its last name; NULL: not known */
	/* Filled when the tree is printed: */
	struct task *children, *next;	/* in the order of tids */
	size_t walk;			/* number of the last search for cycles that came here; 0: none yet */
	bool is_root;			/* shown at the left margin, even if it has a parent */
};

U64_MAP(task_list_map, struct task *)

/* Zero-initialised is empty. */
struct task_list {
	struct task **tasks;
	size_t nr, cap;
	struct task_list_map by_tid;	/* tid + 1 -> the task that has this tid now */
	struct byte_pool pool;
};

void task_list__exit(struct task_list *l);
/* Takes COMM and FORK records, in the order of time; other records are ignored. Returns 0, or -EBADMSG with @diag set. */
int task_list__add(struct task_list *l, const struct record *r, struct diag *diag);
/* Prints the tree. With @machine (may be NULL) also what each process had mapped at the end. To be called once. */
void task_list__print(struct task_list *l, const struct machine *machine, struct text_out *out);

#endif /* PERF_REPORT_TASK_LIST_H */
