// SPDX-License-Identifier: GPL-2.0-only
/* Paths through C++: a destructor that runs while an exception flies, the block that catches it, an algorithm. */
#include <unistd.h>

#include <algorithm>
#include <vector>

extern "C" {
#include "truth.h"
}

namespace {

volatile long sink;

/* The names are plain, so that they are compared without demangling. */
extern "C" {

STEP void t_dtor_read(int fd)
{
	char c;

	sink = sink + read(fd, &c, 1);
	RETURNS_HERE();
}

struct guard {
	int fd;
	~guard() { t_dtor_read(fd); }
};

STEP void t_throw_deep(int fd)
{
	if (fd >= 0)
		throw 1;
	RETURNS_HERE();
}

STEP void t_dtor_middle(int fd)
{
	guard g = { fd };

	t_throw_deep(fd);
	RETURNS_HERE();
}

STEP void t_dtor(int fd)
{
	try {
		t_dtor_middle(fd);
	} catch (int) {
		sink = sink + 1;
	}
	RETURNS_HERE();
}

STEP void t_catch_read(int fd)
{
	char c;

	sink = sink + read(fd, &c, 1);
	RETURNS_HERE();
}

STEP void t_catch(int fd)
{
	try {
		t_throw_deep(fd);
	} catch (int) {
		t_catch_read(fd);
	}
	RETURNS_HERE();
}

} /* extern "C" */

extern "C" STEP void t_sort_read(int fd)
{
	char c;

	sink = sink + read(fd, &c, 1);
	RETURNS_HERE();
}

/* The sort and its comparison are inlined or functions of their own, as the compiler likes. */
extern "C" STEP void t_inlined_sort(int fd)
{
	std::vector<int> v = { 3, 1, 2 };
	bool done = false;

	std::sort(v.begin(), v.end(), [&](int a, int b) {
		if (!done) {
			done = true;
			t_sort_read(fd);
			RETURNS_HERE();
		}
		return a < b;
	});
	sink = sink + v[0];
	RETURNS_HERE();
}

} /* namespace */

#define READ	";{read}"

extern "C" const struct truth_path truth_cxx_paths[] = {
	{ "dtor", t_dtor, "sys_enter_read", "t_dtor;t_dtor_middle;*;t_dtor_read" READ },
	{ "catch", t_catch, "sys_enter_read", "t_catch;t_catch_read" READ },
	{ "sort", t_inlined_sort, "sys_enter_read", "t_inlined_sort;*;t_sort_read" READ },
	{ nullptr, nullptr, nullptr, nullptr },
};
