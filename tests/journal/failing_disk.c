/* Makes the disk fail under a process that is started with it: LD_PRELOAD, compiled by the tests that use it.
 *
 * FAILING_DISK_FILE names a file; while it exists, what stands in it fails for files whose path holds
 * FAILING_DISK_PATH: "write" (EIO), "fsync" (EIO), "read" (EIO), "quota" (EDQUOT on a write while there is a reserve at
 * FAILING_DISK_RESERVE, and whenever room is to be taken). The disk is sound again when the file is gone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static int fails(int descriptor, const char *what) {
    const char *file = getenv("FAILING_DISK_FILE"), *path = getenv("FAILING_DISK_PATH");
    char link[64], name[4096], said[64];
    static int (*real_open)(const char *, int, ...);
    static ssize_t (*real_read)(int, void *, size_t);
    if (!file || !path) return 0;
    if (!real_open) real_open = dlsym(RTLD_NEXT, "open");
    if (!real_read) real_read = dlsym(RTLD_NEXT, "read");
    int kept = errno, chosen = real_open(file, O_RDONLY | O_CLOEXEC);
    if (chosen < 0) { errno = kept; return 0; }
    ssize_t length = real_read(chosen, said, sizeof said - 1);
    close(chosen);
    errno = kept;
    if (length <= 0) return 0;
    said[length] = 0;
    if (!strstr(said, what)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    length = readlink(link, name, sizeof name - 1);
    errno = kept;
    if (length <= 0) return 0;
    name[length] = 0;
    return strstr(name, path) != NULL;
}

static int reserved(void) {
    const char *reserve = getenv("FAILING_DISK_RESERVE");
    struct stat found;
    int kept = errno, is_there = reserve && stat(reserve, &found) == 0 && found.st_size > 0;
    errno = kept;
    return is_there;
}

int posix_fallocate(int descriptor, off_t at, off_t size) {
    static int (*real)(int, off_t, off_t);
    if (!real) real = dlsym(RTLD_NEXT, "posix_fallocate");
    return fails(descriptor, "quota") ? EDQUOT : real(descriptor, at, size);
}

int posix_fallocate64(int descriptor, off64_t at, off64_t size) {
    static int (*real)(int, off64_t, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "posix_fallocate64");
    return fails(descriptor, "quota") ? EDQUOT : real(descriptor, at, size);
}

#define FAIL_IF(what) if (fails(descriptor, what)) { errno = EIO; return -1; }
#define FAIL_AT_QUOTA if (reserved() && fails(descriptor, "quota")) { errno = EDQUOT; return -1; }
#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, #name)

ssize_t pwrite(int descriptor, const void *data, size_t size, off_t at) {
    REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
    FAIL_IF("write");
    FAIL_AT_QUOTA;
    return real(descriptor, data, size, at);
}

ssize_t pwrite64(int descriptor, const void *data, size_t size, off64_t at) {
    REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
    FAIL_IF("write");
    FAIL_AT_QUOTA;
    return real(descriptor, data, size, at);
}

ssize_t write(int descriptor, const void *data, size_t size) {
    REAL(ssize_t, write, int, const void *, size_t);
    FAIL_IF("write");
    FAIL_AT_QUOTA;
    return real(descriptor, data, size);
}

ssize_t pread(int descriptor, void *data, size_t size, off_t at) {
    REAL(ssize_t, pread, int, void *, size_t, off_t);
    FAIL_IF("read");
    return real(descriptor, data, size, at);
}

ssize_t pread64(int descriptor, void *data, size_t size, off64_t at) {
    REAL(ssize_t, pread64, int, void *, size_t, off64_t);
    FAIL_IF("read");
    return real(descriptor, data, size, at);
}

int fsync(int descriptor) {
    REAL(int, fsync, int);
    FAIL_IF("fsync");
    return real(descriptor);
}

int fdatasync(int descriptor) {
    REAL(int, fdatasync, int);
    FAIL_IF("fsync");
    return real(descriptor);
}
