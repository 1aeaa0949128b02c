// What a check says about a property file of SV-COMP: the competition's verdicts, by its rules.
#ifndef HEDDLE_REPORT_SVCOMP_H
#define HEDDLE_REPORT_SVCOMP_H

#include "report/entry.h"
#include "report/svcomp_property.h"

enum svcomp_answer { SVCOMP_TRUE, SVCOMP_FALSE, SVCOMP_UNKNOWN };

struct svcomp_verdict {
    enum svcomp_answer answer;
    enum svcomp_rule rule; // that is violated
    uint32_t violation;    // of the check: its index
    char *why;             // why it is unknown; owned; NULL: it is known
};

// What of heddle's properties the rules need: 1 << enum property; and which leaks count.
uint32_t svcomp_properties(const struct svcomp_property *property);
enum leak_kind svcomp_leaks(const struct svcomp_property *property);

// What the violation is by the rules of the competition.
enum svcomp_meaning {
    SVCOMP_VIOLATES, // the rule
    SVCOMP_ENDS,     // the program ends there, and no rule is about it
    SVCOMP_OPEN      // the rules do not say
};

// Of a check that was run with these properties. `every`: it went on after the first violation. Released with
// svcomp_verdict_free.
struct svcomp_verdict svcomp_verdict(const struct heddle_check *check, const struct svcomp_property *property,
                                     bool every);
// Whether running it once more, to go on after the first violation, can decide what is unknown.
bool svcomp_needs_every(const struct heddle_check *check, const struct svcomp_property *property);
// Whether a violation decides, whatever else there is. `property` is a struct svcomp_property.
bool svcomp_violates(const void *property, const struct program *program,
                     const struct exploration_violation *violation);
void svcomp_verdict_free(struct svcomp_verdict *verdict);

// "TRUE", "FALSE(valid-deref)", "UNKNOWN"; owned by the caller.
char *svcomp_verdict_text(const struct svcomp_verdict *verdict);

#endif
