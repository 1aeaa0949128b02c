#include "span.h"

#include <pthread.h>
#include <stdatomic.h>

// Free spans of 1 .. FREE_LISTS - 1 pages have a list for each length; the last list has all the longer ones.
enum { FREE_LISTS = 32 };

static _Alignas(1 << ALLOCATOR_PAGE_SHIFT) unsigned char arena[ALLOCATOR_PAGES << ALLOCATOR_PAGE_SHIFT];
static struct span spans[ALLOCATOR_PAGES + 1];
// Atomic only because a wrong pointer may be looked up while its page changes hands.
static _Atomic(struct span *) page_map[ALLOCATOR_PAGES];

static pthread_mutex_t lock =
    PTHREAD_MUTEX_INITIALIZER; // of all below, and of the spans that are not SPAN_SMALL
static struct span free_lists[FREE_LISTS];
static struct span unused; // spans without pages
static struct span_statistics counts;

void span_list_init(struct span *head)
{
    head->next = head;
    head->previous = head;
}

bool span_list_is_empty(const struct span *head)
{
    return head->next == head;
}

void span_list_add(struct span *head, struct span *span)
{
    span->next = head->next;
    span->previous = head;
    head->next->previous = span;
    head->next = span;
}

void span_list_remove(struct span *span)
{
    span->previous->next = span->next;
    span->next->previous = span->previous;
    span_list_init(span);
}

void *span_start(const struct span *span)
{
    return arena + ((size_t)span->first_page << ALLOCATOR_PAGE_SHIFT);
}

static struct span *map_get(uint32_t page)
{
    return atomic_load_explicit(&page_map[page], memory_order_relaxed);
}

static void map_set(uint32_t page, struct span *span)
{
    atomic_store_explicit(&page_map[page], span, memory_order_relaxed);
}

struct span *pages_span_of(const void *address)
{
    uintptr_t offset = (uintptr_t)address - (uintptr_t)arena;
    if (offset >= sizeof arena)
        return NULL;
    struct span *span = map_get((uint32_t)(offset >> ALLOCATOR_PAGE_SHIFT));
    if (span == NULL || (span->state != SPAN_SMALL && span->state != SPAN_LARGE))
        return NULL;
    return span;
}

static struct span *free_list_for(uint32_t page_count)
{
    return &free_lists[page_count < FREE_LISTS ? page_count : 0];
}

// A span for the pages, in no list. There is always one: no more spans than pages exist.
static struct span *span_new(uint32_t first_page, uint32_t page_count)
{
    struct span *span = unused.next;
    span_list_remove(span);
    span->first_page = first_page;
    span->page_count = page_count;
    return span;
}

static void span_delete(struct span *span)
{
    span->state = SPAN_UNUSED;
    span_list_add(&unused, span);
}

// Makes the span free as it is and lists it.
static void list_free_span(struct span *span)
{
    span->state = SPAN_FREE;
    map_set(span->first_page, span);
    map_set(span->first_page + span->page_count - 1, span);
    span_list_add(free_list_for(span->page_count), span);
    counts.free_spans++;
    counts.free_pages += span->page_count;
}

// The page map forgets the span; its pages are about to belong to another one.
static void unlist_free_span(struct span *span)
{
    map_set(span->first_page, NULL);
    map_set(span->first_page + span->page_count - 1, NULL);
    span_list_remove(span);
    counts.free_spans--;
    counts.free_pages -= span->page_count;
}

static void map_all_pages(struct span *span)
{
    for (uint32_t i = 0; i < span->page_count; i++)
        map_set(span->first_page + i, span);
}

static void count_used(enum span_state state, int change)
{
    size_t *counter = state == SPAN_SMALL ? &counts.small_spans : &counts.large_spans;
    *counter += (size_t)change;
    size_t used = ALLOCATOR_PAGES - counts.free_pages;
    if (used > counts.peak_pages)
        counts.peak_pages = used;
}

void pages_init(void)
{
    span_list_init(&unused);
    for (size_t i = 0; i < sizeof spans / sizeof spans[0]; i++)
        span_delete(&spans[i]);
    for (int i = 0; i < FREE_LISTS; i++)
        span_list_init(&free_lists[i]);
    list_free_span(span_new(0, ALLOCATOR_PAGES));
}

// The first page in the span from which `count` pages begin at an address that is a multiple of `alignment`
// pages, or UINT32_MAX.
static uint32_t fitting_page(const struct span *span, uint32_t count, uint32_t alignment)
{
    uintptr_t arena_page = (uintptr_t)arena >> ALLOCATOR_PAGE_SHIFT;
    uintptr_t aligned = (arena_page + span->first_page + alignment - 1) & ~(uintptr_t)(alignment - 1);
    uint32_t first = (uint32_t)(aligned - arena_page);
    uint32_t end = span->first_page + span->page_count;
    return first < end && count <= end - first ? first : UINT32_MAX;
}

// The shortest free span that fits; among equals any.
static struct span *find_free_span(uint32_t count, uint32_t alignment)
{
    for (uint32_t length = count; length < FREE_LISTS; length++)
        for (struct span *span = free_lists[length].next; span != &free_lists[length]; span = span->next)
            if (fitting_page(span, count, alignment) != UINT32_MAX)
                return span;
    struct span *best = NULL;
    for (struct span *span = free_lists[0].next; span != &free_lists[0]; span = span->next)
        if (fitting_page(span, count, alignment) != UINT32_MAX &&
            (best == NULL || span->page_count < best->page_count))
            best = span;
    return best;
}

// Cuts the unlisted span to `count` pages from `first` on; what is before and behind becomes free spans.
static void trim_span(struct span *span, uint32_t first, uint32_t count)
{
    uint32_t before = first - span->first_page;
    uint32_t behind = span->page_count - before - count;
    if (before > 0)
        list_free_span(span_new(span->first_page, before));
    if (behind > 0)
        list_free_span(span_new(first + count, behind));
    span->first_page = first;
    span->page_count = count;
}

struct span *pages_allocate(uint32_t count, uint32_t alignment, enum span_state state)
{
    pthread_mutex_lock(&lock);
    struct span *span = find_free_span(count, alignment);
    if (span != NULL) {
        unlist_free_span(span);
        trim_span(span, fitting_page(span, count, alignment), count);
        span->state = state;
        map_all_pages(span);
        count_used(state, 1);
    }
    pthread_mutex_unlock(&lock);
    return span;
}

// The free span that ends before, or begins at, the page; NULL when there is none. Pages outside the arena
// are allowed.
static struct span *free_neighbour(uint32_t page)
{
    if (page >= ALLOCATOR_PAGES)
        return NULL;
    struct span *span = map_get(page);
    return span != NULL && span->state == SPAN_FREE ? span : NULL;
}

// Lists the span's pages as free, together with free neighbours.
static void join_and_list(struct span *span)
{
    struct span *before = free_neighbour(span->first_page - 1); // wraps around for page 0
    if (before != NULL) {
        unlist_free_span(before);
        span->first_page = before->first_page;
        span->page_count += before->page_count;
        span_delete(before);
    }
    struct span *behind = free_neighbour(span->first_page + span->page_count);
    if (behind != NULL) {
        unlist_free_span(behind);
        span->page_count += behind->page_count;
        span_delete(behind);
    }
    list_free_span(span);
}

void pages_free(struct span *span)
{
    pthread_mutex_lock(&lock);
    count_used(span->state, -1);
    for (uint32_t i = 0; i < span->page_count; i++)
        map_set(span->first_page + i, NULL);
    join_and_list(span);
    pthread_mutex_unlock(&lock);
}

static void shrink_span(struct span *span, uint32_t count)
{
    uint32_t rest = span->page_count - count;
    for (uint32_t i = 0; i < rest; i++)
        map_set(span->first_page + count + i, NULL);
    span->page_count = count;
    join_and_list(span_new(span->first_page + count, rest));
}

static bool grow_span(struct span *span, uint32_t count)
{
    uint32_t more = count - span->page_count;
    uint32_t end = span->first_page + span->page_count;
    struct span *behind = free_neighbour(end);
    if (behind == NULL || behind->page_count < more)
        return false;
    unlist_free_span(behind);
    uint32_t rest = behind->page_count - more;
    span_delete(behind);
    if (rest > 0)
        list_free_span(span_new(end + more, rest));
    span->page_count = count;
    map_all_pages(span);
    count_used(span->state, 0);
    return true;
}

bool pages_resize(struct span *span, uint32_t count)
{
    bool done = true;
    pthread_mutex_lock(&lock);
    if (count < span->page_count)
        shrink_span(span, count);
    else if (count > span->page_count)
        done = grow_span(span, count);
    pthread_mutex_unlock(&lock);
    return done;
}

void pages_statistics(struct span_statistics *statistics)
{
    pthread_mutex_lock(&lock);
    *statistics = counts;
    pthread_mutex_unlock(&lock);
}

void pages_lock(void)
{
    pthread_mutex_lock(&lock);
}

void pages_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

struct span *pages_next_used(uint32_t page)
{
    while (page < ALLOCATOR_PAGES) {
        struct span *span = map_get(page);
        if (span == NULL)
            return NULL;
        if (span->state != SPAN_FREE)
            return span;
        page = span->first_page + span->page_count;
    }
    return NULL;
}

// Whether the page map shows the span where it has to.
static bool map_shows(const struct span *span)
{
    if (map_get(span->first_page) != span || map_get(span->first_page + span->page_count - 1) != span)
        return false;
    for (uint32_t i = 0; i < span->page_count && span->state != SPAN_FREE; i++)
        if (map_get(span->first_page + i) != span)
            return false;
    return true;
}

// Counts the free lists; UINT32_MAX when a span is in the wrong one.
static uint32_t count_listed(void)
{
    uint32_t listed = 0;
    for (uint32_t i = 0; i < FREE_LISTS; i++)
        for (struct span *span = free_lists[i].next; span != &free_lists[i]; span = span->next) {
            if (span->state != SPAN_FREE || free_list_for(span->page_count) != &free_lists[i])
                return UINT32_MAX;
            listed++;
        }
    return listed;
}

bool pages_check(const char **problem)
{
    struct span_statistics found = {.peak_pages = counts.peak_pages};
    bool before_is_free = false;
    for (uint32_t page = 0; page < ALLOCATOR_PAGES;) {
        struct span *span = map_get(page);
        *problem = "page map";
        if (span == NULL || span->first_page != page || span->page_count == 0 ||
            span->page_count > ALLOCATOR_PAGES - page || !map_shows(span))
            return false;
        *problem = "free neighbours that were not joined";
        if (before_is_free && span->state == SPAN_FREE)
            return false;
        before_is_free = span->state == SPAN_FREE;
        found.free_spans += span->state == SPAN_FREE;
        found.free_pages += span->state == SPAN_FREE ? span->page_count : 0;
        found.small_spans += span->state == SPAN_SMALL;
        found.large_spans += span->state == SPAN_LARGE;
        page += span->page_count;
    }
    *problem = "counts of spans";
    if (found.free_spans != counts.free_spans || found.free_pages != counts.free_pages ||
        found.small_spans != counts.small_spans || found.large_spans != counts.large_spans)
        return false;
    *problem = "free lists";
    return count_listed() == found.free_spans;
}
