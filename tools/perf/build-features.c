// SPDX-License-Identifier: GPL-2.0-only
/*
 * Scripts ask for features by name, and some skip what they want to do where one is OFF. So the
 * names of perf are all here, also of what no build of this perf has; a name that perf does not know is
 * intel-pt.
 */
#include <string.h>
#include <strings.h>

#include "build-features.h"
#include "util/base/std-out.h"

const struct perf_feature perf_features[] = {
	{ "aio",			"HAVE_AIO_SUPPORT",		false },
	{ "bpf",			"HAVE_LIBBPF_SUPPORT",		false },
	{ "bpf_skeletons",		"HAVE_BPF_SKEL",		false },
	{ "debuginfod",			"HAVE_DEBUGINFOD_SUPPORT",	HAVE_LIBDEBUGINFOD },
	{ "demangle",			"HAVE_DEMANGLE_SUPPORT",	HAVE_DEMANGLE },
	{ "dwarf",			"HAVE_LIBDW_SUPPORT",		HAVE_LIBDW },
	{ "dwarf_getlocations",		"HAVE_LIBDW_SUPPORT",		HAVE_LIBDW },
	{ "dwarf-unwind",		"HAVE_DWARF_UNWIND_SUPPORT",	HAVE_LIBDW },
	{ "intel-pt",			"HAVE_LIBIPT_SUPPORT",		HAVE_LIBIPT },
	{ "libbfd",			"HAVE_LIBBFD_SUPPORT",		false },
	{ "babeltrace2-ctf-writer",	"HAVE_BABELTRACE2_CTF_WRITER_SUPPORT", false },
	{ "libbpf-strings",		"HAVE_LIBBPF_STRINGS_SUPPORT",	false },
	{ "libcapstone",		"HAVE_LIBCAPSTONE_SUPPORT",	HAVE_LIBCAPSTONE },
	{ "libcurl",			"HAVE_LIBCURL_SUPPORT",		HAVE_LIBCURL },
	{ "libdw-dwarf-unwind",		"HAVE_LIBDW_SUPPORT",		HAVE_LIBDW },
	{ "libelf",			"HAVE_LIBELF_SUPPORT",		HAVE_LIBELF },
	{ "libLLVM",			"HAVE_LIBLLVM_SUPPORT",		false },
	{ "libncursesw",		"HAVE_NCURSESW_SUPPORT",	HAVE_NCURSESW },
	{ "libnuma",			"HAVE_LIBNUMA_SUPPORT",		false },
	{ "libopencsd",			"HAVE_CSTRACE_SUPPORT",		false },
	{ "libperl",			"HAVE_LIBPERL_SUPPORT",		false },
	{ "libpfm4",			"HAVE_LIBPFM",			HAVE_LIBPFM },
	{ "libpython",			"HAVE_LIBPYTHON_SUPPORT",	false },
	{ "libslang",			"HAVE_SLANG_SUPPORT",		false },
	{ "libtraceevent",		"HAVE_LIBTRACEEVENT",		HAVE_LIBTRACEEVENT },
	{ "libunwind",			"HAVE_LIBUNWIND_SUPPORT",	false },
	{ "lzma",			"HAVE_LZMA_SUPPORT",		HAVE_LIBLZMA },
	{ "numa_num_possible_cpus",	"HAVE_LIBNUMA_SUPPORT",		false },
	{ "zlib",			"HAVE_ZLIB_SUPPORT",		HAVE_ZLIB },
	{ "zstd",			"HAVE_ZSTD_SUPPORT",		HAVE_LIBZSTD },
	{ "rust",			"HAVE_RUST_SUPPORT",		false },
	{ NULL, NULL, false },
};

const struct perf_feature *perf_feature__find(const char *name, size_t len)
{
	const struct perf_feature *f;

	for (f = perf_features; f->name; f++)
		if (strlen(f->name) == len && !strncasecmp(f->name, name, len))
			return f;
	return NULL;
}

void perf_feature__print(const struct perf_feature *feature)
{
	std_out__addf("%22s: [ %s ]  # %s\n", feature->name, feature->on ? "on " : "OFF", feature->macro);
}
