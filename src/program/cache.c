#include "program/cache.h"

#include "base/file.h"
#include "base/memory.h"
#include "program/embed.h"
#include "program/shadows.h"

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

// Stored programs beyond this number are removed, the longest unused first. Whether there are more is looked
// at by one in LOOKS_ONE_IN that are stored: it means reading the whole folder.
#define MAX_PROGRAMS 10000u
#define LOOKS_ONE_IN 32u
static const char manifest_magic[24] = "heddle manifest 3\n";

struct manifest_head {
    char magic[24];
    uint64_t hash;
};

void dependencies_add(struct dependencies *d, const char *path)
{
    for (uint32_t i = 0; i < d->files.size; i++)
        if (strcmp(d->files.data[i], path) == 0)
            return;
    char *copy = memory_copy_string(path);
    vector_push(&d->files, copy);
}

void dependencies_add_absent(struct dependencies *d, const char *path)
{
    char *copy = memory_copy_string(path);
    vector_push(&d->absent, copy);
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
    for (uint32_t i = 0; i < d->absent.size; i++)
        memory_free(d->absent.data[i]);
    for (uint32_t i = 0; i < d->folders.size; i++)
        memory_free(d->folders.data[i]);
    vector_free(&d->files);
    vector_free(&d->absent);
    vector_free(&d->folders);
}

typedef VECTOR(char) byte_vector;

void dependencies_add_below(struct dependencies *d, const char *path, const char *folder)
{
    if (!folder || path[0] == '/') {
        dependencies_add(d, path);
        return;
    }
    char *whole = memory_format("%s/%s", folder, path);
    dependencies_add(d, whole);
    memory_free(whole);
}

// A name as clang writes it into a list of dependencies; owned by the caller. It first turns single
// backslashes into slashes.
static char *escaped_name(const char *name)
{
    byte_vector text = {0};
    char *native = memory_copy_string(name);
    for (char *p = native; *p; p++) {
        if (*p == '\\' && p[1] == '\\')
            p++;
        else if (*p == '\\')
            *p = '/';
    }
    for (const char *p = native; *p; p++) {
        for (const char *q = p; *p == ' ' && q > native && q[-1] == '\\'; q--)
            vector_push(&text, '\\');
        if (*p == ' ' || *p == '#')
            vector_push(&text, '\\');
        if (*p == '$')
            vector_push(&text, '$');
        vector_push(&text, *p);
    }
    vector_push(&text, 0);
    memory_free(native);
    return text.data;
}

// Reads the name at *at: up to a blank or the end of the line that no backslash is before. Appends it, with a
// zero.
static void read_make_name(const char **at, byte_vector *name)
{
    const char *p = *at;
    while (*p && *p != ' ' && *p != '\n') {
        size_t slashes = strspn(p, "\\");
        char next = p[slashes];
        bool special = next == ' ' || next == '#' || next == '\n';
        for (size_t k = 0; k < (next == ' ' ? slashes / 2 : slashes - (slashes && special)); k++)
            vector_push(name, '\\');
        p += slashes;
        if (slashes % 2 && special) {
            if (next != '\n')
                vector_push(name, next);
            p++;
        } else if (!slashes) {
            p += *p == '$' && p[1] == '$';
            vector_push(name, *p++);
        }
    }
    vector_push(name, 0);
    *at = p;
}

bool dependencies_read(struct dependencies *d, const char *path, const char *main_file, const char *folder)
{
    struct error ignored = {0};
    size_t size;
    char *text = file_read(path, FILE_LIMIT_SOURCE, &size, &ignored), *own = escaped_name(main_file);
    size_t head = sizeof DEPENDENCY_TARGET, length = strlen(own);
    bool good = text && strncmp(text, DEPENDENCY_TARGET ":", head) == 0;
    for (const char *at = good ? text + head : ""; *at; at += *at != 0) {
        byte_vector name = {0};
        // The one name that may hold a new line and yet be told from the others.
        if (strncmp(at, own, length) == 0 && strchr(" \n", at[length])) {
            dependencies_add_below(d, main_file, folder);
            at += length;
            continue;
        }
        read_make_name(&at, &name);
        if (name.size > 1)
            dependencies_add_below(d, name.data, folder);
        vector_free(&name);
    }
    memory_free(text);
    memory_free(own);
    error_free(&ignored);
    return good;
}

static bool make_cache_folders(const char *path)
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
    if (path && make_cache_folders(path))
        return path;
    memory_free(path);
    return NULL;
}

// Also notes what the file asks for, in vain or not: see shadows.h.
static bool hash_content(XXH3_state_t *state, const char *path, struct shadow_names *names)
{
    size_t size;
    struct error ignored = {0};
    char *text = file_read(path, FILE_LIMIT_MODULE, &size, &ignored);
    error_free(&ignored);
    if (!text)
        return false;
    XXH3_128bits_update(state, path, strlen(path) + 1);
    XXH3_128bits_update(state, &size, sizeof size);
    XXH3_128bits_update(state, text, size);
    bool known = shadows_read(names, path, text, size);
    memory_free(text);
    return known;
}

static void hash_path(void *state, const char *path)
{
    XXH3_128bits_update(state, path, strlen(path) + 1);
}

// A file that has appeared where one was looked for in vain comes before what was found later, or instead.
static void hash_appeared(XXH3_state_t *state, const struct dependencies *d)
{
    for (uint32_t i = 0; i < d->absent.size; i++)
        if (access(d->absent.data[i], F_OK) == 0)
            hash_path(state, d->absent.data[i]);
}

static bool content_key(struct cache_key request, const struct dependencies *d, struct cache_key *key)
{
    XXH3_state_t *state = XXH3_createState();
    XXH3_128bits_reset(state);
    XXH3_128bits_update(state, &request, sizeof request);
    struct shadow_names names = {0};
    bool read = true;
    for (uint32_t i = 0; i < d->files.size && read; i++)
        read = hash_content(state, d->files.data[i], &names);
    if (read)
        shadows_visit(d, &names, hash_path, state);
    shadows_free(&names);
    hash_appeared(state, d);
    XXH128_hash_t hash = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    *key = (struct cache_key){hash.low64, hash.high64};
    return read;
}

static char *entry_path(const char *folder, struct cache_key key, const char *suffix)
{
    return memory_format("%s/%016" PRIx64 "%016" PRIx64 ".%s", folder, key.high, key.low, suffix);
}

// A manifest is a head, the hash of what follows, and the names with their signs, each with a zero behind.
static bool read_manifest(const char *path, struct dependencies *d)
{
    struct error ignored = {0};
    size_t size;
    char *text = file_read(path, FILE_LIMIT_SOURCE, &size, &ignored);
    struct manifest_head head;
    bool good = text && size > sizeof head && text[size - 1] == 0;
    if (good) {
        memcpy(&head, text, sizeof head);
        good = memcmp(head.magic, manifest_magic, sizeof head.magic) == 0 &&
               head.hash == XXH64(text + sizeof head, size - sizeof head, 0);
    }
    for (const char *name = good ? text + sizeof head : NULL; name && name < text + size && *name;
         name += strlen(name) + 1) {
        char *copy = memory_copy_string(name + 1); // as they were written: each once
        if (name[0] == DEPENDENCY_ABSENT)
            vector_push(&d->absent, copy);
        else
            vector_push(&d->files, copy);
    }
    memory_free(text);
    error_free(&ignored);
    return good;
}

// Whole or not at all.
static bool write_cache_file(const char *path, const char *data, size_t size)
{
    char *temporary = memory_format("%s.XXXXXX", path);
    int descriptor = mkostemp(temporary, O_CLOEXEC);
    bool written = descriptor >= 0 && file_write_all(descriptor, data, size);
    if (descriptor >= 0) {
        written = close(descriptor) == 0 && written && rename(temporary, path) == 0;
        if (!written)
            unlink(temporary);
    }
    memory_free(temporary);
    return written;
}

static void put_name(byte_vector *text, char sign, const char *name)
{
    vector_push(text, sign);
    do
        vector_push(text, *name);
    while (*name++);
}

static bool write_manifest(const char *path, const struct dependencies *d)
{
    byte_vector text = {0};
    struct manifest_head head;
    memcpy(head.magic, manifest_magic, sizeof head.magic);
    for (size_t k = 0; k < sizeof head; k++)
        vector_push(&text, 0);
    for (uint32_t i = 0; i < d->files.size; i++)
        put_name(&text, DEPENDENCY_READ, d->files.data[i]);
    for (uint32_t i = 0; i < d->absent.size; i++)
        put_name(&text, DEPENDENCY_ABSENT, d->absent.data[i]);
    head.hash = XXH64(text.data + sizeof head, text.size - sizeof head, 0);
    memcpy(text.data, &head, sizeof head);
    bool written = write_cache_file(path, text.data, text.size);
    vector_free(&text);
    return written;
}

// The path of the entry for a request and what its files hold now; owned by the caller. *known becomes what
// it was made of. NULL: nothing is known of the request.
static char *find_entry(const char *folder, struct cache_key request, const struct dependencies *d,
                        struct dependencies *known, const char *suffix)
{
    struct cache_key key;
    char *manifest = entry_path(folder, request, "manifest");
    for (uint32_t i = 0; i < d->folders.size; i++)
        dependencies_add_folder(known, d->folders.data[i]);
    bool found = read_manifest(manifest, known) && content_key(request, known, &key);
    memory_free(manifest);
    return found ? entry_path(folder, key, suffix) : NULL;
}

static void note_cache_use(const char *path)
{
    utimensat(AT_FDCWD, path, NULL, 0); // used now: see remove_old
}

struct program *cache_load(const char *folder, struct cache_key request, const struct dependencies *d)
{
    struct dependencies known = {0};
    struct error ignored = {0};
    char *path = find_entry(folder, request, d, &known, "hp");
    struct program *program = path ? program_read(path, &ignored) : NULL;
    if (program)
        note_cache_use(path);
    error_free(&ignored);
    memory_free(path);
    dependencies_free(&known);
    return program;
}

// Bitcode is stored as a record that tells whether it is damaged (program/embed.h).
char *cache_load_bitcode(const char *folder, struct cache_key request, struct dependencies *d, size_t *size)
{
    struct dependencies known = {0};
    struct error ignored = {0};
    struct embed_record record;
    size_t length = 0, at = 0;
    char *path = find_entry(folder, request, d, &known, "bitcode"), *bitcode = NULL,
         *content = path ? file_read(path, FILE_LIMIT_MODULE, &length, &ignored) : NULL;
    if (content && embed_next((const uint8_t *)content, length, &at, &record, &ignored)) {
        bitcode = memory_alloc(record.size + 1);
        memcpy(bitcode, record.bitcode, record.size);
        *size = record.size;
        for (uint32_t i = 0; i < known.files.size; i++)
            dependencies_add(d, known.files.data[i]);
        note_cache_use(path);
    }
    memory_free(content);
    memory_free(path);
    error_free(&ignored);
    dependencies_free(&known);
    return bitcode;
}

struct cache_entry {
    char *name;
    int64_t used;
};

static int compare_entries(const void *a, const void *b)
{
    const struct cache_entry *x = a, *y = b;
    return x->used < y->used ? -1 : x->used > y->used;
}

static uint32_t count_cache_entries(DIR *list)
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
    VECTOR(struct cache_entry) entries = {0};
    DIR *list = opendir(folder);
    if (!list)
        return;
    bool many = count_cache_entries(list) > 2 * MAX_PROGRAMS; // a program and a manifest each
    for (struct dirent *e; many && (e = readdir(list));) {
        struct stat status;
        if (e->d_name[0] == '.' || fstatat(dirfd(list), e->d_name, &status, 0) != 0 ||
            !S_ISREG(status.st_mode))
            continue;
        struct cache_entry entry = {memory_copy_string(e->d_name), status.st_mtime};
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

// Whether the files are what was compiled, as far as their times tell; the key that they make with the
// request.
static bool can_store(struct cache_key request, const struct dependencies *d, const struct timespec *begin,
                      struct cache_key *key)
{
    for (uint32_t i = 0; i < d->files.size; i++)
        if (!older_than(d->files.data[i], begin))
            return false;
    return content_key(request, d, key);
}

static bool store_image(const char *folder, struct cache_key request, struct cache_key key,
                        const struct dependencies *d, const char *image, size_t size, const char *suffix)
{
    if (key.low % LOOKS_ONE_IN == 0)
        remove_old(folder);
    char *manifest = entry_path(folder, request, "manifest"), *path = entry_path(folder, key, suffix);
    bool stored = write_cache_file(path, image, size) && write_manifest(manifest, d);
    memory_free(manifest);
    memory_free(path);
    return stored;
}

bool cache_store(const char *folder, struct cache_key request, const struct dependencies *d,
                 const struct timespec *begin, const char *program)
{
    struct cache_key key;
    struct error ignored = {0};
    size_t size;
    if (!can_store(request, d, begin, &key))
        return true;
    char *image = file_read(program, FILE_LIMIT_STORED, &size, &ignored);
    bool stored = image && store_image(folder, request, key, d, image, size, "hp");
    memory_free(image);
    error_free(&ignored);
    return stored;
}

bool cache_store_bitcode(const char *folder, struct cache_key request, const struct dependencies *d,
                         const struct timespec *begin, const char *bitcode)
{
    struct cache_key key;
    struct error ignored = {0};
    size_t size;
    if (!can_store(request, d, begin, &key))
        return true;
    char *content = file_read(bitcode, FILE_LIMIT_MODULE, &size, &ignored);
    embed_bytes record = {0};
    if (content)
        embed_add(&record, "", content, size);
    bool stored =
        content && store_image(folder, request, key, d, (const char *)record.data, record.size, "bitcode");
    vector_free(&record);
    memory_free(content);
    error_free(&ignored);
    return stored;
}
