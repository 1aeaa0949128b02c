// Files that are not there, and would change what a compilation reads if they were: a header in a folder that
// comes before the one in which it was found, and what `__has_include` and `__has_embed` ask for.
#ifndef HEDDLE_PROGRAM_SHADOWS_H
#define HEDDLE_PROGRAM_SHADOWS_H

#include "base/vector.h"
#include "program/cache.h"

// Names of files, owned: `beside` are whole paths, `searched` go with every folder in which headers are
// looked for.
struct shadow_names {
    VECTOR(char *) beside;
    VECTOR(char *) searched;
};
void shadows_free(struct shadow_names *names);

// Notes the names that a source or header asks for: those in quotes beside itself; in every folder those of
// __has_include and __has_embed, and those of #include and #embed that shadows_visit does not guess. False:
// it asks for a name that a macro makes.
bool shadows_read(struct shadow_names *names, const char *path, const char *text, size_t size);

// Visits each such file that exists and is none of d->files: under the noted names, and in d->folders under
// the names of headers that were read (their last one to three parts).
typedef void shadow_visitor(void *context, const char *path);
void shadows_visit(const struct dependencies *d, const struct shadow_names *names, shadow_visitor *visit,
                   void *context);

#endif
