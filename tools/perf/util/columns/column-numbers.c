// SPDX-License-Identifier: GPL-2.0-only
/* The columns that are numbers of a row: overhead, samples, weights. */
#include "util/columns/column-internal.h"

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

const struct column column_overhead = {
	.name = "overhead", .header = "Overhead", .value = stat_period, PERCENT,
};

const struct column column_latency = {
	.name = "latency", .header = "Latency", .value = stat_latency, .detail = true, .latency = true, PERCENT,
};

const struct column column_overhead_sys = {
	.name = "overhead_sys", .header = "sys", .value = stat_sys, .detail = true, PERCENT,
};

const struct column column_overhead_us = {
	.name = "overhead_us", .header = "usr", .value = stat_us, .detail = true, PERCENT,
};

const struct column column_overhead_guest_sys = {
	.name = "overhead_guest_sys", .header = "guest sys", .value = stat_guest_sys, .detail = true, PERCENT,
};

const struct column column_overhead_guest_us = {
	.name = "overhead_guest_us", .header = "guest usr", .value = stat_guest_us, .detail = true, PERCENT,
};

const struct column column_overhead_children = {
	.name = "overhead_children", .header = "Children", .value = stat_period, .acc = true, PERCENT,
};

const struct column column_latency_children = {
	.name = "latency_children", .header = "Latency", .value = stat_latency, .detail = true, .latency = true, .acc = true,
	.percent = true, .min_width = 7,
};

const struct column column_sample = {
	.name = "sample", .header = "Samples", .value = stat_nr, .min_width = 12,
};

const struct column column_period = {
	.name = "period", .header = "Period", .value = stat_period, .min_width = 12,
};

const struct column column_weight1 = {
	.name = "weight1", .header = "Weight1", .value = stat_weight1, .detail = true, AVERAGE,
};

const struct column column_weight2 = {
	.name = "weight2", .header = "Weight2", .value = stat_weight2, .detail = true, AVERAGE,
};

const struct column column_weight3 = {
	.name = "weight3", .header = "Weight3", .value = stat_weight3, .detail = true, AVERAGE,
};

const struct column column_weight_number = {
	.name = "weight", .header = "Weight1", .value = stat_weight1, .detail = true, .alias = true, AVERAGE,
};

const struct column column_ins_lat_number = {
	.name = "ins_lat", .header = "Weight2", .value = stat_weight2, .detail = true, .alias = true, AVERAGE,
};

const struct column column_retire_lat_number = {
	.name = "retire_lat", .header = "Weight3", .value = stat_weight3, .detail = true, .alias = true, AVERAGE,
};

const struct column column_p_stage_cyc_number = {
	.name = "p_stage_cyc", .header = "Weight3", .value = stat_weight3, .detail = true, .alias = true, AVERAGE,
};

const struct column column_op = {
	.name = "op", .header = "Mem Op", .value = stat_period, .mem = true, .mem_stat = MEM_STAT_OP,
	.min_width = MEM_STAT_PART_WIDTH,
};

const struct column column_cache = {
	.name = "cache", .header = "Cache", .value = stat_period, .mem = true, .mem_stat = MEM_STAT_CACHE,
	.min_width = MEM_STAT_PART_WIDTH,
};

const struct column column_memory = {
	.name = "memory", .header = "Memory", .value = stat_period, .mem = true, .mem_stat = MEM_STAT_MEMORY,
	.min_width = MEM_STAT_PART_WIDTH,
};

const struct column column_snoop_number = {
	.name = "snoop", .header = "Snoop", .value = stat_period, .mem = true, .mem_stat = MEM_STAT_SNOOP,
	.min_width = MEM_STAT_PART_WIDTH,
};

const struct column column_dtlb = {
	.name = "dtlb", .header = "D-TLB", .value = stat_period, .mem = true, .mem_stat = MEM_STAT_DTLB,
	.min_width = MEM_STAT_PART_WIDTH,
};
