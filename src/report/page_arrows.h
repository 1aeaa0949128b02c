// The arrows of a timeline: what happens before what in another thread, and who woke whom.
#ifndef HEDDLE_REPORT_PAGE_ARROWS_H
#define HEDDLE_REPORT_PAGE_ARROWS_H

#include "report/timeline.h"
#include "report/violation_path.h"

struct page_arrow {
    int64_t from; // index of an event of the timeline; -1: before the first
    uint32_t to;
    const char *kind; // "creates", "joins", "unlocks", "wakes", "posts", "releases", "writes"
};
typedef VECTOR(struct page_arrow) page_arrows;

// Owned by the caller.
page_arrows page_arrows_find(const struct timeline *timeline, const struct violation_path *path);

#endif
