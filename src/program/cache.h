// The cache of lowered programs, by content: a request (tools, flags, names of inputs) has a manifest, the
// list of the files its last compilation read; the request with the content of all these files names the
// stored program. Entries are written atomically; what is damaged or of another version is ignored and
// written again.
#ifndef HEDDLE_PROGRAM_CACHE_H
#define HEDDLE_PROGRAM_CACHE_H

#include "base/vector.h"
#include "program/program.h"

#include <time.h>

// Paths that a compilation read, and folders given by the user where headers are looked for first.
struct dependencies {
    VECTOR(char *) files;
    VECTOR(char *) folders;
};
void dependencies_add(struct dependencies *d, const char *path);
void dependencies_add_folder(struct dependencies *d, const char *path);
// Adds what a dependency file of make, as clang -MD writes it, names behind the colon. Relative paths are
// below `folder` unless that is NULL. False if it cannot be read.
bool dependencies_read(struct dependencies *d, const char *path, const char *folder);
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
// Where the program for the request and these dependencies is to be written; owned by the caller, NULL if one
// of them cannot be read or was written since `begin`, when compilation began (CLOCK_REALTIME_COARSE, the
// clock of file systems). Also writes the manifest and removes old entries when there are many.
char *cache_place(const char *folder, struct cache_key request, const struct dependencies *d,
                  const struct timespec *begin);

#endif
