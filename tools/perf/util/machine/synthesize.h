/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Makes records from /proc for the beginning of a recording: those that the kernel would have written about the processes
 * that are running already.
 */
#ifndef PERF_MACHINE_SYNTHESIZE_H
#define PERF_MACHINE_SYNTHESIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct process_asker;
struct synth_cache;

struct synth_opts {
	/*
	 * Gets one whole record. If it returns nonzero (negative errno), the synthesis ends and returns
	 * that.
	 */
	int (*emit)(void *ctx, const void *record, size_t size);
	void *ctx;
	size_t id_size;		/* bytes of the sample_id at the end of each record; it is filled with zeros */
	bool build_ids;		/* MMAP2 records get the build ids of files that have one */
	bool data_maps;		/* also maps that are not executable */
	bool no_maps;		/* no maps of user space */
	bool namespaces;	/* also the namespaces of each thread */
	/* Called for each executable file of which the records have no build id; may be NULL. */
	void (*on_file)(void *ctx, const char *filename);
	struct synth_cache *cache;	/* build ids of files seen before; NULL: they are not kept */
	/*
	 * Asks for the maps. With build ids its first question is to be put when the cache has been made: what asks
	 * keeps some there. NULL only where no process is asked for (synth__kernel() and the like).
	 */
	struct process_asker *asker;
};

/* Build ids by device and inode. Files change: begin() forgets them, here and in the deputy, before what runs is listed again. */
struct synth_cache *synth_cache__new(void);
void synth_cache__begin(struct synth_cache *cache);
void synth_cache__delete(struct synth_cache *cache);

/* Returns the size of sample_id for events with @sample_type, bytes. */
size_t synth__id_size(uint64_t sample_type);

/*
 * Emits the maps of the kernel and of its modules. Returns 0 or negative errno; -ENOENT if /proc/kallsyms hides the
 * addresses (/proc/sys/kernel/kptr_restrict), so that there is no kernel map.
 */
int synth__kernel(const struct synth_opts *opts);
/*
 * Emits the loaded BPF programs: a KSYMBOL record for each function, a BPF_EVENT record for each program. Users without the
 * permission to list them get no records, which is no error.
 */
int synth__bpf(const struct synth_opts *opts);
/*
 * Emits all processes: names, threads, maps. Tasks that end meanwhile are left out. Returns 0, or negative errno if /proc
 * cannot be read.
 */
int synth__all(const struct synth_opts *opts);
/* Emits the whole process of each of the @nr threads in @tids; each process only once. */
int synth__threads(const struct synth_opts *opts, const pid_t *tids, size_t nr);
/* Emits all cgroups with id and path. Returns 0 or negative errno; -ENOENT if no cgroup file system is mounted. */
int synth__cgroups(const struct synth_opts *opts);
/* Emits one COMM record. */
int synth__comm(const struct synth_opts *opts, pid_t pid, pid_t tid, const char *comm);

#endif /* PERF_MACHINE_SYNTHESIZE_H */
