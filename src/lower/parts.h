// The modules in the files that heddle-lower is given: a file may be a module, or an object, a program, a
// shared library or an archive that `heddle cc` had a part in.
#ifndef HEDDLE_LOWER_PARTS_H
#define HEDDLE_LOWER_PARTS_H

#include "base/error.h"
#include "base/vector.h"

#include <stddef.h>
#include <stdint.h>

enum part_kind {
    PART_FILE,    // belongs to the program
    PART_PROGRAM, // of a program: yields to definitions of files
    PART_SHARED,  // of a shared library: yields to programs, too
    PART_ARCHIVED // belongs to the program if something refers to what it defines
};

struct part {
    enum part_kind kind;
    uint32_t group;  // number of its file, in the order in which files are looked at
    uint32_t member; // in an archive, number of its object
    char *name;      // for people
    const char *text;
    size_t size;   // of its bitcode or assembly
    bool embedded; // made by `heddle cc`
};

struct parts {
    VECTOR(struct part) list;
    VECTOR(char *) contents; // of files
    VECTOR(char *) given;    // real paths of the files given
    // Names of files that were read beside those that were given (members of thin archives, shared libraries
    // of programs), and of places where libraries were looked for in vain.
    VECTOR(char *) files, absent;
};

// Says that the file is given: then it is not taken once more as another's library.
void parts_announce(struct parts *parts, const char *file);
// Adds the modules of a file, and of the shared libraries that it names and that are found where the system
// would find them. False with the error set if it cannot be read, is damaged or has none. *group, 0 at first,
// counts the files.
bool parts_read(struct parts *parts, const char *file, uint32_t *group, struct error *error);
void parts_free(struct parts *parts);

#endif
