// SPDX-License-Identifier: GPL-2.0-only
#include "util/symbol/demangle.h"

#include <libiberty/demangle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/strbuf.h"

/* Longer names would take long, and nobody reads them. */
#define MAX_MANGLED	4096

/* Where a Rust name ends and what LLVM appended begins (".123", ".llvm.456"), or NULL. */
static const char *rust_suffix(const char *name)
{
	const char *dot = strchr(name, '.');

	if (!dot)
		return NULL;
	if (name[1] == 'R')
		return dot;
	/* Legacy: "17h", 16 hex digits, "E". */
	while (dot && (dot - name < 22 || strncmp(dot - 20, "17h", 3) || dot[-1] != 'E'))
		dot = strchr(dot + 1, '.');
	return dot;
}

static char *demangle_rust(const char *name)
{
	const char *suffix = rust_suffix(name);
	struct strbuf bare = STRBUF_INIT, text = STRBUF_INIT;
	char *plain;

	if (!suffix)
		return rust_demangle(name, DMGL_NO_OPTS);
	/* (libiberty's header has allocators of its own in the way of ours.) */
	strbuf__add(&bare, name, (size_t)(suffix - name));
	plain = rust_demangle(strbuf__str(&bare), DMGL_NO_OPTS);
	strbuf__exit(&bare);
	if (!plain || !strncmp(suffix, ".llvm.", 6))
		return plain;
	strbuf__addf(&text, "%s%s", plain, suffix);
	free(plain);
	return strbuf__detach(&text);
}

char *demangle(const char *name)
{
	size_t len = strlen(name);
	char *plain;

	if (len < 4 || len > MAX_MANGLED)
		return NULL;
	/* One look at the beginning decides for nearly all C names. */
	if (name[0] == '_' && name[1] == 'R')
		return demangle_rust(name);
	if (name[0] == '_' && name[1] == 'D')
		return dlang_demangle(name, DMGL_NO_OPTS);
	if (name[0] != '_' || name[1] != 'Z')
		return NULL;
	plain = demangle_rust(name);
	return plain ? plain : cplus_demangle(name, DMGL_AUTO | DMGL_PARAMS | DMGL_ANSI);
}
