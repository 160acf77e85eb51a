/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Builds the records of synthesize.h in a buffer, and emits them. The synth__emit_*() functions return the result
 * of opts->emit(). Private to util/machine/synth*.c.
 */
#ifndef PERF_MACHINE_SYNTH_RECORD_H
#define PERF_MACHINE_SYNTH_RECORD_H

#include "util/event/record.h"
#include "util/machine/synthesize.h"

/* Emits an MMAP2 record from @m, with @cpumode in header.misc. Names longer than PATH_MAX are cut. */
int synth__emit_mmap(const struct synth_opts *opts, unsigned int cpumode,
		     const struct record_mmap *m);
int synth__emit_fork(const struct synth_opts *opts, pid_t pid, pid_t tid, pid_t ppid, pid_t ptid);

/* Emits a KSYMBOL record. Names longer than PATH_MAX are cut. */
int synth__emit_ksymbol(const struct synth_opts *opts, const struct record_ksymbol *k);
/* Emits a BPF_EVENT record: BPF program @id was loaded. */
int synth__emit_bpf_event(const struct synth_opts *opts, uint32_t id, const uint8_t tag[8]);

int synth__emit_cgroup(const struct synth_opts *opts, uint64_t id, const char *path);
/* @links: device and inode of each of the thread's namespaces, in perf's order (net, uts, ipc, pid, user, mnt, cgroup). */
#define SYNTH_NR_NAMESPACES	7
int synth__emit_namespaces(const struct synth_opts *opts, pid_t pid, pid_t tid,
			   const uint64_t links[SYNTH_NR_NAMESPACES][2]);

/*
 * Finds the build id of the file that @m maps in the running process @m->pid; @m has its device and inode. If the file
 * was seen before, the build id is taken from the cache. Returns its size in bytes, or 0 if there is none.
 */
size_t synth__build_id(const struct synth_opts *opts, const struct record_mmap *m, uint8_t ret[BUILD_ID_MAX]);
/*
 * In the deputy that reads the maps: the same for a file that lies on a disk of this machine, and that one may open by
 * its map. Returns -ENODEV if it is not so: then the recorder asks synth__build_id().
 */
int synth__local_build_id(struct synth_cache *cache, const struct record_mmap *m, uint8_t ret[BUILD_ID_MAX]);
/* Which listing the cache is of. In the deputy: what it knows of another one goes. */
uint32_t synth_cache__listing(const struct synth_cache *cache);
void synth_cache__follow(struct synth_cache *cache, uint32_t listing);

/* Returns the process or thread whose folder in /proc has this name; -1: it is none of one. */
pid_t synth__id(const char *name);

/* So many processes are asked about at once. */
#define SYNTH_AT_ONCE	16

/*
 * Puts the question about the @nr processes @pids, at most SYNTH_AT_ONCE: process_asker__put(). And takes the answer to
 * the one that was put first, and emits what it says. A process that has ended, or is not to be waited for, is no
 * error.
 */
int synth__put_processes(const struct synth_opts *opts, const pid_t *pids, size_t nr);
int synth__take_processes(const struct synth_opts *opts);

/*
 * In the deputy: the maps of @pid, each of which is handed to @emit, with a build id if @known. @m->filename is valid during the call.
 */
int synth__read_maps(const struct synth_opts *opts, pid_t pid, int (*emit)(void *ctx, const struct record_mmap *m, bool known));

#endif /* PERF_MACHINE_SYNTH_RECORD_H */
