// SPDX-License-Identifier: GPL-2.0-only
/* Functions with rows of each kind: no frame, one with a frame pointer, a stack that was aligned anew. See README. */
typedef long vector __attribute__((vector_size(32)));

extern vector use(vector *v);
extern volatile long sum;

long leaf(long n)
{
	while (n--)
		sum += n;
	return sum;
}

__attribute__((optimize("no-omit-frame-pointer"))) long framed(long n)
{
	return leaf(n) + 1;
}

long pushes(long a, long b)
{
	long c = leaf(a), d = leaf(b);

	return c * leaf(c + d) + leaf(d - c) * leaf(b);
}

vector aligned(int n, vector x)
{
	vector list[4];
	char *p = __builtin_alloca((unsigned long)n);

	list[0] = x;
	list[1] = *(vector *)p;
	return use(list) + list[1];
}
