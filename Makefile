# SPDX-License-Identifier: GPL-2.0-only
# Forwards everything to the one Makefile that does the work.
MAKEFLAGS += --no-print-directory

.DEFAULT_GOAL := all
all check fuzz fuzz-coverage bench man install uninstall install-defer uninstall-defer install-python_ext uninstall-python_ext deb clean layers:
	@$(MAKE) -C tools/perf -f Makefile.perf $@

.PHONY: all check fuzz fuzz-coverage bench man install uninstall install-defer uninstall-defer install-python_ext uninstall-python_ext deb clean layers
