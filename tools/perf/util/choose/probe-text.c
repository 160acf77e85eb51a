// SPDX-License-Identifier: GPL-2.0-only
#include "util/choose/probe-text.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/choose/event-make.h"

/* Is it a marker of user space with words behind it, which say what to fetch? */
static bool is_marker_with_words(const char *s)
{
	size_t n = strcspn(s, " \t\n,{}/"), blanks = strspn(s + n, " \t\n");

	return (!strncmp(s, "sdt_", 4) || *s == '%') && blanks && s[n + blanks] && !strchr(",{}", s[n + blanks]);
}

bool probe_text__is(const char *s, bool *ret_of_file)
{
	static const char *const words[] = { "kprobe", "uprobe", "usdt" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		size_t n = strlen(words[i]);

		*ret_of_file = i > 0;
		if (!strncmp(s, words[i], n) && s[n] == ':')
			return !event_name__is_tracepoint_system(words[i]);
	}
	*ret_of_file = false;
	return is_marker_with_words(s);
}

size_t probe_text__length(const char *s, bool of_file)
{
	size_t n, depth = 0, colons = of_file ? 0 : 1;

	for (n = 0; s[n] && !(!depth && strchr(",{}", s[n])) && !(s[n] == '/' && colons > 1 && !depth); n++) {
		colons += s[n] == ':';
		depth += strchr("([<", s[n]) != NULL;
		depth -= strchr(")]>", s[n]) && depth;
	}
	while (n && strchr(" \t\n", s[n - 1]))
		n--;
	return n;
}
