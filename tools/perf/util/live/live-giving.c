// SPDX-License-Identifier: GPL-2.0-only
/* Which files the helper process has: they are opened by another one, or lie in memory. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "util/base/monotonic.h"
#include "util/base/silent-fs.h"
#include "util/live/live-tables-internal.h"
#include "util/live/memory-code.h"
#include "util/symbol/vdso.h"

/* Has the helper process the file as it is now? */
static bool has_file(const struct live_tables *t, const struct live_file *file)
{
	const struct file_state *state = file->tables;

	return state && state->run == t->run && (!file->memory || state->version == memory_code__version(file));
}

static enum table_source source_of(const struct live_file *file)
{
	if (file->memory)
		return TABLE_FROM_MEMORY;
	return !strcmp(file->name, VDSO_NAME) ? TABLE_FROM_VDSO : !strcmp(file->name, VDSO32_NAME) ? TABLE_FROM_VDSO32 : TABLE_FROM_FILE;
}

/* What is in memory here, or in the helper process, needs no opening. */
static bool give_memory(struct live_tables *t, struct live_file *file)
{
	struct table_request *r = &t->opening;
	int fd = file->memory ? memory_code__open(file) : -1;
	bool sent;

	r->type = TABLE_OPEN;
	r->nr = 1;
	r->places[0] = (struct table_place){ .file = file->nr, .offset = source_of(file) };
	sent = live_questions__send(t, r, fd);
	if (fd >= 0)
		close(fd);
	if (sent)
		live_file__state(file)->run = t->run;
	live_file__state(file)->version = file->memory ? memory_code__version(file) : 0;
	return sent;
}

void live_giving__refuse(struct live_file *file, uint32_t pid, int err)
{
	struct file_state *state = live_file__state(file);

	state->refused = true;
	state->tried_pid = err == -ETIMEDOUT ? 0 : pid;
	state->again = err == -ETIMEDOUT ? monotonic__ns() + SILENT_FS_NS : 0;
}

enum live_given live_giving__give(struct live_tables *t, struct live_file *file)
{
	int err;

	if (!live_tables__can_ask(t, file))
		return t->socket < 0 ? NOBODY_THERE : REFUSED;
	if (source_of(file) != TABLE_FROM_FILE)
		return has_file(t, file) || give_memory(t, file) ? GIVEN : NOBODY_THERE;
	if (table_files__is_silent(t->files, file)) {
		live_giving__refuse(file, file->pid, -ETIMEDOUT);
		return REFUSED;
	}
	if (has_file(t, file))
		return GIVEN;
	if (table_files__any(t->files) && (t->alone || live_file__state(file)->suspect || table_files__has(t->files, file)))
		return GIVING;
	err = table_files__put(t->files, file, t->socket, t->run);
	t->alone = !err && live_file__state(file)->suspect;
	if (!err || err == -EAGAIN)
		return GIVING;
	live_giving__refuse(file, file->pid, err);
	return REFUSED;
}

/* What has become of @o->file. */
static void note_opened(struct live_tables *t, const struct opened_file *o)
{
	struct file_state *state = live_file__state(o->file);

	state->refused = false;
	if (!o->result)
		state->run = o->run;
	else if (o->result == -EPIPE ? ++state->died > 1 : o->result != -EAGAIN && o->result != -ENOTCONN)
		live_giving__refuse(o->file, o->pid, o->result);
	/* If it has ended over questions, who waits for the answers will see that, and which these were. */
	if (o->result == -ENOTCONN && o->run == t->run && !t->pending.nr)
		live_questions__end_unasked(t);
}

bool live_giving__take(struct live_tables *t, int ms)
{
	struct opened_file o;
	bool any = false;

	while (table_files__take(t->files, ms, &o)) {
		note_opened(t, &o);
		any = true;
	}
	return any;
}
