/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A process with Python's interpreter, in which a script runs. perf reads the recording and tells it what is there (wire.h); the
 * script's process has none of perf's memory, and no write access unless the user wants it to.
 */
#ifndef PERF_PYTHON_INTERPRETER_H
#define PERF_PYTHON_INTERPRETER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "util/base/strbuf.h"
#include "util/base/text-out.h"
#include "util/python/write-access.h"

struct interpreter_opts {
	const char *program;		/* NULL: python3 */
	const char *script;		/* its path */
	const char *exec_path;		/* PERF_EXEC_PATH of the script */
	const struct write_access *write;
	const int *pipe;		/* a program that has started perf is Python: two descriptors, to it and from it; or NULL */
	bool no_stdin;			/* standard input is the recording's: the script has an empty one */
};

struct interpreter {
	bool on;			/* there is somebody at the other end */
	pid_t pid;			/* 0: this perf has not started it */
	struct text_out wire;		/* to it */
	int answers;			/* from it */
	struct strbuf said;		/* what of its lines was read and not taken */
	size_t taken;
	const char *script;
};

/*
 * Starts one, or takes the one that is there. Returns 0, or -1 after it has printed why not. SIGINT, of the terminal,
 * is perf's from now on.
 */
int interpreter__start(struct interpreter *in, const struct interpreter_opts *o);
/* Returns its next line, without the newline, valid until the next call; NULL: it says nothing more. */
const char *interpreter__line(struct interpreter *in);
/*
 * Has somebody pressed Ctrl-C, twice if a stream is read, which ends by itself then? What was read so far is all; whoever
 * presses it again ends the script.
 */
bool interpreter__interrupted(void);
/*
 * Waits for its end. Returns the exit status: that of the script, or 128 and the signal that ended it; 0 if this perf
 * has not started it.
 */
int interpreter__wait(struct interpreter *in);

#endif /* PERF_PYTHON_INTERPRETER_H */
