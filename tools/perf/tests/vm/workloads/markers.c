// SPDX-License-Identifier: GPL-2.0-only
/*
 * markers [N]: N times each, markers of user space (SDT) with known arguments on a known path. Their notes are written here and not by
 * <sys/sdt.h>, so that this needs no package.
 */

#include "workload.h"

#ifndef PROVIDER
#define PROVIDER "app"
#endif

/*
 * A nop, and the note that names it: place, base, semaphore, then three texts. The base is where the linker has put a section that all
 * markers share.
 */
#define MARKER(NAME, SEMAPHORE, ARGS, ...)					\
	__asm__ volatile("770: nop\n"						\
		"	.pushsection .note.stapsdt, \"\", %%note\n"		\
		"	.balign 4\n"						\
		"	.4byte 772f - 771f, 774f - 773f, 3\n"			\
		"771:	.asciz \"stapsdt\"\n"					\
		"772:	.balign 4\n"						\
		"773:	.8byte 770b, marker_base, " SEMAPHORE "\n"		\
		"	.asciz \"" PROVIDER "\"\n	.asciz \"" NAME "\"\n"	\
		"	.asciz \"" ARGS "\"\n"					\
		"774:	.balign 4\n"						\
		"	.popsection\n" : : __VA_ARGS__)

__asm__(".pushsection .stapsdt.base, \"a\"\n"
	"marker_base: .byte 0\n"
	".popsection\n");

/* The kernel counts here who listens. */
volatile unsigned short guarded_semaphore __attribute__((section(".probes"), used));

/* In two places, with arguments of the same types; in two others, of different ones. */
NOINLINE static void mark(int n, const char *text, long wide)
{
	volatile int slot = n * 2;

	MARKER("plain", "0", "-4@%0 8@%1 -8@%2 -4@%3 4@%4", "r"(n), "r"(text), "r"(wide), "m"(slot), "n"(77));
	if (guarded_semaphore)
		MARKER("guarded", "guarded_semaphore", "-4@%0", "r"(n));
	if (n % 2)
		MARKER("twice", "0", "-4@%0", "r"(n));
	else
		MARKER("twice", "0", "-4@%0", "m"(slot));
	MARKER("mixed", "0", "-4@%0", "r"(n));
	MARKER("mixed", "0", "-8@%0", "r"(wide));
	KEEP_FRAME();
}

NOINLINE static void day(int n)
{
	mark(n, "a text", -3000000000L - n);
	KEEP_FRAME();
}

int main(int argc, char **argv)
{
	int rounds = (int)argument(argc, argv, 1, 10), n;

	for (n = 0; n < rounds; n++)
		day(n);
	return 0;
}
