// SPDX-License-Identifier: GPL-2.0-only
/* Print formats: the format string and its conversions. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/print-fmt.h"

#define MAX_SEGMENTS	4096

/* The format string, while it is taken apart. */
struct scanner {
	struct print_fmt *pf;
	const struct tracepoint_format *format;
	unsigned int long_size, nr_nodes;
	const char *args, *end;		/* the rest of the arguments */
};

void print_fmt__delete(struct print_fmt *pf)
{
	if (!pf)
		return;
	free(pf->segments);
	arena__exit(&pf->arena);
	free(pf);
}

static struct print_fmt_node *next_arg(struct scanner *s)
{
	while (s->args < s->end && isspace((unsigned char)*s->args))
		s->args++;
	if (s->args >= s->end || *s->args != ',')
		return NULL;
	s->args++;
	return print_fmt__expression(&s->pf->arena, s->format, s->long_size, &s->args, s->end, &s->nr_nodes);
}

/* The letters behind %p. Returns how many there are. */
static size_t scan_special(const char *f, char *special)
{
	size_t n = 0;

	if (*f && strchr("FfSsB", *f))
		n = 1;
	else if (*f && strchr("Mm", *f))
		n = strchr("FR", f[1]) && f[1] ? 2 : 1;
	else if ((*f == 'I' || *f == 'i') && (f[1] == '4' || f[1] == '6'))
		n = f[1] == '6' && f[2] == 'c' && *f == 'I' ? 3 : 2;
	else if (*f == 'I' && f[1] == 'S')
		n = 2 + strspn(f + 2, "pfschnbl");
	else if (*f == 'b')
		n = f[1] == 'l' ? 2 : 1;
	else if (*f == 'U')
		n = f[1] && strchr("bBlL", f[1]) ? 2 : 1;
	else if (*f == 'h')
		n = f[1] && strchr("CDN", f[1]) ? 2 : 1;
	if (n > 7)
		n = 7;
	memcpy(special, f, n);
	special[n] = 0;
	/* %pI4 may be followed by its byte order: those of the network, which is what it is without. */
	if (n == 2 && f[1] == '4' && f[2] && strchr("nb", f[2]))
		n++;
	return n;
}

/* One conversion at @f, behind the '%'. Returns what follows it, or NULL if it is not known. */
static const char *scan_conversion(struct scanner *s, struct print_fmt_segment *seg, const char *f)
{
	char flags[8] = "", width[8] = "", precision[8] = "";
	bool star_width = false, star_precision = false;
	size_t n = strspn(f, "-+ #0");

	if (n >= sizeof(flags))
		return NULL;
	memcpy(flags, f, n);
	f += n;
	if (*f == '*') {
		star_width = true;
		f++;
	} else {
		n = strspn(f, "0123456789");
		if (n > 3)
			return NULL;
		memcpy(width, f, n);
		f += n;
	}
	if (*f == '.') {
		precision[0] = '.';
		f++;
		if (*f == '*') {
			star_precision = true;
			f++;
		} else {
			n = strspn(f, "0123456789");
			if (n > 3)
				return NULL;
			memcpy(precision + 1, f, n);
			f += n;
		}
	}
	for (; *f == 'l' || *f == 'L' || *f == 'z' || *f == 'Z' || *f == 'j' || *f == 't'; f++)
		seg->length = seg->length == 1 || *f == 'L' ? 2 : 1;
	for (; *f == 'h'; f++)
		seg->length--;
	if (!*f || !strchr("diuxXocsp", *f) || (star_width && *f != 'p') || (star_precision && *f != 's'))
		return NULL;
	seg->conversion = *f++;
	if (star_width || star_precision) {
		seg->star = next_arg(s);
		if (!seg->star)
			return NULL;
	}
	if (seg->conversion == 'p') {
		size_t taken = scan_special(f, seg->special);

		f += taken;
		if (star_width && !strchr("hb", seg->special[0]))
			return NULL;
	}
	snprintf(seg->spec, sizeof(seg->spec), "%%%s%s%s%s%c", flags, width, star_precision ? ".*" : precision,
		 strchr("diuxXo", seg->conversion) ? "ll" : "", seg->conversion);
	seg->arg = next_arg(s);
	return seg->arg ? f : NULL;
}

static bool add_segment(struct print_fmt *pf, struct strbuf *literal, const struct print_fmt_segment *seg)
{
	struct print_fmt_segment new = *seg;

	if (pf->nr_segments >= MAX_SEGMENTS)
		return false;
	new.literal_len = literal->len;
	new.literal = arena__strndup(&pf->arena, strbuf__str(literal), literal->len);
	GROW(pf->segments, pf->nr_segments, pf->cap_segments);
	pf->segments[pf->nr_segments++] = new;
	strbuf__reset(literal);
	return true;
}

static void add_escape(struct strbuf *out, char c)
{
	strbuf__addch(out, c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c);
}

static bool scan_format(struct scanner *s, const char *f)
{
	struct strbuf literal = STRBUF_INIT;
	struct print_fmt_segment none = { 0 };
	bool ok = true;

	while (ok && *f) {
		if (*f == '\\' && f[1]) {
			add_escape(&literal, f[1]);
			f += 2;
		} else if (*f == '%' && f[1] == '%') {
			strbuf__addch(&literal, '%');
			f += 2;
		} else if (*f == '%') {
			struct print_fmt_segment seg = { 0 };

			f = scan_conversion(s, &seg, f + 1);
			ok = f && add_segment(s->pf, &literal, &seg);
		} else {
			strbuf__addch(&literal, *f++);
		}
	}
	ok = ok && add_segment(s->pf, &literal, &none);
	strbuf__exit(&literal);
	return ok;
}

/* "..." "..." at @*pos into one text. */
static bool take_format_string(struct scanner *s, struct strbuf *out)
{
	const char *p = s->args;
	bool any = false;

	for (;;) {
		while (p < s->end && isspace((unsigned char)*p))
			p++;
		if (p >= s->end || *p != '"')
			break;
		for (p++; p < s->end && *p != '"'; p++) {
			if (*p == '\\' && s->end - p > 1)
				strbuf__addch(out, *p++);
			strbuf__addch(out, *p);
		}
		if (p >= s->end)
			return false;
		p++;
		any = true;
	}
	s->args = p;
	return any;
}

struct print_fmt *print_fmt__compile(const struct tracepoint_format *format, const char *text, size_t len,
				     unsigned int long_size)
{
	struct scanner s = {
		.pf = xzalloc(sizeof(*s.pf)), .format = format, .long_size = long_size, .args = text, .end = text + len,
	};
	struct strbuf string = STRBUF_INIT;
	bool ok = !memchr(text, 0, len) && take_format_string(&s, &string) && scan_format(&s, strbuf__str(&string));

	strbuf__exit(&string);
	/* What is left over is not what we think it is. */
	while (s.args < s.end && isspace((unsigned char)*s.args))
		s.args++;
	if (ok && s.args == s.end)
		return s.pf;
	print_fmt__delete(s.pf);
	return NULL;
}

static void add_number(const struct print_fmt_segment *seg, const struct print_fmt_raw *raw, struct strbuf *out)
{
	uint64_t v = print_fmt__eval(seg->arg, raw);
	bool is_signed = seg->conversion == 'd' || seg->conversion == 'i';

	if (seg->length == -2)
		v = is_signed ? (uint64_t)(int8_t)v : (uint8_t)v;
	else if (seg->length == -1)
		v = is_signed ? (uint64_t)(int16_t)v : (uint16_t)v;
	else if (seg->length == 0)
		v = is_signed ? (uint64_t)(int32_t)v : (uint32_t)v;
	if (seg->conversion == 'c')
		strbuf__addf(out, seg->spec, (int)(unsigned char)v);
	else if (!strcmp(seg->spec, "%lld") && (int64_t)v >= 0)
		strbuf__adddec(out, v, 0);
	else
		strbuf__addf(out, seg->spec, (unsigned long long)v);
}

void print_fmt__print(const struct print_fmt *pf, const struct print_fmt_raw *raw, struct strbuf *out)
{
	size_t i;

	for (i = 0; i < pf->nr_segments; i++) {
		const struct print_fmt_segment *seg = &pf->segments[i];
		int precision = -1;

		strbuf__add(out, seg->literal, seg->literal_len);
		switch (seg->conversion) {
		case 0:
			break;
		case 's':
			if (seg->star) {
				uint64_t v = print_fmt__eval(seg->star, raw);

				precision = v > MAX_SEGMENTS ? MAX_SEGMENTS : (int)v;
			}
			print_fmt__string(seg->arg, raw, seg->spec, precision, out);
			break;
		case 'p':
			if (seg->special[0])
				print_fmt__special(seg, raw, out);
			else
				strbuf__addf(out, seg->spec, (void *)(uintptr_t)print_fmt__eval(seg->arg, raw));
			break;
		default:
			add_number(seg, raw, out);
		}
	}
}
