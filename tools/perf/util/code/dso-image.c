// SPDX-License-Identifier: GPL-2.0-only
#include "util/code/dso-image-internal.h"

#include <elf.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/base/alloc.h"

#define PAGE		((uint64_t)4096)
#define MAX_PAGES	65536		/* of a kernel's memory that are kept: 256 MiB */

void dso_image__close(struct dso_image *img)
{
	size_t i;

	if (!img)
		return;
	HASH_EACH(&img->pages, i)
		free(img->pages.slots[i].val);
	image_pages__exit(&img->pages);
	if (img->fd >= 0)
		close(img->fd);
	if (img->map && !img->copy)
		munmap((void *)(uintptr_t)img->map, img->size);
	free(img->copy);
	free(img->segs);
	free(img->error);
	free(img);
}

/* The page around @offset of a file that cannot be mapped. */
static const unsigned char *page_at(struct dso_image *img, uint64_t offset)
{
	uint64_t nr = offset / PAGE;
	unsigned char *page = image_pages__find(&img->pages, nr);

	if (page || img->fd < 0 || img->pages.nr >= MAX_PAGES)
		return page;
	page = xmalloc(PAGE);
	if (pread(img->fd, page, PAGE, (off_t)(nr * PAGE)) != (ssize_t)PAGE) {
		free(page);
		return NULL;
	}
	image_pages__set(&img->pages, nr, page);
	return page;
}

/* Where @addr lies in the file, and how far the segment goes. */
static bool to_offset(const struct dso_image *img, uint64_t addr, uint64_t *ret_offset, uint64_t *ret_left)
{
	size_t i;

	if (!img->segs) {
		*ret_offset = addr;
		*ret_left = UINT64_MAX;
		return true;
	}
	addr -= img->delta;
	for (i = 0; i < img->nr_segs; i++) {
		const struct elf_segment *seg = &img->segs[i];

		if (addr < seg->vaddr || addr - seg->vaddr >= seg->memsz)
			continue;
		*ret_offset = seg->offset + (addr - seg->vaddr);
		*ret_left = seg->memsz - (addr - seg->vaddr);
		return true;
	}
	return false;
}

const unsigned char *dso_image__bytes(struct dso_image *img, uint64_t addr, size_t *ret_size)
{
	const unsigned char *page;
	uint64_t offset, left;

	if (!to_offset(img, addr, &offset, &left))
		return NULL;
	if (img->fd >= 0) {
		page = page_at(img, offset);
		if (!page)
			return NULL;
		*ret_size = (size_t)(PAGE - offset % PAGE < left ? PAGE - offset % PAGE : left);
		return page + offset % PAGE;
	}
	if (!img->map || offset >= img->size)
		return NULL;
	*ret_size = (size_t)(img->size - offset < left ? img->size - offset : left);
	return img->map + offset;
}

bool dso_image__is_kernel_file(const struct dso_image *img)
{
	return img->kernel_file;
}

bool dso_image__is_32_bit(const struct dso_image *img)
{
	return img->map && img->size > EI_CLASS && !memcmp(img->map, ELFMAG, SELFMAG) && img->map[EI_CLASS] == ELFCLASS32;
}

bool dso_image__is_x86_64(struct dso_image *img)
{
	const size_t machine = offsetof(Elf64_Ehdr, e_machine);
	const unsigned char *head = img->fd >= 0 ? page_at(img, 0) : img->size >= sizeof(Elf64_Ehdr) ? img->map : NULL;

	return head && !memcmp(head, ELFMAG, SELFMAG) && head[EI_CLASS] == ELFCLASS64 && head[EI_DATA] == ELFDATA2LSB &&
	       (head[machine] | (unsigned int)head[machine + 1] << 8) == EM_X86_64;
}

const char *dso_image__error(const struct dso_image *img)
{
	return img->error;
}
