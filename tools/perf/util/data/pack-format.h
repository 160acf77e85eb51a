/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers of the file format that pack.h describes, for the code that reads and writes it. */
#ifndef PERF_DATA_PACK_FORMAT_H
#define PERF_DATA_PACK_FORMAT_H

#define PACK_MAGIC	"PERFPACK"
#define PACK_VERSION	1
#define PACK_FOOTER	32
#define PACK_MIN_ENTRY	60		/* an entry of the directory without its name */

enum pack_method { PACK_PLAIN, PACK_ZSTD };

/* pack-unpack.c: open_regular() knows the members of @p by paths from now on (pack__path()). */
struct pack;
void pack__give_place(struct pack *p);

#endif /* PERF_DATA_PACK_FORMAT_H */
