/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The head of a perf.data file: events and features. Format: Documentation/perf.data-file-format.txt
 *
 * struct perf_file_header (104 bytes): u64 magic "PERFILE2"; u64 size, attr_size; sections attrs,
 * data, event_types { u64 offset, size }; u64 flags[4] (which features). A pipe has 16 bytes: magic, size.
 */
#ifndef PERF_DATA_HEADER_H
#define PERF_DATA_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/event/evlist.h"
#include "util/event/record.h"

enum perf_feature {
	HEADER_RESERVED		= 0,
	HEADER_TRACING_DATA	= 1,
	HEADER_BUILD_ID		= 2,
	HEADER_HOSTNAME		= 3,
	HEADER_OSRELEASE	= 4,
	HEADER_VERSION		= 5,
	HEADER_ARCH		= 6,
	HEADER_NRCPUS		= 7,
	HEADER_CPUDESC		= 8,
	HEADER_CPUID		= 9,
	HEADER_TOTAL_MEM	= 10,
	HEADER_CMDLINE		= 11,
	HEADER_EVENT_DESC	= 12,
	HEADER_CPU_TOPOLOGY	= 13,
	HEADER_NUMA_TOPOLOGY	= 14,
	HEADER_BRANCH_STACK	= 15,
	HEADER_PMU_MAPPINGS	= 16,
	HEADER_GROUP_DESC	= 17,
	HEADER_AUXTRACE		= 18,
	HEADER_STAT		= 19,
	HEADER_CACHE		= 20,
	HEADER_SAMPLE_TIME	= 21,
	HEADER_MEM_TOPOLOGY	= 22,
	HEADER_CLOCKID		= 23,
	HEADER_DIR_FORMAT	= 24,
	HEADER_BPF_PROG_INFO	= 25,
	HEADER_BPF_BTF		= 26,
	HEADER_COMPRESSED	= 27,
	HEADER_CPU_PMU_CAPS	= 28,
	HEADER_CLOCK_DATA	= 29,
	HEADER_HYBRID_TOPOLOGY	= 30,
	HEADER_PMU_CAPS		= 31,
	HEADER_CPU_DOMAIN_INFO	= 32,
	HEADER_E_MACHINE	= 33,
	HEADER_CLN_SIZE		= 34,
	HEADER_LAST_FEATURE,
	/* Only this perf has it: a text that says how callchains were repaired in a merge. Other perfs ignore it. */
	HEADER_REPAIRED		= 255,
	HEADER_FEAT_BITS	= 256,
};

const char *perf_feature__name(int feature);	/* returns "HOSTNAME"; NULL if it is not known; static */
/*
 * Is a FEATURE record with @size bytes of data the one that ends a stream's features? That record is empty, and its
 * number is the first one that the perf which wrote it did not know; newer versions may have a feature with this number.
 */
bool perf_feature__is_end(uint64_t feature, size_t size);

/* One entry of HEADER_BUILD_ID, or a HEADER_BUILD_ID record. */
struct header_build_id {
	uint32_t pid;			/* -1, or a guest's */
	uint16_t misc;			/* cpumode */
	uint8_t build_id[BUILD_ID_MAX];
	uint8_t size;
	char *filename;			/* owned */
};

struct header_nrcpus { uint32_t available, online; };
struct header_pmu { uint32_t type; char *name; };
/* An event group. Arrays of these ascend by leader_idx, and no event is in two groups. */
struct header_group { char *name; uint32_t leader_idx, nr_members; };

/* The contents of the head. Strings are NULL and counts are 0 where the feature is absent. */
struct perf_header {
	struct evlist *evlist;		/* owned */
	bool swap;			/* the file has the other byte order */
	bool is_pipe;
	uint64_t attr_size, data_offset, data_size, feat_offset;	/* bytes */
	uint64_t features[4];		/* a set bit: the file says that it has this feature */
	struct header_section { uint64_t offset, size; } sections[HEADER_FEAT_BITS];	/* of a file, bytes */
	char *hostname, *osrelease, *version, *arch, *cpudesc, *cpuid, *repaired;
	struct header_nrcpus nrcpus;
	uint64_t total_mem;		/* KiB */
	char **cmdline;
	uint32_t nr_cmdline;
	struct header_build_id *build_ids;
	size_t nr_build_ids, cap_build_ids;
	char **sibling_cores, **sibling_threads;
	uint32_t nr_sibling_cores, nr_sibling_threads;
	struct header_cpu { int32_t core_id, socket_id, die_id; } *cpus;	/* from CPU_TOPOLOGY */
	uint32_t nr_cpus;
	struct header_numa_node { uint32_t node; uint64_t mem_total, mem_free; char *cpus; } *numa_nodes;
	uint32_t nr_numa_nodes;
	char **sibling_dies;
	uint32_t nr_sibling_dies;
	/* Strings in these are NULL where the feature is damaged. */
	struct header_cache { uint32_t level; char *type, *size, *cpus; } *caches;
	uint32_t nr_caches;
	uint64_t mem_block_size;	/* bytes */
	struct header_mem_node { uint64_t node, nr_blocks; char *blocks; } *mem_nodes;	/* "0-23,32-47" */
	uint32_t nr_mem_nodes;
	uint32_t schedstat_version, max_domains;
	struct header_cpu_domains {
		uint32_t cpu, nr;
		struct header_domain { uint32_t number; char *name, *cpu_map, *cpu_list; } *domains;
	} *cpu_domains;
	size_t nr_cpu_domains, cap_cpu_domains;
	struct header_pmu *pmus;
	uint32_t nr_pmus;
	struct header_group *groups;
	uint32_t nr_groups;
	bool has_sample_time;
	uint64_t first_sample_time, last_sample_time;	/* ns */
	uint32_t e_machine, e_flags;	/* of the ELF files recorded; 0: not known */
	uint32_t cache_line_size;	/* bytes; 0: not known */
	uint64_t clockid_res_ns;
	uint32_t clock_data_clockid;
	uint64_t clock_data_tod, clock_data_clock;	/* ns; 0: none */
	uint64_t dir_version;				/* 0: not the directory format */
	struct { uint32_t version, type, level, ratio, mmap_len; } compressed;	/* type 1: zstd */
	struct header_pmu_caps {
		char *pmu;
		struct header_pmu_cap { char *name, *value; } *caps;
		uint32_t nr;
	} cpu_pmu_caps, *pmu_caps;	/* from CPU_PMU_CAPS: of one PMU; from PMU_CAPS: of each PMU */
	uint32_t nr_pmu_caps;
	struct header_hybrid_pmu { char *name, *cpus; } *hybrid_pmus;	/* "cpu_core", "0-15" */
	uint32_t nr_hybrid_pmus;
	struct header_bpf_prog {
		uint32_t id, btf_id;	/* 0: no BTF */
		char name[17];		/* the kernel keeps 15 bytes of it */
		struct header_bpf_code {
			uint64_t addr;
			uint32_t size;		/* bytes */
			uint32_t type_id;	/* in the BTF; 0: not known */
			uint8_t tag[8];
			const uint8_t *insns;	/* what it was compiled to, @size bytes; NULL: not recorded */
		} *codes;		/* one for each function */
		uint8_t *insns;		/* of all functions, one behind the other; owned */
		uint32_t nr;
	} *bpf_progs;
	uint32_t nr_bpf_progs;
	struct header_btf { uint32_t id, size; void *data; } *btfs;	/* size: bytes */
	uint32_t nr_btfs;
	/* A copy of the tracing data in the file (owned), for tracepoint_formats__parse(). */
	void *tracing_data;
	size_t tracing_data_size;
	uint64_t damaged_features[4];	/* a set bit: this feature could not be read */
	/* Features that could not be read or are not known; a warning mentions each of them once. */
	struct header_note { char *text; bool damage; } *notes;
	size_t nr_notes, cap_notes;
	unsigned int nr_damaged;	/* how many of the notes are about damage */
	bool unfinished;		/* perf record was killed, or is still running */
	uint64_t rest_offset;		/* if unfinished: offset of the data after the last table of features; 0: none */
};

bool perf_header__has(const struct perf_header *h, int feature);
/* Does the recording have that feature, but damaged? */
bool perf_header__is_damaged(const struct perf_header *h, int feature);

#endif /* PERF_DATA_HEADER_H */
