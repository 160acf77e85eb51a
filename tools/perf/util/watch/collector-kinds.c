// SPDX-License-Identifier: GPL-2.0-only
/* The kinds of collectors, by what their projects have published about requests. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "util/watch/collector.h"

#define NS	1000000000

/* --- OpenTelemetry: ExportProfilesServiceRequest over HTTP ---------------------------------------------------- */

const struct collector_kind collector_otlp = {
	.name = "otlp", .suffix = ".otlp.pb.gz", .path = "/v1development/profiles", .format = "otlp", .pack = true, .messages = true,
	.headers = (const char *const[]){ "Content-Type: application/x-protobuf", "Content-Encoding: gzip", NULL },
	.before = "", .after = "",
};

/* --- the same by gRPC: the function Export of ProfilesService ---------------------------------------------------- */

const struct collector_kind collector_otlp_grpc = {
	.name = "otlp", .suffix = ".otlp.pb.gz", .path = "/opentelemetry.proto.collector.profiles.v1development.ProfilesService/Export",
	.format = "otlp", .pack = true, .messages = true, .grpc = true,
	.headers = (const char *const[]){ "Content-Type: application/grpc", "TE: trailers", "grpc-encoding: gzip", NULL },
	.before = "", .after = "",
};

/* --- Pyroscope: /ingest, a form whose field "profile" is a profile of pprof -------------------------------------- */

#define BOUNDARY	"perf-defer-watch-e3b0c44298fc1c149afbf4c8996fb924"

/* All but letters and digits, so that nothing in a value ends it. */
static void add_escaped(struct strbuf *url, const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (isalnum(c) || strchr("-_.", c))
			strbuf__addch(url, (char)c);
		else
			strbuf__addf(url, "%%%02X", c);
	}
}

/* In "name{key=value,...}" a key has letters, digits and '_', and a value ends with a comma or a brace: what else there is becomes '_'. */
static void add_label(struct strbuf *name, const char *key, const char *value)
{
	if (name->buf[name->len - 1] != '{')
		strbuf__addch(name, ',');
	for (; *key; key++)
		strbuf__addch(name, isalnum((unsigned char)*key) ? *key : '_');
	strbuf__addch(name, '=');
	for (; *value; value++)
		strbuf__addch(name, strchr(",{}=\"\\", *value) || iscntrl((unsigned char)*value) ? '_' : *value);
}

static void add_name(const struct collector *c, struct strbuf *url)
{
	const struct export_pair *p = c->labels;
	struct strbuf name = STRBUF_INIT;

	strbuf__addf(&name, "%s{", c->service);
	if (c->host)
		add_label(&name, "host", c->host);
	for (; p && p->key; p++)
		add_label(&name, p->key, p->value);
	if (name.buf[name.len - 1] == '{')
		strbuf__truncate(&name, name.len - 1);
	else
		strbuf__addch(&name, '}');
	add_escaped(url, name.buf);
	strbuf__exit(&name);
}

static void add_ingest_query(const struct collector *c, const struct watch_waiting *w, struct strbuf *url)
{
	strbuf__addstr(url, "?format=pprof&name=");
	add_name(c, url);
	strbuf__addf(url, "&from=%" PRIu64 "&until=%" PRIu64, w->from / NS, (w->until + NS - 1) / NS);
}

const struct collector_kind collector_pyroscope = {
	.name = "pyroscope", .suffix = ".pb.gz", .path = "/ingest", .format = "pprof", .add_query = add_ingest_query,
	.headers = (const char *const[]){ "Content-Type: multipart/form-data; boundary=" BOUNDARY, NULL },
	.before = "--" BOUNDARY "\r\nContent-Disposition: form-data; name=\"profile\"; filename=\"profile.pprof\"\r\n"
		  "Content-Type: application/octet-stream\r\n\r\n",
	.after = "\r\n--" BOUNDARY "--\r\n",
};
