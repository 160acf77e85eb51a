// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/hash.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "util/base/random.h"

uint64_t hash_seed[2];

/* Before main(), so that no table can have been filled with another seed. */
__attribute__((constructor)) static void init_seed(void)
{
	const char *fixed = getenv("PERF_TEST_HASH_SEED");
	struct timespec now = { 0 };

	if (fixed) {
		hash_seed[0] = random__mix(strtoull(fixed, NULL, 0));
		hash_seed[1] = random__mix(hash_seed[0] + 1);
	} else if (getrandom(hash_seed, sizeof(hash_seed), GRND_NONBLOCK) != (ssize_t)sizeof(hash_seed)) {
		/* Early boot, or a kernel that refuses: where this process lies and when is hard enough to know. */
		clock_gettime(CLOCK_MONOTONIC, &now);
		hash_seed[0] = random__mix((uintptr_t)&now);
		hash_seed[1] = random__mix((uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec);
	}
	hash_seed[1] |= 1;
}

uint64_t hash_words(const uint64_t *words, size_t n, uint64_t seed)
{
	uint64_t h = hash_combine(seed, n);
	size_t i;

	for (i = 0; i + 2 <= n; i += 2)
		h = hash_fold(words[i] ^ hash_seed[1], words[i + 1] ^ h);
	if (i < n)
		h = hash_fold(words[i] ^ hash_seed[1], h);
	return hash_u64(h);
}

uint64_t hash_bytes(const void *data, size_t n, uint64_t seed)
{
	uint64_t h = hash_combine(seed, n), w[2];
	const unsigned char *p = data;

	for (; n >= sizeof(w); n -= sizeof(w), p += sizeof(w)) {
		memcpy(w, p, sizeof(w));
		h = hash_fold(w[0] ^ hash_seed[1], w[1] ^ h);
	}
	w[0] = w[1] = 0;
	if (n)
		memcpy(w, p, n);
	return hash_u64(hash_fold(w[0] ^ hash_seed[1], w[1] ^ h));
}

uint64_t hash_str(const char *s)
{
	return hash_bytes(s, strlen(s), 0);
}
