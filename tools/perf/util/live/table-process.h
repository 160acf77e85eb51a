/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The process that reads unwind tables for the recorder. The recorder is often root's, and the files are anybody's: so it never reads
 * them itself. The process has nothing but one socket: no files, no rights, hardly any system calls (seccomp), and bounded
 * memory. It gets descriptors and questions, and answers.
 */
#ifndef PERF_LIVE_TABLE_PROCESS_H
#define PERF_LIVE_TABLE_PROCESS_H

#include <sys/types.h>

/*
 * Starts the process. Returns our end of the socket (SOCK_SEQPACKET, close-on-exec), on which struct table_request are sent,
 * and sets *@ret_pid; or returns negative errno. The process ends when the socket is closed, and when this process ends.
 */
int table_process__start(pid_t *ret_pid);

#endif /* PERF_LIVE_TABLE_PROCESS_H */
