// Which code of an edited program is that of the version before, instruction by instruction, so that what was
// found of states of the one holds for states of the other (docs/incremental.md, "Summaries of an earlier
// version").
//
// An instruction is *unchanged* if it has a counterpart (counterparts.h) that reads and writes registers of
// the same numbers, and control comes behind it, past jumps and loop heads, to the counterpart of what it
// came to, or that has none, and so has changed itself; the first one of a function also has to be the first
// one of the other's, and the two functions to be called in the same way and to take as much stack.
//
// Unchanged instructions keep their numbers from version to version; all others get new ones, that no version
// before has used. Control locations are made of these numbers (machine_options.numbering), so that equal
// locations of two versions say the same.
#ifndef HEDDLE_ANALYSIS_CODE_NUMBERING_H
#define HEDDLE_ANALYSIS_CODE_NUMBERING_H

#include "analysis/counterparts.h"
#include "base/bytes.h"

// What the instructions and functions of a program are called. Instructions that are not the program's own,
// by which natives are called through pointers, are numbered from `beyond` on.
struct code_numbering {
    uint32_t *code, *functions;
    uint32_t *loops; // by function: a number that is another one where its loops may have other numbers
    uint32_t beyond;
};
// Makes it one without numbers.
void code_numbering_free(struct code_numbering *numbering);
// The numbering of the program, or that it has none (NULL), as bytes; and back. False: it has none.
void code_numbering_write(const struct code_numbering *numbering, const struct program *program,
                          byte_vector *to);
bool code_numbering_read(struct code_numbering *numbering, const struct program *program,
                         struct byte_reader *from);

// Two versions, instruction by instruction.
struct code_carried {
    struct code_numbering numbering; // of the new version
    // By instruction of the old version: itself in the new one, if it is unchanged; its counterpart; NO_CODE.
    uint32_t *now, *counterparts;
    uint32_t *sites; // by place where stack objects are made: its counterpart; NO_SITE
    uint32_t old_code_count, old_sites_count;
    // Blocks of the new version with the code of each old block b: list[first[b]] to list[first[b + 1] - 1].
    uint32_t *first, *list;
};
// `before`: the numbering of the old version; NULL: its instructions have their own numbers. False: nothing
// can be carried over, since variables or functions lie elsewhere, or constants and thread-local variables
// have other values; *why says so, a constant.
bool code_carried_find(const struct counterparts *counterparts, const struct code_numbering *before,
                       struct code_carried *carried, const char **why);
void code_carried_free(struct code_carried *carried);

// What a search looks at in a version of a program.
struct code_checked {
    const uint8_t *relevance; // by instruction: enum relevance; NULL: all of it matters
    const uint64_t *places;   // the instructions that are looked at for the properties; NULL: all of them
};
// The set of blocks of the old version of which some code is not unchanged, or matters in another way, or is
// looked at in the new version only. Owned by the caller.
uint64_t *code_carried_changed(const struct code_carried *carried, const struct program *old_version,
                               const struct code_checked *before, const struct code_checked *now);

#endif
