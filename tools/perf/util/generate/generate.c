// SPDX-License-Identifier: GPL-2.0-only
#include "util/generate/generate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
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
	text_out__add(o.out, b->data, b->len);
	return output__close(&o, path, diag);
}

static int write_directory(const char *path, const struct bytes *file, const struct bytes *parts,
			   uint32_t nr, struct diag *diag)
{
	struct stat st;
	char *name;
	uint32_t i;
	int err;

	if (mkdir(path, 0777) && (errno != EEXIST || lstat(path, &st) || !S_ISDIR(st.st_mode)))
		return diag__msg(diag, -errno, "cannot create the directory '%s': %s", path,
				 strerror(errno));
	name = xasprintf("%s/data", path);
	err = write_bytes(name, file, diag);
	free(name);
	for (i = 0; i < nr && !err; i++) {
		name = xasprintf("%s/data.%u", path, i);
		err = write_bytes(name, &parts[i], diag);
		free(name);
	}
	/* An older recording's further parts would be read as this one's. */
	for (; !err; i++) {
		name = xasprintf("%s/data.%u", path, i);
		err = unlink(name) ? -errno : 0;
		free(name);
	}
	if (err == -ENOENT)
		return 0;
	return diag__msg(diag, err, "cannot write '%s': %s", path, strerror(-err));
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

enum truth_of { TRUTH_OF_SAMPLES, TRUTH_OF_WINDOWS, TRUTH_OF_SPANS };

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
	else
		print_samples(s, truth, o.out);
	return output__close(&o, path, diag);
}

int generate__write(const struct scenario *s, const char *path, const char *truth_path,
		    const char *windows_path, const char *spans_path, struct diag *diag)
{
	struct bytes file = { 0 }, *parts = NULL;
	struct truth truth = { 0 };
	uint32_t i;
	int err;

	err = generate__play(s, &file, &parts, &truth, diag);
	if (!err && parts)
		err = write_directory(path, &file, parts, s->cpus, diag);
	else if (!err)
		err = write_bytes(path, &file, diag);
	if (!err && truth_path)
		err = write_truth(s, &truth, truth_path, TRUTH_OF_SAMPLES, diag);
	if (!err && windows_path)
		err = write_truth(s, &truth, windows_path, TRUTH_OF_WINDOWS, diag);
	if (!err && spans_path)
		err = write_truth(s, &truth, spans_path, TRUTH_OF_SPANS, diag);
	for (i = 0; parts && i < s->cpus; i++)
		bytes__exit(&parts[i]);
	free(parts);
	bytes__exit(&file);
	truth__exit(&truth);
	return err;
}
