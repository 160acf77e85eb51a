// SPDX-License-Identifier: GPL-2.0-only
#include "util/python/first-script.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/text-out.h"
#include "util/event/evlist.h"
#include "util/event/tracepoint-format.h"

static const char head[] =
	"# Functions for `perf script -s " FIRST_SCRIPT "`, made by `perf script -g python`; perf-script-python(1) explains them.\n"
	"import os\n"
	"import sys\n"
	"\n"
	"sys.path.append(os.environ['PERF_EXEC_PATH'] + '/scripts/python/Perf-Trace-Util/lib/Perf/Trace')\n"
	"\n"
	"from perf_trace_context import *\n"
	"from Core import *\n"
	"\n"
	"\n"
	"def trace_begin():\n"
	"    print(\"in trace_begin\")\n"
	"\n"
	"\n"
	"def trace_end():\n"
	"    print(\"in trace_end\")\n"
	"\n"
	"\n";

static const char unhandled[] =
	"def trace_unhandled(event_name, context, event_fields_dict, perf_sample_dict):\n"
	"    print(event_name, \" \".join(\"%s=%s\" % item for item in sorted(event_fields_dict.items())))\n"
	"\n"
	"\n";

static const char process_event[] =
	"def process_event(param_dict):\n"
	"    sample = param_dict[\"sample\"]\n"
	"    print(param_dict[\"ev_name\"], param_dict[\"comm\"], sample[\"pid\"], sample[\"tid\"], sample[\"time\"])\n"
	"    for entry in param_dict[\"callchain\"]:\n"
	"        print(\"\\t%x %s (%s)\" % (entry[\"ip\"], entry.get(\"sym\", {}).get(\"name\", \"[unknown]\"), entry.get(\"dso\", \"[unknown]\")))\n"
	"\n"
	"\n";

static const char print_header[] =
	"def print_header(event_name, cpu, secs, nsecs, pid, comm):\n"
	"    print(\"%-20s %5u %05u.%09u %8u %-20s \" % (event_name, cpu, secs, nsecs, pid, comm), end=\"\")\n";

static const char *const keywords[] = {
	"False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
	"except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
	"return", "try", "while", "with", "yield",
};

/* The words before the fields, which fields must not have as names. */
static const char *const common[] = { "event_name", "context", "common_cpu", "common_secs", "common_nsecs", "common_pid",
				      "common_comm", "common_callchain", "perf_sample_dict" };

static bool is_identifier(const char *s)
{
	if (!*s || isdigit((unsigned char)*s))
		return false;
	for (; *s; s++)
		if (!isalnum((unsigned char)*s) && *s != '_')
			return false;
	return true;
}

static bool is_one_of(const char *s, const char *const *list, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (!strcmp(s, list[i]))
			return true;
	return false;
}

/* A field's name as a parameter's: no word of Python, and no other parameter's. */
static void add_name(struct text_out *o, const struct tracepoint_field *f)
{
	if (isdigit((unsigned char)*f->name))
		text_out__addch(o, '_');
	text_out__addstr(o, f->name);
	if (is_one_of(f->name, keywords, ARRAY_SIZE(keywords)) || is_one_of(f->name, common, ARRAY_SIZE(common)))
		text_out__addch(o, '_');
}

/* Does the kernel print @field by a list of names, __print_flags() or __print_symbolic()? */
static bool is_printed_by(const struct tracepoint_format *format, const struct tracepoint_field *field, const char *function)
{
	char *call = xasprintf("%s(REC->%s,", function, field->name);
	bool found = memmem(format->event->text, format->event->len, call, strlen(call)) != NULL;

	free(call);
	return found;
}

static void add_value(struct text_out *o, const struct tracepoint_format *format, const struct tracepoint_field *f)
{
	const char *by = is_printed_by(format, f, "__print_flags") ? "flag_str" :
			 is_printed_by(format, f, "__print_symbolic") ? "symbol_str" : NULL;

	if (by)
		text_out__addf(o, "%s(\"%s__%s\", \"%s\", ", by, format->system, format->name, f->name);
	add_name(o, f);
	/* Of values that have no names there, the number. */
	if (by) {
		text_out__addstr(o, ") or ");
		add_name(o, f);
	}
}

static void add_fields(struct text_out *o, const struct tracepoint_format *format,
		       void (*add)(struct text_out *o, const struct tracepoint_format *format, const struct tracepoint_field *f))
{
	size_t i;

	for (i = 0; i < format->nr_fields; i++)
		if (!format->fields[i].is_common)
			add(o, format, &format->fields[i]);
}

static void add_parameter(struct text_out *o, const struct tracepoint_format *format, const struct tracepoint_field *f)
{
	(void)format;
	add_name(o, f);
	text_out__addstr(o, ", ");
}

static void add_printed(struct text_out *o, const struct tracepoint_format *format, const struct tracepoint_field *f)
{
	text_out__addf(o, "        (\"%s\", ", f->name);
	add_value(o, format, f);
	text_out__addstr(o, "),\n");
}

static void add_function(struct text_out *o, const struct tracepoint_format *format)
{
	text_out__addf(o, "def %s__%s(event_name, context, common_cpu, common_secs, common_nsecs, common_pid, common_comm,\n"
		       "        common_callchain, ", format->system, format->name);
	add_fields(o, format, add_parameter);
	text_out__addstr(o, "perf_sample_dict):\n"
			 "    print_header(event_name, common_cpu, common_secs, common_nsecs, common_pid, common_comm)\n"
			 "    print(\", \".join(\"%s=%s\" % field for field in (\n");
	add_fields(o, format, add_printed);
	text_out__addstr(o, "    )))\n\n\n");
}

/* The same tracepoint may have been recorded by several events. */
static bool is_first(const struct evlist *evlist, const struct evsel *evsel)
{
	int i;

	for (i = 0; i < evsel->idx; i++)
		if (evlist->evsels[i]->tp_format == evsel->tp_format)
			return false;
	return true;
}

int first_script__write(struct evlist *evlist)
{
	/* What somebody has made of the last one is not written over. */
	int fd = open(FIRST_SCRIPT, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666), err;
	struct text_out o;
	struct evsel *evsel;
	size_t i;

	if (fd < 0)
		return -errno;
	text_out__init(&o, fd);
	text_out__addstr(&o, head);
	evlist__for_each(evlist, i, evsel) {
		const struct tracepoint_format *format = is_first(evlist, evsel) ? evsel->tp_format : NULL;

		/* Names of a recording that are none of a function cannot be called, and are no text for a program. */
		if (format && is_identifier(format->system) && is_identifier(format->name))
			add_function(&o, format);
	}
	text_out__addstr(&o, unhandled);
	text_out__addstr(&o, process_event);
	text_out__addstr(&o, print_header);
	err = text_out__flush(&o);
	text_out__exit(&o);
	if (close(fd) && !err)
		err = -errno;
	if (err)
		(void)unlink(FIRST_SCRIPT);
	return err;
}
