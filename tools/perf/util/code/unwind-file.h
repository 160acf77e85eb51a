/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What one ELF file says about unwinding, from its bytes alone: call frame information (.eh_frame, .debug_frame), else .sframe,
 * else the table of Go's runtime, else the code itself.
 * No library takes part that reads the file, every number is checked before it is used, and time and memory have bounds: any bytes
 * may be asked. Answers do not depend on what was asked before.
 */
#ifndef PERF_CODE_UNWIND_FILE_H
#define PERF_CODE_UNWIND_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/diag.h"
#include "util/code/unwind-row.h"

enum unwind_source { UNWIND_BY_NOTHING, UNWIND_BY_CFI, UNWIND_BY_SFRAME, UNWIND_BY_GO, UNWIND_BY_CODE };

struct stack_depth;
struct unwind_machine;
struct unwind_file;

/*
 * The file's @size bytes lie at @bytes, which are borrowed. Returns NULL with @diag set if it is no ELF file, or of a machine that
 * is not known here. Reads no more than the headers.
 */
struct unwind_file *unwind_file__new(const void *bytes, size_t size, struct diag *diag);
void unwind_file__delete(struct unwind_file *f);	/* NULL: nothing */
/*
 * Code is to be looked at by @depth, for code of x86-64, which is borrowed: what one file has shown of instructions
 * others need not find out again. NULL: by one of its own. To be called before anything is asked.
 */
void unwind_file__share(struct unwind_file *f, struct stack_depth *depth);

/*
 * The @size bytes at @bytes, which are borrowed as those of the file are, are a file with its debug information: .debug_frame is read there
 * where the file says nothing. @crc: only if this is their checksum; NULL: that they belong together is known. Nothing is read yet.
 */
void unwind_file__add_debug(struct unwind_file *f, const void *bytes, size_t size, const uint32_t *crc);

/* Returns the machine that the file's code is for, static. */
const struct unwind_machine *unwind_file__machine(const struct unwind_file *f);
/* Sets *@ret_addr to the address as linked of what lies at @offset of the file. Returns false if no loaded segment has it. */
bool unwind_file__from_offset(const struct unwind_file *f, uint64_t offset, uint64_t *ret_addr);

struct unwind_answer {
	struct unwind_row row;		/* base UNWIND_NO_ROW: nothing is known. Expressions belong to the file */
	enum unwind_source source;
	bool mended;			/* the table says something else, and is wrong */
	uint64_t start, end;		/* [start, end), as linked: where just this row holds; has the address that was asked for */
	uint64_t function, function_end; /* the table's entry (function or part of one) around it; function == function_end: not known */
};

/* Sets *@ret to what is known of @addr, as linked. Only the entry of @addr is looked at. */
void unwind_file__row(struct unwind_file *f, uint64_t addr, struct unwind_answer *ret);
/*
 * What holds in the call that returns to @addr: the row of the byte before it, which may be of another function than @addr. That no
 * instruction begins there is known, so that code can be followed from behind the call.
 */
void unwind_file__caller_row(struct unwind_file *f, uint64_t addr, struct unwind_answer *ret);
/*
 * The same, unless code would have to be followed, which takes a hundred times as long as to look into a table: then returns false, and
 * *@ret says nothing.
 */
bool unwind_file__quick_caller_row(struct unwind_file *f, uint64_t addr, struct unwind_answer *ret);
/*
 * The same by one source alone: so that they can be compared.
 */
void unwind_file__row_by(struct unwind_file *f, enum unwind_source source, uint64_t addr, struct unwind_answer *ret);
/*
 * What call frame information says of @addr, but for what its code contradicts: in place of that is what the code says,
 * or nothing. mended tells where.
 */
void unwind_file__true_row(struct unwind_file *f, uint64_t addr, struct unwind_answer *ret);
/*
 * What the code of the function [@start, @end), which no table describes, says of @addr in it. Where nothing is proven end of *@ret says
 * up to where.
 */
void unwind_file__row_within(struct unwind_file *f, uint64_t addr, uint64_t start, uint64_t end, struct unwind_answer *ret);
/* Returns the name that the table of Go's runtime has of the function around @addr; NULL: none. Borrowed as the file is. */
const char *unwind_file__go_name(const struct unwind_file *f, uint64_t addr);
/* Has the file a .sframe that can be read? */
bool unwind_file__has_sframe(const struct unwind_file *f);
/*
 * Can @addr be a return address: does a call instruction end there? x86 and aarch64; false where the code is not in the file.
 */
bool unwind_file__is_return(struct unwind_file *f, uint64_t addr);
/* Returns the file's code at @addr, as linked, and sets *@ret_size, at least 1; NULL: there is none. Borrowed as the file is. */
const unsigned char *unwind_file__code(const struct unwind_file *f, uint64_t addr, size_t *ret_size);
/*
 * Returns what of the file was refused, with @debug of that with its debug information, as it passes a limit: a sentence, static. NULL:
 * nothing was, up to now.
 */
const char *unwind_file__refused(const struct unwind_file *f, bool debug);
/* Would its .debug_frame become more than is allowed? Then sets *@ret_size to the bytes that it says it would become. */
bool unwind_file__too_large(const struct unwind_file *f, bool debug, uint64_t *ret_size);

#endif /* PERF_CODE_UNWIND_FILE_H */
