// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/diag.h"
#include "util/base/shown.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

int diag__set(struct diag *d, int err, uint64_t offset, const char *record, const char *field,
	      const char *fmt, ...)
{
	va_list ap;

	if (!d || diag__is_set(d))
		return err;
	d->offset = offset;
	d->record = record;
	d->field = field;
	va_start(ap, fmt);
	vsnprintf(d->text, sizeof(d->text), fmt, ap);
	va_end(ap);
	shown__message(d->text, sizeof(d->text));
	return err;
}

int diag__msg(struct diag *d, int err, const char *fmt, ...)
{
	va_list ap;

	if (!d || diag__is_set(d))
		return err;
	d->offset = DIAG_NO_OFFSET;
	d->record = d->field = NULL;
	va_start(ap, fmt);
	vsnprintf(d->text, sizeof(d->text), fmt, ap);
	va_end(ap);
	shown__message(d->text, sizeof(d->text));
	return err;
}

void diag__clear(struct diag *d)
{
	d->text[0] = 0;
	d->offset = DIAG_NO_OFFSET;
	d->record = d->field = NULL;
}

const char *diag__format(const struct diag *d, char *buf, unsigned long size)
{
	char place[48] = "";

	if (d->offset != DIAG_NO_OFFSET)
		snprintf(place, sizeof(place), "at offset 0x%" PRIx64 ": ", d->offset);
	snprintf(buf, size, "%s%s%s%s%s%s%s%s", d->file ? d->file : "", d->file ? ": " : "", place,
		 d->record ? d->record : "", d->record ? ": " : "", d->field ? d->field : "",
		 d->field ? ": " : "", d->text);
	/* The file may be one that a recording names. */
	shown__message(buf, size);
	return buf;
}
