#include "program/cache.h"

#include "base/memory.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Stored programs beyond this number are removed, the longest unused first.
#define MAX_ENTRIES 2000u
static const char manifest_head[] = "heddle manifest 1\n";

void dependencies_add(struct dependencies *d, const char *path)
{
    for (uint32_t i = 0; i < d->files.size; i++)
        if (strcmp(d->files.data[i], path) == 0)
            return;
    char *copy = memory_copy_string(path);
    vector_push(&d->files, copy);
}

void dependencies_add_folder(struct dependencies *d, const char *path)
{
    char *copy = memory_copy_string(*path ? path : ".");
    vector_push(&d->folders, copy);
}

void dependencies_free(struct dependencies *d)
{
    for (uint32_t i = 0; i < d->files.size; i++)
        memory_free(d->files.data[i]);
    for (uint32_t i = 0; i < d->folders.size; i++)
        memory_free(d->folders.data[i]);
    vector_free(&d->files);
    vector_free(&d->folders);
}

// The whole file with a terminating zero, owned by the caller, or NULL.
static char *read_text(const char *path, size_t *size)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0)
        return NULL;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(descriptor);
        return NULL;
    }
    *size = (size_t)status.st_size;
    char *text = memory_alloc(*size + 1);
    size_t done = 0;
    for (ssize_t n; done < *size; done += (size_t)n) {
        n = read(descriptor, text + done, *size - done);
        if (n <= 0)
            break;
    }
    close(descriptor);
    text[done] = 0;
    if (done == *size)
        return text;
    memory_free(text);
    return NULL;
}

static void add_below(struct dependencies *d, const char *path, const char *folder)
{
    if (!folder || path[0] == '/') {
        dependencies_add(d, path);
        return;
    }
    char *whole = memory_format("%s/%s", folder, path);
    dependencies_add(d, whole);
    memory_free(whole);
}

bool dependencies_read(struct dependencies *d, const char *path, const char *folder)
{
    size_t size;
    char *text = read_text(path, &size);
    const char *at = text ? strstr(text, ": ") : NULL;
    if (!at) {
        memory_free(text);
        return false;
    }
    for (at += 2; *at;) {
        VECTOR(char) name = {0};
        for (; *at && *at != ' ' && *at != '\n'; at++) {
            bool escaped = (*at == '\\' && (at[1] == ' ' || at[1] == '#' || at[1] == '\n')) ||
                           (*at == '$' && at[1] == '$');
            at += escaped;
            if (*at != '\n')
                vector_push(&name, *at);
        }
        vector_push(&name, 0);
        if (name.size > 1)
            add_below(d, name.data, folder);
        vector_free(&name);
        at += *at != 0;
    }
    memory_free(text);
    return true;
}

static bool make_folders(const char *path)
{
    char *copy = memory_copy_string(path);
    for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(copy, 0700);
        *slash = '/';
    }
    bool there = mkdir(copy, 0700) == 0 || errno == EEXIST;
    memory_free(copy);
    return there && access(path, W_OK | X_OK) == 0;
}

char *cache_folder(const char *folder)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char *path = NULL;
    if (folder)
        path = *folder ? memory_copy_string(folder) : NULL;
    else if (xdg && xdg[0] == '/')
        path = memory_format("%s/heddle", xdg);
    else if (home && home[0] == '/')
        path = memory_format("%s/.cache/heddle", home);
    if (path && make_folders(path))
        return path;
    memory_free(path);
    return NULL;
}

static bool hash_content(XXH3_state_t *state, const char *path)
{
    size_t size;
    char *text = read_text(path, &size);
    if (!text)
        return false;
    XXH3_128bits_update(state, path, strlen(path) + 1);
    XXH3_128bits_update(state, &size, sizeof size);
    XXH3_128bits_update(state, text, size);
    memory_free(text);
    return true;
}

static bool depends_on(const struct dependencies *d, const char *path)
{
    for (uint32_t i = 0; i < d->files.size; i++)
        if (strcmp(d->files.data[i], path) == 0)
            return true;
    return false;
}

// A header that appears in one of the user's folders may come before the one that was read: notes which files
// exist there under the names of headers (their last one to three parts) without being among those read.
static void hash_shadows(XXH3_state_t *state, const struct dependencies *d)
{
    for (uint32_t f = 0; f < d->folders.size; f++) {
        for (uint32_t i = 0; i < d->files.size; i++) {
            const char *file = d->files.data[i], *tail = file + strlen(file);
            for (unsigned parts = 0; parts < 3 && tail > file; parts++) {
                do
                    tail--;
                while (tail > file && tail[-1] != '/');
                char path[4096];
                int length = snprintf(path, sizeof path, "%s/%s", d->folders.data[f], tail);
                if (length > 0 && (size_t)length < sizeof path && access(path, F_OK) == 0 &&
                    !depends_on(d, path))
                    XXH3_128bits_update(state, path, (size_t)length + 1);
            }
        }
    }
}

static bool content_key(struct cache_key request, const struct dependencies *d, struct cache_key *key)
{
    XXH3_state_t *state = XXH3_createState();
    XXH3_128bits_reset(state);
    XXH3_128bits_update(state, &request, sizeof request);
    bool read = true;
    for (uint32_t i = 0; i < d->files.size && read; i++)
        read = hash_content(state, d->files.data[i]);
    hash_shadows(state, d);
    XXH128_hash_t hash = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    *key = (struct cache_key){hash.low64, hash.high64};
    return read;
}

static char *entry_path(const char *folder, struct cache_key key, const char *suffix)
{
    return memory_format("%s/%016" PRIx64 "%016" PRIx64 ".%s", folder, key.high, key.low, suffix);
}

static bool read_manifest(const char *path, struct dependencies *d)
{
    size_t size, head = sizeof manifest_head - 1;
    char *text = read_text(path, &size);
    if (!text || strncmp(text, manifest_head, head) != 0 || text[size - 1] != '\n') {
        memory_free(text);
        return false;
    }
    for (char *line = text + head, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = 0;
        char *copy = memory_copy_string(line);
        vector_push(&d->files, copy); // as they were written: each once
    }
    memory_free(text);
    return true;
}

static void write_manifest(const char *path, const struct dependencies *d)
{
    char *temporary = memory_format("%s.XXXXXX", path);
    int descriptor = mkstemp(temporary);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    if (file) {
        fputs(manifest_head, file);
        for (uint32_t i = 0; i < d->files.size; i++)
            fprintf(file, "%s\n", d->files.data[i]);
        bool written = !ferror(file);
        written = fclose(file) == 0 && written;
        if (!written || rename(temporary, path) != 0)
            unlink(temporary);
    }
    memory_free(temporary);
}

struct program *cache_load(const char *folder, struct cache_key request, const struct dependencies *d)
{
    struct dependencies known = {0};
    struct cache_key key;
    struct program *program = NULL;
    char *manifest = entry_path(folder, request, "manifest");
    for (uint32_t i = 0; i < d->folders.size; i++)
        dependencies_add_folder(&known, d->folders.data[i]);
    if (read_manifest(manifest, &known) && content_key(request, &known, &key)) {
        struct error ignored = {0};
        char *path = entry_path(folder, key, "hp");
        program = program_read(path, &ignored);
        if (program)
            utimensat(AT_FDCWD, path, NULL, 0); // used now: see remove_old
        error_free(&ignored);
        memory_free(path);
    }
    memory_free(manifest);
    dependencies_free(&known);
    return program;
}

struct entry {
    char *name;
    int64_t used;
};

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return x->used < y->used ? -1 : x->used > y->used;
}

static uint32_t count_entries(DIR *list)
{
    uint32_t count = 0;
    while (readdir(list))
        count++;
    rewinddir(list);
    return count;
}

// Keeps half of the entries once there are too many.
static void remove_old(const char *folder)
{
    VECTOR(struct entry) entries = {0};
    DIR *list = opendir(folder);
    if (!list)
        return;
    bool many = count_entries(list) > 2 * MAX_ENTRIES; // a program and a manifest each
    for (struct dirent *e; many && (e = readdir(list));) {
        struct stat status;
        if (e->d_name[0] == '.' || fstatat(dirfd(list), e->d_name, &status, 0) != 0 ||
            !S_ISREG(status.st_mode))
            continue;
        struct entry entry = {memory_copy_string(e->d_name), status.st_mtime};
        vector_push(&entries, entry);
    }
    if (entries.size)
        qsort(entries.data, entries.size, sizeof *entries.data, compare_entries);
    for (uint32_t i = 0; i < entries.size; i++) {
        if (i < entries.size / 2)
            unlinkat(dirfd(list), entries.data[i].name, 0);
        memory_free(entries.data[i].name);
    }
    closedir(list);
    vector_free(&entries);
}

// Whether the file was last written before `begin`: one written later may differ from what was compiled.
static bool older_than(const char *path, const struct timespec *begin)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    const struct timespec *written = &status.st_mtim;
    return written->tv_sec < begin->tv_sec ||
           (written->tv_sec == begin->tv_sec && written->tv_nsec < begin->tv_nsec);
}

char *cache_place(const char *folder, struct cache_key request, const struct dependencies *d,
                  const struct timespec *begin)
{
    struct cache_key key;
    for (uint32_t i = 0; i < d->files.size; i++)
        if (strchr(d->files.data[i], '\n') || !older_than(d->files.data[i], begin))
            return NULL;
    if (!content_key(request, d, &key))
        return NULL;
    remove_old(folder);
    char *manifest = entry_path(folder, request, "manifest");
    write_manifest(manifest, d);
    memory_free(manifest);
    return entry_path(folder, key, "hp");
}
