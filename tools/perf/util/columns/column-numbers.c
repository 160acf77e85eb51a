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
	},
	{
		.rank = 20, .name = "latency", .header = "Latency", .value = stat_latency, .detail = true,
		.latency = true, PERCENT,
	},
	{
		.rank = 30, .name = "overhead_sys", .header = "sys", .value = stat_sys,
		.detail = true, PERCENT,
	},
	{
		.rank = 40, .name = "overhead_us", .header = "usr", .value = stat_us, .detail = true, PERCENT,
	},
	{
		.rank = 50, .name = "overhead_guest_sys", .header = "guest sys", .value = stat_guest_sys,
		.detail = true, PERCENT,
	},
	{
		.rank = 60, .name = "overhead_guest_us", .header = "guest usr", .value = stat_guest_us,
		.detail = true, PERCENT,
	},
	{
		.rank = 70, .name = "overhead_children", .header = "Children", .value = stat_period,
		.acc = true, PERCENT,
	},
	{
		.rank = 80, .name = "latency_children", .header = "Latency", .value = stat_latency,
		.detail = true, .latency = true, .acc = true,
		.percent = true, .min_width = 7,
	},
	{
		.rank = 90, .name = "sample", .header = "Samples", .value = stat_nr, .min_width = 12,
	},
	{
		.rank = 100, .name = "period", .header = "Period", .value = stat_period, .min_width = 12,
	},
	{
		.rank = 110, .name = "weight1", .header = "Weight1", .value = stat_weight1,
		.detail = true, AVERAGE,
	},
	{
		.rank = 120, .name = "weight2", .header = "Weight2", .value = stat_weight2,
		.detail = true, AVERAGE,
	},
	{
		.rank = 130, .name = "weight3", .header = "Weight3", .value = stat_weight3,
		.detail = true, AVERAGE,
	},
	{
		.rank = 140, .name = "weight", .header = "Weight1", .value = stat_weight1, .detail = true,
		.alias = true, AVERAGE,
	},
	{
		.rank = 150, .name = "ins_lat", .header = "Weight2", .value = stat_weight2, .detail = true,
		.alias = true, AVERAGE,
	},
	{
		.rank = 160, .name = "retire_lat", .header = "Weight3", .value = stat_weight3,
		.detail = true, .alias = true, AVERAGE,
	},
	{
		.rank = 170, .name = "p_stage_cyc", .header = "Weight3", .value = stat_weight3,
		.detail = true, .alias = true, AVERAGE,
	},
	{
		.rank = 180, .name = "op", .header = "Mem Op", .value = stat_period, .mem = true,
		.mem_stat = MEM_STAT_OP,
		.min_width = MEM_STAT_PART_WIDTH,
	},
	{
		.rank = 190, .name = "cache", .header = "Cache", .value = stat_period, .mem = true,
		.mem_stat = MEM_STAT_CACHE,
		.min_width = MEM_STAT_PART_WIDTH,
	},
	{
		.rank = 200, .name = "memory", .header = "Memory", .value = stat_period, .mem = true,
		.mem_stat = MEM_STAT_MEMORY,
		.min_width = MEM_STAT_PART_WIDTH,
	},
	{
		.rank = 210, .name = "snoop", .header = "Snoop", .value = stat_period, .mem = true,
		.mem_stat = MEM_STAT_SNOOP,
		.min_width = MEM_STAT_PART_WIDTH,
	},
	{
		.rank = 220, .name = "dtlb", .header = "D-TLB", .value = stat_period, .mem = true,
		.mem_stat = MEM_STAT_DTLB,
		.min_width = MEM_STAT_PART_WIDTH,
	},
};

const struct column_table column_table_numbers = COLUMN_TABLE(columns);
