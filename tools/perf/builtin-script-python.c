// SPDX-License-Identifier: GPL-2.0-only
/* perf script -s, -g and -l: scripts in Python, for which perf reads the recording. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "builtin-script.h"
#include "builtin.h"
#include "util/base/alloc.h"
#include "util/base/config.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/python/first-script.h"
#include "util/python/stream.h"

/* --- the command line -------------------------------------------------------------------------------- */

int script__set_script(const struct option *opt, const char *arg, bool unset)
{
	struct script *s = opt->value;
	const char *name;

	if (unset)
		return 0;
	switch (script_language__of(arg, &name)) {
	case SCRIPT_PYTHON:
		s->python.name = name;
		return 0;
	case SCRIPT_PERL:
		script__try_elsewhere(s, "-s");
		pr_error("-s %s: scripts in Perl are run by the distribution's perf, and none is installed\n", arg);
		return -EINVAL;
	default:
		pr_error("-s %s: a script's name ends with .py (Python) or .pl (Perl), or its language is in front of it: "
			 "'python:FILE'\n", arg);
		return -EINVAL;
	}
}

int script__set_generate(const struct option *opt, const char *arg, bool unset)
{
	struct script *s = opt->value;

	if (unset)
		return 0;
	switch (script_language__named(arg)) {
	case SCRIPT_PYTHON:
		s->python.generate = true;
		return 0;
	case SCRIPT_PERL:
		script__try_elsewhere(s, "-g");
		pr_error("-g %s: scripts in Perl are the distribution's perf's, and none is installed\n", arg);
		return -EINVAL;
	default:
		pr_error("-g %s: scripts are written in 'python' or 'perl'\n", arg);
		return -EINVAL;
	}
}

int script__set_pipe(const struct option *opt, const char *arg, bool unset)
{
	struct script_python *py = &((struct script *)opt->value)->python;
	char end;

	if (!unset && sscanf(arg, "%d,%d%c", &py->pipe[0], &py->pipe[1], &end) != 2) {
		pr_error("--python-pipe takes two descriptors of pipes, TO,FROM, not '%s'\n", arg);
		return -EINVAL;
	}
	py->has_pipe = !unset;
	if (py->has_pipe)
		py->name = "perf_defer";
	return 0;
}

int script__set_allow_write(const struct option *opt, const char *arg, bool unset)
{
	struct write_access *w = &((struct script *)opt->value)->python.write;
	struct diag diag = DIAG_INIT;

	name_list__exit(&w->folders);
	w->everywhere = !unset && !arg;
	if (arg && name_list__add(&w->folders, arg, &diag) < 0) {
		pr_error("--allow-write: %s\n", diag.text);
		return -EINVAL;
	}
	return 0;
}

/* --- running ------------------------------------------------------------------------------------------- */

static int find(struct script *s)
{
	switch (found_script__find(&s->python.found, s->python.name)) {
	case 0:
		return 0;
	case -EPERM:
		pr_error("perf: -s: '%s' of the present folder is not run: others than root may write there (if it is meant, name "
			 "it as './%s')\n", s->python.name, s->python.name);
		return -1;
	default:
		pr_error("perf: -s: there is no script '%s', neither here nor among those that are installed (perf script -l lists "
			 "them)\n", s->python.name);
		return -1;
	}
}

static const char *config_value(const char *key)
{
	const char *value = NULL;
	const struct config_key keys[] = { { key, CONFIG_STRING, &value, NULL }, { 0 } };

	perf_config__apply(keys);
	return value;
}

int script__begin_python(struct script *s)
{
	struct script_python *py = &s->python;
	const struct interpreter_opts opts = {
		.program = py->interpreter, .script = py->found.path, .exec_path = py->found.exec_path, .write = &py->write,
		.no_stdin = session__is_stream(s->session), .pipe = py->has_pipe ? py->pipe : NULL,
	};
	const struct python_script script = { .path = py->has_pipe ? py->name : py->found.path, .args = py->args, .nr_args = py->nr_args };

	py->stream = (struct python_stream){
		.session = s->session, .itrace = &s->itrace, .config = config_value, .no_chains = s->text_opts.no_chains,
		.no_marks = s->text_opts.no_orphan_marks, .frames_go = s->session_opts.frames_go,
	};
	if (python_stream__begin(&py->stream, &opts, &script) < 0)
		return -1;
	py->on = true;
	return 0;
}

bool script__wait_python(void *ctx, int fd)
{
	struct script *s = ctx;
	struct pollfd p = { .fd = fd, .events = POLLIN };

	/* What came last must not wait for what comes next. */
	python_stream__flush(&s->python.stream);
	while (python_stream__takes(&s->python.stream) && poll(&p, 1, -1) < 0 && errno == EINTR)
		;
	return !python_stream__takes(&s->python.stream);
}

int script__end_python(struct script *s, bool whole)
{
	struct script_python *py = &s->python;
	bool begun = !py->stream.never_began, denied;
	int status;

	if (!py->on)
		return EXIT_OK;
	py->on = false;
	status = python_stream__end(&py->stream, whole, &denied);
	/* Why it could not be started was said already. */
	if (!status || (!begun && status == 127) || !whole || status == 128 + SIGPIPE)
		return status;
	pr_error("perf: script '%s' ended with status %d%s\n", py->found.path, status,
		 !denied || py->write.everywhere ? "" : py->write.folders.nr ? " (it could write below the folders of --allow-write only)" :
		 " (it had no write access and no network, which --allow-write gives it)");
	return status;
}

/* Only what the header tells is looked at. */
static int generate(void *ctx, struct session *session)
{
	struct script *s = ctx;
	int err = first_script__write(session__evlist(session));

	s->python.generated = !err;
	if (err == -EEXIST)
		pr_error("perf: -g: there is a '" FIRST_SCRIPT "' already: move it away first\n");
	else if (err)
		pr_error("perf: -g: cannot write '" FIRST_SCRIPT "': %s\n", strerror(-err));
	return 1;
}

static int write_first(struct script *s)
{
	const struct session_ops ops = { .begin = generate };
	struct diag diag = DIAG_INIT;
	int ret = -1;

	s->session = session__new(&s->session_opts, &ops, s, &diag);
	if (s->session)
		ret = session__process(s->session, &diag);
	if (ret < 0)
		read_errors__fatal(&diag);
	session__delete(s->session);
	if (!s->python.generated)
		return EXIT_FAILED;
	std_out__line("generated Python script: " FIRST_SCRIPT);
	return EXIT_OK;
}

int script__prepare_python(struct script *s)
{
	if (s->python.list)
		return scripts__list() ? EXIT_OK : EXIT_FAILED;
	if (s->python.generate)
		return write_first(s);
	if (s->python.name && !s->python.has_pipe && find(s) < 0)
		return EXIT_FAILED;
	return -1;
}

void script__exit_python(struct script *s)
{
	found_script__exit(&s->python.found);
	name_list__exit(&s->python.write.folders);
}
