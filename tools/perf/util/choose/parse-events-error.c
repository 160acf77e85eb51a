// SPDX-License-Identifier: GPL-2.0-only
/* What is wrong with an event text, and where. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/choose/parse-events.h"

#define MAX_INDENT	13	/* how far right the mark stands at most; what is left of it is cut */
#define MAX_SHOWN	58	/* bytes of the text */

void parse_events_error__exit(struct parse_events_error *err)
{
	free(err->event);
	free(err->reason);
	free(err->help);
	*err = (struct parse_events_error)PARSE_EVENTS_ERROR_INIT;
}

int parse_events_error__set(struct parse_events_error *err, size_t pos, char *help, const char *fmt, ...)
{
	struct strbuf sb = STRBUF_INIT;
	va_list ap;

	if (err->reason) {
		free(help);
		return -EINVAL;
	}
	va_start(ap, fmt);
	strbuf__vaddf(&sb, fmt, ap);
	va_end(ap);
	err->pos = pos;
	err->reason = strbuf__detach(&sb);
	err->help = help;
	return -EINVAL;
}

void parse_events_error__format(const struct parse_events_error *err, struct strbuf *out)
{
	static const char head[] = "event syntax error: ";
	const char *event = err->event ? err->event : "";
	size_t len = strlen(event), pos = err->pos < len ? err->pos : len;
	size_t cut = pos > MAX_INDENT ? pos - MAX_INDENT : 0;

	strbuf__addf(out, "%s'", head);
	if (len - cut <= MAX_SHOWN)
		strbuf__addf(out, "%s%s'\n", cut ? ".." : "", event + cut + (cut ? 2 : 0));
	else
		strbuf__addf(out, "%s%.*s..'\n", cut ? ".." : "", MAX_SHOWN - 2 - (cut ? 2 : 0),
			     event + cut + (cut ? 2 : 0));
	strbuf__addf(out, "%*s\\___ %s\n", (int)(strlen(head) + 1 + pos - cut), "", err->reason);
	if (err->help)
		strbuf__addf(out, "\n%s\n", err->help);
	strbuf__addstr(out, "Run 'perf list' for a list of valid events\n");
}
