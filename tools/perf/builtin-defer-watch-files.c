// SPDX-License-Identifier: GPL-2.0-only
/* Files that requests to collectors are made with: headers, certificates. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "builtin-defer-watch.h"
#include "util/base/options.h"
#include "util/base/shown.h"

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
	struct diag diag = DIAG_INIT;

	check_files(o);
	o->headers.path = o->header_file;
	if (header_file__read(&o->headers, &diag))
		usage_error("--header-file: %s", diag.text);
}
