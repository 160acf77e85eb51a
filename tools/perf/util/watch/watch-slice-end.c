// SPDX-License-Identifier: GPL-2.0-only
/* The end of a slice: what was counted goes to the store, and to what waits for collectors. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/folder-walk.h"
#include "util/base/log.h"
#include "util/base/new-file.h"
#include "util/export/gzip.h"
#include "util/watch/watch-slice.h"

#define NS	1000000000
/* The line about a slice, which is small. */
#define LINE_BYTES	4096

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

static struct watch_store *store_of(const struct watch_slice *w)
{
	return (struct watch_store *)(uintptr_t)&w->outputs->store;
}

/*
 * @size bytes could not be written, for the reason @err. Where the disk is full, the oldest slices go for the new one:
 * else nothing new would be kept, or sent, for as long as that lasts. Returns whether it is worth another attempt.
 */
static bool make_way(struct watch_slice *w, int err, size_t size, struct watch_written *ret)
{
	size_t n = err == -ENOSPC || err == -EDQUOT ? watch_store__give_way(store_of(w), watch_room__of_size(size) + LINE_BYTES) : 0;

	if (n && !w->told_full)
		pr_warning("perf: no room on the disk: %s; the oldest slices go for new ones\n", strerror(-err));
	w->told_full |= n > 0;
	ret->removed += n;
	return n > 0;
}

static void give_to(struct watch_slice *w, struct sender *s, const struct text_out *text, uint64_t from, uint64_t until,
		    struct watch_written *ret)
{
	const char *name = s->collector.kind->name;
	const uint64_t one = 1;
	size_t dropped;
	int err = watch_queue__add(&s->queue, from, until, text->buf, text->len, &dropped);

	if (make_way(w, err, text->len, ret)) {
		size_t more;

		err = watch_queue__add(&s->queue, from, until, text->buf, text->len, &more);
		dropped += more;
	}
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
	return new_file__write_below(w->outputs->store.fd, folder, base, text->buf, text->len);
}

static void remove_line(struct watch_store *store, const char *day, const char *name)
{
	struct watch_file line = { .folder = xasprintf("recordings/%s", day), .name = xasprintf("%s.json", name), .bytes = LINE_BYTES };

	(void)watch_file__remove(&line, store->fd, store->room);
	free(line.folder);
	free(line.name);
}

static bool has_line(const struct watch_store *store, const char *day, const char *name)
{
	char *path = xasprintf("recordings/%s", day), *base = xasprintf("%s.json", name);
	int fd = folder__open_below(store->fd, path);
	struct stat st;
	bool has = fd >= 0 && !fstatat(fd, base, &st, AT_SYMLINK_NOFOLLOW);

	if (fd >= 0)
		close(fd);
	free(path);
	free(base);
	return has;
}

/* A name for the slice that began at @from. The caller frees it. */
static char *find_name(const struct watch_slice *w, uint64_t from, const char *day)
{
	char *name = export_recording__name(&w->about, w->session, from);

	while (w->outputs->never_replaces && has_line(&w->outputs->store, day, name)) {
		free(name);
		name = export_recording__name(&w->about, w->session, ++from);
	}
	return name;
}

/* The line about it first: what has samples has a line. Returns 0 or negative errno. */
static int write_slice(struct watch_slice *w, uint64_t from, const struct text_out *text)
{
	struct watch_store *store = store_of(w);
	char *day = export_recording__day(&w->about, w->session), *name = find_name(w, from, day);
	char *base = xasprintf("%s%s", name, w->outputs->kept->suffix), *folder = xasprintf("samples/%s", day);
	int err = export_recording__write(&w->about, &w->counted, store->fd,
					  &(struct export_recording_line){ "(watch)", day, name, false });

	if (!err) {
		watch_store__added(store, LINE_BYTES);
		err = write_file(w, folder, base, text);
		/* Nor is a line without samples of use: its counts are in no row. */
		if (err)
			remove_line(store, day, name);
	}
	if (!err)
		watch_store__added(store, text->len);
	free(name);
	free(day);
	free(base);
	free(folder);
	return err;
}

static void keep(struct watch_slice *w, uint64_t from, const struct text_out *text, struct watch_written *ret)
{
	bool fits;

	ret->removed += watch_store__make_room(store_of(w), watch_room__of_size(text->len) + LINE_BYTES, (int64_t)(from / NS), &fits);
	ret->too_large = !fits;
	if (!fits)
		return;
	w->about.began = (int64_t)(from / NS);
	w->about.before = &w->before;
	w->about.bytes = text->len;
	ret->error = write_slice(w, from, text);
	if (make_way(w, ret->error, text->len, ret))
		ret->error = write_slice(w, from, text);
	if (!ret->error)
		ret->bytes = text->len;
}

void watch_slice__end(struct watch_slice *w, uint64_t from, uint64_t until, struct watch_written *ret)
{
	*ret = (struct watch_written){ 0 };
	if (w->counted.samples) {
		give_to_collectors(w, from, until, ret);
		if (!watch_slice__writes_rows(w))
			render(w, w->outputs->kept->name, &w->text);
		keep(w, from, &w->text, ret);
	}
}
