// SPDX-License-Identifier: GPL-2.0-only
/* Finding keys, and what their values mean. Syntax: config-parse.c. */
#include "util/base/config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/open-regular.h"

#define MAX_FILE	((size_t)1 << 20)

static int cannot_read(const char *path, int err, struct diag *diag)
{
	return diag__msg(diag, err, "cannot read the configuration '%s': %s", path, strerror(-err));
}

static int config__load_fd(struct config *c, int fd, const char *path, struct diag *diag)
{
	char *text;
	size_t size;
	int err = file__read_fd(fd, MAX_FILE, &text, &size);

	if (err)
		return cannot_read(path, err, diag);
	err = config__parse(c, path, text, size, diag);
	free(text);
	return err;
}

int config__load(struct config *c, const char *path, struct diag *diag)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY), err;

	if (fd < 0)
		return errno == ENOENT ? -ENOENT : cannot_read(path, -errno, diag);
	err = config__load_fd(c, fd, path, diag);
	close(fd);
	return err;
}

int config__load_own(struct config *c, const char *path, struct diag *diag)
{
	struct stat st;
	int fd = open_look(path, 0, &st), err;

	if (fd >= 0 && !stat__is_ours(&st)) {
		close(fd);
		return diag__msg(diag, -EPERM, "'%s' belongs neither to you nor to root: it is not used", path);
	}
	if (fd >= 0)
		fd = open_seen(fd, path, O_RDONLY);
	if (fd < 0)
		return fd == -ENOENT ? fd : cannot_read(path, fd, diag);
	err = config__load_fd(c, fd, path, diag);
	close(fd);
	return err;
}

const struct config_entry *config__find(const struct config *c, const char *key)
{
	char *name = config_key__normalize(key, NULL);
	const struct config_entry *found = NULL;
	size_t i;

	for (i = c->nr; name && i && !found; i--)
		if (!strcmp(c->entries[i - 1].key, name))
			found = &c->entries[i - 1];
	free(name);
	return found;
}

int config_value__bool(const char *value)
{
	static const char *const yes[] = { "true", "yes", "on" }, *const no[] = { "false", "no", "off", "" };
	char *end;
	size_t i;
	long n;

	if (!value)
		return 1;
	for (i = 0; i < ARRAY_SIZE(yes); i++)
		if (!strcasecmp(value, yes[i]))
			return 1;
	for (i = 0; i < ARRAY_SIZE(no); i++)
		if (!strcasecmp(value, no[i]))
			return 0;
	n = strtol(value, &end, 0);
	return *end ? -EINVAL : n != 0;
}

/* A number with k, m or g behind it. */
static int parse_u64(const char *value, uint64_t *ret)
{
	static const char units[] = "kmg";
	const char *unit;
	unsigned int shift = 0;
	uint64_t v;
	char *end;

	if (!value || *value < '0' || *value > '9')
		return -EINVAL;
	errno = 0;
	v = strtoull(value, &end, 0);
	if (errno)
		return -ERANGE;
	if (*end && !end[1]) {
		unit = strchr(units, *end | 0x20);
		if (!unit)
			return -EINVAL;
		shift = 10 * (unsigned int)(unit - units + 1);
	} else if (*end) {
		return -EINVAL;
	}
	if (v > UINT64_MAX >> shift)
		return -ERANGE;
	*ret = v << shift;
	return 0;
}

static int parse_double(const char *value, double *ret)
{
	char *end;
	double v;

	if (!value)
		return -EINVAL;
	v = strtod(value, &end);
	if (end == value || (*end && strcmp(end, "%")) || !(v >= 0))
		return -EINVAL;
	*ret = v;
	return 0;
}

static int set(const struct config_key *k, const struct config_entry *e, struct diag *why)
{
	const char *v = e->value ? e->value : "";
	int n;

	switch (k->type) {
	case CONFIG_BOOL:
		n = config_value__bool(e->value);
		if (n < 0)
			return diag__msg(why, -EINVAL, "'%s' is neither true nor false", v);
		*(bool *)k->value = n;
		return 0;
	case CONFIG_U64:
		if (parse_u64(e->value, k->value))
			return diag__msg(why, -EINVAL, "'%s' is not a number", v);
		return 0;
	case CONFIG_DOUBLE:
		if (parse_double(e->value, k->value))
			return diag__msg(why, -EINVAL, "'%s' is not a number from 0", v);
		return 0;
	case CONFIG_STRING:
		if (!e->value)
			return diag__msg(why, -EINVAL, "the value is missing");
		*(const char **)k->value = e->value;
		return 0;
	case CONFIG_CALLBACK:
		if (!e->value)
			return diag__msg(why, -EINVAL, "the value is missing");
		return k->set(k->value, e->value, why);
	}
	return 0;
}

int config__check(const struct config *c, const struct config_key *keys, struct diag *diag)
{
	for (; keys->name; keys++) {
		const struct config_entry *e = config__find(c, keys->name);
		struct diag why = DIAG_INIT;

		if (e && set(keys, e, &why))
			return diag__msg(diag, -EINVAL, "%s: %s", e->key, why.text);
	}
	return 0;
}

void config__apply(const struct config *c, const struct config_key *keys,
		   void (*tell)(const struct diag *diag))
{
	for (; keys->name; keys++) {
		const struct config_entry *e = config__find(c, keys->name);
		struct diag why = DIAG_INIT, diag = DIAG_INIT;
		char line[16] = "";

		if (!e || !set(keys, e, &why) || !tell)
			continue;
		if (e->line)
			snprintf(line, sizeof(line), ":%u", e->line);
		diag__msg(&diag, -EINVAL, "%s%s: %s: %s; the setting is ignored", e->file, line, e->key,
			  why.text);
		tell(&diag);
	}
}
