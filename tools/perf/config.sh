#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Finds the optional libraries; prints make variables. Usage: config.sh CC CPPFLAGS
# A library that is missing is said in one line on stderr and only switches off what needs it.
cc=$1
cppflags=$2

# shellcheck disable=SC2086 # $cppflags and $libs are words by design
try() { # NAME NO_NAME LIBS WHAT PACKAGE ; program on stdin
	name=$1 off=$2 libs=$3 what=$4 package=$5
	prog=$(cat)
	eval "set_off=\${$off:-}"
	if [ -n "$set_off" ]; then
		echo "  config: without $what ($off=1)" >&2
	elif printf '%s\n' "$prog" | $cc $cppflags -x c - -o /dev/null $libs 2>/dev/null; then
		echo "$name := 1"
	else
		echo "  config: $what not found: install $package for it" >&2
	fi
}

try HAVE_LIBELF NO_LIBELF "-lelf" "ELF symbols" libelf-dev <<'E'
#include <gelf.h>
int main(void) { return elf_version(EV_CURRENT) == EV_NONE; }
E
try HAVE_LIBDW NO_LIBDW "-ldw -lelf" "source lines, inlines and DWARF unwinding" libdw-dev <<'E'
#include <elfutils/libdwfl.h>
int main(void) { return dwfl_begin(0) != 0; }
E
try HAVE_LIBTRACEEVENT NO_LIBTRACEEVENT "-ltraceevent" "tracepoint fields" libtraceevent-dev <<'E'
#include <traceevent/event-parse.h>
int main(void) { return tep_alloc() == 0; }
E
try HAVE_LIBZSTD NO_LIBZSTD "-lzstd" "compressed recordings" libzstd-dev <<'E'
#include <zstd.h>
int main(void) { return ZSTD_createDCtx() == 0; }
E
try HAVE_ZLIB NO_ZLIB "-lz" "gzip files and checksums of debug files" zlib1g-dev <<'E'
#include <zlib.h>
int main(void) { return zlibVersion() == 0; }
E
try HAVE_LIBLZMA NO_LIBLZMA "-llzma" "MiniDebugInfo and xz files" liblzma-dev <<'E'
#include <lzma.h>
int main(void) { return lzma_version_number() == 0; }
E
try HAVE_LIBDEBUGINFOD NO_LIBDEBUGINFOD "-ldebuginfod" "files from debuginfod servers" libdebuginfod-dev <<'E'
#include <elfutils/debuginfod.h>
int main(void) { return debuginfod_begin() == 0; }
E
try HAVE_DEMANGLE NO_DEMANGLE "-liberty" "C++, Rust and D names" libiberty-dev <<'E'
#include <libiberty/demangle.h>
int main(void) { return cplus_demangle("x", 0) != 0; }
E
try HAVE_LIBCAPSTONE NO_LIBCAPSTONE "-lcapstone" "instructions as text, types of data that they access" libcapstone-dev <<'E'
#include <capstone/capstone.h>
int main(void) { return cs_version(0, 0) == 0; }
E
try HAVE_LIBIPT NO_LIBIPT "-lipt" "Intel PT decoding" libipt-dev <<'E'
#include <intel-pt.h>
int main(void) { return pt_library_version().major == 0; }
E
try HAVE_NCURSESW NO_NCURSESW "-lncursesw -ltinfo" "the screen of perf report --tui" libncurses-dev <<'E'
#define NCURSES_WIDECHAR 1
#include <curses.h>
int main(void) { return curses_version() == 0 || addnwstr(L"x", 1); }
E
try HAVE_LIBPFM NO_LIBPFM "" "events by the names of processors' vendors" libpfm4-dev <<'E'
#include <perfmon/pfmlib_perf_event.h>
int main(void) { return PFM_OS_PERF_EVENT_EXT == PFM_OS_NONE; }
E
try HAVE_LIBCURL NO_LIBCURL "" "sending profiles to collectors" libcurl4-openssl-dev <<'E'
#include <curl/curl.h>
int main(void) { return LIBCURL_VERSION_NUM < 0x075500 ? CURLOPT_PROTOCOLS_STR : 0; }
E
