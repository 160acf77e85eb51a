// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/process-maps.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/base/maps-text.h"
#include "util/base/patient-open.h"

/* "7f0000000000-7f0000001000 r-xp 00001000 fe:01 123   /lib/x.so"; changes @line. */
bool map_line__parse(struct map_line *ret, char *line)
{
	char perms[5] = "";
	int n = 0;

	line[strcspn(line, "\n")] = 0;
	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %*s %*s %n", &ret->start, &ret->end, perms, &ret->offset, &n) < 4 || !n)
		return false;
	ret->is_code = perms[2] == 'x';
	ret->path = line + n;
	return true;
}

char *process_maps__read(struct process_asker *asker, pid_t pid)
{
	struct strbuf here = STRBUF_INIT;
	char *text;

	if (asker)
		return maps_text__ask(asker, pid, &text) ? NULL : xstrdup(text);
	if (maps_text__read(pid, &here))
		return strbuf__detach(&here);
	strbuf__exit(&here);
	return NULL;
}

char *process_maps__path(pid_t pid, const char *path)
{
	char *inner = xasprintf("%s/%d/root%s", procfs__path(), (int)pid, path);
	struct stat its, ours;

	if (!patient_stat(inner, &its) && (patient_stat(path, &ours) || its.st_dev != ours.st_dev || its.st_ino != ours.st_ino))
		return inner;
	free(inner);
	return xstrdup(path);
}

char *process_maps__program(pid_t pid)
{
	char link[4096], *path = xasprintf("%s/%d/exe", procfs__path(), (int)pid);
	ssize_t n = readlink(path, link, sizeof(link) - 1);

	free(path);
	if (n <= 0)
		return NULL;
	link[n] = 0;
	return process_maps__path(pid, link);
}
