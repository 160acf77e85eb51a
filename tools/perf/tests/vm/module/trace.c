// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a tracer writes: records of our own, or Intel PT packets.
 *
 * A ptwrite packet stands between an enable and a disable at one and the same address, that of the
 * task's user code: a decoder need not follow any code, which nobody has executed, to get at it.
 */
#include <linux/perf_event.h>
#include <linux/sched/task_stack.h>
#include <linux/smp.h>
#include <asm/msr.h>
#include <asm/tsc.h>

#include "faux.h"

#define PT_SYNC_BYTES	2048	/* a PSB at least so often */

static void write_record(struct faux_cpu *cpu, enum faux_type type)
{
	struct faux_record r = {
		.magic = FAUX_MAGIC,
		.type = type,
		.cpu = smp_processor_id(),
		.time = cpu->event->clock(),
		.seq = cpu->seq++,
		.tid = current->pid,
	};
	const u32 *word = (const u32 *)&r;
	int i;

	for (i = 0; i < 7; i++)
		r.check ^= word[i];
	if (faux_area_write(cpu, &r, sizeof(r)))
		cpu->counters.records++;
	else
		cpu->counters.lost++;
}

static u8 *put(u8 *at, u64 value, int bytes)
{
	while (bytes--) {
		*at++ = value;
		value >>= 8;
	}
	return at;
}

static u8 *put_tsc(u8 *at)
{
	*at++ = 0x19;
	return put(at, rdtsc(), 7);
}

/* PSB, TSC, CBR, PSBEND; then the mode: 64-bit code. */
static u8 *put_sync(u8 *at)
{
	int i;

	for (i = 0; i < 8; i++)
		at = put(at, 0x8202, 2);
	at = put_tsc(at);
	at = put(at, 0x1e0302, 4);
	at = put(at, 0x2302, 2);
	return put(at, 0x0199, 2);
}

/* A packet with all of an address: FUP 0x7d, TIP.PGE 0x71. */
static u8 *put_ip(u8 *at, u8 packet, u64 ip)
{
	*at++ = packet;
	return put(at, ip, 6);
}

static u8 *put_ptwrite(u8 *at, u64 ip, u64 payload)
{
	at = put_ip(at, 0x71, ip);
	at = put(at, 0xb202, 2);
	at = put(at, payload, 8);
	at = put_ip(at, 0x7d, ip);
	at = put_ip(at, 0x7d, ip);
	*at++ = 0x01;		/* TIP.PGD without an address */
	return at;
}

static void write_packets(struct faux_cpu *cpu, enum faux_type type)
{
	bool opens = type == FAUX_START || type == FAUX_RESUME;
	u8 packets[96], *at = packets;

	/* Hardware that is paused or stopped writes nothing more. */
	if (type == FAUX_PAUSE || type == FAUX_STOP)
		return;
	if (opens || cpu->synced >= PT_SYNC_BYTES) {
		at = put_sync(at);
		cpu->synced = 0;
	}
	if (!opens) {
		at = put_tsc(at);
		at = put_ptwrite(at, task_pt_regs(current)->ip, cpu->seq++);
	}
	if (!faux_area_write(cpu, packets, at - packets)) {
		cpu->counters.lost += !opens;
		return;
	}
	cpu->counters.records += !opens;
	cpu->synced += at - packets;
}

static void write_blob(struct faux_cpu *cpu)
{
	if (faux_area_write(cpu, faux_blob, faux_blob_len))
		cpu->counters.records++;
	else
		cpu->counters.lost++;
}

/* With a blob, ticks are silent: nothing may come between what it encodes. */
void faux_trace(struct faux_cpu *cpu, enum faux_type type)
{
	bool opens = type == FAUX_START || type == FAUX_RESUME;

	if (faux_blob_len) {
		if (opens && faux_pt_packets)
			write_packets(cpu, type);
		if (opens && cpu->running)
			write_blob(cpu);
	} else if (faux_pt_packets) {
		write_packets(cpu, type);
	} else {
		write_record(cpu, type);
	}
}
