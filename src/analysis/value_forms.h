// What registers hold, as sums: the address of `cache[i].count` is `&cache + 48 * i + 4`, wherever it is
// computed. Two values of one call of a function that have equal sums are equal, and values whose sums differ
// by a number do, too.
//
// A sum is taken of atoms: values that are computed by anything else than adding (a parameter, what was
// loaded or returned, a merge where control flow joins, a number that is widened), with factors. It is the
// register's content modulo two to the width of pointers. Atoms that are instructions or merges have a value
// each time that they are executed: two sums are only equal for values that were computed since the atoms in
// both were executed last. Where an instruction reads them all are: they are in single assignment form
// (registers.h).
#ifndef HEDDLE_ANALYSIS_VALUE_FORMS_H
#define HEDDLE_ANALYSIS_VALUE_FORMS_H

#include "analysis/call_sites.h"
#include "analysis/registers.h"

enum { MOST_TERMS = 3 };

struct form_term {
    int64_t factor; // not 0
    uint64_t atom;  // a number
};

struct form {
    uint64_t count;
    struct form_term terms[MOST_TERMS]; // ascending by atom; those beyond `count` are cleared
    int64_t constant;
};

enum atom_kind {
    ATOM_ENTRY,    // register `number` on entry to the function: a parameter
    ATOM_CODE,     // word `word` of what instruction `number` writes
    ATOM_MERGE,    // merge `number` of the function's registers
    ATOM_COMPUTED, // by operation `op` of width `width`, with `aux` and `immediate`, from `of`
};

struct atom {
    uint32_t kind, function, number, word;
    uint32_t op, width, aux, immediate;
    struct form of;
};

struct forms;

// Never fails; refers to `calls`, which must outlive it. Owned by the caller.
struct forms *forms_new(const struct calls *calls);
void forms_free(struct forms *forms);

// The registers of a function in single assignment form, on which its sums are built. Owned by `forms`.
const struct registers *forms_registers(struct forms *forms, uint32_t function);

// The sum for fixed word `argument` of a call; for the address that a load, store or update accesses. False:
// there is none.
bool forms_argument(struct forms *forms, uint32_t code, uint32_t argument, struct form *form);
bool forms_address(struct forms *forms, uint32_t code, struct form *form);

// Adds `factor` times another one. False: it has too many terms.
bool form_add(const struct forms *forms, struct form *form, const struct form *other, int64_t factor);
// Whether they have the same terms, so that they differ by the constants' difference.
bool form_same_terms(const struct form *a, const struct form *b);

#endif
