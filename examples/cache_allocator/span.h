// Spans: runs of pages of the arena. The page heap hands them out, takes them back, and joins free
// neighbours.
//
// A span is free, or holds objects of one size class (its central list then looks after it), or is one large
// object. Every page of a used span leads to it through the page map; of a free one only the first and the
// last do.
#ifndef SPAN_H
#define SPAN_H

#include "config.h"
#include "object.h"

#include <stdbool.h>

enum span_state { SPAN_UNUSED, SPAN_FREE, SPAN_SMALL, SPAN_LARGE };

struct span {
    struct span *next, *previous; // in the list it is in; a span in no list is its own neighbour
    enum span_state state;
    uint32_t first_page, page_count;
    unsigned size_class; // SPAN_SMALL
    uint32_t taken;      // SPAN_SMALL: objects that are not in `free`
    struct object *free; // SPAN_SMALL: the others
    size_t requested;    // SPAN_LARGE: bytes asked for
};

struct span_statistics {
    size_t free_pages, free_spans, small_spans, large_spans;
    size_t peak_pages; // most pages in use at a time
};

// Lists of spans: rings with a head of their own.
void span_list_init(struct span *head);
bool span_list_is_empty(const struct span *head);
void span_list_add(struct span *head, struct span *span);
// Takes the span out of the list it is in.
void span_list_remove(struct span *span);

// Once, before everything else.
void pages_init(void);
// A span of `count` pages, its first page a multiple of `alignment` pages (a power of two) from the start of
// the arena; NULL when the arena has no such run. Its objects and links are not set up.
struct span *pages_allocate(uint32_t count, uint32_t alignment, enum span_state state);
// Gives a used span back, which must be in no list.
void pages_free(struct span *span);
// Makes a large span `count` pages long: gives pages at its end back, or takes them from a free span behind
// it. Returns false, and changes nothing, when those are not free.
bool pages_resize(struct span *span, uint32_t count);
// The used span that the address lies in, or NULL: not in the arena, or in no used span. Takes no lock; the
// answer is stable as long as something in the span is in use.
struct span *pages_span_of(const void *address);
// The first byte of the span.
void *span_start(const struct span *span);

void pages_statistics(struct span_statistics *statistics);
// Holds the page heap still, for the integrity check.
void pages_lock(void);
void pages_unlock(void);
// Whether page map, free lists and counts agree; `problem` names the first thing that does not. The lock is
// held.
bool pages_check(const char **problem);
// The used span with the smallest first page not below `page`, or NULL. For walks over all spans; the lock is
// held.
struct span *pages_next_used(uint32_t page);

#endif
