/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The bytes of code that were in memory where a dso was mapped. They are read from its file, a kcore, a vmlinux or the vdso
 * of this process, and of BPF programs from the recording.
 */
#ifndef PERF_CODE_DSO_IMAGE_H
#define PERF_CODE_DSO_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/symbol/dso.h"

struct dso_image;

/*
 * Opens the file of @dso. Which file this is, is decided as for symbols, by the build id (see dso.h). @kcore: the path of a
 * copy of the recorded kernel's memory, or NULL. Never returns NULL: an image that could not be opened has no bytes, and
 * dso_image__error() says why. The caller closes it.
 */
struct dso_image *dso_image__open(struct dso *dso, const char *kcore);
void dso_image__close(struct dso_image *img);
/*
 * Returns the bytes at @addr, an address as dso__find_symbol() takes it, and sets *@ret_size to how many there are, at
 * least 1; or returns NULL. Borrowed until the image is closed.
 */
const unsigned char *dso_image__bytes(struct dso_image *img, uint64_t addr, size_t *ret_size);
/* Are the bytes from the kernel's file (vmlinux), not from its memory? A kernel changes some of its code when it boots. */
bool dso_image__is_kernel_file(const struct dso_image *img);
/* Is it a file for 32-bit programs? */
bool dso_image__is_32_bit(const struct dso_image *img);
/* Is it a file for 64-bit programs, or a kernel, of x86? */
bool dso_image__is_x86_64(struct dso_image *img);
/* Returns the reason why there are no bytes, borrowed; NULL if there are bytes. */
const char *dso_image__error(const struct dso_image *img);

#endif /* PERF_CODE_DSO_IMAGE_H */
