// SPDX-License-Identifier: GPL-2.0-only
/* The order in which places are drawn, and what they are called. */
#include "util/stacks/place.h"

#include <inttypes.h>

int place__compare(const struct place *a, const struct place *b)
{
	uint64_t x, y;

	if (a == b)
		return 0;
	/* Names made first have the smaller number: younger dsos come first. */
	if (place__kind(a)->dso_name != place__kind(b)->dso_name)
		return place__kind(a)->dso_name > place__kind(b)->dso_name ? -1 : 1;
	x = place__kind(a)->sym && place__kind(b)->sym ? place__kind(a)->sym->start : place__ip(a);
	y = place__kind(a)->sym && place__kind(b)->sym ? place__kind(b)->sym->start : place__ip(b);
	if (x == y) {
		x = place__ip(a);
		y = place__ip(b);
	}
	if (x == y)
		return place__id(a) < place__id(b) ? -1 : 1;
	return x > y ? -1 : 1;
}

void place__print(const struct place *p, bool address, struct strbuf *out)
{
	if (place__kind(p)->is_text) {
		strbuf__addstr(out, place__kind(p)->text);
	} else if (place__kind(p)->sym) {
		strbuf__add(out, place__kind(p)->sym->name, place__kind(p)->sym->name_len);
		if (place__kind(p)->inlined)
			strbuf__addstr(out, " (inlined)");
		else if (place__kind(p)->by_call)
			strbuf__addstr(out, " (by its call)");
		else if (address)
			strbuf__addf(out, " +%" PRIu64, place__addr(p) - place__kind(p)->sym->start);
	} else {
		strbuf__add(out, "0x", place__ip(p) ? 2 : 0);
		strbuf__addhex(out, place__ip(p), 0);
	}
}
