// Dates of <time.h>.
#ifndef HEDDLE_RUNTIME_CALENDAR_H
#define HEDDLE_RUNTIME_CALENDAR_H

#include "runtime/runtime.h"

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

// Seconds since 1970 of a date in UTC whose fields may lie outside their usual ranges.
int64_t __runtime_seconds_of(const struct tm *date);

#endif
