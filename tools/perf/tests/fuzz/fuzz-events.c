// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: event syntax, and the arrows below what is wrong. */
#include "tests/fuzz/fuzz.h"

#include "util/choose/parse-events.h"
#include "util/event/evlist.h"

#define MAX_TEXT	512

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct parse_events_error err = { 0 };
	struct strbuf text = STRBUF_INIT;
	struct evlist *evlist;
	char *events;

	if (size > MAX_TEXT)
		return 0;
	evlist = evlist__new();
	events = fuzz__string(data, size);
	if (parse_events(evlist, events, &err))
		parse_events_error__format(&err, &text);
	parse_events_error__exit(&err);
	strbuf__exit(&text);
	evlist__delete(evlist);
	free(events);
	return 0;
}
