// SPDX-License-Identifier: GPL-2.0-only
/* Which samples are shown, and going to one of them: a time, a text, a stack that lacks something. */
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/evlist.h"
#include "util/tui/keys.h"
#include "util/tui/popup.h"
#include "util/tui/samples-state.h"
#include "util/tui/screen.h"

/* While one types no more than so many samples are looked at for each key. */
#define SAMPLES_WHILE_TYPING	5000
/* Keys are asked for, and the line at the bottom tells how far it is, after so many. */
#define SAMPLES_BETWEEN_KEYS	1024

/* --- looking for samples -------------------------------------------------------------------------- */

struct looking {
	struct samples *s;
	const char *text;		/* NULL: for stacks that lack something */
	size_t asked, most;		/* @most: 0: all */
};

/* Does the user want it to end? */
static bool is_interrupted(struct looking *look)
{
	char text[96];
	int key;

	if (++look->asked % SAMPLES_BETWEEN_KEYS)
		return false;
	snprintf(text, sizeof(text), "Looked at %zu samples of %zu; any key stops", look->asked, look->s->list->nr);
	samples__draw_status(look->s, text);
	screen__show();
	key = screen__key(0);
	look->s->left |= key == SCREEN_KEY_GONE;
	return key != SCREEN_KEY_NOTHING && key != SCREEN_KEY_RESIZED;
}

static enum sample_verdict is_wanted(void *ctx, size_t n)
{
	struct looking *look = ctx;
	struct samples *s = look->s;

	if (look->text ? sample_reader__has(s->reader, s->list, n, look->text) : sample_reader__is_incomplete(s->reader, s->list, n))
		return SAMPLE_FOUND;
	if (look->most)
		return ++look->asked < look->most ? SAMPLE_OTHER : SAMPLE_STOP;
	return is_interrupted(look) ? SAMPLE_STOP : SAMPLE_OTHER;
}

static void look_for(struct samples *s, const char *text, bool back)
{
	struct looking look = { .s = s, .text = text };
	size_t from = s->list->cursor;
	bool around;

	switch (sample_list__seek(s->list, back, is_wanted, &look, &around)) {
	case SAMPLE_FOUND:
		if (s->list->cursor == from)
			samples__say(s, "There is no other");
		else if (around)
			samples__say(s, "Around the %s", back ? "beginning" : "end");
		break;
	case SAMPLE_STOP:
		samples__say(s, "Stopped after %zu samples", look.asked);
		break;
	default:
		if (text)
			samples__say(s, "No sample has '%s' in it", text);
		else
			samples__say(s, "Each of these samples has its whole user stack, or none was recorded for it");
	}
}

/* --- the text that is looked for ------------------------------------------------------------------- */

/* A longer text is looked for from where the first letter was typed. */
struct typing {
	struct samples *s;
	size_t from;
	bool found, all_asked;
};

static void text_changed(void *ctx, const char *text)
{
	struct typing *t = ctx;
	struct samples *s = t->s;
	struct looking look = { .s = s, .text = text, .most = SAMPLES_WHILE_TYPING };
	enum sample_verdict verdict;
	bool around;

	sample_list__go(s->list, t->from);
	t->found = *text && sample_reader__has(s->reader, s->list, t->from, text);
	t->all_asked = false;
	if (t->found || !*text)
		return;
	verdict = sample_list__seek(s->list, false, is_wanted, &look, &around);
	t->found = verdict == SAMPLE_FOUND;
	t->all_asked = verdict == SAMPLE_OTHER;
}

static void draw_typing(void *ctx)
{
	struct typing *t = ctx;
	const char *found = t->found ? " found " : t->all_asked ? " nothing " : " Enter looks further ";

	samples__draw(t->s);
	screen__put(0, screen__columns() - (int)strlen(found), STYLE_BAR, found, screen__columns());
}

static void edit_text(struct samples *s)
{
	struct typing t = { .s = s, .from = s->list->cursor };
	struct line_edit l = { .prompt = "Search: ", .changed = text_changed, .redraw = draw_typing, .ctx = &t };

	if (!line_edit__run(&l)) {
		sample_list__go(s->list, t.from);
	} else {
		zfree(&s->wanted);
		if (l.text.len)
			s->wanted = xstrdup(strbuf__str(&l.text));
		if (s->wanted && !t.found)
			look_for(s, s->wanted, false);
	}
	strbuf__exit(&l.text);
}

/* --- a time ---------------------------------------------------------------------------------------- */

static void edit_time(struct samples *s)
{
	struct line_edit l = { .prompt = "Time (seconds, or percent): ", .redraw = samples__draw, .ctx = s };
	const char *text;
	char err[256];
	uint64_t time;

	if (line_edit__run(&l) && l.text.len) {
		text = strbuf__str(&l.text);
		if (sample_reader__parse_time(s->reader, s->list, text, &time, err, sizeof(err)) < 0)
			samples__say(s, "%s", err);
		else if (!sample_list__go_to_time(s->list, time))
			samples__say(s, "No sample is as late as that");
	}
	strbuf__exit(&l.text);
}

/* --- choosing -------------------------------------------------------------------------------------- */

static void zoom(struct samples *s, enum sample_zoom_kind kind)
{
	const struct sample_row *row = sample_list__row(s->list, s->list->cursor);
	const struct evlist *evlist = session__evlist(s->reader->session);
	const char *comm = sample_reader__comm(s->reader, row);
	struct strbuf label = STRBUF_INIT;

	switch (kind) {
	case SAMPLE_ZOOM_THREAD:
		strbuf__addf(&label, "%s%s%u", comm ?: "", comm ? " " : "", row->tid);
		break;
	case SAMPLE_ZOOM_EVENT:
		if (row->event != SAMPLE_NO_EVENT)
			strbuf__addstr(&label, evsel__name(evlist->evsels[row->event]));
		break;
	default:
		strbuf__addstr(&label, comm ?: "");
	}
	if (!sample_list__zoom(s->list, kind, strbuf__str(&label)))
		samples__say(s, "This sample does not tell it");
	strbuf__exit(&label);
}

static void go_out(struct samples *s)
{
	if (sample_list__zoom_out(s->list))
		return;
	if (s->wanted)
		zfree(&s->wanted);
	else if (s->opts->of)
		s->left = true;
	else
		samples__say(s, "%s", tui_keys__text(sample_keys, "These are all samples; {quit} leaves them"));
}

bool samples__jump(struct samples *s, enum tui_command command)
{
	switch (command) {
	case TUI_ZOOM_THREAD: zoom(s, SAMPLE_ZOOM_THREAD); return true;
	case TUI_ZOOM_EVENT: zoom(s, SAMPLE_ZOOM_EVENT); return true;
	case TUI_ZOOM_COMM: zoom(s, SAMPLE_ZOOM_COMM); return true;
	case TUI_OUT: go_out(s); return true;
	case TUI_TIME: edit_time(s); return true;
	case TUI_NEXT_INCOMPLETE: case TUI_PREVIOUS_INCOMPLETE:
		look_for(s, NULL, command == TUI_PREVIOUS_INCOMPLETE);
		return true;
	case TUI_SEARCH: edit_text(s); return true;
	case TUI_NEXT: case TUI_PREVIOUS:
		if (s->wanted)
			look_for(s, s->wanted, command == TUI_PREVIOUS);
		else
			samples__say(s, "Nothing is looked for: / does that");
		return true;
	default: return false;
	}
}
