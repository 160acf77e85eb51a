// SPDX-License-Identifier: GPL-2.0-only
/* The texts that formats name by an address, as the kernel lists them. */
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>

#include "util/base/alloc.h"
#include "util/event/tracepoint-printer-internal.h"

/* The library takes a closing quote away, then an escaped newline: it looks for both where they might be. */
static void register_string(struct tep_handle *tep, const char *text, size_t len, uint64_t addr)
{
	char *quoted = xasprintf("%s%s\"", text, len < 2 ? "\\n" : "");

	(void)tep_register_print_string(tep, quoted, addr);
	free(quoted);
}

/* Lines `0xADDRESS : "text"`. */
void tracepoint_printk__register(const struct tracing_data *data, struct tep_handle *tep)
{
	const char *p = data->printk, *end = p ? p + data->printk_len : NULL;

	while (p && p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		const char *line_end = newline ? newline : end;
		char *line = xstrndup(p, (size_t)(line_end - p)), *quote = strchr(line, '"'), *number_end;
		unsigned long long addr = strtoull(line, &number_end, 0);

		if (quote && number_end > line) {
			size_t n = strlen(quote + 1);

			if (n && quote[n] == '"')
				quote[n--] = 0;
			register_string(tep, quote + 1, n, addr);
		}
		free(line);
		p = line_end + 1;
	}
}
