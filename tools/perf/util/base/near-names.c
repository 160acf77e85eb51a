// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/near-names.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/base/alloc.h"

#define LEN_MAX		128	/* longer names are compared as a whole only */
#define CONTAINED	10	/* worse than any typing error that counts */
#define ENDING		3	/* letters behind a name that may stand there in vain: "symbl", and "sym" is meant */
#define FAR		1000

unsigned int near_names__distance(const char *a, size_t na, const char *b, size_t nb, unsigned int most)
{
	unsigned int rows[3][LEN_MAX + 1], *before = rows[0], *last = rows[1], *row = rows[2], *t, least;
	size_t i, k;

	if (na > LEN_MAX || nb > LEN_MAX)
		return FAR;
	for (k = 0; k <= nb; k++)
		last[k] = (unsigned int)k;
	for (i = 1; i <= na; i++) {
		row[0] = least = (unsigned int)i;
		for (k = 1; k <= nb; k++) {
			unsigned int v = last[k - 1] + (a[i - 1] != b[k - 1]);

			if (v > last[k] + 1)
				v = last[k] + 1;
			if (v > row[k - 1] + 1)
				v = row[k - 1] + 1;
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1] &&
			    v > before[k - 2] + 1)
				v = before[k - 2] + 1;
			row[k] = v;
			if (v < least)
				least = v;
		}
		if (least > most)
			return FAR;
		t = before;
		before = last;
		last = row;
		row = t;
	}
	return last[nb] > most ? FAR : last[nb];
}

static unsigned int score_of(const struct near_names *n, const char *name, size_t len)
{
	/* Of short names a letter more or less makes another word. */
	unsigned int most = n->want_len < 3 ? 0 : n->want_len < 8 ? 1 : n->want_len < 16 ? 2 : 3, d;
	size_t more = len > n->want_len ? len - n->want_len : n->want_len - len;

	if (len == n->want_len && !strncasecmp(name, n->want, len))
		return 0;
	if (more <= most) {
		d = near_names__distance(n->want, n->want_len, name, len, most);
		if (d != FAR)
			return d;
	}
	if (len >= 3 && len < n->want_len && more <= ENDING && !strncmp(name, n->want, len))
		return CONTAINED + (unsigned int)more;
	if (n->want_len >= 4 && len > n->want_len && memmem(name, len, n->want, n->want_len))
		return CONTAINED + (unsigned int)(more < FAR ? more : FAR - 1);
	return FAR;
}

void near_names__look_at(struct near_names *n, const char *name, size_t len)
{
	unsigned int score = score_of(n, name, len);
	size_t i, at;

	if (score >= FAR || !len)
		return;
	for (i = 0; i < n->nr; i++)
		if (strlen(n->best[i].name) == len && !memcmp(n->best[i].name, name, len))
			return;
	for (at = n->nr; at && n->best[at - 1].score > score; at--)
		;
	if (at == NEAR_NAMES_MAX)
		return;
	if (n->nr == NEAR_NAMES_MAX)
		free(n->best[--n->nr].name);
	memmove(&n->best[at + 1], &n->best[at], (n->nr - at) * sizeof(n->best[0]));
	n->best[at] = (struct near_name){ xstrndup(name, len), score };
	n->nr++;
}

void near_names__print(const struct near_names *n, struct strbuf *out)
{
	size_t i;

	for (i = 0; i < n->nr; i++)
		strbuf__addf(out, "%s'%s'", !i ? "; did you mean " : i + 1 < n->nr ? ", " : " or ", n->best[i].name);
	if (n->nr)
		strbuf__addstr(out, "?");
}

char *near_names__take(struct near_names *n)
{
	struct strbuf text = STRBUF_INIT;

	near_names__print(n, &text);
	near_names__exit(n);
	return strbuf__detach(&text);
}

void near_names__exit(struct near_names *n)
{
	size_t i;

	for (i = 0; i < n->nr; i++)
		free(n->best[i].name);
	n->nr = 0;
}
