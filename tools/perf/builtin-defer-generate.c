// SPDX-License-Identifier: GPL-2.0-only
/* perf defer generate: a scenario's text, or a seed, becomes a recording and its truth. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "util/base/alloc.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/base/strbuf.h"
#include "util/generate/generate.h"

struct generate_args {
	struct generate_paths paths;
	const char *order, *format, *protocol;
	unsigned int compress;
	uint64_t seed;
	bool seeded, print;
	struct scenario_knobs knobs;
};

static int read_text(const char *path, struct strbuf *sb)
{
	FILE *f = !strcmp(path, "-") ? stdin : fopen(path, "re");
	size_t n;
	int bad;

	if (!f)
		return -errno;
	do {
		strbuf__reserve(sb, 65536);
		n = fread(sb->buf + sb->len, 1, 65536, f);
		sb->len += n;
		sb->buf[sb->len] = 0;
	} while (n);
	bad = ferror(f) ? -errno : 0;
	if (f != stdin)
		fclose(f);
	return bad;
}

/* Settings of the command line come as lines of text: one place understands them. */
static int override(struct scenario *s, const char *key, const char *value, struct diag *diag)
{
	char line[64];

	if (!value)
		return 0;
	snprintf(line, sizeof(line), "%s %s", key, value);
	return scenario__set(s, line, diag);
}

static int load_scenario(const struct generate_args *args, const char *path, struct scenario *s,
			 struct diag *diag)
{
	struct strbuf text = STRBUF_INIT;
	char compress[16];
	int err;

	if (path) {
		diag->file = path;
		scenario__init(s);
		err = read_text(path, &text);
		if (err)
			diag__msg(diag, err, "cannot read the scenario: %s", strerror(-err));
		else if (strlen(strbuf__str(&text)) != text.len)
			err = diag__msg(diag, -EINVAL, "this is no text: it has a zero byte");
		else
			err = scenario__parse(s, strbuf__str(&text), diag);
		strbuf__exit(&text);
	} else {
		scenario__random(s, args->seed, &args->knobs);
		err = 0;
	}
	snprintf(compress, sizeof(compress), "%u", args->compress);
	return err ?: override(s, "byte-order", args->order, diag) ?:
	       override(s, "format", args->format, diag) ?: override(s, "protocol", args->protocol, diag) ?:
	       override(s, "compress", args->compress ? compress : NULL, diag);
}

static int set_seed(const struct option *opt, const char *arg, bool unset)
{
	struct generate_args *args = opt->data;
	char *end;

	errno = 0;
	args->seed = unset ? 0 : strtoull(arg, &end, 0);
	if (!unset && (errno || !*arg || *end || *arg == '-')) {
		fprintf(stderr, "perf: option '--seed' takes a number, not '%s'\n", arg);
		return -1;
	}
	args->seeded = !unset;
	return 0;
}

int cmd_defer_generate(int argc, const char **argv)
{
	struct generate_args args = { .paths.recording = "perf.data" };
	const struct option options[] = {
		OPT_STRING('o', "output", &args.paths.recording, "FILE",
			   "write the recording there (perf.data; - is standard output)"),
		OPT_STRING(0, "truth", &args.paths.truth, "FILE",
			   "write what a reader should find, a JSON line for each sample"),
		OPT_STRING(0, "windows", &args.paths.windows, "FILE",
			   "write the windows of AUX traces, a JSON line for each"),
		OPT_STRING(0, "spans", &args.paths.spans, "FILE",
			   "write when tasks were off their CPUs, a JSON line for each span"),
		OPT_STRING(0, "lives", &args.paths.lives, "FILE",
			   "write when tasks began and ended, a JSON line for each"),
		OPT_BOOL(0, "print", &args.print, "print the scenario as text, and write nothing"),
		OPT_GROUP("Instead of what the scenario says"),
		OPT_STRING(0, "byte-order", &args.order, "little|big",
			   "byte order of the recording"),
		OPT_STRING(0, "format", &args.format, "file|pipe|directory",
			   "format of the recording"),
		OPT_STRING(0, "protocol", &args.protocol, "A|C", "protocol of deferred records"),
		OPT_UINT(0, "compress", &args.compress, "81|83",
			 "pack the records into compressed ones of this type"),
		OPT_GROUP("Without a scenario: a random recording"),
		{ OPTION_CALLBACK, 0, "seed", NULL, "N", "the same seed gives the same recording",
		  set_seed, 0, &args },
		OPT_UINT(0, "tasks", &args.knobs.tasks, "N", "tasks at the beginning"),
		OPT_UINT(0, "cpus", &args.knobs.cpus, "N", "CPUs, each with a buffer"),
		OPT_UINT(0, "events", &args.knobs.events, "N", "events that sample, at most 4"),
		OPT_UINT(0, "actions", &args.knobs.actions, "N", "things that happen"),
		OPT_BOOL(0, "switches", &args.knobs.switches, "tasks take turns on the CPUs, block and wake each other"),
		OPT_BOOL(0, "no-loss", &args.knobs.no_loss, "nothing is lost or damaged"),
		OPT_END()
	};
	static const char *const usage[] = {
		"perf defer generate [<options>] SCENARIO",
		"perf defer generate [<options>] --seed N", NULL
	};
	struct diag diag = DIAG_INIT;
	struct scenario s = { 0 };
	char text[512];
	int err;

	argc = parse_options(argc, argv, options, usage, 0);
	if (argc > 1 || (argc && args.seeded) || (!argc && !args.seeded))
		usage_error("perf defer generate takes one scenario, or --seed N (-h tells more)");
	err = load_scenario(&args, argc ? argv[0] : NULL, &s, &diag);
	if (!err && args.print)
		scenario__print(&s, std_out());
	else if (!err)
		err = generate__write(&s, &args.paths, &diag);
	scenario__exit(&s);
	if (err)
		fprintf(stderr, "perf: %s\n", diag__format(&diag, text, sizeof(text)));
	return err ? EXIT_FAILED : EXIT_OK;
}
