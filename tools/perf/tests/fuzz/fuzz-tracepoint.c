// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: formats of tracepoints (a u16 size, then so many bytes), and samples of them (the rest) as text. */
#include "tests/fuzz/fuzz.h"

#include "util/base/shown.h"
#include "util/event/tracepoint-format.h"

#define MAX_ID	64

/* libtraceevent loses words of formats that it refuses: not ours to mend. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}

static void print(struct tracepoint_formats *formats, const char *raw, size_t size)
{
	struct strbuf text = STRBUF_INIT;
	uint64_t id;

	for (id = 0; id < MAX_ID; id++) {
		struct tracepoint_format *f = tracepoint_formats__find(formats, id);

		if (!f)
			continue;
		strbuf__reset(&text);
		tracepoint_format__print(f, 0, raw, size, &text);
		tracepoint_format__print_fields(f, raw, size, &text);
		if (text.len && !shown__is_safe(text.buf, text.len))
			abort();
	}
	strbuf__exit(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tracepoint_formats *formats;
	struct diag diag = DIAG_INIT;
	uint16_t len;
	char *blob, *raw;

	if (size < sizeof(len))
		return 0;
	memcpy(&len, data, sizeof(len));
	data += sizeof(len);
	size -= sizeof(len);
	if (len > size)
		len = (uint16_t)size;
	blob = fuzz__string(data, len);
	raw = fuzz__string(data + len, size - len);
	formats = tracepoint_formats__parse(blob, len, &diag);
	if (formats && size - len <= TRACEPOINT_RAW_MAX)
		print(formats, raw, size - len);
	tracepoint_formats__delete(formats);
	free(blob);
	free(raw);
	return 0;
}
