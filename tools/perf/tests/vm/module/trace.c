// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a tracer writes: records of our own, or Intel PT packets.
 *
 * Nobody has executed what the packets tell of, so they tell of very little: at each tick that finds a
 * task in a system call, tracing begins at the instruction that made the call, which writes the
 * payload, and ends as it enters the kernel. A decoder has just that one instruction to follow.
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

/* Of this task's system call, two bytes long; 0: it is in none. */
static u64 syscall_ip(void)
{
	const struct pt_regs *regs = task_pt_regs(current);

	if (current->flags & PF_KTHREAD || (long)regs->orig_ax < 0)
		return 0;
	return regs->ip - 2;
}

static u8 *put_ptwrite(u8 *at, u64 ip, u64 payload)
{
	at = put_ip(at, 0x71, ip);
	at = put(at, 0xb202, 2);
	at = put(at, payload, 8);
	at = put_ip(at, 0x7d, ip);
	*at++ = 0x01;		/* TIP.PGD without an address */
	return at;
}

static void write_packets(struct faux_cpu *cpu, enum faux_type type)
{
	bool opens = type == FAUX_START || type == FAUX_RESUME;
	u64 ip = opens ? 0 : syscall_ip();
	u8 packets[96], *at = packets;

	/* Hardware that is paused or stopped writes nothing more. */
	if (type == FAUX_PAUSE || type == FAUX_STOP || (!opens && !ip))
		return;
	if (opens || cpu->synced >= PT_SYNC_BYTES) {
		at = put_sync(at);
		cpu->synced = 0;
	}
	if (!opens) {
		at = put_tsc(at);
		at = put_ptwrite(at, ip, cpu->seq++);
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
