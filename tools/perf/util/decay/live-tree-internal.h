/* SPDX-License-Identifier: GPL-2.0-only */
/* What live-tree.c and live-clean.c share: how roots, nodes and leaves are looked up. Private to these. */
#ifndef PERF_DECAY_LIVE_TREE_INTERNAL_H
#define PERF_DECAY_LIVE_TREE_INTERNAL_H

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/decay/live-tree.h"

struct root_key {
	const struct live_tree *t;
	const struct sample_key *key;
};

static inline uint64_t live_roots__hash(struct root_key k)
{
	const struct sample_key *key = k.key;
	uint64_t hash = hash_combine((uintptr_t)key->evsel ^ (uintptr_t)key->cells << 7, (uintptr_t)key->comm);

	return hash_combine(hash_combine(hash, (uint64_t)key->pid << 32 | key->tid), (uint64_t)key->cpu << 1 | key->filtered);
}

static inline bool live_roots__is(uint32_t number, struct root_key k)
{
	return !memcmp(&live_tree__root(k.t, number)->key, k.key, sizeof(*k.key));
}

static inline uint64_t live_roots__hash_of(uint32_t number, struct root_key any)
{
	return live_roots__hash((struct root_key){ any.t, &live_tree__root(any.t, number)->key });
}

HASH_NUMBERS_FUNCTIONS(live_roots, struct root_key)

/* Of a node: where it hangs, and its place. The root is the parent's, but for those that have none. */
struct node_key {
	const struct live_tree *t;
	uint32_t parent, root, place, drawn;
};

static inline uint64_t live_nodes__hash(struct node_key k)
{
	return hash_combine((uint64_t)k.parent << 32 | k.place, k.root);
}

static inline bool live_nodes__is(uint32_t number, struct node_key k)
{
	const struct live_node *n = live_tree__node(k.t, number);

	return n->parent == k.parent && n->place == k.place && n->drawn == k.drawn && n->root == k.root;
}

static inline uint64_t live_nodes__hash_of(uint32_t number, struct node_key any)
{
	const struct live_node *n = live_tree__node(any.t, number);

	return live_nodes__hash((struct node_key){ any.t, n->parent, n->root, n->place, n->drawn });
}

HASH_NUMBERS_FUNCTIONS(live_nodes, struct node_key)

struct leaf_key {
	const struct live_tree *t;
	uint32_t node, root, place;
};

static inline uint64_t live_leaves__hash(struct leaf_key k)
{
	return hash_combine((uint64_t)k.node << 32 | k.place, k.root);
}

static inline bool live_leaves__is(uint32_t number, struct leaf_key k)
{
	const struct live_leaf *l = &k.t->leaves[number - 1];

	return l->node == k.node && l->place == k.place && l->root == k.root;
}

static inline uint64_t live_leaves__hash_of(uint32_t number, struct leaf_key any)
{
	const struct live_leaf *l = &any.t->leaves[number - 1];

	return live_leaves__hash((struct leaf_key){ any.t, l->node, l->root, l->place });
}

HASH_NUMBERS_FUNCTIONS(live_leaves, struct leaf_key)

/* Puts stem @number beside the others of its parent. Those without one are found through the rows. */
void live_tree__link_stem(const struct live_tree *t, uint32_t number);

#endif /* PERF_DECAY_LIVE_TREE_INTERNAL_H */
