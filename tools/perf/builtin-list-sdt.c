// SPDX-License-Identifier: GPL-2.0-only
/* perf list sdt: markers of user space. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "builtin-list.h"
#include "util/base/alloc.h"
#include "util/base/process-asker.h"
#include "util/base/strbuf.h"
#include "util/record/sdt-sites.h"

/* "FILE:0x1234 8@%rdi -4@$5" */
static void add_place(struct strbuf *text, const struct sdt_site *site)
{
	strbuf__addf(text, "%s%s:0x%" PRIx64 "%s%s", text->len ? "\n        " : "", site->file, site->note.offset,
		     *site->note.args ? " " : "", site->note.args);
}

static bool is_same(const struct sdt_site *a, const struct sdt_site *b)
{
	return !strcmp(a->note.provider, b->note.provider) && !strcmp(a->note.name, b->note.name);
}

int list_sdt__walk(const char *file, bool running, void (*fn)(void *ctx, const struct event_list_entry *entry), void *ctx,
		   struct diag *diag)
{
	struct process_asker *asker = process_asker__new();
	struct sdt_sites sites = { .asker = asker };
	size_t i, k;
	int err = 0;

	if (file) {
		err = sdt_sites__add_file(&sites, file, diag);
	} else {
		sdt_sites__add_cached(&sites);
		if (running)
			sdt_sites__add_all_processes(&sites);
	}
	sdt_sites__sort(&sites);
	for (i = 0; i < sites.nr; i = k) {
		const struct sdt_site *site = &sites.at[i];
		struct strbuf places = STRBUF_INIT;
		char *name = xasprintf("sdt_%s:%s", site->note.provider, site->note.name);

		for (k = i; k < sites.nr && is_same(site, &sites.at[k]); k++)
			add_place(&places, &sites.at[k]);
		fn(ctx, &(struct event_list_entry){
				.kind = EVENT_LIST_SDT, .name = name, .type = "SDT event", .encoding = strbuf__str(&places) });
		strbuf__exit(&places);
		free(name);
	}
	sdt_sites__exit(&sites);
	process_asker__delete(asker);
	return err;
}
