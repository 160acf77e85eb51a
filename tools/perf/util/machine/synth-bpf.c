// SPDX-License-Identifier: GPL-2.0-only
/* BPF programs that are loaded already: where the kernel put their code, under the names that it gives it. */
#include <errno.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/data/btf-names.h"
#include "util/machine/synth-record.h"

/* The kernel allows 256 functions a program. */
#define MAX_FUNCTIONS	4096u
#define MAX_BTF		((size_t)64 << 20)
#define MAX_NAME	256

struct program {
	uint32_t id, nr;		/* nr: functions */
	uint64_t *addrs;
	uint32_t *lens;			/* bytes */
	uint8_t (*tags)[BPF_TAG_SIZE];
	char *func_info;		/* a record a function; NULL: no names but the program's own */
	uint32_t func_info_size;	/* of a record, bytes */
	void *btf;			/* names and types; NULL: none */
	size_t btf_size;
	char name[BPF_OBJ_NAME_LEN];
	uint8_t tag[BPF_TAG_SIZE];
};

static int bpf(int cmd, union bpf_attr *attr, size_t size)
{
	long ret = syscall(SYS_bpf, cmd, attr, size);

	return ret < 0 ? -errno : (int)ret;
}

static int open_id(int cmd, uint32_t id)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.prog_id = id;
	return bpf(cmd, &attr, sizeof(attr));
}

static int get_info(int fd, void *info, uint32_t size)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.info.bpf_fd = (uint32_t)fd;
	attr.info.info_len = size;
	attr.info.info = (uintptr_t)info;
	return bpf(BPF_OBJ_GET_INFO_BY_FD, &attr, sizeof(attr));
}

static void program__exit(struct program *p)
{
	free(p->addrs);
	free(p->lens);
	free(p->tags);
	free(p->func_info);
	free(p->btf);
}

/* What the program's functions are called, if the compiler said so. */
static void read_btf(struct program *p, uint32_t btf_id)
{
	struct bpf_btf_info info = { 0 };
	int fd = open_id(BPF_BTF_GET_FD_BY_ID, btf_id);

	if (fd < 0)
		return;
	if (!get_info(fd, &info, sizeof(info)) && info.btf_size && info.btf_size <= MAX_BTF) {
		p->btf_size = info.btf_size;
		p->btf = xzalloc(p->btf_size);
		info = (struct bpf_btf_info){ .btf = (uintptr_t)p->btf, .btf_size = (uint32_t)p->btf_size };
		if (get_info(fd, &info, sizeof(info)) || info.btf_size != p->btf_size)
			zfree(&p->btf);
	}
	close(fd);
}

/* 0, or negative errno; -ENODATA: its code is not shown, or it has none (it is interpreted). */
static int program__read(struct program *p, int fd)
{
	struct bpf_prog_info info = { 0 }, want = { 0 };
	int err = get_info(fd, &info, sizeof(info));

	if (err)
		return err;
	p->nr = info.nr_jited_ksyms;
	if (!p->nr || p->nr > MAX_FUNCTIONS || info.nr_jited_func_lens != p->nr || info.nr_prog_tags != p->nr)
		return -ENODATA;
	p->addrs = xcalloc(p->nr, sizeof(*p->addrs));
	p->lens = xcalloc(p->nr, sizeof(*p->lens));
	p->tags = xcalloc(p->nr, sizeof(*p->tags));
	want.nr_jited_ksyms = want.nr_jited_func_lens = want.nr_prog_tags = p->nr;
	want.jited_ksyms = (uintptr_t)p->addrs;
	want.jited_func_lens = (uintptr_t)p->lens;
	want.prog_tags = (uintptr_t)p->tags;
	if (info.btf_id && info.nr_func_info == p->nr && info.func_info_rec_size >= sizeof(struct bpf_func_info) &&
	    info.func_info_rec_size <= 4096) {
		p->func_info_size = info.func_info_rec_size;
		p->func_info = xcalloc(p->nr, p->func_info_size);
		want.nr_func_info = p->nr;
		want.func_info_rec_size = p->func_info_size;
		want.func_info = (uintptr_t)p->func_info;
		read_btf(p, info.btf_id);
	}
	err = get_info(fd, &want, sizeof(want));
	/* Addresses are hidden from some who may ask. */
	if (!err && (want.nr_jited_ksyms != p->nr || !p->addrs[0]))
		err = -ENODATA;
	memcpy(p->name, info.name, sizeof(p->name));
	p->name[sizeof(p->name) - 1] = 0;
	memcpy(p->tag, info.tag, sizeof(p->tag));
	return err;
}

/* As the kernel names function @i: "bpf_prog_" tag "_" name. The first one stands for the program. */
static void function_name(const struct program *p, uint32_t i, char *buf, size_t size)
{
	const char *name = NULL;
	struct bpf_func_info func;
	char tag[2 * BPF_TAG_SIZE + 1];
	size_t k;

	for (k = 0; k < BPF_TAG_SIZE; k++)
		snprintf(tag + 2 * k, 3, "%02x", i ? p->tags[i][k] : p->tag[k]);
	if (p->func_info && p->btf) {
		memcpy(&func, p->func_info + (size_t)i * p->func_info_size, sizeof(func));
		name = btf__name(p->btf, p->btf_size, false, func.type_id);
	}
	if (!name)
		name = i ? "F" : p->name;
	snprintf(buf, size, "bpf_prog_%s%s%s", tag, *name ? "_" : "", name);
}

static int program__emit(const struct program *p, const struct synth_opts *opts)
{
	char name[MAX_NAME];
	uint32_t i;
	int err = 0;

	for (i = 0; i < p->nr && !err; i++) {
		struct record_ksymbol r = { .addr = p->addrs[i], .len = p->lens[i], .type = PERF_RECORD_KSYMBOL_TYPE_BPF,
					    .name = name };

		function_name(p, i, name, sizeof(name));
		err = synth__emit_ksymbol(opts, &r);
	}
	return err ? err : synth__emit_bpf_event(opts, p->id, p->tag);
}

int synth__bpf(const struct synth_opts *opts)
{
	union bpf_attr attr;
	uint32_t id = 0;
	int err, fd;

	for (;;) {
		struct program p = { 0 };

		memset(&attr, 0, sizeof(attr));
		attr.start_id = id;
		err = bpf(BPF_PROG_GET_NEXT_ID, &attr, sizeof(attr));
		if (err)
			break;
		p.id = id = attr.next_id;
		fd = open_id(BPF_PROG_GET_FD_BY_ID, id);
		if (fd < 0)
			continue;	/* gone meanwhile */
		err = program__read(&p, fd);
		close(fd);
		if (!err)
			err = program__emit(&p, opts);
		else
			err = 0;
		program__exit(&p);
		if (err)
			return err;
	}
	if (err != -ENOENT)
		pr_debug("BPF programs that are loaded already have no names: %s\n", strerror(-err));
	return 0;
}
