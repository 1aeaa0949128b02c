// What a process gives away of its part, and how.
#include "explore/parallel_state.h"

#include "base/clock.h"
#include "base/hash.h"
#include "machine/questions.h"

#include <errno.h>
#include <unistd.h>

#define FORK_AGAIN_SECONDS 1.0 // after one that the system has not allowed

// ---- what may be given

bool parallel_has_unknown(const struct search *s, uint32_t point)
{
    const struct parallel *p = s->parallel;
    for (uint32_t k = 0; k < p->given.size; k++)
        if (p->given.data[k].point == point && !p->given.data[k].known)
            return true;
    return false;
}

static bool has_alternatives(const struct search *s, uint32_t point, uint32_t more)
{
    const struct answer_point *answer = &s->points.data[point].answer;
    return answer->alternative + more < answer->count;
}

bool parallel_is_decided(const struct search *s, uint32_t point)
{
    for (uint32_t k = point + 1;
         k < s->points.size && s->points.data[k].within_step && s->points.data[k].answer.step.point == point;
         k++)
        if (has_alternatives(s, k, 1) || parallel_has_workers(s, k))
            return false;
    return true;
}

static bool may_give(const struct search *s, uint32_t point)
{
    const struct reduction_sharing *sharing = s->reduction->sharing;
    if (s->points.data[point].within_step)
        return has_alternatives(s, point, 1);
    if (sharing->given_known && (parallel_has_unknown(s, point) || !parallel_is_decided(s, point)))
        return false;
    return sharing->may_give(s, point);
}

bool parallel_has_more(const struct search *s, uint32_t point)
{
    return s->points.data[point].within_step ? has_alternatives(s, point, 1)
                                             : s->reduction->sharing->has_more(s, point);
}

// For tests: one of so many, drawn, so that parts are handed over at other places and moments each time.
static uint64_t draw_one_of(struct parallel *p, uint64_t count)
{
    p->draws = hash_combine(p->draws + 1, (uint64_t)getpid());
    return p->draws % count;
}

void parallel_wait_drawn(struct parallel *p)
{
    if (draw_one_of(p, 4) == 0)
        usleep((useconds_t)draw_one_of(p, 400));
}

// The shallowest choice point from which something may be given. `keep`: and something else is left.
static bool find_gift(struct search *s, bool keep, uint32_t *point)
{
    const struct reduction_sharing *sharing = s->reduction->sharing;
    uint32_t k = s->parallel->base, end = s->points.size;
    bool any = s->options->share_at_once;
    while (k < end && (!may_give(s, k) || (any && keep && draw_one_of(s->parallel, 2))))
        k++;
    if (k == end)
        return false;
    *point = k;
    bool more = s->points.data[k].within_step ? has_alternatives(s, k, 2) : sharing->may_give_more(s, k);
    while (keep && !more && ++k < end)
        more = parallel_has_more(s, k);
    return more || !keep;
}

// ---- giving

double parallel_pause(const struct search *s, double seconds)
{
    return s->options->share_at_once ? 0 : seconds;
}

bool parallel_give(struct search *s, bool keep)
{
    struct parallel *p = s->parallel;
    uint32_t point, seat;
    double now = clock_seconds();
    if (now < p->next_gift)
        return false;
    if (!workers_have_room(&p->workers) || !find_gift(s, keep, &point) ||
        !workers_reserve(&p->workers, &seat))
        return false;
    struct given_part given = {.point = point, .within_step = s->points.data[point].within_step};
    given.known = given.event_known = given.within_step || !s->reduction->sharing->given_known;
    VECTOR(struct worker_link) links = {0};
    for (uint32_t k = 0; k < p->given.size; k++)
        vector_push(&links, p->given.data[k].link);
    if (p->has_beside)
        vector_push(&links, p->beside);
    vector_reserve(&p->given, (uint64_t)p->given.size + 1);
    if (!parallel_is_worker(s) && !p->given.size)
        p->threads = machine_thread_limit(s->machine);
    p->forked = now;
    enum worker_side side = workers_fork(&p->workers, seat, &given.link, links.data, links.size);
    int error = errno;
    vector_free(&links);
    if (side == WORKER_ITSELF)
        parallel_run_worker(s, point);
    if (side == WORKER_NONE) {
        p->no_fork = error;
        p->next_gift = now + FORK_AGAIN_SECONDS;
        return false;
    }
    if (given.within_step)
        s->points.data[point].answer.count--;
    else
        s->reduction->sharing->give(s, point);
    given.seconds = clock_seconds() - now;
    vector_push(&p->given, given);
    p->next_gift = clock_seconds() + parallel_pause(s, p->pause);
    return true;
}
