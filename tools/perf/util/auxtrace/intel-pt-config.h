/* SPDX-License-Identifier: GPL-2.0-only */
/* The configuration of all libipt decoders. Only for files that are built with libipt. */
#ifndef PERF_AUXTRACE_INTEL_PT_CONFIG_H
#define PERF_AUXTRACE_INTEL_PT_CONFIG_H

#include <intel-pt.h>
#include <stdint.h>

#include "util/auxtrace/intel-pt-unknown.h"

/* The callback for packets that libipt does not know: skips those that are known here, else returns -pte_bad_opc. */
static inline int pt_config__unknown(struct pt_packet_unknown *ret, const struct pt_config *config,
				     const uint8_t *pos, void *ctx)
{
	unsigned int size = intel_pt__unknown_size(pos, config->end);

	(void)ctx;
	ret->packet = pos;
	ret->priv = NULL;
	return size ? (int)size : -pte_bad_opc;
}

/*
 * Sets @config for the trace of @size bytes at @data, which is borrowed. Packets that are newer than libipt are
 * skipped.
 */
static inline void pt_config__init(struct pt_config *config, const void *data, uint64_t size)
{
	pt_config_init(config);
	config->begin = (uint8_t *)(uintptr_t)data;
	config->end = config->begin + size;
	config->decode.callback = pt_config__unknown;
}

#endif /* PERF_AUXTRACE_INTEL_PT_CONFIG_H */
