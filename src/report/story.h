// What went wrong, in words: who waits for whom, who wrote what was seen, which signal came too early. Only
// what is certain from the steps of the execution is said.
#ifndef HEDDLE_REPORT_STORY_H
#define HEDDLE_REPORT_STORY_H

#include "report/result.h"

// Sentences about a violation, a line each, owned by the caller; NULL: nothing can be said that the rest of
// the result does not.
char *story_text(struct result *result, uint32_t violation);

#endif
