#include "predict/window.h"

struct window_search {
    struct window *window;
    const struct causality *causality;
    const uint32_t *next;
    uint32_t count;
    uint32_t *trial;
};

// Whether what is in the set can all have happened when the events are next.
static bool possible(const struct window_search *search, const uint32_t *ideal)
{
    const struct causality *causality = search->causality;
    for (uint32_t i = 0; i < search->count; i++)
        if (ideal[causality->trace->events.data[search->next[i]].thread] >=
            causality->events[search->next[i]].time)
            return false;
    return !closure_uncertain(&causality->closure, ideal);
}

static bool is_earlier_cut(struct window_cut a, struct window_cut b)
{
    return a.thread < b.thread || (a.thread == b.thread && a.time < b.time);
}

// How many cuts come before this one.
static uint32_t cuts_before(const struct window *window, struct window_cut cut)
{
    uint32_t low = 0, high = window->cuts.size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (is_earlier_cut(window->cuts.data[middle], cut))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// False: it is there already.
static bool add_cut(struct window *window, struct window_cut cut)
{
    uint32_t at = cuts_before(window, cut), behind = window->cuts.size - at;
    if (behind && !is_earlier_cut(cut, vector_at(&window->cuts, at)))
        return false;
    vector_push(&window->cuts, cut);
    memmove(&window->cuts.data[at + 1], &window->cuts.data[at], behind * sizeof cut);
    window->cuts.data[at] = cut;
    if (window->most[cut.thread] < cut.time)
        window->most[cut.thread] = cut.time;
    return true;
}

// The section of a history that is open after so many events of its thread, where others exclude it; NULL:
// there is none.
static const struct closure_section *open_section(const struct window_search *search,
                                                  const struct closure_history *history, uint32_t time)
{
    const struct closure *closure = &search->causality->closure;
    uint32_t entered = closure_sections_entered(history, time);
    const struct closure_section *section = entered ? &history->sections.data[entered - 1] : NULL;
    if (!section || section->released <= time || section->released == CLOSURE_NO_TIME)
        return NULL;
    const closure_numbers *others = &closure->lock_histories[history->lock];
    for (uint32_t i = 0; i < others->size; i++) {
        const struct closure_history *other = &closure->histories.data[others->data[i]];
        uint32_t count = closure_sections_entered(other, search->window->most[other->thread]);
        if (other != history && count &&
            (section->exclusive == entered || other->sections.data[count - 1].exclusive))
            return section;
    }
    return NULL;
}

// Adds the release of the section that is open there, and what precedes it. False: there was nothing to add.
static bool add_release_of_section(struct window_search *search, const struct closure_history *history,
                                   uint32_t time)
{
    const struct closure *closure = &search->causality->closure;
    const struct closure_section *section = open_section(search, history, time);
    bool added = false;
    if (!section)
        return false;
    memset(search->trial, 0, closure->threads * sizeof *search->trial);
    causality_join(search->causality, search->trial, history->thread, section->released,
                   section->release_clock);
    if (!possible(search, search->trial))
        return false;
    for (uint32_t t = 0; t < closure->threads; t++)
        if (search->trial[t] > search->window->least[t])
            added |= add_cut(search->window, (struct window_cut){t, search->trial[t]});
    return added;
}

// Wherever a thread's part may end, a section can be open that others wait for.
static bool add_releases(struct window_search *search, const struct closure_history *history)
{
    struct window *window = search->window;
    bool added = add_release_of_section(search, history, window->least[history->thread]);
    for (uint32_t i = cuts_before(window, (struct window_cut){history->thread, 0});
         i < window->cuts.size && window->cuts.data[i].thread == history->thread; i++)
        added |= add_release_of_section(search, history, window->cuts.data[i].time);
    return added;
}

static void add_all_releases(struct window_search *search)
{
    const struct closure *closure = &search->causality->closure;
    for (bool added = true; added;) {
        added = false;
        for (uint32_t i = 0; i < closure->histories.size; i++)
            if (closure->lock_histories[closure->histories.data[i].lock].size > 1)
                added |= add_releases(search, &closure->histories.data[i]);
    }
}

bool window_find(struct window *window, const struct causality *causality, const uint32_t *next,
                 uint32_t count)
{
    uint32_t threads = causality->closure.threads;
    window_free(window);
    window->least = memory_zalloc(threads, sizeof *window->least);
    for (uint32_t i = 0; i < count; i++)
        causality_join(causality, window->least, causality->trace->events.data[next[i]].thread,
                       causality->events[next[i]].time - 1, causality->events[next[i]].before);
    struct window_search search = {window, causality, next, count, NULL};
    if (!possible(&search, window->least))
        return false;
    window->most = memory_zalloc(threads, sizeof *window->most);
    memcpy(window->most, window->least, threads * sizeof *window->most);
    search.trial = memory_zalloc(threads, sizeof *search.trial);
    add_all_releases(&search);
    memory_free(search.trial);
    return true;
}

void window_free(struct window *window)
{
    memory_free(window->least);
    memory_free(window->most);
    vector_free(&window->cuts);
    *window = (struct window){0};
}

uint32_t window_cut_of(const struct window *window, uint32_t thread, uint32_t time)
{
    if (time <= window->least[thread])
        return WINDOW_ALWAYS;
    uint32_t at = cuts_before(window, (struct window_cut){thread, time});
    return at < window->cuts.size && window->cuts.data[at].thread == thread ? at : WINDOW_NEVER;
}
