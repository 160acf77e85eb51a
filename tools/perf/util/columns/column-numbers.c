// SPDX-License-Identifier: GPL-2.0-only
/* The columns that are numbers of a row: overhead, samples, weights. */
#include "util/columns/column-ops.h"
#include "util/columns/column-tables.h"

static uint64_t stat_period(const struct hist_stat *s) { return s->period; }
static uint64_t stat_latency(const struct hist_stat *s) { return hist_stat__detail(s)->latency; }
static uint64_t stat_nr(const struct hist_stat *s) { return s->nr; }
static uint64_t stat_sys(const struct hist_stat *s) { return hist_stat__detail(s)->modes[PERF_RECORD_MISC_KERNEL]; }
static uint64_t stat_us(const struct hist_stat *s) { return hist_stat__detail(s)->modes[PERF_RECORD_MISC_USER]; }
static uint64_t stat_guest_sys(const struct hist_stat *s) { return hist_stat__detail(s)->modes[PERF_RECORD_MISC_GUEST_KERNEL]; }
static uint64_t stat_guest_us(const struct hist_stat *s) { return hist_stat__detail(s)->modes[PERF_RECORD_MISC_GUEST_USER]; }
static uint64_t stat_weight1(const struct hist_stat *s) { return hist_stat__detail(s)->weights[0]; }
static uint64_t stat_weight2(const struct hist_stat *s) { return hist_stat__detail(s)->weights[1]; }
static uint64_t stat_weight3(const struct hist_stat *s) { return hist_stat__detail(s)->weights[2]; }

#define PERCENT .percent = true, .min_width = 8
#define MODE(mode) .value = stat_##mode, .detail = true, PERCENT
#define WEIGHT(i) .header = "Weight" #i, .value = stat_weight##i, .detail = true, .average = true, .min_width = 8
/* The name is also that of a key. */
#define WEIGHT_OF_KEY(i) WEIGHT(i), .alias = true, .help = "the average of it"
#define PARTS(of) .mem_stat = MEM_STAT_##of, .value = stat_period, .mem = true, .min_width = MEM_STAT_PART_WIDTH

/* --- the columns ----------------------------------------------------------------------------- */

static const struct column columns[] = {
	{
		.rank = 10, .name = "overhead", .header = "Overhead", .value = stat_period, PERCENT,
		.help = "the share of the total",
	},
	{
		.rank = 20, .name = "latency", .header = "Latency", .value = stat_latency, .detail = true, .needs = NEEDS_PARALLELISM,
		.help = "the share of the total latency",
		.latency = true, PERCENT,
	},
	{
		.rank = 30, .name = "overhead_sys", .header = "sys", MODE(sys),
		.help = "the share that was spent in the kernel",
	},
	{
		.rank = 40, .name = "overhead_us", .header = "usr", MODE(us),
		.help = "the share that was spent in user space",
	},
	{
		.rank = 50, .name = "overhead_guest_sys", .header = "guest sys", MODE(guest_sys),
		.help = "the share that was spent in the kernel of a guest",
	},
	{
		.rank = 60, .name = "overhead_guest_us", .header = "guest usr", MODE(guest_us),
		.help = "the share that was spent in user space of a guest",
	},
	{
		.rank = 70, .name = "overhead_children", .header = "Children", .value = stat_period, .acc = true, PERCENT,
		.help = "the share of the total, with all that was called",
	},
	{
		.rank = 80, .name = "latency_children", .header = "Latency", .value = stat_latency, .needs = NEEDS_PARALLELISM,
		.help = "the share of the total latency, with all that was called",
		.detail = true, .latency = true, .acc = true, .percent = true, .min_width = 7,
	},
	{
		.rank = 90, .name = "sample", .header = "Samples", .value = stat_nr, .min_width = 12,
		.help = "the number of samples",
	},
	{
		.rank = 100, .name = "period", .header = "Period", .value = stat_period, .min_width = 12,
		.help = "the number of events",
	},
	{
		.rank = 110, .name = "weight1", WEIGHT(1),
		.help = "the average of weight",
	},
	{
		.rank = 120, .name = "weight2", WEIGHT(2),
		.help = "the average of ins_lat",
	},
	{
		.rank = 130, .name = "weight3", WEIGHT(3),
		.help = "the average of retire_lat, or p_stage_cyc",
	},
	{ .rank = 140, .name = "weight", WEIGHT_OF_KEY(1) },
	{ .rank = 150, .name = "ins_lat", WEIGHT_OF_KEY(2) },
	{ .rank = 160, .name = "retire_lat", WEIGHT_OF_KEY(3) },
	{ .rank = 170, .name = "p_stage_cyc", WEIGHT_OF_KEY(3) },
	{
		.rank = 180, .name = "op", .header = "Mem Op", PARTS(OP),
		.help = "with --mem-mode, in several columns: the shares of loads, stores, ...",
	},
	{
		.rank = 190, .name = "cache", .header = "Cache", PARTS(CACHE),
		.help = "with --mem-mode, in several columns: the shares of the caches",
	},
	{
		.rank = 200, .name = "memory", .header = "Memory", PARTS(MEMORY),
		.help = "with --mem-mode, in several columns: the shares of the kinds of memory",
	},
	{
		.rank = 210, .name = "snoop", .header = "Snoop", PARTS(SNOOP),
		.help = "with --mem-mode, in several columns: the shares of what other caches answered",
	},
	{
		.rank = 220, .name = "dtlb", .header = "D-TLB", PARTS(DTLB),
		.help = "with --mem-mode, in several columns: the shares of the ways in which addresses were "
			"translated",
	},
};

const struct column_table column_table_numbers = COLUMN_TABLE(columns);
