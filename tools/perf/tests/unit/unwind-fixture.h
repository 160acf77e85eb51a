/* SPDX-License-Identifier: GPL-2.0-only */
/* ELF files with unwind tables, put together byte by byte, in both byte orders and of 32 and 64 bits. */
#ifndef PERF_TESTS_UNIT_UNWIND_FIXTURE_H
#define PERF_TESTS_UNIT_UNWIND_FIXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where things lie in the file, and what they are linked to. */
#define MADE_SIZE	0x1000
#define MADE_CODE	0x200
#define MADE_CODE_ADDR	0x401200ULL
#define MADE_CODE_SIZE	0x200
#define MADE_EH		0x400
#define MADE_EH_ADDR	0x402400ULL
#define MADE_HDR	0xa00
#define MADE_HDR_ADDR	0x402a00ULL
#define MADE_HDR_SIZE	0x100

/* Instructions that every compiler writes: push %rbp; mov %rsp,%rbp; ...; pop %rbp; and those of a CIE. */
#define MADE_FRAME	"41 0e 10 86 02 43 0d 06 50 0c 07 08"
#define MADE_USUAL_CIE	"0c 07 08 90 01"

struct unwind_file;

struct made_elf {
	unsigned char bytes[MADE_SIZE];
	bool big, is_64;
	uint16_t machine;		/* EM_* */
	const char *section;		/* the name of the section with what was put; NULL: the file has no sections */
	uint64_t section_flags;		/* SHF_* */
	uint32_t section_type;		/* SHT_*; 0: SHT_PROGBITS */
	bool debug;			/* it is linked nowhere */
	bool hdr;			/* there is a PT_GNU_EH_FRAME */
	size_t at;			/* the next byte is put there */
	size_t entry;			/* where the entry that is being put began */
};

/* Begins a file of the host's usual kind: x86-64, of 64 bits, little-endian, with .eh_frame. */
void made__begin(struct made_elf *m);
/* Puts @v with @size bytes; a word of the file's size; bytes written as hexadecimal digits, with spaces between them. */
void made__put(struct made_elf *m, uint64_t v, size_t size);
void made__word(struct made_elf *m, uint64_t v);
void made__hex(struct made_elf *m, const char *hex);
/* Begins an entry, of which the length is set by made__end(), which also pads it with DW_CFA_nop. */
void made__entry(struct made_elf *m);
void made__end(struct made_elf *m);
/*
 * A CIE of .eh_frame with @augmentation ("zR" and the like), whose data are @data, and @program. Units of code are 1 byte, of data
 * -8; the return address is column @ra. Returns its offset in the file.
 */
size_t made__cie(struct made_elf *m, const char *augmentation, const char *data, unsigned int ra, const char *program);
/* An FDE of the CIE at @cie, for @size bytes from @start on, whose address is relative to itself, with 4 bytes. */
size_t made__fde(struct made_elf *m, size_t cie, uint64_t start, uint32_t size, const char *program);
/* Writes the headers of the file, which has then all that was put. */
void made__finish(struct made_elf *m);
/* Writes a search table with these @nr pairs: an address of code, and the offset of an FDE in the file. */
void made__table(struct made_elf *m, const uint64_t (*pairs)[2], size_t nr);
/* Reads the file; the caller deletes what is returned, and keeps @m as long. NULL: it was refused. */
struct unwind_file *made__open(const struct made_elf *m);
/* The row at @addr as text; with where it holds, from MADE_CODE_ADDR on, before it. Valid until the next call. */
const char *made__row_at(struct unwind_file *f, uint64_t addr);
/* Puts one function whose CIE has @cie and whose instructions are @program, and reads the file. */
struct unwind_file *made__one_function(struct made_elf *m, const char *cie, const char *program);
/* Reads a file of two functions, one right behind the other, whose code is in hexadecimal digits. Their tables say nothing but how they begin. */
struct unwind_file *made__open_two(struct made_elf *m, const char *first, const char *second);

#endif /* PERF_TESTS_UNIT_UNWIND_FIXTURE_H */
