/* SPDX-License-Identifier: GPL-2.0-only */
static inline unsigned long mix(unsigned long x)
{
	x ^= x >> 13;	/* COMMENT */
	return x * 0x9e3779b97f4a7c15UL;
}
__attribute__((noinline)) unsigned long helper(unsigned long v)
{
	return v * 7 + 1;
}
__attribute__((noinline)) unsigned long work(unsigned long n)
{
	unsigned long i, s = 0;

	for (i = 0; i < n; i++) {
		s += mix(i);
		if (s & 0x100)
			s += helper(i);
		s /= 3;
	}
	return s;
}
int main(int argc, char **argv)
{
	(void)argv;
	return (int)work((unsigned long)argc);
}
