// Colours of text results: escape sequences, or nothing.
#ifndef HEDDLE_REPORT_STYLE_H
#define HEDDLE_REPORT_STYLE_H

#include <stdbool.h>

struct style {
    const char *good, *bad, *doubt, *strong, *faint, *mark, *end;
};

static inline struct style style_new(bool colour)
{
    return colour ? (struct style){"\033[1;32m", "\033[1;31m", "\033[1;33m", "\033[1m",
                                   "\033[2m",    "\033[1;36m", "\033[0m"}
                  : (struct style){"", "", "", "", "", "", ""};
}

#endif
