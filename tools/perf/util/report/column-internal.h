/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files that define columns (column-*.c) share. */
#ifndef PERF_REPORT_COLUMN_INTERNAL_H
#define PERF_REPORT_COLUMN_INTERNAL_H

#include "util/report/columns.h"
#include "util/report/hist.h"

static inline int column_sign(int64_t v)
{
	return v < 0 ? -1 : v > 0;
}

/* "%-*.*s"; @width 0: all of it, not padded. */
void column_add_padded(struct strbuf *out, const char *s, size_t len, unsigned int width);
/* "%.*s" */
void column_add_cut(struct strbuf *out, const char *s, size_t len, unsigned int width);

#define DECLARE_KEY(fn)											\
	int column_##fn##_compare(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b); \
	uint64_t column_##fn##_hash(const struct hist *h, const struct hist_entry *e);			\
	void column_##fn##_print(const struct hist *h, const struct hist_entry *e, unsigned int width,	\
				 struct strbuf *out)
#define DECLARE_WIDTH(fn) unsigned int column_##fn##_width(const struct hist *h, const struct hist_entry *e)

/* column-keys.c */
DECLARE_KEY(comm);
DECLARE_WIDTH(comm);
DECLARE_KEY(tid);
DECLARE_WIDTH(tid);
DECLARE_KEY(pid);
DECLARE_WIDTH(pid);
DECLARE_KEY(dso);
DECLARE_WIDTH(dso);
DECLARE_KEY(sym);
DECLARE_WIDTH(sym);
int column_sym_order(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);
DECLARE_KEY(cpu);
DECLARE_KEY(ipc);
/* column-place.c */
DECLARE_KEY(sym_size);
DECLARE_KEY(dso_size);
DECLARE_KEY(srcline);
DECLARE_WIDTH(srcline);
DECLARE_KEY(srcfile);
DECLARE_WIDTH(srcfile);
DECLARE_KEY(symoff);
int column_symoff_order(const struct hist *h, const struct hist_entry *a, const struct hist_entry *b);
DECLARE_KEY(addr);

#define DECLARE_WORD(fn)										\
	uint64_t column_##fn##_word(struct hists *h, const struct column *col, const struct session_sample *s); \
	void column_##fn##_print(const struct column *col, const struct hist *h, uint64_t word, unsigned int width, \
				 struct strbuf *out)
#define DECLARE_WORD_WIDTH(fn)										\
	unsigned int column_##fn##_width(const struct column *col, const struct hist *h, uint64_t word)

/* column-words.c */
DECLARE_WORD(time);
DECLARE_WORD_WIDTH(time);
DECLARE_WORD(weight);
int column_weight_compare(uint64_t a, uint64_t b);
DECLARE_WORD(parallelism);
DECLARE_WORD(socket);
DECLARE_WORD(cgroup);
DECLARE_WORD_WIDTH(cgroup);
DECLARE_WORD(cgroup_id);
DECLARE_WORD_WIDTH(cgroup_id);
int column_cgroup_id_compare(uint64_t a, uint64_t b);
DECLARE_WORD(code_page_size);
uint64_t column_ins_lat_word(struct hists *h, const struct column *col, const struct session_sample *s);
uint64_t column_retire_lat_word(struct hists *h, const struct column *col, const struct session_sample *s);
DECLARE_WORD(transaction);
DECLARE_WORD_WIDTH(transaction);
/* Words that are interned texts; 0 is no text. */
int column_text_compare(uint64_t a, uint64_t b);
DECLARE_WORD(trace);
DECLARE_WORD_WIDTH(trace);
int column_trace_compare(uint64_t a, uint64_t b);
DECLARE_WORD(comm_nodigit);
DECLARE_WORD_WIDTH(comm_nodigit);
DECLARE_WORD(parent);
DECLARE_WORD_WIDTH(parent);

/* column-mem.c */
DECLARE_WORD(symbol_daddr);
DECLARE_WORD_WIDTH(symbol_daddr);
int column_symbol_daddr_compare(uint64_t a, uint64_t b);
DECLARE_WORD(dso_daddr);
DECLARE_WORD_WIDTH(dso_daddr);
int column_dso_daddr_compare(uint64_t a, uint64_t b);
uint64_t column_dcacheline_word(struct hists *h, const struct column *col, const struct session_sample *s);
int column_dcacheline_compare(uint64_t a, uint64_t b);
DECLARE_WORD_WIDTH(dcacheline);
DECLARE_WORD(phys_daddr);
DECLARE_WORD_WIDTH(phys_daddr);
DECLARE_WIDTH(symbol_iaddr);
uint64_t column_data_page_size_word(struct hists *h, const struct column *col, const struct session_sample *s);
DECLARE_WORD(locked);
DECLARE_WORD(tlb);
DECLARE_WORD(mem);
int column_mem_compare(uint64_t a, uint64_t b);
DECLARE_WORD(snoop);
DECLARE_WORD(blocked);

/* column-types.c */
DECLARE_WORD(type);
uint64_t column_typeoff_word(struct hists *h, const struct column *col, const struct session_sample *s);
uint64_t column_typecln_word(struct hists *h, const struct column *col, const struct session_sample *s);

/* branch-keys.c */
DECLARE_WORD(branch_dso);
DECLARE_WORD_WIDTH(branch_dso);
int column_branch_dso_compare(uint64_t a, uint64_t b);
DECLARE_WORD(branch_sym);
DECLARE_WORD_WIDTH(branch_sym);
int column_branch_sym_compare(uint64_t a, uint64_t b);
DECLARE_WORD(branch_addr);
DECLARE_WORD_WIDTH(branch_addr);
int column_branch_addr_compare(uint64_t a, uint64_t b);
DECLARE_WORD(branch_srcline);
DECLARE_WORD_WIDTH(branch_srcline);
DECLARE_WORD(mispredict);
DECLARE_WORD(in_tx);
DECLARE_WORD(abort);
DECLARE_WORD(cycles);
void column_history_predicted_print(const struct hist *h, const struct hist_entry *e, unsigned int width,
				    struct strbuf *out);
void column_history_abort_print(const struct hist *h, const struct hist_entry *e, unsigned int width,
				struct strbuf *out);
void column_history_cycles_print(const struct hist *h, const struct hist_entry *e, unsigned int width,
				 struct strbuf *out);
void column_ipc_lbr_print(const struct hist *h, const struct hist_entry *e, unsigned int width, struct strbuf *out);

#endif /* PERF_REPORT_COLUMN_INTERNAL_H */
