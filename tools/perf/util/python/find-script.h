/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scripts that are installed: FOLDER/scripts/LANGUAGE/NAME.py, and the pairs of small shell scripts that record for one and run
 * it, FOLDER/scripts/LANGUAGE/bin/NAME-record and NAME-report. FOLDER is PERF_EXEC_PATH, this perf's own, or the distribution's.
 */
#ifndef PERF_PYTHON_FIND_SCRIPT_H
#define PERF_PYTHON_FIND_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

enum script_language { SCRIPT_PYTHON, SCRIPT_PERL, SCRIPT_NO_LANGUAGE };

/* Of -s: "LANGUAGE:FILE", or a file by how its name ends. *@ret_name: the file's part of @spec. */
enum script_language script_language__of(const char *spec, const char **ret_name);
/* Of -g: the name of a language. */
enum script_language script_language__named(const char *name);

/* What was found. Both are owned; zeros: nothing. */
struct found_script {
	char *path;
	char *exec_path;	/* the PERF_EXEC_PATH that goes with it */
};

void found_script__exit(struct found_script *f);
/*
 * Finds the script @name of -s: a file, or one that is installed. Returns 0; -ENOENT; -EPERM: it lies in the present folder, where
 * others than root may write, and we are root.
 */
int found_script__find(struct found_script *f, const char *name);
/* The same of the pair's half, "-record" or "-report". -EPERM: others may write to it, and we are root; @f->path is set. */
int found_script__find_half(struct found_script *f, const char *name, const char *half);
/* How many arguments the report of a pair needs, by its own line "# args: <a> [b]": those that stand in < >. */
size_t script__required_args(const char *path);
/* perf script -l: prints each pair, with what it says of itself. Returns whether there are any. */
bool scripts__list(void);

#endif /* PERF_PYTHON_FIND_SCRIPT_H */
