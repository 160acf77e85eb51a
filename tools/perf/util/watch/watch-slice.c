// SPDX-License-Identifier: GPL-2.0-only
#include "util/watch/watch-slice.h"

/* --- counting ---------------------------------------------------------------------------------------------------- */

bool watch_slice__writes_rows(const struct watch_slice *w)
{
	return !w->outputs->kept->counts;
}

static void begin_next(struct watch_slice *w)
{
	const struct stat none = { 0 };

	w->before = *session__stats(w->session);
	export_recording__init(&w->about, &none);
}

int watch_slice__open(struct watch_slice *w, const struct watch_outputs *o, struct session *s, const struct task_facts *facts,
		      struct diag *diag)
{
	int err;

	*w = (struct watch_slice){ .outputs = o, .session = s };
	w->counted_opts = (struct export_opts){ .format = export_format__find("pprof"), .labels = o->labels, .resource = o->resource };
	w->rows_opts = (struct export_opts){ .format = o->kept };
	text_out__init(&w->text, -1);
	export__init(&w->counted, &w->counted_opts, &w->text);
	w->counted.facts = facts;
	err = export__begin(&w->counted, s, diag);
	if (watch_slice__writes_rows(w)) {
		place_table__leave_frames(w->counted.profile.places);
		export__init(&w->rows, &w->rows_opts, &w->text);
		err = err ?: export__begin(&w->rows, s, diag);
	}
	begin_next(w);
	return err;
}

void watch_slice__close(struct watch_slice *w)
{
	if (!w->outputs)
		return;
	export__exit(&w->counted);
	if (watch_slice__writes_rows(w))
		export__exit(&w->rows);
	export_recording__exit(&w->about);
	text_out__exit(&w->text);
	w->outputs = NULL;
}

void watch_slice__sample(struct watch_slice *w, const struct session_sample *s)
{
	export__sample(&w->counted, s);
	if (watch_slice__writes_rows(w))
		export__sample(&w->rows, s);
	export_recording__sample(&w->about, s);
}

void watch_slice__flush(struct watch_slice *w)
{
	if (!w->outputs)
		return;
	export__flush(&w->counted);
	if (watch_slice__writes_rows(w))
		export__flush(&w->rows);
}

void watch_slice__drop(struct watch_slice *w)
{
	export__restart(&w->counted);
	if (watch_slice__writes_rows(w))
		export__restart(&w->rows);
	export_recording__exit(&w->about);
	/* What one large slice took is not kept for all that follow. */
	text_out__exit(&w->text);
	text_out__init(&w->text, -1);
	begin_next(w);
}
