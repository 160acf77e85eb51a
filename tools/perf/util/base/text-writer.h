/* SPDX-License-Identifier: GPL-2.0-only */
/* Writes buffers to a file descriptor beside the thread that fills them. Private to text-out. */
#ifndef PERF_BASE_TEXT_WRITER_H
#define PERF_BASE_TEXT_WRITER_H

#include <stddef.h>

struct text_writer;

/* write(2) of all of it, by whoever calls. Returns 0 or errno. */
int text_writer__write(int fd, const char *data, size_t n);

/* NULL if no thread can be had. @fd is borrowed. @size: of each buffer, bytes. */
struct text_writer *text_writer__new(int fd, size_t size);
/*
 * Takes @n bytes of @buf over and returns the other buffer, of the same size, to be filled meanwhile;
 * waits while that is still being written. *@ret_error: errno of a write before this one, or 0.
 */
char *text_writer__swap(struct text_writer *w, char *buf, size_t n, int *ret_error);
/*
 * Waits until all is written, ends the thread. The buffer that the writer has is freed. Returns errno or 0.
 */
int text_writer__delete(struct text_writer *w);

#endif /* PERF_BASE_TEXT_WRITER_H */
