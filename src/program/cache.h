// The cache of lowered programs, by content: a request (tools, flags, names of inputs) has a manifest, the
// list of the files its last compilation read; the request with the content of all these files names the
// stored program. Entries are written atomically; what is damaged or of another version is ignored and
// written again.
#ifndef HEDDLE_PROGRAM_CACHE_H
#define HEDDLE_PROGRAM_CACHE_H

#include "base/vector.h"
#include "program/program.h"

#include <time.h>

// Paths that a compilation read, paths that it looked for in vain, and folders given by the user where
// headers are looked for first.
struct dependencies {
    VECTOR(char *) files;
    VECTOR(char *) absent;
    VECTOR(char *) folders;
};
// In lists of both, each name has one of these signs before it.
enum dependency_sign { DEPENDENCY_READ = '+', DEPENDENCY_ABSENT = '-' };
void dependencies_add(struct dependencies *d, const char *path);
void dependencies_add_absent(struct dependencies *d, const char *path);
// Adds a file; a relative path is below `folder` unless that is NULL.
void dependencies_add_below(struct dependencies *d, const char *path, const char *folder);
void dependencies_add_folder(struct dependencies *d, const char *path);
// The target that compilers put before their lists of dependencies.
#define DEPENDENCY_TARGET "program"
// Adds what a list of dependencies, as clang -MD writes it, names behind DEPENDENCY_TARGET. `main_file`: the
// name of the file that was compiled. Relative paths are below `folder` unless that is NULL. False if it
// cannot be read.
bool dependencies_read(struct dependencies *d, const char *path, const char *main_file, const char *folder);
void dependencies_free(struct dependencies *d);

// A hash of 128 bits.
struct cache_key {
    uint64_t low, high;
};

// The folder of the cache: `folder`, or $XDG_CACHE_HOME/heddle, or ~/.cache/heddle, made if it is missing.
// Owned by the caller; NULL: no cache ("" was asked for, or it cannot be made).
char *cache_folder(const char *folder);

// The stored program for a request, or NULL. `folders` are the user's (only d->folders is read).
struct program *cache_load(const char *folder, struct cache_key request, const struct dependencies *d);
// The stored bitcode of one file, owned by the caller, or NULL; what it was made of is added to *d.
char *cache_load_bitcode(const char *folder, struct cache_key request, struct dependencies *d, size_t *size);
// Stores bitcode as cache_store stores a program.
bool cache_store_bitcode(const char *folder, struct cache_key request, const struct dependencies *d,
                         const struct timespec *begin, const char *bitcode);

// Stores the program, a file, for the request and these dependencies, and removes old entries when there are
// many. Nothing is stored if one of them cannot be read or was written since `begin`, when compilation began
// (CLOCK_REALTIME_COARSE, the clock of file systems). False if the cache cannot be written: the next check
// then compiles again.
bool cache_store(const char *folder, struct cache_key request, const struct dependencies *d,
                 const struct timespec *begin, const char *program);

#endif
