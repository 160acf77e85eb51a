// SPDX-License-Identifier: GPL-2.0-only
#include "util/scan/record-reader.h"

#include <stdlib.h>

#include "util/base/alloc.h"

void record_reader__init(struct record_reader *r, struct evlist *evlist, bool again)
{
	*r = (struct record_reader){ .copy = again ? xmalloc(RECORD_COPY) : NULL, .user_copy = again ? xmalloc(RECORD_COPY) : NULL };
	sample_decoder__init(&r->dec, evlist);
	sample_decoder__init(&r->user_dec, evlist);
}

void record_reader__exit(struct record_reader *r)
{
	sample_decoder__exit(&r->dec);
	sample_decoder__exit(&r->user_dec);
	zfree(&r->copy);
	zfree(&r->user_copy);
}
