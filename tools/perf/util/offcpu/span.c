// SPDX-License-Identifier: GPL-2.0-only
#include "util/offcpu/span.h"

#include <errno.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/base/near-names.h"

const char offcpu_letters[] = "SDTtXZPI";

static const char *const names[OFFCPU_NR_STATES] = {
	[OFFCPU_BLOCKED] = "blocked", [OFFCPU_RUNNABLE] = "runnable",
	[OFFCPU_PREEMPTED] = "preempted", [OFFCPU_THROTTLED] = "throttled", [OFFCPU_UNKNOWN] = "unknown", [OFFCPU_ON_CPU] = "running",
	[OFFCPU_IDLE] = "idle",
};

const char *offcpu_state__name(enum offcpu_state state)
{
	return names[state];
}

const char *offcpu_span__text(const struct offcpu_span *span)
{
	static const char *const blocked[128] = {
		['S'] = "blocked (S)", ['D'] = "blocked (D)", ['T'] = "blocked (T)", ['t'] = "blocked (t)", ['X'] = "blocked (X)",
		['Z'] = "blocked (Z)", ['P'] = "blocked (P)", ['I'] = "blocked (I)",
	};
	const char *text = span->state == OFFCPU_BLOCKED ? blocked[span->letter & 127] : NULL;

	return text ? text : names[span->state];
}

bool offcpu_letter_waits(char letter)
{
	return letter && strchr(offcpu_letters, letter) && !offcpu_letter_is_dead(letter);
}

static unsigned int letter_bit(char letter)
{
	return 1U << ((unsigned int)letter & 31);
}

/* 't' is 'T' seen by a tracer: one bit. */
static bool add_token(struct offcpu_states *states, const char *token, size_t len)
{
	size_t i;

	if (len == 3 && !strncmp(token, "all", 3)) {
		*states = (struct offcpu_states){ .states = (1U << OFFCPU_NR_STATES) - 1 };
		return true;
	}
	if (len == 1 && strchr(offcpu_letters, *token)) {
		states->letters |= letter_bit(*token);
		return true;
	}
	for (i = 0; i < OFFCPU_NR_STATES; i++)
		if (strlen(names[i]) == len && !strncmp(names[i], token, len)) {
			states->states |= 1U << i;
			return true;
		}
	return false;
}

char *offcpu_states__similar(const char *token, int len)
{
	struct near_names near = { .want = token, .want_len = (size_t)len };
	size_t i;

	for (i = 0; i < OFFCPU_NR_STATES; i++)
		near_names__look_at(&near, names[i], strlen(names[i]));
	return near_names__take(&near);
}

int offcpu_states__parse(struct offcpu_states *states, const char *text, const char **ret_token, int *ret_len)
{
	struct offcpu_states made = { 0 };
	size_t len;

	do {
		len = strcspn(text, ",");
		if (!len || !add_token(&made, text, len)) {
			*ret_token = text;
			*ret_len = (int)len;
			return -EINVAL;
		}
		text += len;
	} while (*text++);
	/* "S,blocked" is all that is blocked. */
	if (made.states & 1U << OFFCPU_BLOCKED)
		made.letters = 0;
	else if (made.letters)
		made.states |= 1U << OFFCPU_BLOCKED;
	*states = made;
	return 0;
}

bool offcpu_states__have_letter(const struct offcpu_states *states, char letter)
{
	return letter && states->letters & letter_bit(letter);
}
