// SPDX-License-Identifier: GPL-2.0-only
/* The transactions with the AUX area, and the bytes that go into it. */
#include <linux/kprobes.h>

#include "faux.h"

#define FAUX_ROOM 64	/* bytes */

static long (*copy_aux)(struct perf_output_handle *from_area, struct perf_output_handle *to,
			unsigned long from, unsigned long until);

bool faux_area_begin(struct faux_cpu *cpu, struct perf_event *event)
{
	cpu->buffer = perf_aux_output_begin(&cpu->handle, event);
	if (!cpu->buffer)
		return false;
	cpu->head = cpu->handle.head;
	cpu->written = 0;
	cpu->counters.starts++;
	return true;
}

/*
 * In overwrite mode the core takes the new head from the handle. Intel PT says where it is in the
 * buffer, and that all of it may hold data; others let the head grow.
 */
void faux_area_end(struct faux_cpu *cpu)
{
	unsigned long size = cpu->written;

	if (!cpu->buffer)
		return;
	if (cpu->buffer->overwrite) {
		cpu->handle.head = cpu->head;
		if (faux_head_wraps) {
			cpu->handle.head &= cpu->buffer->size - 1;
			size = cpu->buffer->size;
		}
	}
	if (faux_aux_flags)
		perf_aux_output_flag(&cpu->handle, faux_aux_flags);
	cpu->buffer = NULL;
	cpu->counters.stops++;
	perf_aux_output_end(&cpu->handle, size);
}

/* As hardware does that has run out of buffer: the core disables the event. */
static void area_full(struct faux_cpu *cpu)
{
	perf_aux_output_flag(&cpu->handle, PERF_AUX_FLAG_TRUNCATED);
	cpu->counters.full++;
	cpu->running = false;
	cpu->event->hw.state = PERF_HES_STOPPED;
	faux_area_end(cpu);
}

/*
 * Is it time to hand over what there is? When the reader wants to be woken, and in the middle of the
 * room that there was: a new transaction sees what was read meanwhile. The last few bytes
 * are kept, as one that begins without any room could not say that something is lost.
 */
static bool chunk_due(const struct faux_cpu *cpu)
{
	unsigned long room = cpu->handle.size - cpu->written;

	return !cpu->buffer->overwrite && room >= FAUX_ROOM &&
	       (cpu->head >= cpu->handle.wakeup || room < cpu->written);
}

static void area_chunk(struct faux_cpu *cpu)
{
	struct perf_event *event = cpu->event;

	cpu->counters.chunks++;
	faux_area_end(cpu);
	if (!faux_area_begin(cpu, event)) {
		cpu->counters.full++;
		cpu->running = false;
		event->hw.state = PERF_HES_STOPPED;
	}
}

static void copy_in(struct faux_cpu *cpu, const void *data, unsigned long len)
{
	struct faux_buffer *buffer = cpu->buffer;

	while (len) {
		unsigned long at = cpu->head & (buffer->size - 1);
		unsigned long n = min(len, PAGE_SIZE - offset_in_page(at));

		memcpy(buffer->pages[at >> PAGE_SHIFT] + offset_in_page(at), data, n);
		data += n;
		len -= n;
		cpu->head += n;
		cpu->written += n;
	}
}

bool faux_area_write(struct faux_cpu *cpu, const void *data, unsigned long len)
{
	if (!cpu->buffer)
		return false;
	if (!cpu->buffer->overwrite && len > cpu->handle.size - cpu->written) {
		area_full(cpu);
		return false;
	}
	cpu->busy = true;
	barrier();
	copy_in(cpu, data, len);
	barrier();
	cpu->busy = false;
	cpu->counters.bytes += len;
	if (chunk_due(cpu))
		area_chunk(cpu);
	return true;
}

/* The newest @size bytes, for a sample. What was never written is copied, too, as hardware does. */
long faux_area_copy(struct faux_cpu *cpu, struct perf_output_handle *to, unsigned long size)
{
	if (!copy_aux || !cpu->buffer || !cpu->buffer->overwrite || cpu->busy || !size)
		return 0;
	size = min(size, cpu->buffer->size - 1);
	cpu->counters.snapshots++;
	return copy_aux(&cpu->handle, to, cpu->head - size, cpu->head);
}

/* The function is not exported; a probe that is never hit tells where it is. */
int faux_area_init(void)
{
	struct kprobe probe = { .symbol_name = "perf_output_copy_aux" };
	int err = register_kprobe(&probe);

	if (err)
		return err;
	copy_aux = (void *)probe.addr;
	unregister_kprobe(&probe);
	return 0;
}
