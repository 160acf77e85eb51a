// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/percent.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define FRACTION_BITS	52
#define BIAS		1023

/*
 * 100 times @v, to the nearest number, from the exact value that @v has, as printf() takes it. @v is its fraction divided
 * by a power of two; 100 times the fraction fits into 60 bits. False where it is not so: the number is large, or none.
 */
static bool hundredths(double v, uint64_t *ret)
{
	uint64_t bits, product, half;
	unsigned int shift;
	int exponent;

	memcpy(&bits, &v, sizeof(bits));
	exponent = (int)(bits >> FRACTION_BITS);	/* and the sign above it */
	if (exponent > BIAS + 40)
		return false;
	product = bits & (((uint64_t)1 << FRACTION_BITS) - 1);
	if (exponent)
		product |= (uint64_t)1 << FRACTION_BITS;
	product *= 100;
	shift = (unsigned int)(BIAS + FRACTION_BITS - (exponent ? exponent : 1));
	if (shift > 62) {
		*ret = 0;
		return true;
	}
	half = (uint64_t)1 << (shift - 1);
	*ret = product >> shift;
	product &= 2 * half - 1;
	/* Of two that are as near the even one. */
	if (product > half || (product == half && *ret & 1))
		++*ret;
	return true;
}

size_t percent__print(char *buf, size_t size, unsigned int width, double v)
{
	char text[32];
	size_t i = sizeof(text), len, pad;
	uint64_t n;

	if (!hundredths(v, &n))
		return (size_t)snprintf(buf, size, "%*.2f%%", (int)width, v);
	text[--i] = '%';
	text[--i] = (char)('0' + n % 10);
	n /= 10;
	text[--i] = (char)('0' + n % 10);
	n /= 10;
	text[--i] = '.';
	do
		text[--i] = (char)('0' + n % 10);
	while (n /= 10);
	len = sizeof(text) - i;
	pad = width > len - 1 ? width - (len - 1) : 0;
	if (pad + len >= size)
		return (size_t)snprintf(buf, size, "%*.2f%%", (int)width, v);
	memset(buf, ' ', pad);
	memcpy(buf + pad, text + i, len);
	buf[pad + len] = 0;
	return pad + len;
}
