/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All commands, as `perf help` lists them: COMMAND(cmd_FUNCTION without its cmd_, name, what it is for). Included with
 * COMMAND() defined. A new command is a line here, builtin-NAME.c, and the page Documentation/perf-NAME.txt.
 */
COMMAND(annotate, "annotate", "Show the code of functions, with the share of each instruction")
COMMAND(archive, "archive", "Pack what a recording needs from the build-id cache")
COMMAND(buildid_cache, "buildid-cache", "Manage the build-id cache")
COMMAND(buildid_list, "buildid-list", "List the build ids of a recording")
COMMAND(check, "check", "Tell a script whether a feature is built into this perf")
COMMAND(config, "config", "Show and change settings in the configuration files")
COMMAND(data, "data", "Write a recording as JSON: data convert")
COMMAND(defer, "defer", "Deferred user callchains: check, stat, merge, export, dump, generate")
COMMAND(diff, "diff", "Compare two or more recordings: what has changed")
COMMAND(evlist, "evlist", "List the events of a recording")
COMMAND(help, "help", "Show a command's manual")
COMMAND(inject, "inject", "Copy a recording, and add build ids or names of JIT code")
COMMAND(list, "list", "List the events that can be recorded here")
COMMAND(record, "record", "Run a command and record what it does")
COMMAND(report, "report", "Show where the samples of a recording were taken")
COMMAND(script, "script", "Show each sample of a recording, with its stack, as text")
COMMAND(test, "test", "Run the tests: of the code, and of what this kernel can do")
COMMAND(top, "top", "Show where the time goes just now, again and again")
COMMAND(version, "version", "Show the version and what this build can do")
