/* SPDX-License-Identifier: GPL-2.0-only */
/* Where in a list of events the text of a probe begins and ends, which may have blanks, brackets and commas in it. */
#ifndef PERF_CHOOSE_PROBE_TEXT_H
#define PERF_CHOOSE_PROBE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Does a probe begin at @s: one of the words kprobe:, uprobe: and usdt:, unless the kernel has tracepoints of such a system, or a marker of
 * user space (sdt_...) with words behind it, which say what to fetch? Sets *@ret_of_file: behind that word stands a file.
 */
bool probe_text__is(const char *s, bool *ret_of_file);
/*
 * Returns how many bytes of @s belong to the probe that begins there: up to a comma outside of brackets, or to what ends a group. A '/'
 * begins terms, but not in the name of a file, which is between the first two colons.
 */
size_t probe_text__length(const char *s, bool of_file);

#endif /* PERF_CHOOSE_PROBE_TEXT_H */
