// SPDX-License-Identifier: GPL-2.0-only
/* The columns that are numbers of a row: overhead, samples, weights. */
#include "util/columns/column-ops.h"
#include "util/columns/column-tables.h"

static uint64_t stat_period(const struct hist_stat *s) { return s->period; }
static uint64_t stat_latency(const struct hist_stat *s) { return hist_stat__detail(s)->latency; }
static uint64_t stat_nr(const struct hist_stat *s) { return s->nr; }
static uint64_t stat_sys(const struct hist_stat *s) { return hist_stat__detail(s)->sys; }
static uint64_t stat_us(const struct hist_stat *s) { return hist_stat__detail(s)->us; }
static uint64_t stat_guest_sys(const struct hist_stat *s) { return hist_stat__detail(s)->guest_sys; }
static uint64_t stat_weight1(const struct hist_stat *s) { return hist_stat__detail(s)->weights[0]; }
static uint64_t stat_weight2(const struct hist_stat *s) { return hist_stat__detail(s)->weights[1]; }
static uint64_t stat_weight3(const struct hist_stat *s) { return hist_stat__detail(s)->weights[2]; }
static uint64_t stat_guest_us(const struct hist_stat *s) { return hist_stat__detail(s)->guest_us; }

#define PERCENT .percent = true, .min_width = 8
#define AVERAGE .average = true, .min_width = 8

/* --- the columns ----------------------------------------------------------------------------- */

static const struct column columns[] = {
	{
		.rank = 10, .name = "overhead", .header = "Overhead", .value = stat_period, PERCENT,
		.help = "the share of the total",
	},
	{
		.rank = 20, .name = "latency", .header = "Latency", .value = stat_latency, .detail = true,
		.needs = NEEDS_PARALLELISM,
		.help = "the share of the total latency",
		.latency = true, PERCENT,
	},
	{
		.rank = 30, .name = "overhead_sys", .header = "sys", .value = stat_sys,
		.help = "the share that was spent in the kernel",
		.detail = true, PERCENT,
	},
	{
		.rank = 40, .name = "overhead_us", .header = "usr", .value = stat_us, .detail = true, PERCENT,
		.help = "the share that was spent in user space",
	},
	{
		.rank = 50, .name = "overhead_guest_sys", .header = "guest sys", .value = stat_guest_sys,
		.help = "the share that was spent in the kernel of a guest",
		.detail = true, PERCENT,
	},
	{
		.rank = 60, .name = "overhead_guest_us", .header = "guest usr", .value = stat_guest_us,
		.help = "the share that was spent in user space of a guest",
		.detail = true, PERCENT,
	},
	{
		.rank = 70, .name = "overhead_children", .header = "Children", .value = stat_period,
		.help = "the share of the total, with all that was called",
		.acc = true, PERCENT,
	},
	{
		.rank = 80, .name = "latency_children", .header = "Latency", .value = stat_latency,
		.needs = NEEDS_PARALLELISM,
		.help = "the share of the total latency, with all that was called",
		.detail = true, .latency = true, .acc = true,
		.percent = true, .min_width = 7,
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
		.rank = 110, .name = "weight1", .header = "Weight1", .value = stat_weight1,
		.help = "the average of weight",
		.detail = true, AVERAGE,
	},
	{
		.rank = 120, .name = "weight2", .header = "Weight2", .value = stat_weight2,
		.help = "the average of ins_lat",
		.detail = true, AVERAGE,
	},
	{
		.rank = 130, .name = "weight3", .header = "Weight3", .value = stat_weight3,
		.help = "the average of retire_lat, or p_stage_cyc",
		.detail = true, AVERAGE,
	},
	{
		.rank = 140, .name = "weight", .header = "Weight1", .value = stat_weight1, .detail = true,
		.help = "the average of it",
		.alias = true, AVERAGE,
	},
	{
		.rank = 150, .name = "ins_lat", .header = "Weight2", .value = stat_weight2, .detail = true,
		.help = "the average of it",
		.alias = true, AVERAGE,
	},
	{
		.rank = 160, .name = "retire_lat", .header = "Weight3", .value = stat_weight3,
		.help = "the average of it",
		.detail = true, .alias = true, AVERAGE,
	},
	{
		.rank = 170, .name = "p_stage_cyc", .header = "Weight3", .value = stat_weight3,
		.help = "the average of it",
		.detail = true, .alias = true, AVERAGE,
	},
	{
		.rank = 180, .name = "op", .header = "Mem Op", .value = stat_period, .mem = true,
		.help = "with --mem-mode, in several columns: the shares of loads, stores, ...",
		.mem_stat = MEM_STAT_OP,
		.min_width = MEM_STAT_PART_WIDTH,
	},
	{
		.rank = 190, .name = "cache", .header = "Cache", .value = stat_period, .mem = true,
		.help = "with --mem-mode, in several columns: the shares of the caches",
		.mem_stat = MEM_STAT_CACHE,
		.min_width = MEM_STAT_PART_WIDTH,
	},
	{
		.rank = 200, .name = "memory", .header = "Memory", .value = stat_period, .mem = true,
		.help = "with --mem-mode, in several columns: the shares of the kinds of memory",
		.mem_stat = MEM_STAT_MEMORY,
		.min_width = MEM_STAT_PART_WIDTH,
	},
	{
		.rank = 210, .name = "snoop", .header = "Snoop", .value = stat_period, .mem = true,
		.help = "with --mem-mode, in several columns: the shares of what other caches answered",
		.mem_stat = MEM_STAT_SNOOP,
		.min_width = MEM_STAT_PART_WIDTH,
	},
	{
		.rank = 220, .name = "dtlb", .header = "D-TLB", .value = stat_period, .mem = true,
		.help = "with --mem-mode, in several columns: the shares of the ways in which addresses were "
			"translated",
		.mem_stat = MEM_STAT_DTLB,
		.min_width = MEM_STAT_PART_WIDTH,
	},
};

const struct column_table column_table_numbers = COLUMN_TABLE(columns);
