/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * AUXTRACE_INFO, the record that says which driver made the traces and what a decoder must know
 * about this machine.
 */
#ifndef PERF_RECORD_AUX_INFO_H
#define PERF_RECORD_AUX_INFO_H

#include "util/base/strbuf.h"
#include "util/event/evlist.h"
#include "util/record/aux-config.h"

struct perf_event_mmap_page;

/*
 * Appends the record, for a recording of @aux->evsel; @per_cpu: a buffer for each CPU, not each task.
 * @page (may be NULL) is a ring's control page: it tells how the CPU's clock relates to time stamps.
 * False, and nothing is appended, for drivers that no reader knows: upstream's refuses a file with a
 * description of an unknown type, but reads one without any.
 */
bool aux_info__append(struct strbuf *out, const struct aux_config *aux, const struct evlist *evlist,
		      bool per_cpu, const struct perf_event_mmap_page *page);
/*
 * Appends a TIME_CONV record, which relates the CPU's clock to time stamps. Returns false, and appends nothing, if @page
 * does not tell.
 */
bool aux_info__append_time_conv(struct strbuf *out, const struct perf_event_mmap_page *page);

#endif /* PERF_RECORD_AUX_INFO_H */
