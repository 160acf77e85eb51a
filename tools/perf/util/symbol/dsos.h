/* SPDX-License-Identifier: GPL-2.0-only */
/* The data structures of dso.h. Private to util/symbol. */
#ifndef PERF_SYMBOL_DSOS_H
#define PERF_SYMBOL_DSOS_H

#include <string.h>

#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/symbol/debuginfod.h"
#include "util/symbol/dso.h"
#include "util/symbol/kallsyms.h"
#include "util/symbol/mapped-file.h"
#include "util/symbol/symtab.h"

struct pack;

/* How many of the processes that map a file are remembered, to look for the file in their root directories. */
#define DSO_MAX_PIDS	8

struct dso_entry {
	struct dso dso;			/* first: a struct dso * is a struct dso_entry * */
	uint32_t pids[DSO_MAX_PIDS];	/* the last processes that had it mapped; 0: none */
	uint8_t next_pid;
	bool code_mapped;		/* USER: code_pgoff is set */
	uint64_t code_pgoff;		/* the lowest file offset of code maps, bytes */
	struct mapped_file mapped;	/* the last one; ino 0: not known, or it has a build id */
	bool is_several;		/* there were others with the same name */
	const char *ref_name;		/* KERNEL: see dso__set_reference(); NULL: not known */
	uint64_t ref_addr;
	uint64_t start;			/* KSYMBOL: where its one symbol begins; MODULE: where its code does */
};

/* The table of a dso, or why there is none. */
struct dso_symbols {
	struct symtab own;
	struct symtab *table;	/* own, or one of the shared kallsyms */
	char *error;			/* owned; NULL: symbols are there */
	enum dso_lack lack;
	char origin;			/* see dso__symtab_origin(); counts if there is a table */
	bool worth_warning;		/* what was found is another build, or an option named the file */
};

/* A name of one kind of dso: one file, or several builds of it. */
struct dso_name {
	const char *text;
	enum dso_kind kind;
	struct dso_entry *without_id;	/* there is one at most; NULL: none */
};

/* A build id from the recording's header, for dsos that are made later. */
struct known_id {
	const char *name;
	uint8_t size, id[20];
};

HASH_SET_TYPE(dso_names, struct dso_name *)
HASH_SET_TYPE(dso_builds, struct dso_entry *)
HASH_SET_TYPE(dso_ksymbols, struct dso_entry *)
HASH_SET_TYPE(known_ids, struct known_id *)
/* By the address. */
U64_MAP(bpf_codes, const struct bpf_code *)

struct dsos {
	struct symbol_opts opts;
	struct dso_entry **list;	/* in order of creation */
	size_t nr, cap;
	struct dso_names names;
	struct dso_builds builds;	/* those that have a build id */
	struct dso_ksymbols ksymbols;	/* DSO_KIND_KSYMBOL */
	struct bpf_codes bpf_codes;	/* of the header: see bpf-code.h */
	struct known_ids ids;		/* the last one of each name */
	struct arena arena;
	struct kallsyms kallsyms;	/* the host's, read once for kernel and modules */
	bool kallsyms_tried;
	bool modules_valid;		/* the kallsyms are from the boot in which the recording was made */
	char *kallsyms_error;		/* owned; NULL: fine */
	bool other_kernel;		/* kallsyms_error: the running kernel is another build */
	char *cache_dir;		/* ~/.debug; owned; NULL: there is none */
	const char *release;		/* of the recorded kernel; NULL: not known */
	char *packed_vmlinux;		/* the path of PACK_VMLINUX; owned; NULL: there is none, or it was not asked for yet */
	const char *recorded_kallsyms;	/* a path; NULL: there is none */
	struct pack *pack;		/* files that lie in the recording; owned; NULL: it is not packed */
	struct debuginfod *debuginfod;	/* NULL: not asked for, not there, or not needed yet */
	bool debuginfod_tried;
	bool is_here;			/* the recording was made on this machine */
	struct recorded_here here;
	unsigned int nr_other_builds;	/* how many warnings about files of another build were printed */
	dsos_progress_fn progress;	/* may be NULL */
	void *progress_ctx;
};

static inline struct dso_entry *dso_entry(const struct dso *dso)
{
	return (struct dso_entry *)(uintptr_t)dso;
}

static inline bool dso__same_build_id(const struct dso *dso, const uint8_t *id, size_t size)
{
	return dso->build_id_size == size && (!size || !memcmp(dso->build_id, id, size));
}

/* Sets the long and the short name of @dso, whose path, kind and set are known. */
void dso__set_names(struct dso *dso);

/* Sets the reason why @s has no symbols; if there is one already, that stays. */
void dso_symbols__fail(struct dso_symbols *s, enum dso_lack lack, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Returns what @err, the negative errno of opening a file, means for its symbols. */
enum dso_lack dso_lack__of_error(int err);
/* Returns the same as text, which is static or valid until the next call. */
const char *dso_lack__why(int err);

/* One loader for each kind. They fill @s, or set the reason why there are no symbols. */
void dso__load_elf(struct dso *dso, struct dso_symbols *s);
void dso__load_kernel(struct dso *dso, struct dso_symbols *s);	/* KERNEL and MODULE */
void dso__load_vdso(struct dso *dso, struct dso_symbols *s);
void dso__load_jit(struct dso *dso, struct dso_symbols *s);

struct elf_segment;
struct elf_file;
/*
 * Returns the path of a file with the debug information of @dso, of the right build; NULL if there is none. Sets *@ret_segs to the
 * segments of the file that was mapped, if that is found. The caller frees both.
 */
char *dso__find_dwarf(const struct dso *dso, struct elf_segment **ret_segs, size_t *ret_nr);
/* The same for KERNEL: the file that --vmlinux names. */
char *dso__find_kernel_dwarf(const struct dso *dso, struct elf_segment **ret_segs, size_t *ret_nr);
/*
 * Returns by how much @kernel was moved when it booted, compared with the addresses of its symbols in @f; 0 if that is not
 * known.
 */
uint64_t kernel__delta(const struct dso *kernel, struct elf_file *f);
/* Returns the path of the file that was mapped, of the right build, and sets its segments; NULL if it is not found. */
char *dso__find_runtime(const struct dso *dso, struct elf_segment **ret_segs, size_t *ret_nr);
/*
 * Returns the vdso that @dso is: that of this process, or one from the cache. The caller frees it. Returns NULL if there is
 * none, with the reason in @s, which may be NULL.
 */
void *dso__vdso_image(const struct dso *dso, size_t *ret_size, struct dso_symbols *s);
/* Frees what dso__source() has made. */
void dso__free_source(struct dso *dso);

/* Returns the kernel of the recorded machine, not that of a guest; or NULL. */
struct dso *dsos__host_kernel(struct dsos *dsos);
/* Is @kernel the running kernel? If it is NULL or has no build id, it is taken for the running one. */
bool kernel__runs(const struct dso *kernel);

/* Returns the path of a file with the build id of @dso from a server, if servers may be asked; or NULL. The caller frees it. */
char *dsos__fetch(const struct dso *dso, enum debuginfod_what what);
/* Returns "DIR/.build-id/xx/yyyy" + @suffix for the build id of @dso, which the caller frees; NULL if it has no build id. */
char *build_id_path(const struct dso *dso, const char *dir, const char *suffix);

#endif /* PERF_SYMBOL_DSOS_H */
