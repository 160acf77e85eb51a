/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the kernel would have told about everything that runs already: records made from /proc, for
 * the beginning of a recording.
 */
#ifndef PERF_MACHINE_SYNTHESIZE_H
#define PERF_MACHINE_SYNTHESIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct synth_cache;

struct synth_opts {
	/*
	 * Takes one whole record; nonzero (negative errno) ends the synthesis and is returned by
	 * it.
	 */
	int (*emit)(void *ctx, const void *record, size_t size);
	void *ctx;
	size_t id_size;		/* bytes of the sample_id that ends each record; they are 0 */
	bool build_ids;		/* put them into the MMAP2 records, where the files have them */
	bool data_maps;		/* maps that are not executable, too */
	bool no_maps;		/* none of user space */
	bool namespaces;	/* those of each process, too */
	/* Executable files that got no build id this way; may be NULL. */
	void (*on_file)(void *ctx, const char *filename);
	struct synth_cache *cache;	/* build ids of files seen before; NULL: none is kept */
};

/* Build ids by device and inode. */
struct synth_cache *synth_cache__new(void);
void synth_cache__delete(struct synth_cache *cache);

/* The size of sample_id for events of @sample_type, bytes. */
size_t synth__id_size(uint64_t sample_type);

/*
 * The kernel's map and its modules'. -ENOENT: /proc/kallsyms hides the addresses
 * (/proc/sys/kernel/kptr_restrict), so there is no kernel map.
 */
int synth__kernel(const struct synth_opts *opts);
/*
 * BPF programs that are loaded: each function as a KSYMBOL record, each program as a BPF_EVENT. Those who may not ask
 * for them get none.
 */
int synth__bpf(const struct synth_opts *opts);
/*
 * All processes: names, threads, maps. What ends meanwhile is left out. -errno if /proc cannot be
 * read.
 */
int synth__all(const struct synth_opts *opts);
/* The process of each of the @nr threads, whole; each process once. */
int synth__threads(const struct synth_opts *opts, const pid_t *tids, size_t nr);
/* All cgroups, by id and path. -ENOENT: no cgroup file system is mounted. */
int synth__cgroups(const struct synth_opts *opts);
/* One COMM record. */
int synth__comm(const struct synth_opts *opts, pid_t pid, pid_t tid, const char *comm);

#endif /* PERF_MACHINE_SYNTHESIZE_H */
