/* Cuts the process off at a call to the disk, as a cut of the power would: LD_PRELOAD, compiled by its test.
 *
 * CUT_AT names the call, counted from 1 among those that open, write, sync, rename, shorten or remove a file whose path
 * holds CUT_PATH; the process is killed before it is made. Without CUT_AT nothing is counted, so that a parent may look
 * about and a child that it forks sets it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, #name)

static int made;

static void call(const char *name) {
    const char *path = getenv("CUT_PATH"), *at = getenv("CUT_AT");
    if (path && at && name && strstr(name, path) && ++made == atoi(at)) kill(getpid(), SIGKILL);
}

static void call_on(int descriptor) {
    char link[64], name[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, name, sizeof name - 1);
    if (length <= 0) return;
    name[length] = 0;
    call(name);
}

#define OPEN(which) \
    int which(const char *path, int flags, ...) { \
        REAL(int, which, const char *, int, ...); \
        va_list rest; va_start(rest, flags); int mode = va_arg(rest, int); va_end(rest); \
        call(path); \
        return real(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

#define WRITE_AT(which, where) \
    ssize_t which(int descriptor, const void *data, size_t size, where at) { \
        REAL(ssize_t, which, int, const void *, size_t, where); \
        call_on(descriptor); \
        return real(descriptor, data, size, at); \
    }
WRITE_AT(pwrite, off_t)
WRITE_AT(pwrite64, off64_t)

ssize_t write(int descriptor, const void *data, size_t size) {
    REAL(ssize_t, write, int, const void *, size_t);
    call_on(descriptor);
    return real(descriptor, data, size);
}

#define ON_FILE(which) \
    int which(int descriptor) { \
        REAL(int, which, int); \
        call_on(descriptor); \
        return real(descriptor); \
    }
ON_FILE(fsync)
ON_FILE(fdatasync)

#define SHORTEN(which, where) \
    int which(int descriptor, where size) { \
        REAL(int, which, int, where); \
        call_on(descriptor); \
        return real(descriptor, size); \
    }
SHORTEN(ftruncate, off_t)
SHORTEN(ftruncate64, off64_t)

#define RESERVE(which, where) \
    int which(int descriptor, where from, where size) { \
        REAL(int, which, int, where, where); \
        call_on(descriptor); \
        return real(descriptor, from, size); \
    }
RESERVE(posix_fallocate, off_t)
RESERVE(posix_fallocate64, off64_t)

int rename(const char *from, const char *to) {
    REAL(int, rename, const char *, const char *);
    call(to);
    return real(from, to);
}

int unlink(const char *path) {
    REAL(int, unlink, const char *);
    call(path);
    return real(path);
}
