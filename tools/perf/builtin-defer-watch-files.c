// SPDX-License-Identifier: GPL-2.0-only
/* Files that requests to collectors are made with: headers, certificates. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin-defer-watch.h"
#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/options.h"
#include "util/base/shown.h"

#define HEADERS_MOST	65536

/* A line "Name: value"; what else it could be would be a header that nobody meant. */
static bool is_header(const char *line)
{
	size_t n = strcspn(line, ":");
	const char *p;

	if (!n || line[n] != ':' || strcspn(line, " \t") < n)
		return false;
	for (p = line; *p; p++)
		if (iscntrl((unsigned char)*p) && *p != '\t')
			return false;
	return true;
}

static void read_headers(struct watch_options *o)
{
	char *text = NULL, *line, *rest;
	size_t size;
	int err = file__read_given(o->header_file, HEADERS_MOST, &text, &size);

	if (err)
		usage_error("--header-file: cannot read %s: %s", shown__in_message(o->header_file), strerror(-err));
	for (rest = text; (line = strsep(&rest, "\n"));) {
		line[strcspn(line, "\r")] = 0;
		if (!*line)
			continue;
		/* The line may be a secret: it is not shown. */
		if (!is_header(line))
			usage_error("--header-file: a line of %s is no header 'Name: value'", shown__in_message(o->header_file));
		GROW(o->headers, o->nr_headers, o->cap_headers);
		o->headers[o->nr_headers++] = xstrdup(line);
	}
	free(text);
}

static void check_readable(const char *option, const char *file)
{
	if (file && access(file, R_OK))
		usage_error("--%s: cannot read %s: %s", option, shown__in_message(file), strerror(errno));
}

static void check_files(const struct watch_options *o)
{
	if ((o->header_file || o->ca_file || o->cert_file || o->key_file) && !o->urls[0] && !o->urls[1])
		usage_error("--%s is about --otlp and --pyroscope",
			    o->header_file ? "header-file" : o->ca_file ? "ca-file" : o->cert_file ? "cert-file" : "key-file");
	if (o->key_file && !o->cert_file)
		usage_error("--key-file is the key of a certificate: --cert-file names that");
	check_readable("ca-file", o->ca_file);
	check_readable("cert-file", o->cert_file);
	check_readable("key-file", o->key_file);
}

void watch_options__read_files(struct watch_options *o)
{
	check_files(o);
	if (o->header_file)
		read_headers(o);
	GROW(o->headers, o->nr_headers, o->cap_headers);
	o->headers[o->nr_headers] = NULL;
}
