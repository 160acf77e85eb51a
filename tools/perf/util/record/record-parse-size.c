// SPDX-License-Identifier: GPL-2.0-only
/* Values of options that are a number of bytes or of pages. */
#include "util/record/record-parse.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/log.h"

/*
 * A number with an optional unit; *@ret_unit is 0 without one. Returns what stands behind, or NULL.
 */
static const char *parse_units(const char *text, uint64_t *ret, uint64_t *ret_unit)
{
	static const char letters[] = "bkmg";
	const char *at;
	char *end;
	uint64_t v;

	errno = 0;
	v = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
	if (errno || !isdigit((unsigned char)*text))
		return NULL;
	at = *end ? strchr(letters, tolower((unsigned char)*end)) : NULL;
	*ret_unit = at ? 1ULL << (10 * (at - letters)) : 0;
	if (at && v > UINT64_MAX / *ret_unit)
		return NULL;
	*ret = v;
	return end + (at != NULL);
}

int record_parse__size(const char *text, uint64_t *ret, struct diag *diag)
{
	uint64_t v, unit;
	const char *end = parse_units(text, &v, &unit);

	if (!end || *end || !unit || !v)
		return diag__msg(diag, -EINVAL,
				 "'%s' is not a size: a number and one of B, K, M, G", text);
	*ret = v * unit;
	return 0;
}

int record_parse__bytes(const char *text, uint64_t *ret, struct diag *diag)
{
	uint64_t v, unit;
	const char *end = parse_units(text, &v, &unit);

	if (!end || *end)
		return diag__msg(diag, -EINVAL, "'%s' is not a size: bytes, or a number and one of B, K, M, G", text);
	*ret = unit ? v * unit : v;
	return 0;
}

/* One of the sizes of -m. */
static int parse_pages(const char **text, const char *what, size_t *ret_pages, struct diag *diag)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), most = (1ULL << 31) / page;
	uint64_t v, unit, pages, rounded = 1;
	const char *end = parse_units(*text, &v, &unit);

	if (!end || (*end && *end != ','))
		return diag__msg(diag, -EINVAL,
				 "'%s' is not a size of %ss: pages, or a number and one "
				 "of B, K, M, G",
				 *text, what);
	pages = unit ? (v * unit + page - 1) / page : v;
	if (!pages || pages > most)
		return diag__msg(diag, -EINVAL, "%ss have from 1 to %llu pages, not %llu", what,
				 (unsigned long long)most, (unsigned long long)pages);
	while (rounded < pages)
		rounded *= 2;
	if (rounded != pages)
		pr_notice("rounding mmap pages size to %lluK (%llu pages)\n",
			  (unsigned long long)(rounded * page / 1024), (unsigned long long)rounded);
	*ret_pages = (size_t)rounded;
	*text = end;
	return 0;
}

int record_parse__mmap_pages(const char *text, size_t *ret_pages, size_t *ret_aux_pages,
			     struct diag *diag)
{
	size_t pages = 0, aux = 0;
	int err = *text == ',' ? 0 : parse_pages(&text, "ring buffer", &pages, diag);

	if (!err && *text == ',') {
		text++;
		err = parse_pages(&text, "AUX area", &aux, diag);
		if (!err && *text)
			err = diag__msg(diag, -EINVAL, "behind the size of AUX areas stands '%s'", text);
	}
	if (err)
		return err;
	*ret_pages = pages;
	*ret_aux_pages = aux;
	return 0;
}

/* A number of bytes, decimal or hexadecimal, or with a unit; returns what stands behind, or NULL. */
static const char *parse_bytes(const char *text, uint64_t *ret)
{
	uint64_t v, unit = 0;
	const char *end;

	if (text[0] == '0' && (text[1] | 32) == 'x') {
		char *stop;

		errno = 0;
		*ret = strtoull(text, &stop, 16);
		return errno || stop == text + 2 ? NULL : stop;
	}
	end = parse_units(text, &v, &unit);
	*ret = unit ? v * unit : v;
	return end;
}

int record_parse__snapshot(const char *text, size_t *ret_size, bool *ret_on_exit, struct diag *diag)
{
	const char *at = text, *end;
	bool on_exit = *at == 'e';
	uint64_t size = 0;

	at += on_exit;
	end = *at ? parse_bytes(at, &size) : at;
	if (end && *end == 'e' && !on_exit) {
		on_exit = true;
		end++;
	}
	if (!end || *end || (*at && !size) || size > SIZE_MAX)
		return diag__msg(diag, -EINVAL, "'%s' is not a size of snapshots: bytes, or a number and "
				 "one of K, M, G; 'e' takes one at the end, too", text);
	*ret_size = (size_t)size;
	*ret_on_exit = on_exit;
	return 0;
}

int record_parse__aux_sample(const char *text, uint32_t *ret_size, struct diag *diag)
{
	uint64_t size;
	const char *end = parse_bytes(text, &size);

	if (!end || *end || !size || size > UINT32_MAX)
		return diag__msg(diag, -EINVAL, "'%s' is not a size of AUX samples: bytes, or a number and "
				 "K", text);
	*ret_size = (uint32_t)size;
	return 0;
}
