// SPDX-License-Identifier: GPL-2.0-only
#include "builtin-opening.h"

#include <unistd.h>

#include "util/base/log.h"
#include "util/output/color.h"
#include "util/output/table.h"
#include "util/rows/hist.h"
#include "util/session/session.h"
#include "util/tui/opening-rows.h"
#include "util/tui/opening.h"
#include "util/tui/screen.h"

void screen_opening__start(struct screen_opening *o, const struct screen_opening_opts *so)
{
	const struct opening_opts opts = {
		.input = so->input, .keys = so->keys, .colors = color__wanted(STDOUT_FILENO), .is_open = so->inside,
	};

	if (o->thread)
		return;
	o->inside = so->inside;
	o->thread = opening__start(&opts);
	if (o->thread)
		screen_opening__hold(o);
}

void screen_opening__hold(struct screen_opening *o)
{
	if (o->inside)
		return;
	o->on = true;
	log__hold(&o->messages);
}

bool screen_opening__progress(struct screen_opening *o, const char *what, uint64_t done, uint64_t total)
{
	if (!o->thread)
		return false;
	opening__progress(o->thread, what, done, total);
	return true;
}

size_t screen_opening__wants_rows(const struct screen_opening *o)
{
	return o->thread ? opening__wants_rows(o->thread) : 0;
}

void screen_opening__set_rows(struct screen_opening *o, struct tables *ts)
{
	opening__set_rows(o->thread, ts);
}

void screen_opening__show_counted(struct screen_opening *o, struct session *s, struct hists *hists)
{
	struct tables ts = { 0 };
	size_t nr;

	nr = hists && session__is_between_samples(s) ? screen_opening__wants_rows(o) : 0;
	if (!nr)
		return;
	session__tell_counted(s);
	hists__fold(hists);
	opening_rows__make(hists, nr, &ts);
	screen_opening__set_rows(o, &ts);
}

bool screen_opening__end(struct screen_opening *o)
{
	if (o->thread)
		o->open = opening__end(o->thread);
	o->thread = NULL;
	return o->open;
}

void screen_opening__leave(struct screen_opening *o)
{
	bool open = screen_opening__end(o);

	if (!o->on)
		return;
	if (open)
		screen__close();
	log__hold(NULL);
	if (o->messages.len)
		pr_error("%s", strbuf__str(&o->messages));
	strbuf__exit(&o->messages);
	*o = (struct screen_opening){ 0 };
}
