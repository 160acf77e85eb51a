/* SPDX-License-Identifier: GPL-2.0-only */
/* The flags of a branch in a branch stack (struct branch_entry), from the least significant bit. */
#ifndef PERF_EVENT_BRANCH_FLAGS_H
#define PERF_EVENT_BRANCH_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

#define BRANCH_IN_TX		(1ULL << 2)
#define BRANCH_ABORTED		(1ULL << 3)

#define BRANCH_TYPES		16	/* values of branch_flags__type() */
#define BRANCH_NEW_TYPES	16	/* values of branch_flags__new_type() */
#define BRANCH_TYPE_UNKNOWN	0
#define BRANCH_TYPE_COND	1
#define BRANCH_TYPE_IS_NEW	15	/* see branch_flags__new_type() */

/* Both return false if the hardware does not report it. */
static inline bool branch_flags__mispredicted(uint64_t f) { return f & 1; }
static inline bool branch_flags__predicted(uint64_t f) { return f >> 1 & 1; }
static inline bool branch_flags__in_tx(uint64_t f) { return f & BRANCH_IN_TX; }
static inline bool branch_flags__aborted(uint64_t f) { return f & BRANCH_ABORTED; }
/* Returns the CPU cycles since the previous branch; 0 if they are not known. */
static inline uint16_t branch_flags__cycles(uint64_t f) { return (uint16_t)(f >> 4); }
static inline unsigned int branch_flags__type(uint64_t f) { return (unsigned int)(f >> 20 & 15); }
static inline unsigned int branch_flags__speculation(uint64_t f) { return (unsigned int)(f >> 24 & 3); }
static inline unsigned int branch_flags__new_type(uint64_t f) { return (unsigned int)(f >> 26 & 15); }
static inline bool branch_flags__not_taken(uint64_t f) { return f >> 33 & 1; }

/* Returns upstream's name for a kind of branch, such as "COND_CALL"; "" if the kind is not known or has no name. */
const char *branch_type__name(unsigned int type);
const char *branch_new_type__name(unsigned int new_type);

#endif /* PERF_EVENT_BRANCH_FLAGS_H */
