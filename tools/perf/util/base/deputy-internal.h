/* SPDX-License-Identifier: GPL-2.0-only */
/* What a deputy, and who asks it, send to each other through a socket of sequenced packets. */
#ifndef PERF_BASE_DEPUTY_INTERNAL_H
#define PERF_BASE_DEPUTY_INTERNAL_H

#include <stdint.h>

#include "util/base/deputy.h"

struct deputy_request {
	deputy_fn fn;			/* both processes have the same code at the same place */
	_Alignas(16) unsigned char in[DEPUTY_IN_MAX];
};

struct deputy_reply {
	uint64_t size;			/* no datagram is empty: that is the end of the stream */
	_Alignas(16) unsigned char out[DEPUTY_OUT_MAX];
};

/* What the process does that was made for it: it answers requests until the other end of @socket is closed, and ends. */
void deputy_process__run(int socket) __attribute__((noreturn));

#endif /* PERF_BASE_DEPUTY_INTERNAL_H */
