// SPDX-License-Identifier: GPL-2.0-only
/* The command line of perf defer watch. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "builtin-defer-watch.h"
#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/config.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/export/export-labels.h"
#include "util/symbol/symbol-options.h"

/* Of the whole machine all the time: what adds up over days, and over machines. */
#define FREQ		"19"
#define SLICE_MOST	86400
#define MB_MOST		(1U << 24)

static int set_format(const struct option *opt, const char *arg, bool unset)
{
	struct watch_options *o = opt->value;

	if (!unset && strcmp(arg, "pprof") && strcmp(arg, "otlp") && strcmp(arg, "ndjson")) {
		pr_error("perf: option '--format' takes pprof, otlp or ndjson, not '%s'\n", arg);
		return -EINVAL;
	}
	o->outputs.kept = export_format__find(unset ? "pprof" : arg);
	return 0;
}

static int set_labels(const struct option *opt, const char *arg, bool unset)
{
	struct watch_options *o = opt->value;
	struct diag diag = DIAG_INIT;

	o->outputs.labels = 0;
	if (unset || !strcmp(arg, "no") || !export_labels__parse(arg, &o->outputs.labels, &diag))
		return 0;
	pr_error("perf: option '--labels': %s; or no\n", diag.text);
	return -EINVAL;
}

static int set_symbols(const struct option *opt, const char *arg, bool unset)
{
	struct watch_options *o = opt->value;

	if (!unset && strcmp(arg, "names") && strcmp(arg, "addresses")) {
		pr_error("perf: option '--symbols' takes names or addresses, not '%s'\n", arg);
		return -EINVAL;
	}
	o->addresses = !unset && !strcmp(arg, "addresses");
	return 0;
}

/* The values are those of OTEL_EXPORTER_OTLP_PROTOCOL. */
static int set_protocol(const struct option *opt, const char *arg, bool unset)
{
	struct watch_options *o = opt->value;

	if (!unset && strcmp(arg, "grpc") && strcmp(arg, "http/protobuf")) {
		pr_error("perf: option '--otlp-protocol' takes grpc or http/protobuf, not '%s'\n", arg);
		return -EINVAL;
	}
	o->grpc = !unset && !strcmp(arg, "grpc");
	return 0;
}

static int set_label(const struct option *opt, const char *arg, bool unset)
{
	struct watch_options *o = opt->value;
	const char *is = arg ? strchr(arg, '=') : NULL;
	char *pair;

	if (unset)
		return 0;
	if (!is || is == arg || !is[1] ||
	    strspn(arg, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") != (size_t)(is - arg)) {
		pr_error("perf: option '--label' takes KEY=VALUE, with a key of letters, digits, '_', '.' and '-', not '%s'\n", arg);
		return -EINVAL;
	}
	pair = xstrdup(arg);
	pair[is - arg] = 0;
	GROW(o->labels, o->nr_labels, o->cap_labels);
	o->labels[o->nr_labels++] = (struct export_pair){ .key = pair, .value = pair + (is - arg) + 1 };
	return 0;
}

static int set_freq(const struct option *opt, const char *arg, bool unset)
{
	struct watch_options *o = (struct watch_options *)opt->data;

	o->freq_set = true;
	return live_record__hand_on(opt, arg, unset);
}

static int set_graph(const struct option *opt, const char *arg, bool unset)
{
	struct watch_options *o = (struct watch_options *)opt->data;

	o->stacks_set = true;
	return live_record__set_graph(opt, arg, unset);
}

/* --- what it comes to --------------------------------------------------------------------------------------------- */

static void check(const struct watch_options *o)
{
	if (!o->output)
		usage_error("perf defer watch needs -o FOLDER: what it keeps lies there");
	if (o->input && o->record.nr)
		usage_error("--input reads what was recorded: '%s' is about what is recorded", o->record.args[0]);
	if (!o->slice || o->slice > SLICE_MOST)
		usage_error("--slice takes seconds, 1 to %u, not %u", SLICE_MOST, o->slice);
	if (!o->timeout || o->timeout > SLICE_MOST)
		usage_error("--timeout takes seconds, 1 to %u, not %u", SLICE_MOST, o->timeout);
	if (o->keep > MB_MOST || o->queue > MB_MOST || !o->queue)
		usage_error("--keep and --queue take MB, %u at most (and --queue at least 1)", MB_MOST);
	if (!*o->service)
		usage_error("--service takes a name: collectors refuse profiles without one");
}

/* By convention a collector has a port for each: who takes the wrong one gets answers that nobody understands. */
static void check_port(const struct watch_options *o)
{
	const char *url = o->urls[0], *other = o->grpc ? ":4318" : ":4317";
	size_t n = strlen(url);

	while (n && url[n - 1] == '/')
		n--;
	if (n > strlen(other) && !strncmp(url + n - strlen(other), other, strlen(other)))
		pr_warning("perf: --otlp: port %s is usually that of %s: see --otlp-protocol\n", other + 1,
			   o->grpc ? "http/protobuf" : "grpc");
}

static void set_collector(struct watch_options *o, size_t i, const struct collector_kind *kind)
{
	struct sender *s = &o->senders[i];
	struct diag diag = DIAG_INIT;

	if (!o->urls[i])
		return;
	s->collector = (struct collector){ .kind = kind, .service = o->service, .labels = o->labels + 1, .headers = &o->headers, .ca_file = o->ca_file,
					   .cert_file = o->cert_file, .key_file = o->key_file, .seconds = o->timeout };
	if (collector__set_url(&s->collector, o->urls[i], &diag))
		usage_error("%s", diag.text);
	o->outputs.senders[i] = s;
}

static void settle(struct watch_options *o)
{
	static const struct export_pair no_pair;

	check(o);
	watch_options__read_files(o);
	/* OpenTelemetry finds profiles by the first one. */
	o->labels[0].value = o->service;
	GROW(o->labels, o->nr_labels, o->cap_labels);
	o->labels[o->nr_labels] = no_pair;
	o->outputs.resource = o->labels;
	o->outputs.never_replaces = !o->input;
	set_collector(o, 0, o->grpc ? &collector_otlp_grpc : &collector_otlp);
	if (o->urls[0])
		check_port(o);
	set_collector(o, 1, &collector_pyroscope);
	if (!o->freq_set)
		live_record__add(&o->record, xstrdup("--freq=" FREQ));
	if (!o->stacks_set)
		live_record__add(&o->record, xasprintf("--call-graph=%s", o->record.graph_mode ? o->record.graph_mode : "fp,defer,repair"));
	if (o->outputs.labels & EXPORT_LABELS_GROUP)
		live_record__add(&o->record, xstrdup("--all-cgroups"));
	live_record__add(&o->record, xstrdup("--clockid=CLOCK_MONOTONIC"));
	(void)live_record__args(&o->record);
	o->outputs.store.most = (uint64_t)o->keep << 20;
	o->session.input = o->input ? o->input : "-";
	o->session.gaps = true;
	o->session.frames_go = true;
	o->session.symbols.no_symbols = o->addresses;
	o->session.symbols.inlines = o->lines;
}

void watch_options__parse(struct watch_options *o, int argc, const char **argv)
{
	struct live_record *r = &o->record;
	const struct option options[] = {
		LIVE_RECORD_OPTIONS(r),
		{ OPTION_CALLBACK, 'F', "freq", r, "N|max", "samples a second (" FREQ ")", set_freq, 0, o },
		{ OPTION_CALLBACK, 'c', "count", r, "N", "one sample every N events", set_freq, 0, o },
		{ OPTION_CALLBACK, 0, "call-graph", r, "MODE", "fp[,N][,defer][,repair[=BYTES]], dwarf[,BYTES], lbr or no (fp,defer,repair)", set_graph, 0, o },
		OPT_STRING(0, "input", &o->input, "FILE", "a recording, as if it happened now ('-' is standard input)"),
		OPT_GROUP("What is kept"),
		OPT_STRING('o', "output", &o->output, "FOLDER", "where; as perf defer export --batch has it"),
		OPT_UINT(0, "slice", &o->slice, "SECONDS", "a profile for each (60)"),
		OPT_CALLBACK(0, "format", o, "FORMAT", "pprof (the default), otlp or ndjson", set_format),
		OPT_UINT(0, "keep", &o->keep, "MB", "the oldest go when there is more (1024); 0: any size"),
		OPT_UINT(0, "days", &o->outputs.store.days, "N", "and those that are older (7); 0: any age"),
		OPT_UINT(0, "slices", &o->slices, "N", "end after so many"),
		OPT_UINT(0, "renew-at", &o->renew_at, "MB", "start anew, unseen, when so much memory is used for what has ended (256)"),
		OPT_GROUP("Where it is sent"),
		OPT_STRING(0, "otlp", &o->urls[0], "URL", "a collector of OpenTelemetry: http://HOST:4318, or 4317 by gRPC"),
		OPT_CALLBACK(0, "otlp-protocol", o, "PROTOCOL", "http/protobuf (the default) or grpc", set_protocol),
		OPT_STRING(0, "pyroscope", &o->urls[1], "URL", "a server of Pyroscope: http://HOST:4040"),
		OPT_STRING(0, "service", &o->service, "NAME", "under which profiles are found there (perf)"),
		OPT_CALLBACK(0, "label", o, "KEY=VALUE", "another word about where they come from", set_label),
		OPT_STRING(0, "header-file", &o->header_file, "FILE", "headers of requests, such as that of a token: a line each"),
		OPT_STRING(0, "ca-file", &o->ca_file, "FILE", "certificates (PEM) that are trusted instead of the system's"),
		OPT_STRING(0, "cert-file", &o->cert_file, "FILE", "a certificate (PEM) by which collectors know who sends"),
		OPT_STRING(0, "key-file", &o->key_file, "FILE", "its key (PEM), if that is not in --cert-file"),
		OPT_UINT(0, "timeout", &o->timeout, "SECONDS", "for a request (30)"),
		OPT_UINT(0, "queue", &o->queue, "MB", "what waits for one of them at most (256)"),
		OPT_GROUP("What profiles have"),
		OPT_CALLBACK(0, "labels", o, "LABEL,...", "of samples: task, cpu, cgroup, unit, container (unit,container); or no", set_labels),
		OPT_CALLBACK(0, "symbols", o, "names|addresses", "functions by name (the default), or only addresses and build ids", set_symbols),
		OPT_BOOL(0, "lines", &o->lines, "lines of source and inlined functions, too"),
		OPT_UINT(0, "max-stack", &o->session.max_stack, "N", "at most N frames of a stack"),
		SYMBOL_OPTIONS(&o->session.symbols),
		OPT_GROUP("Output"),
		OPT_BOOL(0, "json", &o->json, "a line of JSON for each slice"),
		OPT_INCR('v', "verbose", &verbose, "say more"),
		OPT_CALLBACK_FLAGS('q', "quiet", NULL, NULL, "no warnings", option__set_quiet, OPT_NOARG),
		OPT_END()
	};
	static const char *const usage[] = { "perf defer watch -o FOLDER [<options>]", NULL };
	const struct config_key keys[] = {
		{ "call-graph.record-mode", CONFIG_STRING, &r->graph_mode, NULL },
		SYMBOL_CONFIG_KEY(&o->session.symbols),
		{ NULL, CONFIG_BOOL, NULL, NULL },
	};

	perf_config__apply(keys);
	GROW(o->labels, o->nr_labels, o->cap_labels);
	o->labels[o->nr_labels++] = (struct export_pair){ .key = xstrdup("service.name") };
	argc = parse_options(argc, argv, options, usage, 0);
	if (argc)
		usage_error("'perf defer watch' takes no argument '%s': -p PID names a program that runs", argv[0]);
	settle(o);
}

void watch_options__exit(struct watch_options *o)
{
	size_t i;

	live_record__exit(&o->record);
	header_file__exit(&o->headers);
	for (i = 0; o->labels && o->labels[i].key; i++)
		free((void *)(uintptr_t)o->labels[i].key);
	free(o->labels);
	for (i = 0; i < WATCH_COLLECTORS; i++)
		collector__exit(&o->senders[i].collector);
}
