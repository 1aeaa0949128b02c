// One way in which a project compiles a file: an entry of compile_commands.json.
#ifndef HEDDLE_PROGRAM_COMPILE_WAY_H
#define HEDDLE_PROGRAM_COMPILE_WAY_H

#include "base/vector.h"
#include "program/process.h"

#include <jansson.h>

struct compile_way {
    const json_t *json; // the entry, which is the database's
    char *folder;       // as it is found from here; "": not named
    char *file;         // without links; NULL: not there
    char *output;       // likewise, but for its last part; NULL: unknown
};

// Different ways of one file, in the order of the database; the ways are the database's.
typedef VECTOR(const struct compile_way *) compile_way_list;

// A text of an entry; "" where it has none of that name.
const char *compile_way_field(const json_t *entry, const char *name);
// A name as it is found from here; `folder` "": it is from here already. Owned by the caller.
char *compile_way_join(const char *folder, const char *name);
// A path without links; what it names need not be there, but its folder. Owned by the caller; NULL: the
// folder is not there.
char *compile_way_path(const char *folder, const char *name);
// Appends the words of the entry's command, response files expanded.
void compile_way_words(const struct compile_way *way, struct command *expanded);
// What the file is compiled to, by the entry's `output` or its command, without links if its folder is there.
// Owned by the caller; NULL: unknown.
char *compile_way_output(const struct compile_way *way);

// Whether two entries of one file mean the same: the flags that matter and the folder are equal, but for
// flags that only say whether code can be moved (-fPIC).
bool compile_way_same(const struct compile_way *a, const struct compile_way *b);
// Appends a way to the different ones of its file, unless one of these means the same.
void compile_way_add(compile_way_list *ways, const struct compile_way *way);
// The ways in one line, as a user names them: `file#1 (a.o: -DX=1), file#2 (b.o: -DX=2)`, each with the flags
// that not all of them have. Owned by the caller.
char *compile_way_describe(const compile_way_list *ways, const char *file);

#endif
