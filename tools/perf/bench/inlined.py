# SPDX-License-Identifier: GPL-2.0-only
"""Makes a large C++ program, full of inlined functions, and a recording of it."""
import os
import shutil
import subprocess

# A translation unit: containers, algorithms, lambdas and strings over types of its own.
UNIT = """
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <regex>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace unit{n} {{

struct key {{
	unsigned int a, b;
	bool operator<(const key &o) const {{ return a != o.a ? a < o.a : b < o.b; }}
	bool operator==(const key &o) const {{ return a == o.a && b == o.b; }}
}};

struct hash {{
	size_t operator()(const key &k) const {{ return k.a * 31u + k.b * {prime}u; }}
}};

struct value {{
	std::string name;
	std::shared_ptr<key> owner;
	double weight;
}};

template <typename T, int N> struct table {{
	std::vector<T> items;
	template <typename F> unsigned int visit(F f) {{
		unsigned int sum = 0;
		std::for_each(items.begin(), items.end(), [&](T &t) {{ sum += f(t) + N; }});
		return sum;
	}}
}};

static __attribute__((noinline)) unsigned int sorted(unsigned int seed)
{{
	table<key, {n}> t;
	for (unsigned int i = 0; i < 300; i++)
		t.items.push_back({{seed * 2654435761u + i * {prime}u, i}});
	std::sort(t.items.begin(), t.items.end(), [](const key &l, const key &r) {{ return l.b % 17 < r.b % 17 || (l.b % 17 == r.b % 17 && l < r); }});
	return t.visit([](const key &k) {{ return k.a ^ k.b; }});
}}

static __attribute__((noinline)) unsigned int mapped(unsigned int seed)
{{
	std::map<key, value> m;
	std::unordered_map<key, std::vector<value>, hash> u;
	for (unsigned int i = 0; i < 60; i++) {{
		key k = {{seed + i * {prime}u, i}};
		value v = {{"item " + std::to_string(i), std::make_shared<key>(k), i * 0.5}};
		m[k] = v;
		u[k].push_back(std::move(v));
	}}
	return std::accumulate(m.begin(), m.end(), 0u, [&](unsigned int s, const auto &p) {{
		auto it = u.find(p.first);
		return s + (it == u.end() ? 0 : static_cast<unsigned int>(it->second.front().name.size() + p.second.owner->b));
	}});
}}

static __attribute__((noinline)) unsigned int written(unsigned int seed)
{{
	static const std::regex pattern("([a-z]+) ([0-9]+)");
	std::ostringstream out;
	std::smatch match;
	for (unsigned int i = 0; i < 4; i++)
		out << "word " << seed + i << ';';
	std::string s = out.str();
	return std::regex_search(s, match, pattern) ? static_cast<unsigned int>(match[2].str().size()) : 0;
}}

}}

unsigned int run{n}(unsigned int seed)
{{
	static const std::function<unsigned int(unsigned int)> steps[] = {{ unit{n}::sorted, unit{n}::mapped, unit{n}::written }};
	unsigned int sum = 0;
	for (const auto &step : steps)
		sum += step(seed + sum);
	return sum;
}}
"""

MAIN = """
#include <chrono>
#include <cstdio>
#include <cstdlib>
{declarations}
int main(int argc, char **argv)
{{
	static unsigned int (*const run[])(unsigned int) = {{ {names} }};
	auto end = std::chrono::steady_clock::now() + std::chrono::seconds(argc > 1 ? atoi(argv[1]) : 1);
	unsigned int sum = 0, i = 0;
	while (std::chrono::steady_clock::now() < end)
		sum += run[i++ % (sizeof(run) / sizeof(*run))](sum);
	std::printf("%u\\n", sum);
}}
"""

MAKEFILE = """
OBJS := $(patsubst %.cc,%.o,$(wildcard *.cc))
program: $(OBJS)
\t$(CXX) -o $@ $(OBJS)
%.o: %.cc
\t$(CXX) -std=c++17 -O2 -g -fno-omit-frame-pointer -c -o $@ $<
"""


def build(folder, units):
    """The program's path, or None where there is no compiler."""
    cxx = shutil.which("g++") or shutil.which("clang++")
    if not cxx:
        return None
    source = os.path.join(folder, f"inlined-{units}")
    os.makedirs(source, exist_ok=True)
    for n in range(units):
        with open(os.path.join(source, f"unit{n}.cc"), "w", encoding="ascii") as f:
            f.write(UNIT.format(n=n, prime=2 * n + 10007))
    with open(os.path.join(source, "main.cc"), "w", encoding="ascii") as f:
        f.write(MAIN.format(declarations="\n".join(f"unsigned int run{n}(unsigned int);" for n in range(units)),
                            names=", ".join(f"run{n}" for n in range(units))))
    with open(os.path.join(source, "Makefile"), "w", encoding="ascii") as f:
        f.write(MAKEFILE)
    subprocess.run(["make", "-s", f"-j{os.cpu_count()}", f"CXX={cxx}", "-C", source, "program"], check=True)
    return os.path.join(source, "program")


def record(perf, folder, scale):
    """A recording of some 20,000 samples with their call chains; None where it cannot be made here."""
    path = os.path.join(folder, "inlined.data")
    if os.path.exists(path):
        return path
    program = build(folder, max(1, int(40 * scale)))
    if not program:
        print("no C++ compiler: no recording of inlined functions")
        return None
    seconds = max(1, int(5 * scale))
    done = subprocess.run([perf, "record", "-q", "-N", "-e", "cpu-clock:u", "-F", "4000", "-g", "-o", path, "--",
                           program, str(seconds)], stdout=subprocess.DEVNULL, check=False)
    if done.returncode:
        print("perf record does not work here: no recording of inlined functions")
        return None
    return path
