#include "explore/part_above.h"

#include "explore/search.h"

static struct thread_set common(const struct thread_set *a, const struct thread_set *b)
{
    struct thread_set others = *a, set = *a;
    thread_set_remove_all(&others, b);
    thread_set_remove_all(&set, &others);
    return set;
}

bool part_ask(struct search *s, uint32_t point, uint32_t first, const struct thread_set *threads)
{
    static const struct thread_set none;
    struct part_asked *asked = &s->part->points.data[point];
    const struct thread_set *enabled = &s->points.data[point].enabled;
    struct thread_set known = common(&asked->known, threads), possible = common(enabled, threads),
                      wanted = {{0}, 0};
    if (thread_set_count(&known))
        return false;
    if (thread_set_has(&possible, first))
        thread_set_add(&wanted, first);
    else if (thread_set_count(&possible))
        thread_set_add(&wanted, thread_set_first_without(&possible, &none));
    else
        wanted = *enabled; // what begins with none of these is not possible; all of them are, in any case
    thread_set_unite(&asked->known, &wanted);
    thread_set_unite(&asked->asked, &wanted);
    return true;
}
