/* SPDX-License-Identifier: GPL-2.0-only */
/* What a process has mapped, as /proc says, and where its files are seen from here. */
#ifndef PERF_RECORD_PROCESS_MAPS_H
#define PERF_RECORD_PROCESS_MAPS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct process_asker;

/* A line of /proc/PID/maps. */
struct map_line {
	uint64_t start, end, offset;	/* addresses; in the file, bytes */
	bool is_code;
	const char *path;		/* borrowed from the line; "" if there is none */
};

/* Reads @line, in which the newline at the end is removed. Returns false if it is damaged. */
bool map_line__parse(struct map_line *m, char *line);
/*
 * Has @asker read the lines of process or thread @pid; NULL: it is one of ours, and is read here. Returns them, which
 * the caller frees; NULL if they cannot be read, or would have to be waited for.
 */
char *process_maps__read(struct process_asker *asker, pid_t pid);
/*
 * Returns the path here of the file that process @pid calls @path, which the caller frees: below /proc/PID/root, if it
 * has a root folder of its own.
 */
char *process_maps__path(pid_t pid, const char *path);
/*
 * Returns the path here of the program that @pid runs, which the caller frees; NULL: a thread of the kernel, or of
 * another user.
 */
char *process_maps__program(pid_t pid);

#endif /* PERF_RECORD_PROCESS_MAPS_H */
