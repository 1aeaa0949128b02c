// Witnesses for the validators of SV-COMP: GraphML 1.0, and YAML 2.x.
#ifndef HEDDLE_REPORT_SVCOMP_WITNESS_H
#define HEDDLE_REPORT_SVCOMP_WITNESS_H

#include "report/svcomp.h"
#include "report/violation_path.h"

// What both formats have.
struct svcomp_witness {
    const struct svcomp_verdict *verdict;
    const struct svcomp_property *property;
    const text_list *files;
    unsigned bits;              // of a pointer
    text_list hashes;           // SHA-256 of each file, in hexadecimal
    struct violation_path path; // of a violation
    // Where it happens; of a data race each of the two accesses, by its thread.
    struct source_place targets[2];
    uint32_t target_threads[2], target_count;
    char created[32]; // when, by ISO 8601
    char id[40];      // a UUID
};

// Whether the name of a file says which format is wanted.
bool svcomp_witness_known(const char *path);
// Writes a witness of the verdict, which is TRUE or FALSE. False with the error set.
bool svcomp_witness_write(struct heddle_check *check, const struct svcomp_property *property,
                          const struct svcomp_verdict *verdict, const char *path, struct error *error);

// Texts owned by the caller.
char *svcomp_graphml(const struct svcomp_witness *witness);
char *svcomp_yaml(const struct svcomp_witness *witness);
// The input's value as a constant of C; owned by the caller; NULL: it has none.
char *svcomp_constant(const struct path_step *input);

#endif
