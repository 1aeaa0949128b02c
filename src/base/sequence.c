#include "base/sequence.h"

#include "base/memory.h"
#include "base/vector.h"

#include <stdbool.h>

enum { MOST_EDITS = 1000 }; // more in one rectangle: the furthest point that was reached divides it

// Elements [a0, a1) of one sequence against [b0, b1) of the other.
struct rectangle {
    int64_t a0, a1, b0, b1;
};

struct sequence_comparison {
    const uint64_t *a, *b;
    uint32_t *match;
    int64_t *forward, *backward; // by diagonal a - b: how far paths from either corner came, as an index in a
    VECTOR(struct rectangle) open;
};

struct point {
    int64_t a, b;
};

// Takes equal beginnings and ends off. Whether both sides have something left.
static bool trim_rectangle(struct sequence_comparison *c, struct rectangle *r)
{
    while (r->a0 < r->a1 && r->b0 < r->b1 && c->a[r->a0] == c->b[r->b0])
        c->match[r->a0++] = (uint32_t)r->b0++;
    while (r->a0 < r->a1 && r->b0 < r->b1 && c->a[r->a1 - 1] == c->b[r->b1 - 1])
        c->match[--r->a1] = (uint32_t)--r->b1;
    return r->a0 < r->a1 && r->b0 < r->b1;
}

// The diagonals that paths with so many edits can have come to.
struct diagonals {
    int64_t low, high;
};

static void widen_diagonals(struct diagonals *d, const struct diagonals *all, int64_t *furthest, int64_t none)
{
    if (d->low > all->low)
        furthest[--d->low - 1] = none;
    else
        d->low++;
    if (d->high < all->high)
        furthest[++d->high + 1] = none;
    else
        d->high--;
}

static bool has_diagonal(const struct diagonals *d, int64_t diagonal)
{
    return d->low <= diagonal && diagonal <= d->high;
}

// One more edit from the beginning; true: a path has met one from the end, at *met.
static bool go_forward(struct sequence_comparison *c, const struct rectangle *r, const struct diagonals *own,
                       const struct diagonals *other, bool meets, struct point *met)
{
    int64_t *reached = c->forward;
    for (int64_t d = own->high; d >= own->low; d -= 2) {
        int64_t a = reached[d - 1] >= reached[d + 1] ? reached[d - 1] + 1 : reached[d + 1], b = a - d;
        while (a < r->a1 && b < r->b1 && c->a[a] == c->b[b])
            a++, b++;
        reached[d] = a;
        if (meets && has_diagonal(other, d) && c->backward[d] <= a) {
            *met = (struct point){a, b};
            return true;
        }
    }
    return false;
}

static bool go_backward(struct sequence_comparison *c, const struct rectangle *r, const struct diagonals *own,
                        const struct diagonals *other, bool meets, struct point *met)
{
    int64_t *reached = c->backward;
    for (int64_t d = own->high; d >= own->low; d -= 2) {
        int64_t a = reached[d - 1] < reached[d + 1] ? reached[d - 1] : reached[d + 1] - 1, b = a - d;
        while (a > r->a0 && b > r->b0 && c->a[a - 1] == c->b[b - 1])
            a--, b--;
        reached[d] = a;
        if (meets && has_diagonal(other, d) && a <= c->forward[d]) {
            *met = (struct point){a, b};
            return true;
        }
    }
    return false;
}

// The point inside that paths from the beginning have come closest to the end with.
static struct point furthest(const struct sequence_comparison *c, const struct rectangle *r,
                             const struct diagonals *own)
{
    struct point best = {r->a0, r->b0};
    for (int64_t d = own->high; d >= own->low; d -= 2) {
        int64_t a = c->forward[d] < r->a1 ? c->forward[d] : r->a1, b = a - d;
        if (b > r->b1) {
            b = r->b1;
            a = b + d;
        }
        if (a + b > best.a + best.b)
            best = (struct point){a, b};
    }
    return best;
}

// A point that a shortest path passes, other than the corners: both sides begin and end differently.
static struct point divide_rectangle(struct sequence_comparison *c, const struct rectangle *r)
{
    const struct diagonals all = {r->a0 - r->b1, r->a1 - r->b0};
    struct diagonals ahead = {r->a0 - r->b0, r->a0 - r->b0}, back = {r->a1 - r->b1, r->a1 - r->b1};
    bool odd = (ahead.low - back.low) & 1;
    struct point met;
    c->forward[ahead.low] = r->a0;
    c->backward[back.low] = r->a1;
    for (int edits = 1;; edits++) {
        widen_diagonals(&ahead, &all, c->forward, -1);
        if (go_forward(c, r, &ahead, &back, odd, &met))
            return met;
        widen_diagonals(&back, &all, c->backward, INT64_MAX);
        if (go_backward(c, r, &back, &ahead, !odd, &met))
            return met;
        if (edits >= MOST_EDITS)
            return furthest(c, r, &ahead);
    }
}

void sequence_match(const uint64_t *a, uint32_t a_count, const uint64_t *b, uint32_t b_count, uint32_t *match)
{
    // Diagonals reach from -b_count - 1 to a_count + 1.
    size_t diagonals = (size_t)a_count + b_count + 3;
    int64_t *room = memory_alloc(2 * diagonals * sizeof *room);
    struct sequence_comparison c = {.a = a, .b = b, .match = match};
    c.forward = room + b_count + 1;
    c.backward = room + diagonals + b_count + 1;
    for (uint32_t k = 0; k < a_count; k++)
        match[k] = SEQUENCE_NONE;
    vector_push(&c.open, (struct rectangle){0, a_count, 0, b_count});
    while (c.open.size) {
        struct rectangle r = vector_pop(&c.open);
        if (!trim_rectangle(&c, &r))
            continue;
        struct point p = divide_rectangle(&c, &r);
        vector_push(&c.open, (struct rectangle){r.a0, p.a, r.b0, p.b});
        vector_push(&c.open, (struct rectangle){p.a, r.a1, p.b, r.b1});
    }
    vector_free(&c.open);
    memory_free(room);
}
