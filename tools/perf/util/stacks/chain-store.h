/* SPDX-License-Identifier: GPL-2.0-only */
/* Different chains, each kept once as an array of place numbers, innermost first. */
#ifndef PERF_STACKS_CHAIN_STORE_H
#define PERF_STACKS_CHAIN_STORE_H

#include <stddef.h>
#include <stdint.h>

struct stored_chain {
	uint32_t nr;
	uint32_t places[];
};

struct chain_store;

struct chain_store *chain_store__new(void);
void chain_store__delete(struct chain_store *s);
/* The number of the chain (copied). */
uint32_t chain_store__add(struct chain_store *s, const uint32_t *places, uint32_t nr);
/* How many there are: their numbers are less than that. */
size_t chain_store__nr(const struct chain_store *s);
const struct stored_chain *chain_store__get(const struct chain_store *s, uint32_t id);

#endif /* PERF_STACKS_CHAIN_STORE_H */
