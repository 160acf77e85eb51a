// SPDX-License-Identifier: GPL-2.0-only
#include "util/generate/generate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/new-file.h"
#include "util/base/std-out.h"
#include "util/base/text-out.h"
#include "util/generate/model.h"

int generate__play(const struct scenario *s, struct bytes *ret_file, struct bytes **ret_parts,
		   struct truth *ret_truth, struct diag *diag)
{
	struct container out;
	struct model m;
	size_t i;
	int err;

	truth__exit(ret_truth);
	container__init(&out, s);
	err = model__init(&m, s, &out, ret_truth, diag);
	for (i = 0; i < s->nr_actions && !err; i++)
		err = model__play(&m, &s->actions[i]);
	if (!err) {
		model__finish(&m);
		container__assemble(&out, ret_file);
		if (ret_parts) {
			*ret_parts = out.parts;
			out.parts = NULL;
		}
	}
	model__exit(&m);
	container__exit(&out);
	return err;
}

struct output {
	struct new_file file;
	struct text_out *out;	/* into the file, or standard output */
	struct text_out own;
};

/* A new file, or what '-' is. What is made up is no secret: the mode is the usual one. */
static int output__open(struct output *o, const char *path, struct diag *diag)
{
	int err;

	*o = (struct output){ .file = NEW_FILE_NONE, .out = std_out() };
	if (!strcmp(path, "-"))
		return 0;
	err = new_file__create(&o->file, path, new_file__usual_mode());
	if (err)
		return diag__msg(diag, err, "cannot create '%s': %s", path, strerror(-err));
	text_out__init(&o->own, o->file.fd);
	o->out = &o->own;
	return 0;
}

static int output__close(struct output *o, const char *path, struct diag *diag)
{
	int err;

	if (o->out == std_out())
		return 0;
	err = text_out__flush(o->out);
	text_out__exit(o->out);
	if (!err)
		err = new_file__commit(&o->file);
	new_file__exit(&o->file);
	return err ? diag__msg(diag, err, "cannot write '%s': %s", path, strerror(-err)) : 0;
}

static int write_bytes(const char *path, const struct bytes *b, struct diag *diag)
{
	struct output o;
	int err = output__open(&o, path, diag);

	if (err)
		return err;
	if (b->len)
		text_out__add(o.out, b->data, b->len);
	return output__close(&o, path, diag);
}

static int write_part(int dir_fd, const char *name, const struct bytes *b)
{
	struct new_file f;
	int err = new_file__create_at(&f, dir_fd, name, new_file__usual_mode());

	if (err)
		return err;
	err = file__write_all(f.fd, b->data, b->len);
	if (!err)
		err = new_file__commit(&f);
	new_file__exit(&f);
	return err;
}

/* The folder's files; parts of an older recording, which would be read as this one's, go. 0 or negative errno. */
static int write_parts(int dir_fd, const struct bytes *file, const struct bytes *parts, uint32_t nr)
{
	int err = write_part(dir_fd, "data", file);
	char name[32];
	uint32_t i;

	for (i = 0; i < nr && !err; i++) {
		snprintf(name, sizeof(name), "data.%u", i);
		err = write_part(dir_fd, name, &parts[i]);
	}
	for (; !err; i++) {
		snprintf(name, sizeof(name), "data.%u", i);
		err = unlinkat(dir_fd, name, 0) ? -errno : 0;
	}
	return err == -ENOENT ? 0 : err;
}

static int write_directory(const char *path, const struct bytes *file, const struct bytes *parts,
			   uint32_t nr, struct diag *diag)
{
	char *name = xstrdup(path);
	size_t len = strlen(name);
	int dir_fd, err;

	/* One that is there is taken, but not a link, which a slash would follow: it could lead to a recording elsewhere. */
	while (len > 1 && name[len - 1] == '/')
		name[--len] = 0;
	err = mkdir(name, 0777) && errno != EEXIST ? -errno : 0;
	dir_fd = err ? err : open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (!err && dir_fd < 0)
		err = -errno;
	free(name);
	if (err)
		return diag__msg(diag, err, "cannot create the directory '%s': %s", path, strerror(-err));
	err = write_parts(dir_fd, file, parts, nr);
	close(dir_fd);
	return err ? diag__msg(diag, err, "cannot write '%s': %s", path, strerror(-err)) : 0;
}

static void print_samples(const struct scenario *s, const struct truth *truth, struct text_out *out)
{
	const char **names = xcalloc(s->nr_events, sizeof(*names));
	size_t i;

	for (i = 0; i < s->nr_events; i++)
		names[i] = s->events[i].name;
	truth__print(truth, names, out);
	free(names);
}

enum truth_of { TRUTH_OF_SAMPLES, TRUTH_OF_WINDOWS, TRUTH_OF_SPANS, TRUTH_OF_LIVES };

static int write_truth(const struct scenario *s, const struct truth *truth, const char *path, enum truth_of what,
		       struct diag *diag)
{
	struct output o;
	int err = output__open(&o, path, diag);

	if (err)
		return err;
	if (what == TRUTH_OF_WINDOWS)
		truth__print_windows(truth, o.out);
	else if (what == TRUTH_OF_SPANS)
		truth__print_spans(truth, o.out);
	else if (what == TRUTH_OF_LIVES)
		truth__print_lives(truth, o.out);
	else
		print_samples(s, truth, o.out);
	return output__close(&o, path, diag);
}

int generate__write(const struct scenario *s, const struct generate_paths *paths, struct diag *diag)
{
	struct bytes file = { 0 }, *parts = NULL;
	struct truth truth = { 0 };
	uint32_t i;
	int err;

	err = generate__play(s, &file, &parts, &truth, diag);
	if (!err && parts)
		err = write_directory(paths->recording, &file, parts, s->cpus, diag);
	else if (!err)
		err = write_bytes(paths->recording, &file, diag);
	if (!err && paths->truth)
		err = write_truth(s, &truth, paths->truth, TRUTH_OF_SAMPLES, diag);
	if (!err && paths->windows)
		err = write_truth(s, &truth, paths->windows, TRUTH_OF_WINDOWS, diag);
	if (!err && paths->spans)
		err = write_truth(s, &truth, paths->spans, TRUTH_OF_SPANS, diag);
	if (!err && paths->lives)
		err = write_truth(s, &truth, paths->lives, TRUTH_OF_LIVES, diag);
	for (i = 0; parts && i < s->cpus; i++)
		bytes__exit(&parts[i]);
	free(parts);
	bytes__exit(&file);
	truth__exit(&truth);
	return err;
}
