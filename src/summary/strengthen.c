#include "summary/strengthen.h"

#include "base/rules.h"
#include "summary/content.h"

enum {
    FEW_BOUNDS = 6,    // are left as they are
    MOST_BOUNDS = 160, // beyond, all places of literals become exact
};

static void put_values(struct precondition *p, const struct machine *m)
{
    for (uint32_t k = 0; k < p->literals.size;) {
        struct literal *l = &p->literals.data[k];
        enum literal_truth truth = LITERAL_OPEN;
        for (uint32_t i = 0; i < l->count && truth == LITERAL_OPEN;) {
            struct sum value = {0};
            if (precondition_is_exact(p, &l->part[i].place) &&
                content_number(m, &l->part[i].place, &value.constant) &&
                literal_replace(l, i, &value, &truth))
                i = 0;
            else
                i++;
        }
        if (truth == LITERAL_FALSE)
            p->never = true;
        if (truth == LITERAL_OPEN)
            k++;
        else
            precondition_drop_literal(p, k);
    }
}

// x = k says that a place holds just what it holds: entries are found by that.
static bool is_value(const struct literal *l)
{
    return l->relation == RELATION_EQUAL && l->count == 1 &&
           (l->part[0].factor == 1 || l->part[0].factor == -1) && l->width >= l->part[0].place.width;
}

static bool is_other_bit(const struct literal *l)
{
    return l->relation == RELATION_UNEQUAL && l->count == 1 && l->width == 1 && l->part[0].place.width == 1;
}

static bool make_exact(struct precondition *p, const struct machine *m)
{
    bool changed = false;
    for (uint32_t k = 0; k < p->literals.size;) {
        const struct literal *l = &p->literals.data[k];
        int64_t number;
        if ((!is_value(l) && !is_other_bit(l)) || !content_number(m, &l->part[0].place, &number)) {
            k++;
            continue;
        }
        precondition_add_exact(p, &l->part[0].place);
        precondition_drop_literal(p, k);
        changed = true;
    }
    return changed;
}

// Places with the same bound on both sides.
static bool pin(struct precondition *p)
{
    for (uint32_t k = 0; k < p->literals.size; k++) {
        struct literal *a = &p->literals.data[k];
        if (a->relation != RELATION_AT_MOST || a->count != 1 || a->part[0].factor != 1)
            continue;
        for (uint32_t i = 0; i < p->literals.size; i++) {
            const struct literal *b = &p->literals.data[i];
            if (b->relation != RELATION_AT_MOST || b->count != 1 || b->part[0].factor != -1 ||
                !place_equal(&a->part[0].place, &b->part[0].place) || b->constant != -a->constant)
                continue;
            struct place place = a->part[0].place;
            precondition_drop_literal(p, k > i ? k : i);
            precondition_drop_literal(p, k > i ? i : k);
            precondition_add_exact(p, &place);
            return true;
        }
    }
    return false;
}

// ---- bounds under the signs that places have now

struct row {
    struct literal literal; // factors times the signs
    bool dropped;
};

static int64_t factor_in(const struct literal *l, const struct place *place)
{
    for (uint32_t k = 0; k < l->count; k++)
        if (place_equal(&l->part[k].place, place))
            return l->part[k].factor;
    return 0;
}

// Whether a sum of numbers of at least 0 that is bounded by b is bounded by a as well.
static bool implies(const struct literal *b, const struct literal *a)
{
    if (b->constant > a->constant)
        return false;
    for (uint32_t k = 0; k < a->count; k++)
        if (factor_in(b, &a->part[k].place) < a->part[k].factor)
            return false;
    for (uint32_t k = 0; k < b->count; k++)
        if (b->part[k].factor < 0 && factor_in(a, &b->part[k].place) > b->part[k].factor)
            return false;
    return true;
}

static bool follows_from_signs(const struct literal *l)
{
    for (uint32_t k = 0; k < l->count; k++)
        if (l->part[k].factor > 0)
            return false;
    return l->constant >= 0;
}

static void drop_implied(struct row *rows, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        rows[k].dropped = follows_from_signs(&rows[k].literal);
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < count && !rows[k].dropped; i++)
            rows[k].dropped = i != k && !rows[i].dropped && implies(&rows[i].literal, &rows[k].literal);
}

static void add_sign(struct precondition *p, const struct place *place, int64_t number)
{
    struct literal sign = {.relation = RELATION_AT_MOST, .width = 64, .count = 1};
    sign.part[0].place = *place;
    sign.part[0].factor = number < 0 ? 1 : -1;
    if (literal_normalise(&sign) == LITERAL_OPEN)
        precondition_add_literal(p, &sign);
}

// Multiplies the factors of places below 0 by -1. False: a place has no number.
static bool turn(struct literal *l, const struct machine *m)
{
    bool known = true;
    for (uint32_t i = 0; i < l->count; i++) {
        int64_t number;
        known = content_number(m, &l->part[i].place, &number) && known;
        if (number < 0)
            l->part[i].factor = -l->part[i].factor;
    }
    return known;
}

typedef VECTOR(struct place) place_vector;

static bool has_place(const place_vector *places, const struct place *place)
{
    for (uint32_t k = 0; k < places->size; k++)
        if (place_equal(&places->data[k], place))
            return true;
    return false;
}

// Of the literal's places; once of each.
static void add_signs(struct precondition *p, const struct literal *l, const struct machine *m,
                      place_vector *signs)
{
    for (uint32_t i = 0; i < l->count; i++) {
        const struct place *place = &l->part[i].place;
        int64_t number;
        if (has_place(signs, place))
            continue;
        vector_push(signs, *place);
        content_number(m, place, &number);
        add_sign(p, place, number);
    }
}

static void drop_bounds(struct precondition *p, const struct machine *m)
{
    VECTOR(struct row) rows = {0};
    place_vector signs = {0};
    uint32_t kept = 0;
    for (uint32_t k = 0; k < p->literals.size; k++) {
        struct row row = {.literal = p->literals.data[k]};
        if (row.literal.relation == RELATION_AT_MOST && turn(&row.literal, m))
            vector_push(&rows, row);
        else
            p->literals.data[kept++] = p->literals.data[k];
    }
    bool few = rows.size <= FEW_BOUNDS;
    p->literals.size = kept;
    if (!few)
        drop_implied(rows.data, rows.size);
    for (uint32_t k = 0; k < rows.size; k++) {
        struct literal l = rows.data[k].literal;
        turn(&l, m); // back
        if (!few)
            add_signs(p, &l, m, &signs);
        if (!rows.data[k].dropped)
            precondition_add_literal(p, &l);
    }
    vector_free(&rows);
    vector_free(&signs);
}

void strengthen(struct precondition *p, const struct machine *m)
{
    if (p->never || !p->literals.size)
        return;
    if (!rule_holds(RULE_STRENGTHEN))
        precondition_drop_literal(p, p->literals.size - 1);
    do
        put_values(p, m);
    while (!p->never && (make_exact(p, m) || pin(p)));
    if (p->never)
        return;
    drop_bounds(p, m);
    if (p->literals.size > MOST_BOUNDS)
        precondition_settle(p);
}
