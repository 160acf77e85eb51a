/* SPDX-License-Identifier: GPL-2.0-only */
/* An image of code: dso-image-open.c finds its file, dso-image.c reads its bytes. Private to util/code. */
#ifndef PERF_CODE_DSO_IMAGE_INTERNAL_H
#define PERF_CODE_DSO_IMAGE_INTERNAL_H

#include "util/base/hash.h"
#include "util/code/dso-image.h"
#include "util/symbol/elf-symbols.h"

U64_MAP(image_pages, unsigned char *)

struct dso_image {
	const unsigned char *map;	/* the file, or NULL */
	void *copy;			/* owned: not a mapping, but memory */
	uint64_t size;
	int fd;				/* -1, or that of a file that cannot be mapped */
	struct image_pages pages;	/* of such a file, by offset / PAGE; owned */
	struct elf_segment *segs;	/* where addresses lie in the file; NULL: they are file offsets */
	size_t nr_segs;
	uint64_t delta;			/* addresses are that much higher than in the segments */
	bool kernel_file;		/* a vmlinux */
	char *error;
};

#endif /* PERF_CODE_DSO_IMAGE_INTERNAL_H */
