// SPDX-License-Identifier: GPL-2.0-only
/*
 * jitted: reads a number from each line of standard input, makes a function in memory whose frame has as many bytes, always at the same place,
 * and reads from /dev/zero below it: main -> run -> that function -> from_memory -> last; 0: without one, main -> last. Then it prints "done". With
 * a number below 0 the function is made elsewhere, and mremap() moves it over the one that is called "victim" here.
 * Nothing here keeps a frame pointer (build.sh compiles it so), and two of these functions differ in nothing but the size of their frames.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ROUNDS	10
#define NOINLINE __attribute__((noinline, noclone))
/* Something is done behind the call, so that it stays one. */
#define STAY()	__asm__ volatile("" : : : "memory")

static int zero;

static NOINLINE int last(int n)
{
	char buffer[64];
	int i, sum = n;

	for (i = 0; i < ROUNDS; i++)
		sum += (int)read(zero, buffer, sizeof(buffer));
	STAY();
	return sum;
}

static int from_memory(void)
{
	int sum = last(1);

	STAY();
	return sum + 1;
}

/* push %rbx; sub $ROOM, %rsp; call *%rdi; add $ROOM, %rsp; pop %rbx; ret. The frame pointer is any number meanwhile. */
static size_t make(unsigned char *to, uint32_t room)
{
	static const unsigned char code[] = {
		0x53, 0x48, 0x81, 0xec, 0, 0, 0, 0, 0xff, 0xd7, 0x48, 0x81, 0xc4, 0, 0, 0, 0, 0x5b, 0xc3,
	};

	memcpy(to, code, sizeof(code));
	memcpy(to + 4, &room, sizeof(room));
	memcpy(to + 13, &room, sizeof(room));
	return sizeof(code);
}

static NOINLINE int run(int (*code)(int (*)(void)))
{
	int sum = code(from_memory);

	STAY();
	return sum;
}

#ifdef __x86_64__
__asm__(".text\n.balign 4096\n.type victim,@function\nvictim:\n.fill 4095,1,0x90\nret\n.size victim,.-victim\n");
extern unsigned char victim[] __attribute__((visibility("hidden")));
#endif

static unsigned char *new_page(void)
{
	return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int main(void)
{
	unsigned char *page = new_page(), *other;
	volatile int sum = 0;
	char line[64];

	zero = open("/dev/zero", O_RDONLY);
	if (zero < 0 || page == MAP_FAILED)
		return 1;
#ifdef __x86_64__
	while (fgets(line, sizeof(line), stdin)) {
		const int number = atoi(line);
		const uint32_t room = (uint32_t)abs(number) / 16 * 16;

		other = number < 0 ? new_page() : page;
		if (room)
			make(other + 256, room);
		if (number < 0)
			other = mremap(other, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, victim);
		sum += room ? run((int (*)(int (*)(void)))(uintptr_t)(other + 256)) : last(2);
		puts("done");
		fflush(stdout);
	}
#else
	(void)other;
	(void)line;
	(void)make;
	(void)run;
#endif
	return 0;
}
