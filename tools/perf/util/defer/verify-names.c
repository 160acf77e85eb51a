// SPDX-License-Identifier: GPL-2.0-only
/* What verdicts, ends and bad steps of stacks are called, for programs and for people. */
#include "util/defer/verify-half.h"
#include "util/defer/verify.h"

const char *verify_half__name(enum verify_half half)
{
	return half == VERIFY_KERNEL ? "kernel" : "user";
}

const char *verify_verdict__name(enum verify_verdict verdict)
{
	static const char *const names[VERIFY_NR_VERDICTS] = { "whole", "unknown", "bad" };

	return names[verdict];
}

static const struct {
	const char *name, *text;
} ends[VERIFY_NR_ENDS] = {
	[VERIFY_END_ENTRY] = { "entry", "at an entry" },
	[VERIFY_END_LIMIT] = { "limit", "at the recorded depth" },
	[VERIFY_END_UNKNOWN] = { "unknown", "not known: no names" },
	[VERIFY_END_EARLY] = { "early", "before an entry" },
	[VERIFY_END_NO_CODE] = { "no_code", "not in code" },
};

const char *verify_end__name(enum verify_end end)
{
	return ends[end].name;
}

const char *verify_end__text(enum verify_end end)
{
	return ends[end].text;
}

const char *verify_inner__name(enum verify_inner inner)
{
	static const char *const names[] = { "whole", "unknown", "caller_missing" };

	return names[inner];
}

const char *verify_example__text(const struct verify_example *e)
{
	return e->what == VERIFY_A_STEP ? verify_step__text(e->step) :
	       e->what == VERIFY_AN_END ? e->end == VERIFY_END_EARLY ? "ends before an entry" : "ends in no code" :
	       "innermost, its caller is missing";
}

const char *verify_example__name(const struct verify_example *e)
{
	return e->what == VERIFY_A_STEP ? verify_step__name(e->step) :
	       e->what == VERIFY_AN_END ? e->end == VERIFY_END_EARLY ? "ends_early" : "ends_in_no_code" : "caller_missing";
}
