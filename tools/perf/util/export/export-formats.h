/* SPDX-License-Identifier: GPL-2.0-only */
/* The export formats; each is in a file export-NAME.c. Private to util/export. */
#ifndef PERF_EXPORT_EXPORT_FORMATS_H
#define PERF_EXPORT_EXPORT_FORMATS_H

#include "util/export/export.h"

extern const struct export_format export_folded, export_ndjson, export_pprof, export_flamegraph, export_speedscope, export_firefox,
	export_json, export_otlp, export_timeline, export_diff_page;

#endif /* PERF_EXPORT_EXPORT_FORMATS_H */
