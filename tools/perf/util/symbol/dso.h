/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files (and the kernel, modules, vdso, JIT areas) that samples fall into, and their symbols. Symbol
 * tables are read on first use and kept. A dso is made by dsos__get() and lives as long as its dsos.
 */
#ifndef PERF_SYMBOL_DSO_H
#define PERF_SYMBOL_DSO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/strbuf.h"

struct symbol {
	uint64_t start, end;		/* [start, end), in the dso's own addresses (see dso__find_symbol) */
	const char *name;		/* demangled if asked for; owned by the dso */
	uint32_t name_len;
	uint8_t type, binding;		/* STT_*, STB_* */
	bool mangled;			/* @name may be mangled yet; never set in what dso.h hands out */
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
	DSO_LACK_NOTHING,		/* the whole symbol table is there: no symbol covers the address */
	DSO_LACK_PARTIAL,		/* only names that other files use, or of functions: it is stripped */
	DSO_LACK_STRIPPED,		/* no names in it, and no file with them */
	DSO_LACK_FILE,			/* the file is not there */
	DSO_LACK_ACCESS,		/* it cannot be read, or hides its addresses */
	DSO_LACK_BUILD,			/* what is there is another build */
	DSO_LACK_NOT_A_FILE,		/* memory that no file is behind, and no JIT's map names */
};

struct dso {
	const char *long_name;		/* as script prints it (shown.h); a module's is "[name]" */
	const char *short_name;		/* base name, as perf prints in the dso column */
	const char *path;		/* a module's recorded file, which may be "[name]"; others: as recorded */
	enum dso_kind kind;
	uint8_t build_id[20];
	uint8_t build_id_size;		/* 0: not known */
	bool hit;			/* a sample fell into it */
	uint32_t pid;			/* JIT: whose */
	struct dso_symbols *symbols;	/* NULL until first needed; private to util/symbol */
	struct dsos *dsos;
	void *priv;			/* util/symbol's own (source lines) */
};

/* Where and how symbols are looked for; one a session. Strings are borrowed. */
struct symbol_opts {
	const char *kallsyms;		/* --kallsyms FILE, or NULL: the running kernel's if it fits */
	const char *vmlinux;		/* -k FILE, or NULL */
	bool ignore_vmlinux;		/* none is looked for; one that was named counts */
	const char *symfs;		/* --symfs DIR, or NULL */
	/* --debuginfod: servers that may be asked (blanks between them), "": those of DEBUGINFOD_URLS; NULL: none. */
	const char *debuginfod;
	bool no_demangle;
	bool demangle_kernel;		/* those of the kernel and its modules, too; not with no_demangle */
	bool no_symbols;		/* nothing is looked up: raw addresses */
	bool full_source_path;		/* srcline__text(): with folders */
	bool inlines;			/* source lines and inlined frames are wanted */
};

struct dsos;

struct dsos *dsos__new(const struct symbol_opts *opts);
void dsos__delete(struct dsos *dsos);
/* Called now and then while something is fetched: @done of @total bytes (0: not known). @what NULL: it is over. */
typedef void (*dsos_progress_fn)(void *ctx, const char *what, uint64_t done, uint64_t total);
void dsos__set_progress(struct dsos *dsos, dsos_progress_fn fn, void *ctx);
/*
 * The dso of @name with @build_id (@size 0: not known; an entry with the same name then serves if it
 * has none either). @pid: the process that has it mapped, 0: not known; where it lives in a root of its
 * own, files are looked for there too.
 */
struct dso *dsos__get(struct dsos *dsos, const char *name, enum dso_kind kind, const uint8_t *build_id,
		      size_t size, uint32_t pid);
/* Build ids that the recording's header knows: those of @name without one of their own get it. */
void dsos__add_build_id(struct dsos *dsos, const char *name, const uint8_t *build_id, size_t size);
/* Calls @fn for each dso, in order of creation; stops at nonzero, which is returned. */
int dsos__for_each(struct dsos *dsos, int (*fn)(struct dso *dso, void *ctx), void *ctx);

/* A dso with one symbol, [@start, @end), from a KSYMBOL record. The same again for the same values. */
struct dso *dsos__get_ksymbol(struct dsos *dsos, const char *name, uint64_t start, uint64_t end);
/*
 * USER: its code was mapped from @pgoff on. Where only the debug file is left, which does not tell where
 * things were in the file itself, this does.
 */
void dso__add_code_map(struct dso *dso, uint64_t pgoff);
/* MODULE: where its code begins in memory. */
void dso__set_start(struct dso *dso, uint64_t start);
/* The release of the recorded kernel ("6.1.0-18-amd64"): where its files are installed. Copied. */
void dsos__set_release(struct dsos *dsos, const char *release);
/* A copy of /proc/kallsyms that belongs to the recording. Copied; it need not be there. */
void dsos__set_recorded_kallsyms(struct dsos *dsos, const char *path);
/*
 * KERNEL: in the recording symbol @name lay at @addr. A table in which it lies elsewhere is of another
 * boot, and is moved.
 */
void dso__set_reference(struct dso *dso, const char *name, uint64_t addr);

/*
 * The symbol at @addr, or NULL. @addr: for ELF files the file offset (map's pgoff + distance from its
 * start), for kernel, modules and JIT the absolute address. Loads the table at first use. Not
 * thread-safe during that first use.
 */
const struct symbol *dso__find_symbol(struct dso *dso, uint64_t addr);
/* Does @addr lie between the first and the last symbol? Loads the table at first use. */
bool dso__covers(struct dso *dso, uint64_t addr);
/* Why this dso has no symbols ("no such file", "build id differs", ...), or NULL. */
const char *dso__load_error(struct dso *dso);
/*
 * perf's letter for where the names of this dso came from: k kallsyms, v vmlinux, K module, m compressed
 * module, d the file itself, B the build-id cache (or a server), l .gnu_debuglink, D debug file of the cache (or
 * a server), b f u x o debug files by build id and by path, n MiniDebugInfo, j a JIT's map, i the recording
 * itself. '!': it has none, or they were not needed yet.
 */
char dso__symtab_origin(const struct dso *dso);
/* Why an address in it, which dso__find_symbol() does not know, has no name. */
enum dso_lack dso__lack(struct dso *dso);

/*
 * Reads a build id from an ELF file's notes, or from raw note data such as /sys/kernel/notes.
 * Returns its size (1..20) into @ret, or negative errno.
 */
int build_id__read_file(const char *path, uint8_t ret[20]);
int build_id__read_notes_file(const char *path, uint8_t ret[20]);
/* Hex text; @buf has 41 bytes. Returns @buf. */
char *build_id__text(const uint8_t *id, size_t size, char *buf);

/*
 * The kernel's own text and data, [_text or _stext, _edata or _etext), and the relocation symbol, from
 * kallsyms. 0 or negative errno; -ENOENT if addresses are hidden.
 */
int kallsyms__kernel_range(const char *path, uint64_t *ret_start, uint64_t *ret_end, const char **ret_ref_name,
			   uint64_t *ret_ref_addr);

#endif /* PERF_SYMBOL_DSO_H */
