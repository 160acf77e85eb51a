/* SPDX-License-Identifier: GPL-2.0-only */
/* A recording for a command that another perf runs in our place. */
#ifndef PERF_BUILTIN_DEFER_HAND_OVER_H
#define PERF_BUILTIN_DEFER_HAND_OVER_H

/*
 * If the command line @argv of another perf (argv[0] is the command's name, a NULL behind the last) reads a recording that has
 * deferred callchains, or what else perf 6.1 does not read: merges it into a temporary file without a name, says so in one line on
 * standard error, and returns a command line that reads that file through a descriptor, which stays open when another program
 * takes our place. Returns @argv if other perfs read the recording as it is, or if it is for them to say that it cannot be
 * read. What comes through a pipe is merged in any case, since it cannot be looked at before. Ends perf with EXIT_FAILED if
 * merging fails.
 */
const char *const *hand_over__recording(const char *const *argv);

#endif /* PERF_BUILTIN_DEFER_HAND_OVER_H */
