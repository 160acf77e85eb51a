// SPDX-License-Identifier: GPL-2.0-only
/* The PMUs: what the core calls. */
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include "faux.h"

DEFINE_PER_CPU(struct faux_cpu, faux_cpus);
DEFINE_MUTEX(faux_lock);
unsigned int faux_events;

static struct faux_cpu *this_tracer(void)
{
	return this_cpu_ptr(&faux_cpus);
}

static enum hrtimer_restart tick(struct hrtimer *timer)
{
	struct faux_cpu *cpu = container_of(timer, struct faux_cpu, timer);
	unsigned int i;

	for (i = 0; cpu->running && i < faux_burst; i++)
		faux_trace(cpu, FAUX_TICK);
	if (!cpu->buffer)
		return HRTIMER_NORESTART;
	hrtimer_forward_now(timer, ns_to_ktime((u64)faux_tick_us * NSEC_PER_USEC));
	return HRTIMER_RESTART;
}

/* Only while a transaction is open: the core resumes events, too, that are stopped. */
static void resume(struct faux_cpu *cpu)
{
	cpu->counters.resumes++;
	if (!cpu->buffer || cpu->running)
		return;
	cpu->running = true;
	if (!cpu->busy)
		faux_trace(cpu, FAUX_RESUME);
}

static void pause(struct faux_cpu *cpu)
{
	cpu->counters.pauses++;
	if (!cpu->running)
		return;
	if (!cpu->busy)
		faux_trace(cpu, FAUX_PAUSE);
	cpu->running = false;
}

static void event_start(struct perf_event *event, int flags)
{
	struct faux_cpu *cpu = this_tracer();

	if (flags & PERF_EF_RESUME) {
		if (cpu->event == event)
			resume(cpu);
		return;
	}
	event->hw.state = 0;
	if (!faux_area_begin(cpu, event)) {
		event->hw.state = PERF_HES_STOPPED;
		return;
	}
	/* Otherwise the core would tell of the start each time that the task is switched in. */
	event->attach_state |= PERF_ATTACH_ITRACE;
	hrtimer_start(&cpu->timer, ns_to_ktime((u64)faux_tick_us * NSEC_PER_USEC),
		      HRTIMER_MODE_REL_PINNED_HARD);
	if (!faux_is_paused(event)) {
		cpu->running = true;
		faux_trace(cpu, FAUX_START);
	}
}

static void event_stop(struct perf_event *event, int flags)
{
	struct faux_cpu *cpu = this_tracer();

	if (cpu->event != event)
		return;
	if (flags & PERF_EF_PAUSE) {
		pause(cpu);
		return;
	}
	hrtimer_cancel(&cpu->timer);
	if (cpu->running)
		faux_trace(cpu, FAUX_STOP);
	cpu->running = false;
	faux_area_end(cpu);
	event->hw.state |= PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

static int event_add(struct perf_event *event, int flags)
{
	struct faux_cpu *cpu = this_tracer();

	if (cpu->event)
		return -EBUSY;
	cpu->event = event;
	event->hw.state = PERF_HES_STOPPED;
	if (!(flags & PERF_EF_START))
		return 0;
	event_start(event, 0);
	if (event->hw.state & PERF_HES_STOPPED) {
		/* No area is mapped, or there is no room in it. */
		hrtimer_cancel(&cpu->timer);
		cpu->event = NULL;
		return -EINVAL;
	}
	return 0;
}

static void event_del(struct perf_event *event, int flags)
{
	struct faux_cpu *cpu = this_tracer();

	event_stop(event, PERF_EF_UPDATE);
	if (cpu->event == event)
		cpu->event = NULL;
}

static void event_read(struct perf_event *event)
{
}

static long snapshot_aux(struct perf_event *event, struct perf_output_handle *to,
			 unsigned long size)
{
	struct faux_cpu *cpu = this_tracer();

	return cpu->event == event ? faux_area_copy(cpu, to, size) : 0;
}

static void *setup_aux(struct perf_event *event, void **pages, int nr_pages, bool overwrite)
{
	struct faux_buffer *buffer;

	if (!nr_pages || !is_power_of_2(nr_pages))
		return NULL;
	buffer = kvzalloc(struct_size(buffer, pages, nr_pages), GFP_KERNEL);
	if (!buffer)
		return NULL;
	buffer->size = (unsigned long)nr_pages << PAGE_SHIFT;
	buffer->overwrite = overwrite;
	memcpy(buffer->pages, pages, nr_pages * sizeof(*pages));
	return buffer;
}

static void free_aux(void *buffer)
{
	kvfree(buffer);
}

/* Filters are taken and have no effect: there is no code flow to filter. */
static int addr_filters_validate(struct list_head *filters)
{
	return 0;
}

static void addr_filters_sync(struct perf_event *event)
{
}

static void event_destroy(struct perf_event *event)
{
	mutex_lock(&faux_lock);
	faux_events--;
	mutex_unlock(&faux_lock);
}

static int event_init(struct perf_event *event)
{
	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	mutex_lock(&faux_lock);
	faux_events++;
	mutex_unlock(&faux_lock);
	event->destroy = event_destroy;
	return 0;
}

/* Like Intel PT's, events go with the software ones: any event may be in their group. */
#define AREA_PMU(caps)						\
	.module = THIS_MODULE,					\
	.capabilities = PERF_PMU_CAP_EXCLUSIVE | PERF_PMU_CAP_ITRACE | (caps), \
	.task_ctx_nr = perf_sw_context,				\
	.attr_groups = faux_pt_groups,				\
	.event_init = event_init,				\
	.add = event_add,					\
	.del = event_del,					\
	.start = event_start,					\
	.stop = event_stop,					\
	.read = event_read,					\
	.setup_aux = setup_aux,					\
	.free_aux = free_aux,					\
	.snapshot_aux = snapshot_aux,				\
	.nr_addr_filters = 2,					\
	.addr_filters_validate = addr_filters_validate,		\
	.addr_filters_sync = addr_filters_sync

struct pmu faux_main_pmu = { AREA_PMU(PERF_PMU_CAP_AUX_PAUSE) };
static struct pmu nopause_pmu = { AREA_PMU(0) };

/* An event that counts nothing, but says into whose area it would write. */
static int out_add(struct perf_event *event, int flags)
{
	event->hw.state = flags & PERF_EF_START ? 0 : PERF_HES_STOPPED;
	if (event->attr.aux_output)
		perf_report_aux_output_id(event, event->attr.config);
	return 0;
}

static void out_del(struct perf_event *event, int flags)
{
}

static void out_start(struct perf_event *event, int flags)
{
	event->hw.state = 0;
}

static void out_stop(struct perf_event *event, int flags)
{
	event->hw.state |= PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

static int aux_output_match(struct perf_event *event)
{
	return 1;
}

static struct pmu out_pmu = {
	.module = THIS_MODULE,
	.capabilities = PERF_PMU_CAP_AUX_OUTPUT,
	.task_ctx_nr = perf_sw_context,
	.attr_groups = faux_out_groups,
	.event_init = event_init,
	.add = out_add,
	.del = out_del,
	.start = out_start,
	.stop = out_stop,
	.read = event_read,
	.aux_output_match = aux_output_match,
};

static int __init faux_init(void)
{
	int cpu, err;

	for_each_possible_cpu(cpu)
		hrtimer_setup(&per_cpu(faux_cpus, cpu).timer, tick, CLOCK_MONOTONIC,
			      HRTIMER_MODE_REL_PINNED_HARD);
	err = faux_area_init();
	if (err)
		return err;
	err = perf_pmu_register(&faux_main_pmu, faux_name, -1);
	if (err)
		return err;
	err = perf_pmu_register(&nopause_pmu, "faux_nopause", -1);
	if (err)
		goto no_nopause;
	err = perf_pmu_register(&out_pmu, "faux_out", -1);
	if (err)
		goto no_out;
	return 0;

no_out:
	perf_pmu_unregister(&nopause_pmu);
no_nopause:
	perf_pmu_unregister(&faux_main_pmu);
	return err;
}

static void __exit faux_exit(void)
{
	perf_pmu_unregister(&out_pmu);
	perf_pmu_unregister(&nopause_pmu);
	perf_pmu_unregister(&faux_main_pmu);
}

module_init(faux_init);
module_exit(faux_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Software PMUs with an AUX area, for tests");
