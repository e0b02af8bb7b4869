/* A disk that fails on purpose, for tests: loaded before the C library (LD_PRELOAD), it counts what a process asks of the files
 * of one database, and at the n-th request something goes wrong.
 *
 * FAILING_DISK_FILE   the database; its log and its other files begin with the same name
 * FAILING_DISK_AT     the request that fails, counted from 1; 0 for none
 * FAILING_DISK_FAULT  once: it is refused. ever: it and all later ones are refused. tear: half of it is written, then the process
 *                     is killed. drop: the process is killed and what was not synced is gone. some: the same, and every other
 *                     write that was not synced reached the disk.
 * FAILING_DISK_COUNT  a file that is told how many requests there were, if the process came to its end
 *
 * What is not synced is undone from a list of what stood there before; a sync only forgets that list. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct undo {
    struct undo *before;
    ino_t file;
    char path[PATH_MAX];
    off_t at, size;
    size_t length;
    char *bytes;
};

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static struct undo *undone;
static long asked;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_truncate)(int, off_t);
static int (*real_unlink)(const char *);

__attribute__((constructor)) static void finds(void)
{
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_truncate = dlsym(RTLD_NEXT, "ftruncate64");
    real_unlink = dlsym(RTLD_NEXT, "unlink");
}

static int is(const char *fault)
{
    const char *wanted = getenv("FAILING_DISK_FAULT");
    return wanted && !strcmp(wanted, fault);
}

static int is_ours(const char *path)
{
    const char *file = getenv("FAILING_DISK_FILE");
    if (!file || strncmp(path, file, strlen(file)))
        return 0;
    const char *rest = path + strlen(file);
    return !*rest || !strcmp(rest, "-wal") || !strcmp(rest, "-journal");
}

static int opened_as(int fd, char *path)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = 0;
    return length > 0 && is_ours(path);
}

/* What stands there before it is overwritten. */
static void remembers(int fd, const char *path, off_t at, size_t length)
{
    struct stat about;
    struct undo *undo = calloc(1, sizeof *undo);
    if (!undo || fstat(fd, &about))
        abort();
    strcpy(undo->path, path);
    undo->file = about.st_ino;
    undo->at = at;
    undo->size = about.st_size;
    undo->length = length;
    undo->bytes = calloc(1, length ? length : 1);
    if (!undo->bytes)
        abort();
    /* A file that is only written to cannot be read by this descriptor; behind its end there are zeros. */
    int reader = open(path, O_RDONLY | O_CLOEXEC);
    if (reader < 0 || pread(reader, undo->bytes, length, at) < 0)
        abort();
    close(reader);
    undo->before = undone;
    undone = undo;
}

static void forgets(ino_t file)
{
    for (struct undo **next = &undone; *next;) {
        struct undo *undo = *next;
        if (undo->file != file) {
            next = &undo->before;
            continue;
        }
        *next = undo->before;
        free(undo->bytes);
        free(undo);
    }
}

static void loses_what_was_not_synced(void)
{
    int every_other = is("some"), turn = 0;
    for (struct undo *undo = undone; undo; undo = undo->before) {
        if (every_other && turn++ % 2)
            continue;
        int fd = open(undo->path, O_WRONLY | O_CLOEXEC);
        if (fd < 0)
            continue;
        if (undo->length)
            real_pwrite(fd, undo->bytes, undo->length, undo->at);
        if (!every_other)
            real_truncate(fd, undo->size);
    }
}

/* Whether this request is refused; a kill does not come back. */
static int fails(int fd, const void *bytes, size_t length, off_t at)
{
    const char *text = getenv("FAILING_DISK_AT");
    long wanted = text ? atol(text) : 0;
    asked++;
    if (!wanted || asked < wanted)
        return 0;
    if (is("ever") || (is("once") && asked == wanted)) {
        errno = EIO;
        return 1;
    }
    if (is("once"))
        return 0;
    if (is("tear") && bytes)
        real_pwrite(fd, bytes, length / 2, at);
    if (is("drop") || is("some"))
        loses_what_was_not_synced();
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

static ssize_t writes(int fd, const char *path, const void *bytes, size_t length, off_t at)
{
    pthread_mutex_lock(&one);
    ssize_t written = -1;
    if (!fails(fd, bytes, length, at)) {
        remembers(fd, path, at, length);
        written = real_pwrite(fd, bytes, length, at);
    }
    int error = errno;
    pthread_mutex_unlock(&one);
    errno = error;
    return written;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at)
{
    char path[PATH_MAX];
    return opened_as(fd, path) ? writes(fd, path, bytes, length, at) : real_pwrite(fd, bytes, length, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at)
{
    return pwrite64(fd, bytes, length, at);
}

ssize_t write(int fd, const void *bytes, size_t length)
{
    char path[PATH_MAX];
    if (!real_write)
        finds();
    if (!opened_as(fd, path))
        return real_write(fd, bytes, length);
    off_t at = lseek(fd, 0, SEEK_CUR);
    ssize_t written = writes(fd, path, bytes, length, at);
    if (written > 0)
        lseek(fd, at + written, SEEK_SET);
    return written;
}

static int syncs(int fd)
{
    char path[PATH_MAX];
    struct stat about;
    if (!opened_as(fd, path))
        return 0;
    pthread_mutex_lock(&one);
    int fault = fails(fd, NULL, 0, 0);
    if (!fault && !fstat(fd, &about))
        forgets(about.st_ino);
    pthread_mutex_unlock(&one);
    if (fault)
        errno = EIO;
    return fault ? -1 : 0;
}

int fdatasync(int fd)
{
    return syncs(fd);
}

int fsync(int fd)
{
    return syncs(fd);
}

int ftruncate64(int fd, off_t size)
{
    char path[PATH_MAX];
    struct stat about;
    if (!opened_as(fd, path) || fstat(fd, &about))
        return real_truncate(fd, size);
    pthread_mutex_lock(&one);
    int done = -1;
    if (!fails(fd, NULL, 0, 0)) {
        remembers(fd, path, size, about.st_size > size ? about.st_size - size : 0);
        done = real_truncate(fd, size);
    }
    int error = errno;
    pthread_mutex_unlock(&one);
    errno = error;
    return done;
}

int ftruncate(int fd, off_t size)
{
    return ftruncate64(fd, size);
}

int unlink(const char *path)
{
    struct stat about;
    if (!is_ours(path) || stat(path, &about))
        return real_unlink(path);
    pthread_mutex_lock(&one);
    int done = -1;
    if (!fails(-1, NULL, 0, 0)) {
        forgets(about.st_ino);
        done = real_unlink(path);
    }
    int error = errno;
    pthread_mutex_unlock(&one);
    errno = error;
    return done;
}

__attribute__((destructor)) static void tells(void)
{
    const char *file = getenv("FAILING_DISK_COUNT");
    FILE *told = file ? fopen(file, "w") : NULL;
    if (told) {
        fprintf(told, "%ld", asked);
        fclose(told);
    }
}
