// Revisions of a git repository, as folders.
#ifndef HEDDLE_PROGRAM_REVISION_H
#define HEDDLE_PROGRAM_REVISION_H

#include "base/error.h"

struct revision {
    char *folder; // what the current folder is in that revision
    char *scratch;
    int lock;
};

// Writes the files of a revision (anything that names a commit or a tree) of the repository that the current
// folder is part of to a temporary folder. The repository, its index and its files stay as they are. False
// with the error set. Released with revision_free, in either case.
bool revision_export(struct revision *revision, const char *name, struct error *error);
void revision_free(struct revision *revision);

#endif
