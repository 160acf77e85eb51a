// SPDX-License-Identifier: GPL-2.0-only
/* What %p with letters behind it prints: functions, addresses of networks, UUIDs, bytes. */
#include <arpa/inet.h>
#include <inttypes.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/print-fmt.h"

/* %pS, %ps: a function's name, with the offset where the letter is large. */
static void add_function(const struct print_fmt_segment *seg, const struct print_fmt_raw *raw, struct strbuf *out)
{
	uint64_t v = print_fmt__eval(seg->arg, raw), start = v;
	const char *name = NULL;

	if (raw->names && raw->names->function)
		name = raw->names->function(raw->names->ctx, v, &start);
	if (!name) {
		strbuf__addf(out, "0x%" PRIx64, v);
		return;
	}
	strbuf__addstr(out, name);
	if (seg->special[0] == 'F' || seg->special[0] == 'S')
		strbuf__addf(out, "+0x%" PRIx64, v - start);
}

static void add_mac(const char *special, const unsigned char *b, uint64_t len, struct strbuf *out)
{
	const char *sep = special[0] == 'm' ? "" : special[1] == 'F' ? "-" : ":";
	bool reversed = special[1] == 'R';
	unsigned int i;

	if (len != 6) {
		strbuf__addstr(out, "INVALIDMAC");
		return;
	}
	for (i = 0; i < 6; i++)
		strbuf__addf(out, "%s%02x", i ? sep : "", b[reversed ? 5 - i : i]);
}

static void add_ip4(const char *special, const unsigned char *b, struct strbuf *out)
{
	const char *form = special[0] == 'i' ? "%03d.%03d.%03d.%03d" : "%d.%d.%d.%d";

	strbuf__addf(out, form, b[0], b[1], b[2], b[3]);
}

static void add_ip6(const char *special, const unsigned char *b, struct strbuf *out)
{
	char text[INET6_ADDRSTRLEN];
	unsigned int i;

	if (special[0] == 'I' && special[2] == 'c') {
		strbuf__addstr(out, inet_ntop(AF_INET6, b, text, sizeof(text)));
		return;
	}
	for (i = 0; i < 16; i += 2)
		strbuf__addf(out, "%s%02x%02x", i && special[0] == 'I' ? ":" : "", b[i], b[i + 1]);
}

static void add_uuid(const char *special, const unsigned char *b, uint64_t len, struct strbuf *out)
{
	/* How the GUID form orders its first three parts. */
	static const unsigned char little[16] = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };
	bool upper = special[1] == 'B' || special[1] == 'L', is_little = special[1] == 'l' || special[1] == 'L';
	unsigned int i;

	if (len != 16) {
		strbuf__addstr(out, "INVALIDUUID");
		return;
	}
	for (i = 0; i < 16; i++)
		strbuf__addf(out, upper ? "%s%02X" : "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
			     b[is_little ? little[i] : i]);
}

/* A struct sockaddr: with 'p' its port too, with 'c' IPv6 in its short form. */
static void add_sockaddr(const char *special, const struct print_fmt_raw *raw, uint64_t offset, uint64_t len,
			 struct strbuf *out)
{
	uint64_t family = print_fmt__read(raw, offset, 2);
	const unsigned char *b = raw->data + offset;
	bool port = strchr(special, 'p') != NULL;

	if (family == AF_INET && len >= 8) {
		add_ip4("I4", b + 4, out);
	} else if (family == AF_INET6 && len >= 24) {
		strbuf__addstr(out, port ? "[" : "");
		add_ip6(strchr(special, 'c') ? "I6c" : "I6", b + 8, out);
		strbuf__addstr(out, port ? "]" : "");
	} else {
		return;
	}
	if (port)
		strbuf__addf(out, ":%u", b[2] << 8 | b[3]);
}

/* %*pbl: the numbers of the bits that are set, %*pb: the mask in hex; the star says how many bits. */
static void add_bitmap(const struct print_fmt_segment *seg, const struct print_fmt_raw *raw, uint64_t offset,
		       uint64_t len, struct strbuf *out)
{
	uint64_t bits = seg->star ? print_fmt__eval(seg->star, raw) : len * 8;

	if (bits > len * 8)
		bits = len * 8;
	if (seg->special[1] == 'l')
		print_fmt__add_bit_list(raw, offset, bits, out);
	else
		print_fmt__add_bit_mask(raw, offset, (bits + 7) / 8, out);
}

/* %*ph: bytes */
static void add_raw_bytes(const struct print_fmt_segment *seg, const struct print_fmt_raw *raw,
			  const unsigned char *b, uint64_t len, struct strbuf *out)
{
	const char *sep = seg->special[1] == 'C' ? ":" : seg->special[1] == 'D' ? "-" : seg->special[1] == 'N' ? "" : " ";
	uint64_t i, want = seg->star ? print_fmt__eval(seg->star, raw) : len;

	if (want < len)
		len = want;
	for (i = 0; i < len; i++)
		strbuf__addf(out, "%s%02x", i ? sep : "", b[i]);
}

void print_fmt__special(const struct print_fmt_segment *seg, const struct print_fmt_raw *raw, struct strbuf *out)
{
	const char *s = seg->special;
	const unsigned char *b;
	uint64_t offset, len;

	if (strchr("FfSsB", s[0])) {
		add_function(seg, raw, out);
		return;
	}
	if (!print_fmt__bytes(seg->arg, raw, &offset, &len))
		return;
	b = raw->data + offset;
	if (len > raw->size - offset)
		len = raw->size - offset;
	switch (s[0]) {
	case 'M':
	case 'm':
		add_mac(s, b, len, out);
		break;
	case 'I':
	case 'i':
		if (s[1] == 'S')
			add_sockaddr(s, raw, offset, len, out);
		else if (s[1] == '4' && len == 4)
			add_ip4(s, b, out);
		else if (s[1] == '6' && len == 16)
			add_ip6(s, b, out);
		else
			strbuf__addf(out, "INVALIDIPv%c", s[1]);
		break;
	case 'b':
		add_bitmap(seg, raw, offset, len, out);
		break;
	case 'U':
		add_uuid(s, b, len, out);
		break;
	default:
		add_raw_bytes(seg, raw, b, len, out);
	}
}
