// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/unpack-room.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

/* In memory it does no harm, and a small thing may be a large one of zeros. */
#define DEFAULT_BUDGET	((uint64_t)64 << 20)

/* Bytes of the budget that rooms have. */
static uint64_t charged;

static uint64_t budget(void)
{
	const char *mb = getenv(UNPACK_LIMIT_VARIABLE);
	char *end;
	unsigned long long v;

	if (!mb || !*mb)
		return DEFAULT_BUDGET;
	v = strtoull(mb, &end, 10);
	if (*end)
		return DEFAULT_BUDGET;
	return v && v <= UINT64_MAX >> 20 ? (uint64_t)v << 20 : UINT64_MAX;
}

uint64_t unpack_budget__mb(void)
{
	return budget() >> 20;
}

static bool charge(uint64_t size)
{
	uint64_t before = __atomic_load_n(&charged, __ATOMIC_RELAXED), most = budget();

	do {
		if (before > most || size > most - before)
			return false;
	} while (!__atomic_compare_exchange_n(&charged, &before, before + size, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
	return true;
}

static void give_back(uint64_t size)
{
	__atomic_fetch_sub(&charged, size, __ATOMIC_RELAXED);
}

void unpack_room__init(struct unpack_room *room, uint64_t ratio)
{
	*room = (struct unpack_room){ .ratio = ratio };
}

void unpack_room__exit(struct unpack_room *room)
{
	give_back(room->charged);
	unpack_room__init(room, room->ratio);
}

void unpack_room__add_packed(struct unpack_room *room, uint64_t size)
{
	room->packed += size;
}

int unpack_room__take(struct unpack_room *room, uint64_t size)
{
	uint64_t fair = room->packed <= UINT64_MAX / room->ratio ? room->packed * room->ratio : UINT64_MAX;
	uint64_t all = room->unpacked <= UINT64_MAX - size ? room->unpacked + size : UINT64_MAX;
	uint64_t due = all > fair ? all : 0;

	if (due > room->charged && !charge(due - room->charged))
		return -EFBIG;
	if (due < room->charged)
		give_back(room->charged - due);
	room->charged = due;
	room->unpacked = all;
	return 0;
}
