/* SPDX-License-Identifier: GPL-2.0-only */
/* Copies of this very binary, stripped and taken apart: files whose symbols are elsewhere. */
#ifndef PERF_TESTS_ELF_FIXTURE_H
#define PERF_TESTS_ELF_FIXTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/symbol/dso.h"

struct elf_fixture {
	char dir[32];			/* ours, removed afterwards */
	char exe[4096];			/* this binary */
	uint64_t offset;		/* in it, of the function "elf_fixture__find" */
	uint8_t id[20];
	char hex[41];
	char *cache_dir;		/* PERF_BUILDID_DIR as it was; or NULL */
};

/*
 * Makes DIR with x.debug (all that is not code) and bin/x (stripped, .gnu_debuglink x.debug), and
 * switches the user's build-id cache off. TEST_OK, TEST_FAIL or TEST_SKIP. To be ended in any case.
 */
int elf_fixture__init(struct elf_fixture *f);
void elf_fixture__exit(struct elf_fixture *f);
/* Runs a shell command in DIR; true if it went well. @fmt as for printf. */
bool elf_fixture__run(const struct elf_fixture *f, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/*
 * The name found for elf_fixture__find() in @path ("bin/x": below DIR), recorded with @id (NULL: none)
 * by @pid; "-": nothing. @ret_lines, may be NULL: were source lines found? Static memory.
 */
const char *elf_fixture__look(const struct elf_fixture *f, const struct symbol_opts *opts, const char *path,
			      const uint8_t *id, uint32_t pid, bool *ret_lines);

/* dso__symtab_origin() of what was looked at last. */
char elf_fixture__origin(void);

#define FIXTURE_SYMBOL	"elf_fixture__find"

#endif /* PERF_TESTS_ELF_FIXTURE_H */
