// SPDX-License-Identifier: GPL-2.0-only
#include "other-input.h"

#include <string.h>

#include "util/base/alloc.h"

/* A command of other perfs that reads recordings. Which one it is to do, a word behind its options says. */
struct reader {
	const char *name;
	const char *reads[8];	/* words with which it reads one */
	const char *others[4];	/* and with which it does not */
	bool bare;		/* without any of these words it reads one */
	bool must_name;		/* it only reads one that is named with -i */
	bool i_first;		/* it takes -i in front of these words only */
};

static const struct reader readers[] = {
	{ "annotate", .bare = true },
	{ "c2c", .reads = { "report" }, .others = { "record" } },
	{ "kmem", .reads = { "stat" }, .others = { "record" }, .i_first = true },
	/* Its recordings have names of their own: perf.data.guest, perf.data.kvm. */
	{ "kvm", .reads = { "report", "diff", "buildid-list" }, .others = { "record", "top", "live" }, .must_name = true },
	{ "kwork", .reads = { "report", "latency", "timehist", "top" }, .others = { "record" } },
	{ "lock", .reads = { "report", "info", "contention", "script" }, .others = { "record" } },
	{ "mem", .reads = { "report" }, .others = { "record" } },
	{ "sched", .reads = { "latency", "map", "replay", "script", "timehist" }, .others = { "record", "stats" } },
	{ "script", .reads = { "report" }, .others = { "record" }, .bare = true },
	{ "timechart", .others = { "record" }, .bare = true },
	{ "trace", .others = { "record" }, .bare = true, .must_name = true },
};

/* Three letters of such a word are enough. */
static bool is_any(const char *token, const char *const *words, size_t nr)
{
	size_t len = strlen(token), i;

	for (i = 0; len > 2 && i < nr && words[i]; i++)
		if (!strncmp(token, words[i], len))
			return true;
	return false;
}

/* Letters of options without values, and -i behind them: "-i", "-vi". Returns how long they are, or 0. */
static size_t letters_with_i(const char *token)
{
	size_t n = *token == '-' ? 1 + strspn(token + 1, "Dfqv") : 0;

	return n && token[n] == 'i' ? n + 1 : 0;
}

/* Is the token that names the recording at @i, or the one behind it? Sets where the path begins. */
static bool names_input(const char *const *argv, size_t i, struct other_input *ret)
{
	const char *token = argv[i], *value = strchr(token, '=');
	size_t len = value ? (size_t)(value - token) : strlen(token), letters = letters_with_i(token);

	if (len >= strlen("--inp") && !strncmp(token, "--input", len)) {
		ret->before = value ? len + 1 : 0;
		ret->at = i + !value;
	} else if (letters) {
		ret->force |= memchr(token, 'f', letters) != NULL;
		ret->before = token[letters] ? letters : 0;
		ret->at = i + !token[letters];
	} else {
		return false;
	}
	if (!argv[ret->at])
		return false;
	ret->path = argv[ret->at] + ret->before;
	return true;
}

/* What runs in the kernel reads no recording: lock contention -b, kwork report -b. */
static bool is_live(const char *token)
{
	return !strcmp(token, "--use-bpf") || (token[0] == '-' && token[1] != '-' && strchr(token, 'b'));
}

/* A script reads one; a name of an installed pair of scripts records first, unless it is told to report. */
static bool is_script(const char *token)
{
	return !strncmp(token, "-s", 2) || !strncmp(token, "-g", 2) || !strncmp(token, "--script", 8) ||
	       !strncmp(token, "--gen-script", 12);
}

static const struct reader *find_reader(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(readers); i++)
		if (!strcmp(name, readers[i].name))
			return &readers[i];
	return NULL;
}

bool other_input__find(const char *const *argv, struct other_input *ret)
{
	const struct reader *r = find_reader(argv[0]);
	bool named = false, live = false, script = false;
	size_t word = 0, i;

	*ret = (struct other_input){ .at = 1 };
	for (i = 1; r && argv[i] && strcmp(argv[i], "--"); i++) {
		if (names_input(argv, i, ret)) {
			named = true;
			i = ret->at;
			continue;
		}
		ret->force |= !strcmp(argv[i], "-f") || !strcmp(argv[i], "--force");
		live |= is_live(argv[i]);
		script |= is_script(argv[i]);
		if (!word && is_any(argv[i], r->others, ARRAY_SIZE(r->others)))
			return false;
		if (!word && is_any(argv[i], r->reads, ARRAY_SIZE(r->reads)))
			word = i;
	}
	if (!r || (!word && !r->bare))
		return false;
	if (named)
		return true;
	ret->at = r->i_first ? 1 : word + 1;
	if (!strcmp(r->name, "script"))
		return word || script;
	return !r->must_name && !(live && (!strcmp(r->name, "lock") || !strcmp(r->name, "kwork")));
}

const char **other_input__replace(const char *const *argv, const struct other_input *input, const char *path)
{
	size_t nr = 0, insert = input->path ? 0 : 2, i;
	const char **copy;

	while (argv[nr])
		nr++;
	copy = xcalloc(nr + insert + 1, sizeof(*copy));
	for (i = 0; i < nr; i++)
		copy[i + (i >= input->at ? insert : 0)] = argv[i];
	if (insert)
		copy[input->at] = "-i";
	copy[input->at + !!insert] = input->path ? xasprintf("%.*s%s", (int)input->before, argv[input->at], path) : xstrdup(path);
	return copy;
}
