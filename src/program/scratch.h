// Temporary folders of the front end. One that is in use is locked, so that those of runs that were killed
// can be told and removed.
#ifndef HEDDLE_PROGRAM_SCRATCH_H
#define HEDDLE_PROGRAM_SCRATCH_H

#include "base/error.h"

// Makes a folder in $TMPDIR or /tmp and removes what killed runs of the same user left there more than a
// minute ago. Returns its path, released with scratch_free, and in *lock the descriptor that holds it; NULL
// with the error set.
char *scratch_new(int *lock, struct error *error);
// Removes the folder with all that is in it. NULL is allowed.
void scratch_free(char *path, int lock);

#endif
