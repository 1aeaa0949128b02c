// Property files of SV-COMP: what is to hold of a program.
#ifndef HEDDLE_REPORT_SVCOMP_PROPERTY_H
#define HEDDLE_REPORT_SVCOMP_PROPERTY_H

#include "base/error.h"

#include <stdint.h>

// SVCOMP_RULE(NAME, TEXT, FORMULA): its name in verdicts, and what stands in LTL(...) without blanks. Of a
// call, @ stands for the name of the function.
#define SVCOMP_RULES(X)                                                                                      \
    X(UNREACH_CALL, "unreach-call", "G!call(@())")                                                           \
    X(NO_DATA_RACE, "no-data-race", "G!data-race")                                                           \
    X(VALID_FREE, "valid-free", "Gvalid-free")                                                               \
    X(VALID_DEREF, "valid-deref", "Gvalid-deref")                                                            \
    X(VALID_MEMTRACK, "valid-memtrack", "Gvalid-memtrack")                                                   \
    X(VALID_MEMCLEANUP, "valid-memcleanup", "Gvalid-memcleanup")                                             \
    X(NO_OVERFLOW, "no-overflow", "G!overflow")                                                              \
    X(TERMINATION, "termination", "Fend")
enum svcomp_rule {
#define SVCOMP_RULE(name, text, formula) SVCOMP_##name,
    SVCOMP_RULES(SVCOMP_RULE)
#undef SVCOMP_RULE
        SVCOMP_RULE_COUNT
};

struct svcomp_property {
    uint32_t rules; // 1 << enum svcomp_rule; all of them are to hold
    char *function; // of UNREACH_CALL: what must not be called; owned
    char *text;     // the CHECKs of the file, one a line, blanks as they are; owned
};

const char *svcomp_rule_name(enum svcomp_rule rule);
// Reads a property file. Cleared memory is an empty one; released with svcomp_property_free, also after a
// failure. The message names the file and the line of what no property of SV-COMP is.
bool svcomp_property_read(const char *path, struct svcomp_property *property, struct error *error);
void svcomp_property_free(struct svcomp_property *property);

#endif
