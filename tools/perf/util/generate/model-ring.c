// SPDX-License-Identifier: GPL-2.0-only
/* Ring buffers of the CPUs: full ones swallow and count, a reader empties them in rounds. */
#include <string.h>

#include <linux/perf_event.h>

#include "util/generate/model.h"

/* "So many were lost" stands where there is room again, in front of what fits. */
static void put_lost(struct model *m, uint32_t cpu, size_t event)
{
	struct ring *r = &m->rings[cpu];
	struct sample_values v = { .time = m->now, .id = event_id(m->s, event, cpu), .cpu = cpu };
	size_t begin = bytes__begin(&r->records, PERF_RECORD_LOST, 0);

	bytes__u64(&r->records, v.id);
	bytes__u64(&r->records, r->lost);
	encode_sample_id(&r->records, m->s, &m->s->events[event], &v);
	(void)bytes__end(&r->records, begin);
	m->truth->lost += r->lost;
	r->lost = 0;
}

bool ring__write(struct model *m, uint32_t cpu, size_t event, const struct bytes *record)
{
	struct ring *r = &m->rings[cpu];

	if (r->full) {
		r->lost++;
		return false;
	}
	if (r->lost)
		put_lost(m, cpu, event);
	bytes__add(&r->records, record->data, record->len);
	return true;
}

static void drain(struct model *m, uint32_t cpu)
{
	struct ring *r = &m->rings[cpu];

	if (r->records.len)
		container__add_ring(m->out, cpu, &r->records);
	bytes__reset(&r->records);
	aux_model__save(m, cpu);
}

/*
 * A round, as perf record makes it: one buffer after the other, @skew ns apart, then the mark.
 *
 *	flush_from        + skew         + 2 * skew
 *	  cpu 0 emptied     cpu 1 emptied   ...           FINISHED_ROUND
 */
void rings__advance(struct model *m)
{
	const struct scenario *s = m->s;

	if (m->next_drain == s->cpus && s->rounds && m->now >= m->next_flush) {
		m->flush_from = m->next_flush;
		m->next_drain = 0;
		/* After a long silence one round does. */
		m->next_flush += ((m->now - m->next_flush) / s->rounds + 1) * s->rounds;
	}
	while (m->next_drain < s->cpus && m->now >= m->flush_from + m->next_drain * s->skew) {
		drain(m, m->next_drain++);
		if (m->next_drain == s->cpus)
			container__add_round_mark(m->out);
	}
}

void rings__flush(struct model *m)
{
	uint32_t cpu;

	for (cpu = m->next_drain < m->s->cpus ? m->next_drain : 0; cpu < m->s->cpus; cpu++)
		drain(m, cpu);
	m->next_drain = m->s->cpus;
	container__add_round_mark(m->out);
}
