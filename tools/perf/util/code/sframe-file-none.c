// SPDX-License-Identifier: GPL-2.0-only
/* Built where libelf is missing. */
#include "util/code/sframe-file.h"

#include <errno.h>

int sframe_file__open(struct sframe_file *ret, const char *path, struct diag *diag)
{
	(void)path;
	(void)diag;
	*ret = (struct sframe_file){ 0 };
	return -ENOENT;
}

int sframe_file__open_memory(struct sframe_file *ret, void *image, size_t size, struct diag *diag)
{
	(void)image;
	(void)size;
	return sframe_file__open(ret, NULL, diag);
}

void sframe_file__close(struct sframe_file *f)
{
	(void)f;
}
