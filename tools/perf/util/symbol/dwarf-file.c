// SPDX-License-Identifier: GPL-2.0-only
/* A file with debug information, opened and closed: it may name others, which are not read where they could be anything. */
#include "util/symbol/dwarf-lines-internal.h"

#include <elfutils/libdwelf.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/names-file.h"
#include "util/base/patient-open.h"
#include "util/symbol/dwarf-bounded.h"

bool dwarf_lines__leads_astray(const struct dwarf_lines *d, const char *dir, const char *name)
{
	char link[32], own[PATH_MAX], *path, *slash;
	struct stat st;
	ssize_t n;
	bool ret;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", d->fd);
	n = readlink(link, own, sizeof(own) - 1);
	own[n > 0 ? n : 0] = 0;
	slash = strrchr(own, '/');
	own[slash ? slash - own : 0] = 0;
	path = *name == '/' ? xstrdup(name) : !dir ? xasprintf("%s/%s", own, name) :
	       *dir == '/' ? xasprintf("%s/%s", dir, name) : xasprintf("%s/%s/%s", own, dir, name);
	ret = !patient_stat(path, &st) && (!S_ISREG(st.st_mode) || dwarf_bounded__refuses(path));
	free(path);
	return ret;
}

/*
 * libdw opens by itself what a file says it has taken out: shared parts (dwz), and units of split debug information.
 * A FIFO there would keep it waiting for ever, and sections may be compressed. So it is looked first, and libdw is
 * not asked if it would meet one. (It opens the name once more then: whoever can exchange files in between can still
 * do so.)
 */
static bool has_odd_alternative(const struct dwarf_lines *d)
{
	const char *name;
	const void *id;

	return dwelf_dwarf_gnu_debugaltlink(d->dwarf, &name, &id) > 0 && dwarf_lines__leads_astray(d, NULL, name);
}

struct dwarf_lines *dwarf_lines__open(const char *path, bool demangle)
{
	struct dwarf_lines *d = xzalloc(sizeof(*d));

	d->demangle = demangle;
	d->shared_fd = -1;
	d->fd = names_file__open(path, NULL);
	d->dwarf = d->fd < 0 ? NULL : dwarf_bounded__begin(d->fd, path);
	if (!d->dwarf || has_odd_alternative(d)) {
		dwarf_lines__close(d);
		return NULL;
	}
	return d;
}

const char *dwarf_lines__shared(const struct dwarf_lines *d, uint8_t ret_id[20], uint8_t *ret_size)
{
	const char *name;
	const void *id;
	ssize_t n = dwelf_dwarf_gnu_debugaltlink(d->dwarf, &name, &id);

	if (n <= 0)
		return NULL;
	*ret_size = (uint8_t)(n < 20 ? n : 20);
	memcpy(ret_id, id, *ret_size);
	return name;
}

void dwarf_lines__set_shared(struct dwarf_lines *d, const char *path)
{
	if (d->shared)
		return;
	d->shared_fd = names_file__open(path, NULL);
	d->shared = d->shared_fd < 0 ? NULL : dwarf_bounded__begin(d->shared_fd, path);
	if (d->shared)
		dwarf_setalt(d->dwarf, d->shared);
}

void dwarf_lines__close(struct dwarf_lines *d)
{
	size_t i;

	if (!d)
		return;
	for (i = 0; i < d->nr_units; i++)
		die_ranges__exit(&d->units[i].functions);
	free(d->units);
	die_ranges__exit(&d->ranges);
	HASH_EACH(&d->parts, i)
		dwarf_parts__delete(d->parts.slots[i].val);
	die_ranges_map__exit(&d->parts);
	u64text__exit(&d->names);
	u64text__exit(&d->paths);
	arena__exit(&d->arena);
	dwarf_cfi_end(d->eh_frame);
	dwarf_bounded__end(d->dwarf);
	dwarf_bounded__end(d->shared);
	if (d->fd >= 0)
		close(d->fd);
	if (d->shared_fd >= 0)
		close(d->shared_fd);
	free(d);
}

Dwarf_CFI *dwarf_lines__cfi(struct dwarf_lines *d, bool eh_frame)
{
	/* libdw keeps the other one itself. */
	if (!eh_frame)
		return dwarf_getcfi(d->dwarf);
	if (!d->has_eh_frame) {
		d->has_eh_frame = true;
		d->eh_frame = dwarf_getcfi_elf(dwarf_getelf(d->dwarf));
	}
	return d->eh_frame;
}
