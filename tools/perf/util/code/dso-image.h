/* SPDX-License-Identifier: GPL-2.0-only */
/* The bytes of code: what was in memory where a dso was mapped, from its file, a kcore, a vmlinux or the vdso of this process. */
#ifndef PERF_CODE_DSO_IMAGE_H
#define PERF_CODE_DSO_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/symbol/dso.h"

struct dso_image;

/*
 * Opens what there is for @dso; symbols and build ids decide as elsewhere (see dso.h). @kcore: a copy of the
 * recorded kernel's memory, or NULL. Never NULL: what could not be opened has no bytes, and dso_image__error().
 */
struct dso_image *dso_image__open(struct dso *dso, const char *kcore);
void dso_image__close(struct dso_image *img);
/*
 * Bytes at @addr, an address as of dso__find_symbol(), and how many follow there, at least 1; or NULL. Borrowed
 * until the image is closed.
 */
const unsigned char *dso_image__bytes(struct dso_image *img, uint64_t addr, size_t *ret_size);
/* Is it the kernel's own file, rather than memory that ran: without what a kernel changes in its code when it boots? */
bool dso_image__is_kernel_file(const struct dso_image *img);
/* Is it a file of a 32-bit program? */
bool dso_image__is_32_bit(const struct dso_image *img);
/* Why there are no bytes, or NULL. */
const char *dso_image__error(const struct dso_image *img);

#endif /* PERF_CODE_DSO_IMAGE_H */
