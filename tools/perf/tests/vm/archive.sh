# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# Packages of other Debian suites, fetched through apt with package lists, cache and sources of its
# own: the machine's are only read, for the address of the archive and its keys. Sourced by
# fetch-kernel.sh and build-module.sh, which set $work, a folder for what is temporary.
# shellcheck disable=SC2154

# Prepares $work/apt. False, with the reason in $archive_trouble, where there are no packages.
# shellcheck disable=SC2034
archive_init()
{
	arch=$(dpkg --print-architecture 2>/dev/null) || { archive_trouble="no dpkg"; return 1; }
	if [ "$arch" != amd64 ]; then
		archive_trouble="the guest is x86-64, this machine is '$arch'"
		return 1
	fi
	mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial"
	: >"$work/apt/status"
}

# The entry of the machine's own sources that its base system comes from, for other suites.
write_source()	# suites
{
	codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
	entry=$(apt-get indextargets --no-release-info --format "\$(RELEASE)|\$(REPO_URI)|\$(SOURCESENTRY)" \
		'Created-By: Packages' | awk -F'|' -v c="$codename" '$1 == c { print $2 "|" $3; exit }')
	uri=${entry%|*}
	file=${entry##*|}
	file=${file%:*}
	[ -n "$uri" ] && [ -r "$file" ] || return 1
	rm -f "$work"/apt/own.*
	case $file in
	*.sources)
		# The whole stanza, as it may carry the key itself.
		awk -v RS= -v uri="${uri%/}" 'index($0, uri) { print; exit }' "$file" |
		awk -v suites="$1" -v uri="$uri" '
			/^#/ { next }
			/^[^ \t]/ { skip = tolower($0) ~ /^(suites|components|types|uris|enabled|architectures):/ }
			!skip
			END { print "Types: deb\nURIs: " uri "\nSuites: " suites "\nComponents: main" }
		' >"$work/apt/own.sources" ;;
	*)
		awk -v suites="$1" -v uri="$uri" '
			$1 == "deb" && index($0, substr(uri, 1, length(uri) - 1)) {
				options = match($0, /\[[^]]*\]/) ? substr($0, RSTART, RLENGTH) : ""
				n = split(suites, suite, " ")
				for (i = 1; i <= n; i++)
					print "deb", options, uri, suite[i], "main"
				exit
			}' "$file" >"$work/apt/own.list" ;;
	esac
	[ -s "$(echo "$work"/apt/own.*)" ]
}

own_apt()	# tool arguments...
{
	tool=$1
	shift
	"$tool" -o Dir::State::Lists="$work/apt/lists" -o Dir::State::status="$work/apt/status" \
		-o Dir::Cache="$work/apt/cache" -o Dir::Etc::sourcelist="$(echo "$work"/apt/own.*)" \
		-o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::preferencesparts=/dev/null \
		-o Dir::Etc::preferences=/dev/null \
		-o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none -o APT::Get::List-Cleanup=1 \
		-o Acquire::Retries=3 -o Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled=false \
		-o APT::Architectures="$arch" "$@"
}

# Fetches the package lists of these suites: 1 they cannot be had (see $work/apt.log), 2 the machine
# has no source to take the address from.
update()	# suites
{
	write_source "$1" || return 2
	own_apt apt-get -qq update >"$work/apt.log" 2>&1 || return 1
}

# The codename of the one suite that was fetched.
updated_codename()
{
	sed -n 's/^Codename: //p' "$work"/apt/lists/*Release 2>/dev/null | head -n 1
}
