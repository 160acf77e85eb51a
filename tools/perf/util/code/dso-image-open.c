// SPDX-License-Identifier: GPL-2.0-only
/* Which file has the bytes of a dso's code: dso_image__open(). */
#include "util/code/dso-image-internal.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/names-file.h"
#include "util/base/open-regular.h"
#include "util/symbol/bpf-code.h"
#include "util/symbol/dsos.h"
#include "util/symbol/elf-sources.h"
#include "util/symbol/kernel-files.h"
#include "util/symbol/packed.h"
#include "util/symbol/proc-modules.h"

#define RUNNING_KCORE	"/proc/kcore"

static void fail(struct dso_image *img, const char *what, const char *why)
{
	if (!img->error)
		img->error = xasprintf("'%s': %s", what, why);
}

static void map_file(struct dso_image *img, const char *path)
{
	struct stat st;
	int fd = names_file__open(path, &st);
	void *map;

	if (fd < 0 && !open_regular__is_other_type(fd)) {
		fail(img, path, strerror(-fd));
	} else if (fd < 0 || st.st_size <= 0) {
		fail(img, path, "not a file with contents");
	} else {
		map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (map == MAP_FAILED) {
			fail(img, path, strerror(errno));
		} else {
			img->map = map;
			img->size = (uint64_t)st.st_size;
		}
	}
	if (fd >= 0)
		close(fd);
}

static bool any_file(struct elf_file *f)
{
	(void)f;
	return true;
}

static void open_user(struct dso_image *img, const struct dso *dso)
{
	struct elf_pair p;

	if (dso->path[0] != '/' || dso->path[1] == '/') {
		fail(img, dso->long_name, "not a file");
		return;
	}
	p = elf_pair__open(dso, NULL, any_file);
	if (p.runtime && elf_file__path(p.runtime))
		map_file(img, elf_file__path(p.runtime));
	else
		fail(img, dso->path, "no such file of the recorded build");
	elf_pair__close(&p);
}

static void open_vdso(struct dso_image *img, struct dso *dso)
{
	size_t size;

	img->copy = dso__vdso_image(dso, &size, NULL);
	img->map = img->copy;
	img->size = img->copy ? size : 0;
	if (!img->copy)
		fail(img, dso->long_name, "the recorded one is not this kernel's");
}

/* @moved: @path is a vmlinux of this kernel, which ran elsewhere; else NULL. */
static void open_elf_memory(struct dso_image *img, const char *path, const struct dso *moved)
{
	struct elf_file *f;
	int err = elf_file__open(path, &f), n;
	uint8_t id[20];

	if (err) {
		fail(img, path, err == -ENOEXEC ? "not an ELF file" : strerror(-err));
		return;
	}
	img->nr_segs = elf_file__segments(f, &img->segs);
	img->kernel_file = moved;
	n = moved && moved->build_id_size ? elf_file__build_id(f, id) : 0;
	if (n > 0 && !dso__same_build_id(moved, id, (size_t)n)) {
		fail(img, path, "build id differs from the recorded kernel's");
		elf_file__close(f);
		return;
	}
	if (moved)
		img->delta = kernel__delta(moved, f);
	elf_file__close(f);
	if (!img->nr_segs)
		fail(img, path, "no segments");
	else if (strcmp(path, RUNNING_KCORE))
		map_file(img, path);
	else
		img->fd = names_file__open(path, NULL);
}

/* Where the running kernel has module @dso, if it is the same build; 0: nowhere. */
static uint64_t running_module(const struct dso *dso)
{
	size_t len = strlen(dso->long_name);
	char *name = len > 2 ? xstrndup(dso->long_name + 1, len - 2) : xstrdup("");
	char *path = xasprintf("%s/module/%s/notes/.note.gnu.build-id", sysfs__path(), name);
	uint64_t addr = proc_modules__find(name);
	uint8_t id[20];
	int n = dso->build_id_size ? build_id__read_notes_file(path, id) : 0;

	if (n > 0 && !dso__same_build_id(dso, id, (size_t)n))
		addr = 0;
	free(path);
	free(name);
	return addr;
}

/* The running kernel may have booted anew since, and a module may have been loaded anew. */
static void open_running(struct dso_image *img, struct dso *dso)
{
	const struct dso_entry *e = dso_entry(dso);
	uint64_t now = 0, then = 0;

	if (dso->kind == DSO_KIND_MODULE) {
		now = running_module(dso);
		then = e->start;
		if (!now) {
			fail(img, dso->long_name, "it is not loaded any more; record --kcore keeps its code");
			return;
		}
	} else if (dso->kind == DSO_KIND_KERNEL && e->ref_name) {
		char *path = xasprintf("%s/kallsyms", procfs__path());

		now = kallsyms__find(path, e->ref_name);
		free(path);
		then = e->ref_addr;
	}
	open_elf_memory(img, RUNNING_KCORE, NULL);
	if (now && then)
		img->delta = then - now;
}

/* A vmlinux with the recorded build id that is installed here. */
static bool open_vmlinux(struct dso_image *img, struct dso *dso)
{
	struct elf_file *f;

	if (dso->kind != DSO_KIND_KERNEL || dso->dsos->opts.ignore_vmlinux)
		return false;
	f = kernel_files__vmlinux(dso);
	if (f && elf_file__path(f))
		open_elf_memory(img, elf_file__path(f), dso);
	elf_file__close(f);
	return img->nr_segs;
}

static void open_kernel(struct dso_image *img, struct dso *dso, const char *kcore)
{
	const char *vmlinux = dsos__vmlinux(dso->dsos);
	bool runs = kernel__runs(dsos__host_kernel(dso->dsos));
	size_t at = 0;
	char *packed = dsos__packed(dso->dsos, dso, PACK_KCORE, &at);

	if (packed)
		open_elf_memory(img, packed, NULL);
	else if (kcore && !access(kcore, R_OK))
		open_elf_memory(img, kcore, NULL);
	else if (dso->kind == DSO_KIND_KERNEL && vmlinux && vmlinux[0])
		open_elf_memory(img, vmlinux, dso);
	else if (dsos__only_packed(dso->dsos) && !open_vmlinux(img, dso))
		fail(img, dso->long_name, "its code is not among what was packed with the recording; -k takes a vmlinux");
	else if (img->nr_segs)
		;	/* a vmlinux that was packed for its names */
	else if (runs && (!dso->build_id_size || !access(RUNNING_KCORE, R_OK)))
		open_running(img, dso);
	else if (open_vmlinux(img, dso))
		;
	else if (!runs)
		fail(img, dso->long_name, dso->kind == DSO_KIND_KERNEL ?
		     "it is another kernel's; record --kcore keeps it, and -k takes a vmlinux" :
		     "it is another kernel's; record --kcore keeps it");
	else
		open_running(img, dso);
	free(packed);
}

/* The recorded code counts: the kernel may have something else at that place by now. */
static bool open_bpf(struct dso_image *img, const struct dso *dso)
{
	uint64_t addr;
	size_t size;
	const void *code = dso__bpf_code(dso, &addr, &size);

	if (!code)
		return false;
	img->copy = xmemdup(code, size);
	img->map = img->copy;
	img->size = size;
	img->segs = xcalloc(1, sizeof(*img->segs));
	img->segs[0] = (struct elf_segment){ .vaddr = addr, .memsz = size, .code = true };
	img->nr_segs = 1;
	return true;
}

struct dso_image *dso_image__open(struct dso *dso, const char *kcore)
{
	struct dso_image *img = xzalloc(sizeof(*img));

	img->fd = -1;
	switch (dso->kind) {
	case DSO_KIND_USER:
		open_user(img, dso);
		break;
	case DSO_KIND_VDSO:
		open_vdso(img, dso);
		break;
	case DSO_KIND_KSYMBOL:
		if (!open_bpf(img, dso))
			open_kernel(img, dso, kcore);
		break;
	case DSO_KIND_KERNEL:
	case DSO_KIND_MODULE:
		open_kernel(img, dso, kcore);
		break;
	case DSO_KIND_JIT:
		fail(img, dso->long_name, "code made at run time is in no file");
		break;
	}
	return img;
}
