// Where the front end finds what it runs: clang, heddle-lower, the runtime library, the headers.
#ifndef HEDDLE_PROGRAM_TOOLS_H
#define HEDDLE_PROGRAM_TOOLS_H

#include "base/error.h"

#include <stdbool.h>

// All strings are owned; NULL: not found.
struct tools {
    char *clang;   // path of clang 19: $HEDDLE_CLANG, else clang-19 in PATH, else clang if it is version 19
    char *lower;   // path of heddle-lower
    char *runtime; // folder with runtime-64.bc and runtime-32.bc
    char *record;  // folder with libheddle-record.a and record-64.bc
    char *include; // folder with heddle.h
    bool clang_version_unknown; // it is called `clang`: tools_check_clang must be asked before it is used
};

// Looks in $HEDDLE_LIBEXEC, next to the executable, in ../libexec/heddle and where heddle was installed; for
// headers in $HEDDLE_INCLUDE, ../include, the installed and the source tree's folder. Runs nothing.
void tools_find(struct tools *tools);
void tools_free(struct tools *tools);
// Where $PATH (without it: /bin, /usr/bin) has a program, owned by the caller; NULL: nowhere.
char *tools_search_path(const char *name);
// Whether the clang that was found says that it is version 19.
bool tools_is_clang_19(const struct tools *tools);
// False with the error set unless clang is there and of the right version.
bool tools_check_clang(const struct tools *tools, struct error *error);

#endif
