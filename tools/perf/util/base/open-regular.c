// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/open-regular.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define LONG_FILE	(256 << 20)	/* bytes */
#define MOST_HOLES	64		/* times as long as what is there of it */
#define MOST_PIECES	65536		/* between holes */

static struct open_place *places;

void open_regular__add_place(struct open_place *place)
{
	place->next = places;
	places = place;
}

void open_regular__remove_place(struct open_place *place)
{
	struct open_place **at;

	for (at = &places; *at; at = &(*at)->next) {
		if (*at == place) {
			*at = place->next;
			return;
		}
	}
}

static struct open_place *place_of(const char *path)
{
	struct open_place *p;

	for (p = places; p && strncmp(path, p->prefix, strlen(p->prefix)); p = p->next)
		;
	return p;
}

bool open_regular__has_place(const char *path)
{
	return place_of(path);
}

/* By one of the places; -ENOTDIR: by none of them. */
static int open_in_place(const char *path, struct stat *ret_st)
{
	struct open_place *p = place_of(path);
	struct stat st;
	int fd;

	if (!p)
		return -ENOTDIR;
	fd = p->open(p, path + strlen(p->prefix));
	if (fd >= 0 && fstat(fd, ret_st ? ret_st : &st)) {
		close(fd);
		return -EIO;
	}
	return fd;
}

int open_look(const char *path, int flags, struct stat *ret_st)
{
	int fd = open(path, O_PATH | O_CLOEXEC | flags), err;

	if (fd < 0)
		return -errno;
	err = fstat(fd, ret_st) ? -errno : 0;
	/* With O_PATH a link that is not followed is opened itself. */
	if (!err && S_ISLNK(ret_st->st_mode))
		err = -ELOOP;
	if (!err)
		return fd;
	close(fd);
	return err;
}

/* Without /proc only the name is left: what was opened must be what was seen. */
static int open_name(int seen, const char *path, int flags)
{
	struct stat st, now;
	int fd = open(path, flags | O_NONBLOCK), err = fd < 0 ? -errno : 0;

	if (err)
		return err;
	if (fstat(seen, &st) || fstat(fd, &now))
		err = -errno;
	else if (st.st_dev != now.st_dev || st.st_ino != now.st_ino)
		err = -ESTALE;
	if (!err)
		return fd;
	close(fd);
	return err;
}

int open_seen(int fd, const char *path, int flags)
{
	char name[32];
	int ret;

	flags |= O_CLOEXEC | O_NOCTTY;
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	ret = open(name, flags);
	if (ret < 0)
		ret = errno == ENOENT || errno == ENOTDIR ? open_name(fd, path, flags) : -errno;
	close(fd);
	return ret;
}

/* Bytes of @fd that are there, as far as that is known; no more than @enough are looked for. */
static uint64_t bytes_there(int fd, uint64_t enough)
{
	off_t data = 0, hole = 0;
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < MOST_PIECES && sum < enough; i++) {
		data = lseek(fd, hole, SEEK_DATA);
		if (data < 0)
			return errno == ENXIO ? sum : enough;
		hole = lseek(fd, data, SEEK_HOLE);
		if (hole <= data)
			return enough;
		sum += (uint64_t)(hole - data);
	}
	return sum;
}

/*
 * Does @fd claim to be long, and nearly nothing of it is there? A file of a terabyte of zeros takes no room on a disk, but
 * hours to be read, or all memory. Some file systems do not count blocks: so it is asked for holes, too.
 */
static bool is_hollow(int fd, const struct stat *st)
{
	uint64_t size = (uint64_t)st->st_size, enough = size / MOST_HOLES;

	return st->st_size >= LONG_FILE && (uint64_t)st->st_blocks * 512 < enough && bytes_there(fd, enough) < enough &&
	       !lseek(fd, 0, SEEK_SET);
}

int open_regular(const char *path, int flags, struct stat *ret_st)
{
	struct stat st;
	int fd = open_in_place(path, ret_st);

	if (fd != -ENOTDIR)
		return fd;
	fd = open_look(path, flags, &st);
	if (fd < 0)
		return fd;
	if (!S_ISREG(st.st_mode)) {
		close(fd);
		return S_ISDIR(st.st_mode) ? -EISDIR : -ENXIO;
	}
	if (ret_st)
		*ret_st = st;
	/* What is regular stays it: O_NONBLOCK is for leases and locks of other programs. */
	fd = open_seen(fd, path, O_RDONLY | O_NONBLOCK);
	if (fd >= 0 && is_hollow(fd, &st)) {
		close(fd);
		return -ENODATA;
	}
	return fd;
}

bool open_regular__is_other_type(int err)
{
	return err == -EISDIR || err == -ENXIO;
}

bool stat__is_ours(const struct stat *st)
{
	return !st->st_uid || st->st_uid == geteuid();
}
