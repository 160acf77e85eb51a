// SPDX-License-Identifier: GPL-2.0-only
/* Words for branch sample types. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/near-names.h"
#include "util/event/branch-type.h"

static const struct {
	const char *token, *bit_name;	/* either may be NULL */
	unsigned int bit;
} branch_bits[] = {
	{ "u",		"USER",		0 },
	{ "k",		"KERNEL",	1 },
	{ "hv",		"HV",		2 },
	{ "any",	"ANY",		3 },
	{ "any_call",	"ANY_CALL",	4 },
	{ "any_ret",	"ANY_RETURN",	5 },
	{ "ind_call",	"IND_CALL",	6 },
	{ "abort_tx",	"ABORT_TX",	7 },
	{ "in_tx",	"IN_TX",	8 },
	{ "no_tx",	"NO_TX",	9 },
	{ "cond",	"COND",		10 },
	{ "call_stack",	"CALL_STACK",	11 },
	{ "stack",	NULL,		11 },
	{ "ind_jmp",	"IND_JUMP",	12 },
	{ "call",	"CALL",		13 },
	{ "no_flags",	"NO_FLAGS",	14 },
	{ "no_cycles",	"NO_CYCLES",	15 },
	{ "save_type",	"TYPE_SAVE",	16 },
	{ "hw_index",	"HW_INDEX",	17 },
	{ "priv",	"PRIV_SAVE",	18 },
	{ "counter",	"COUNTERS",	19 },
};

#define BRANCH_LEVELS	(7ULL)			/* user, kernel, hypervisor */
#define BRANCH_EXTRAS	(0x1fULL << 14 | 1ULL << 19)	/* say how, not which */

/* Says that @token (@len bytes) is none of them, and which are similar. Returns -EINVAL. */
static int tell_unknown(const char *token, size_t len, struct diag *diag)
{
	struct near_names near = { .want = token, .want_len = len };
	struct strbuf all = STRBUF_INIT;
	char *hint;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(branch_bits); i++) {
		strbuf__addf(&all, "%s%s", i ? ", " : "", branch_bits[i].token);
		near_names__look_at(&near, branch_bits[i].token, strlen(branch_bits[i].token));
	}
	hint = near_names__take(&near);
	(void)diag__msg(diag, -EINVAL, "unknown branch filter '%.*s': there are %s%s", (int)(len < 64 ? len : 64), token,
			strbuf__str(&all), hint);
	free(hint);
	strbuf__exit(&all);
	return -EINVAL;
}

int branch_type__parse(const char *text, uint64_t *ret, struct diag *diag)
{
	uint64_t bits = 0;

	do {
		size_t n = strcspn(text, ",|:"), i;

		for (i = 0; i < ARRAY_SIZE(branch_bits); i++)
			if (strlen(branch_bits[i].token) == n && !memcmp(branch_bits[i].token, text, n))
				break;
		if (i == ARRAY_SIZE(branch_bits))
			return tell_unknown(text, n, diag);
		bits |= 1ULL << branch_bits[i].bit;
		text += n;
	} while (*text++);
	if (!(bits & ~(BRANCH_LEVELS | BRANCH_EXTRAS)))
		bits |= 1ULL << 3;
	*ret = bits;
	return 0;
}

void branch_type__print(uint64_t bits, struct strbuf *out)
{
	const char *sep = "";
	size_t i;

	for (i = 0; i < ARRAY_SIZE(branch_bits); i++) {
		if (!branch_bits[i].bit_name || !(bits >> branch_bits[i].bit & 1))
			continue;
		strbuf__addf(out, "%s%s", sep, branch_bits[i].bit_name);
		bits &= ~(1ULL << branch_bits[i].bit);
		sep = "|";
	}
	if (bits)
		strbuf__addf(out, "%s%#" PRIx64, sep, bits);
}
