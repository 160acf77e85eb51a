/* SPDX-License-Identifier: GPL-2.0-only */
/* Datagrams between processes of perf (SOCK_SEQPACKET), each with a file descriptor or without one. */
#ifndef PERF_BASE_FD_SOCKET_H
#define PERF_BASE_FD_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Sends @size bytes, and @fd (-1: none), which stays open here. @flags: of sendmsg(2). False, with errno: they were not sent whole. */
bool fd_socket__send(int socket, const void *bytes, size_t size, int fd, int flags);
/*
 * Receives up to @size bytes, and sets *@ret_fd to a descriptor (close-on-exec) that belongs to the caller, or to -1. Returns the number of
 * bytes; 0: the other end is closed; negative: errno.
 */
ssize_t fd_socket__receive(int socket, void *bytes, size_t size, int *ret_fd);

#endif /* PERF_BASE_FD_SOCKET_H */
