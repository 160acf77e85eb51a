/* SPDX-License-Identifier: GPL-2.0-only */
/* Writes buffers to a file descriptor, in another thread than the one that fills them. Private to text-out. */
#ifndef PERF_BASE_TEXT_WRITER_H
#define PERF_BASE_TEXT_WRITER_H

#include <stddef.h>

struct text_writer;

/* Writes all @n bytes with write(2), in the calling thread. Returns 0 or errno. */
int text_writer__write(int fd, const char *data, size_t n);

/* Returns a new writer, or NULL if no thread can be started. @fd is borrowed. @size: the size of each buffer, bytes. */
struct text_writer *text_writer__new(int fd, size_t size);
/*
 * Takes over @buf, to write @n bytes of it. Returns the other buffer, of the same size, which the caller can fill meanwhile;
 * if that is still being written, waits for it. *@ret_error: errno of an earlier write, or 0.
 */
char *text_writer__swap(struct text_writer *w, char *buf, size_t n, int *ret_error);
/*
 * Waits until all is written, ends the thread, and frees the writer with the buffer that it has. Returns errno or 0.
 */
int text_writer__delete(struct text_writer *w);

#endif /* PERF_BASE_TEXT_WRITER_H */
