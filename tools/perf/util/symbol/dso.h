/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files (and the kernel, modules, the vdso, areas of JIT code) that contain sampled addresses, and their symbols. Symbol
 * tables are read when they are first needed, and kept. A dso is made by dsos__get() and lives as long as its dsos.
 */
#ifndef PERF_SYMBOL_DSO_H
#define PERF_SYMBOL_DSO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

struct symbol {
	uint64_t start, end;		/* [start, end), in the dso's own addresses (see dso__find_symbol()) */
	const char *name;		/* demangled if asked for; owned by the dso */
	uint32_t name_len;
	uint8_t type, binding;		/* STT_*, STB_* */
	bool mangled;			/* @name may still be mangled; never set in symbols that dso__find_symbol() returns */
};

enum dso_kind {
	DSO_KIND_USER,			/* an ELF file, or something without one ("[heap]", "//anon") */
	DSO_KIND_KERNEL,		/* [kernel.kallsyms] */
	DSO_KIND_MODULE,		/* [name], a kernel module */
	DSO_KIND_KSYMBOL,		/* BPF programs, trampolines: named by KSYMBOL records */
	DSO_KIND_VDSO,
	DSO_KIND_JIT,			/* /tmp/perf-PID.map */
};

/* Why an address in a dso may have no name. */
enum dso_lack {
	DSO_LACK_NOTHING,		/* the symbol table is complete: no symbol covers the address */
	DSO_LACK_PARTIAL,		/* it is stripped: it has only names that other files use, or names of functions */
	DSO_LACK_STRIPPED,		/* it has no names, and there is no other file with them */
	DSO_LACK_FILE,			/* the file is not there */
	DSO_LACK_ACCESS,		/* it cannot be read, or hides its addresses */
	DSO_LACK_BUILD,			/* the file that is there is another build */
	DSO_LACK_REPLACED,		/* it has no build id, but is not the one that was mapped (mapped-file.h) */
	DSO_LACK_FAILED,		/* the system failed to read a file that is there (names-file.h) */
	DSO_LACK_NOT_A_FILE,		/* it is memory without a file, and no map of a JIT compiler names it */
};

struct dso {
	const char *long_name;		/* as script prints it (shown.h); a module's is "[name]" */
	const char *short_name;		/* base name, as perf prints in the dso column */
	const char *path;		/* a module's recorded file, which may be "[name]"; others: as recorded */
	enum dso_kind kind;
	uint8_t build_id[20];
	uint8_t build_id_size;		/* 0: not known */
	bool hit;			/* a sample was taken in it */
	uint32_t pid;			/* JIT: the process */
	struct dso_symbols *symbols;	/* NULL until first needed; private to util/symbol */
	struct dsos *dsos;
	void *priv;			/* private to util/symbol (source lines) */
};

/* Where and how symbols are looked for; one for each session. Strings are borrowed. */
struct symbol_opts {
	const char *kallsyms;		/* --kallsyms FILE, or NULL: the running kernel's if it fits */
	const char *vmlinux;		/* -k FILE, or NULL */
	bool ignore_vmlinux;		/* only a vmlinux that was named is used */
	const char *symfs;		/* --symfs DIR, or NULL */
	bool symfs_flat;		/* programs and libraries lie in it without their folders (--symfs DIR,flat) */
	/* --debuginfod: servers that may be asked (blanks between them), "": those of DEBUGINFOD_URLS; NULL: none. */
	const char *debuginfod;
	bool no_demangle;
	bool demangle_kernel;		/* also demangle names of the kernel and its modules; not with no_demangle */
	bool no_symbols;		/* nothing is looked up: raw addresses */
	bool full_source_path;		/* srcline__text(): with folders */
	bool inlines;			/* source lines and inlined frames are wanted */
};

struct dsos;
struct pack;

struct dsos *dsos__new(const struct symbol_opts *opts);
void dsos__delete(struct dsos *dsos);
/* Called now and then while something is fetched: @done of @total bytes (0: not known). @what is NULL when it is finished. */
typedef void (*dsos_progress_fn)(void *ctx, const char *what, uint64_t done, uint64_t total);
void dsos__set_progress(struct dsos *dsos, dsos_progress_fn fn, void *ctx);
/*
 * Returns the dso of @name with @build_id, which is made if there is none. @size 0: the build id is not known; then a dso with the
 * same name and no build id is used. @pid: the process that has it mapped, 0 if that is not known; if the process has another
 * root directory, files are looked for there, too.
 */
struct dso *dsos__get(struct dsos *dsos, const char *name, enum dso_kind kind, const uint8_t *build_id,
		      size_t size, uint32_t pid);
/* Adds a build id from the recording's header: dsos of @name without a build id of their own get it. */
void dsos__add_build_id(struct dsos *dsos, const char *name, const uint8_t *build_id, size_t size);
/* Calls @fn for each dso, in the order in which they were made. If @fn returns nonzero, stops and returns that. */
int dsos__for_each(struct dsos *dsos, int (*fn)(struct dso *dso, void *ctx), void *ctx);

/* Returns a dso with one symbol, [@start, @end), from a KSYMBOL record. Equal arguments give the same dso. */
struct dso *dsos__get_ksymbol(struct dsos *dsos, const char *name, uint64_t start, uint64_t end);
/*
 * USER: tells that its code was mapped from @pgoff on. This is needed if only the debug file is left, which does not tell at which
 * offsets things were in the file itself.
 */
void dso__add_code_map(struct dso *dso, uint64_t pgoff);
/* MODULE: tells where its code begins in memory. */
void dso__set_start(struct dso *dso, uint64_t start);
/* Tells the release of the recorded kernel ("6.1.0-18-amd64"), which is part of the paths of its files. Copied. */
void dsos__set_release(struct dsos *dsos, const char *release);
/* Tells the path of a copy of /proc/kallsyms that belongs to the recording. Copied; the file need not exist. */
void dsos__set_recorded_kallsyms(struct dsos *dsos, const char *path);
/* Tells which files lie in the recording itself (util/symbol/packed.h). @dsos takes @pack. */
void dsos__set_pack(struct dsos *dsos, struct pack *pack);
/*
 * KERNEL: tells that symbol @name was at @addr when the recording was made. If it has another address in a symbol table, that table
 * is from another boot, and all its addresses are moved.
 */
void dso__set_reference(struct dso *dso, const char *name, uint64_t addr);

/*
 * Returns the symbol at @addr, or NULL. @addr: for ELF files the file offset (the map's pgoff + the distance from its
 * start), for the kernel, modules and JIT code the absolute address. The first call loads the table, and is not
 * thread-safe.
 */
const struct symbol *dso__find_symbol(struct dso *dso, uint64_t addr);
/* Is @addr between the first and the last symbol? The first call loads the table. */
bool dso__covers(struct dso *dso, uint64_t addr);
/* Returns why this dso has no symbols ("no such file", "build id differs", ...), or NULL. */
const char *dso__load_error(struct dso *dso);
/*
 * Returns upstream's letter for where the names of this dso came from: k kallsyms, v vmlinux, K module, m compressed
 * module, d the file itself, B the build-id cache (or a server), l .gnu_debuglink, D debug file of the cache (or
 * a server), b f u x o debug files by build id and by path, n MiniDebugInfo, j a map of a JIT compiler, i the recording
 * itself. '!': the dso has no names, or they were not needed yet.
 */
char dso__symtab_origin(const struct dso *dso);
/* Returns why an address in this dso has no name if dso__find_symbol() finds none. */
enum dso_lack dso__lack(struct dso *dso);

/*
 * Reads a build id from an ELF file's notes, or from raw note data such as /sys/kernel/notes, into @ret.
 * Returns its size (1..20), or negative errno.
 */
int build_id__read_file(const char *path, uint8_t ret[20]);
/* The same of an open file. Where it was read up to makes no difference, and stays as it is. */
int build_id__read_fd(int fd, uint8_t ret[20]);
int build_id__read_notes_file(const char *path, uint8_t ret[20]);
/* Writes the id as hexadecimal text to @buf, which has 41 bytes. Returns @buf. */
char *build_id__text(const uint8_t *id, size_t size, char *buf);

/*
 * Reads from a kallsyms file where the kernel's own code and data are, [_text or _stext, _edata or _etext), and its relocation
 * symbol. Returns 0 or negative errno; -ENOENT if addresses are hidden.
 */
int kallsyms__kernel_range(const char *path, uint64_t *ret_start, uint64_t *ret_end, const char **ret_ref_name,
			   uint64_t *ret_ref_addr);

#endif /* PERF_SYMBOL_DSO_H */
