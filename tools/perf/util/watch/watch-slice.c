// SPDX-License-Identifier: GPL-2.0-only
#include "util/watch/watch-slice.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/folder-walk.h"
#include "util/base/log.h"
#include "util/base/new-file.h"
#include "util/base/shown.h"
#include "util/export/gzip.h"

#define NS	1000000000
/* The line about a slice, which is small. */
#define LINE_BYTES	4096

/* --- counting ---------------------------------------------------------------------------------------------------- */

static bool writes_rows(const struct watch_slice *w)
{
	return !w->outputs->kept->counts;
}

static void begin_next(struct watch_slice *w)
{
	const struct stat none = { 0 };

	w->before = *session__stats(w->session);
	export_recording__init(&w->about, &none);
}

int watch_slice__open(struct watch_slice *w, const struct watch_outputs *o, struct session *s, const struct task_facts *facts, struct diag *diag)
{
	int err;

	*w = (struct watch_slice){ .outputs = o, .session = s };
	w->counted_opts = (struct export_opts){ .format = export_format__find("pprof"), .labels = o->labels, .resource = o->resource };
	w->rows_opts = (struct export_opts){ .format = o->kept };
	text_out__init(&w->text, -1);
	export__init(&w->counted, &w->counted_opts, &w->text);
	w->counted.facts = facts;
	err = export__begin(&w->counted, s, diag);
	if (writes_rows(w)) {
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
	if (writes_rows(w))
		export__exit(&w->rows);
	export_recording__exit(&w->about);
	text_out__exit(&w->text);
	w->outputs = NULL;
}

void watch_slice__sample(struct watch_slice *w, const struct session_sample *s)
{
	export__sample(&w->counted, s);
	if (writes_rows(w))
		export__sample(&w->rows, s);
	export_recording__sample(&w->about, s);
}

void watch_slice__flush(struct watch_slice *w)
{
	if (!w->outputs)
		return;
	export__flush(&w->counted);
	if (writes_rows(w))
		export__flush(&w->rows);
}

void watch_slice__drop(struct watch_slice *w)
{
	export__restart(&w->counted);
	if (writes_rows(w))
		export__restart(&w->rows);
	export_recording__exit(&w->about);
	/* What one large slice took is not kept for all that follow. */
	text_out__exit(&w->text);
	text_out__init(&w->text, -1);
	begin_next(w);
}

/* --- what was counted, as a format has it ---------------------------------------------------------------------------- */

/* Whatever counts as pprof does can be written from the same table. */
static void render(struct watch_slice *w, const char *format, struct text_out *out)
{
	const struct export_format *f = export_format__find(format);

	w->counted.out = out;
	f->end(&w->counted);
	w->counted.out = &w->text;
}

static void pack(struct text_out *out)
{
	struct text_out packed;
	struct gzip *z;

	text_out__init(&packed, -1);
	z = gzip__new(&packed);
	gzip__add(z, out->buf, out->len);
	gzip__finish(z);
	text_out__exit(out);
	*out = packed;
}

/* --- where it goes ------------------------------------------------------------------------------------------------------ */

static void give_to(struct watch_slice *w, struct sender *s, const struct text_out *text, uint64_t from, uint64_t until, struct watch_written *ret)
{
	const char *name = s->collector.kind->name;
	const uint64_t one = 1;
	size_t dropped;
	int err = watch_queue__add(&s->queue, from, until, text->buf, text->len, &dropped);

	(void)w;
	if (dropped)
		pr_warning("perf: %s: %zu profiles that waited were dropped: more than --queue allows\n", name, dropped);
	if (err == -EFBIG) {
		pr_warning("perf: %s: a profile of %zu bytes is left out: more than --queue allows\n", name, text->len);
		dropped++;
	}
	atomic_fetch_add(&s->counts->dropped, dropped);
	if (!err)
		(void)!write(s->wake, &one, sizeof(one));
	if (err && err != -EFBIG) {
		pr_warning("perf: %s: a profile cannot be put into the queue, and is not sent: %s\n", name, strerror(-err));
		ret->not_queued = true;
	}
}

static void give_to_collectors(struct watch_slice *w, uint64_t from, uint64_t until, struct watch_written *ret)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(w->outputs->senders); i++) {
		struct sender *s = w->outputs->senders[i];
		struct text_out text;

		if (!s)
			continue;
		text_out__init(&text, -1);
		render(w, s->collector.kind->format, &text);
		if (s->collector.kind->pack)
			pack(&text);
		give_to(w, s, &text, from, until, ret);
		text_out__exit(&text);
	}
}

static int write_file(const struct watch_slice *w, const char *folder, const char *base, const struct text_out *text)
{
	int fd = folder__make_below(w->outputs->store.fd, folder), err = fd < 0 ? fd : 0;
	struct new_file file = NEW_FILE_NONE;

	if (!err)
		err = new_file__create_at(&file, fd, base, 0600);
	if (!err) {
		struct text_out out;

		text_out__init(&out, file.fd);
		text_out__add(&out, text->buf, text->len);
		err = text_out__flush(&out);
		text_out__exit(&out);
	}
	if (!err)
		err = new_file__commit(&file);
	new_file__exit(&file);
	if (fd >= 0)
		close(fd);
	return err;
}

static void remove_line(struct watch_store *store, const char *day, const char *name)
{
	struct watch_file line = { .folder = xasprintf("recordings/%s", day), .name = xasprintf("%s.json", name), .bytes = LINE_BYTES };

	(void)watch_file__remove(&line, store->fd, store->room);
	free(line.folder);
	free(line.name);
}

/* The line about it first: what has samples has a line. */
static void keep(struct watch_slice *w, uint64_t from, const struct text_out *text, struct watch_written *ret)
{
	struct watch_store *store = (struct watch_store *)(uintptr_t)&w->outputs->store;
	char *name, *base, *day, *folder;
	bool fits;
	int err;

	ret->removed = watch_store__make_room(store, watch_room__of_size(text->len) + LINE_BYTES, (int64_t)(from / NS), &fits);
	ret->too_large = !fits;
	if (!fits)
		return;
	w->about.began = (int64_t)(from / NS);
	w->about.before = &w->before;
	w->about.bytes = text->len;
	name = export_recording__name(&w->about, w->session, from);
	day = export_recording__day(&w->about, w->session);
	base = xasprintf("%s%s", name, w->outputs->kept->suffix);
	folder = xasprintf("samples/%s", day);
	err = export_recording__write(&w->about, &w->counted, store->fd, "(watch)", day, name, false);
	if (!err) {
		watch_store__added(store, LINE_BYTES);
		err = write_file(w, folder, base, text);
		/* Nor is a line without samples of use: its counts are in no row. */
		if (err)
			remove_line(store, day, name);
	}
	if (!err) {
		watch_store__added(store, text->len);
		ret->bytes = text->len;
	}
	ret->error = err;
	free(name);
	free(day);
	free(base);
	free(folder);
}

void watch_slice__end(struct watch_slice *w, uint64_t from, uint64_t until, struct watch_written *ret)
{
	*ret = (struct watch_written){ 0 };
	if (w->counted.samples) {
		give_to_collectors(w, from, until, ret);
		if (!writes_rows(w))
			render(w, w->outputs->kept->name, &w->text);
		keep(w, from, &w->text, ret);
	}
}
