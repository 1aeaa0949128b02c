#include "summary/strengthen.h"

#include "base/rules.h"
#include "summary/content.h"

enum {
    FEW_BOUNDS = 6,    // are left as they are
    MOST_BOUNDS = 160, // beyond, all places of literals become exact
};

// Puts the values of exact places into one literal.
static bool put_values_into(struct literal *l, const struct precondition *p, const struct machine *m,
                            enum literal_truth *truth)
{
    bool changed = false;
    *truth = LITERAL_OPEN;
    for (uint32_t i = 0; i < l->count && *truth == LITERAL_OPEN;) {
        struct sum value = {0};
        if (precondition_is_exact(p, &l->part[i].place) &&
            content_number(m, &l->part[i].place, &value.constant) && literal_replace(l, i, &value, truth)) {
            changed = true;
            i = 0;
        } else {
            i++;
        }
    }
    return changed;
}

static void put_values_into_all(struct precondition *p, const struct machine *m)
{
    bool changed = false;
    for (uint32_t k = 0; k < p->literals.size;) {
        enum literal_truth truth;
        changed |= put_values_into(&p->literals.data[k], p, m, &truth);
        p->never |= truth == LITERAL_FALSE;
        if (truth == LITERAL_OPEN)
            k++;
        else
            precondition_drop_literal(p, k);
    }
    if (changed)
        precondition_unite_literals(p);
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

static bool make_values_exact(struct precondition *p, const struct machine *m)
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
static bool pin_places(struct precondition *p)
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
            struct literal_place place = a->part[0].place;
            precondition_drop_literal(p, k > i ? k : i);
            precondition_drop_literal(p, k > i ? i : k);
            precondition_add_exact(p, &place);
            return true;
        }
    }
    return false;
}

// ---- bounds under the signs that places have now

// A place of bounds, and whether it holds less than 0 now.
struct signed_place {
    struct literal_place place;
    bool known; // no input decides what it holds
    bool below, used;
};
typedef VECTOR(struct signed_place) signed_places;

// A bound with the factors times the signs: a sum of numbers of at least 0.
struct bound_row {
    uint32_t literal;
    int64_t constant;
    uint32_t count, place[LITERAL_PARTS]; // by index
    int64_t factor[LITERAL_PARTS];
    bool dropped;
};

static uint32_t index_of_place(signed_places *places, const struct literal_place *place,
                               const struct machine *m)
{
    for (uint32_t k = 0; k < places->size; k++)
        if (place_equal(&places->data[k].place, place))
            return k;
    int64_t number;
    bool known = content_number(m, place, &number);
    vector_push(places, (struct signed_place){*place, known, number < 0, false});
    return places->size - 1;
}

// False: a place has no number.
static bool make_row(struct bound_row *row, const struct literal *l, signed_places *places,
                     const struct machine *m)
{
    bool known = true;
    row->constant = l->constant;
    row->count = l->count;
    for (uint32_t k = 0; k < l->count; k++) {
        uint32_t place = index_of_place(places, &l->part[k].place, m);
        known = places->data[place].known && known;
        row->place[k] = place;
        row->factor[k] = places->data[place].below ? -l->part[k].factor : l->part[k].factor;
    }
    return known;
}

static int64_t factor_in(const struct bound_row *row, uint32_t place)
{
    for (uint32_t k = 0; k < row->count; k++)
        if (row->place[k] == place)
            return row->factor[k];
    return 0;
}

// Whether a sum of numbers of at least 0 that is bounded by b is bounded by a as well.
static bool row_implies(const struct bound_row *b, const struct bound_row *a)
{
    if (b->constant > a->constant)
        return false;
    for (uint32_t k = 0; k < a->count; k++)
        if (factor_in(b, a->place[k]) < a->factor[k])
            return false;
    for (uint32_t k = 0; k < b->count; k++)
        if (b->factor[k] < 0 && factor_in(a, b->place[k]) > b->factor[k])
            return false;
    return true;
}

static bool follows_from_signs(const struct bound_row *row)
{
    for (uint32_t k = 0; k < row->count; k++)
        if (row->factor[k] > 0)
            return false;
    return row->constant >= 0;
}

static void drop_implied(struct bound_row *rows, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        rows[k].dropped = follows_from_signs(&rows[k]);
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < count && !rows[k].dropped; i++)
            rows[k].dropped = i != k && !rows[i].dropped && row_implies(&rows[i], &rows[k]);
}

// The literal that the place has the sign that it has now.
static void add_sign(struct precondition *p, const struct signed_place *place)
{
    struct literal sign = {.relation = RELATION_AT_MOST, .width = 64, .count = 1};
    sign.part[0].place = place->place;
    sign.part[0].factor = place->below ? 1 : -1;
    if (literal_normalise(&sign) == LITERAL_OPEN)
        precondition_add_literal(p, &sign);
}

// The bounds of the precondition that have a row each.
static uint32_t make_bound_rows(struct bound_row *rows, signed_places *places, const struct precondition *p,
                                const struct machine *m)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < p->literals.size; k++) {
        struct bound_row *row = &rows[count];
        if (p->literals.data[k].relation != RELATION_AT_MOST ||
            !make_row(row, &p->literals.data[k], places, m))
            continue;
        row->literal = k;
        for (uint32_t i = 0; i < row->count; i++)
            places->data[row->place[i]].used = true;
        count++;
    }
    return count;
}

static void drop_bounds(struct precondition *p, const struct machine *m)
{
    signed_places places = {0};
    if (p->literals.size <= FEW_BOUNDS)
        return;
    struct bound_row *rows = memory_alloc(p->literals.size * sizeof *rows);
    uint32_t count = make_bound_rows(rows, &places, p, m);
    if (count > FEW_BOUNDS) {
        drop_implied(rows, count);
        for (uint32_t k = count; k-- > 0;) // the last literal takes the place: it is not asked about any more
            if (rows[k].dropped)
                precondition_drop_literal(p, rows[k].literal);
        for (uint32_t k = 0; k < places.size; k++)
            if (places.data[k].used)
                add_sign(p, &places.data[k]);
    }
    memory_free(rows);
    vector_free(&places);
}

void strengthen(struct precondition *p, const struct machine *m)
{
    if (p->never || !p->literals.size)
        return;
    if (!rule_holds(RULE_STRENGTHEN))
        precondition_drop_literal(p, p->literals.size - 1);
    do
        put_values_into_all(p, m);
    while (!p->never && (make_values_exact(p, m) || pin_places(p)));
    if (p->never)
        return;
    drop_bounds(p, m);
    if (p->literals.size > MOST_BOUNDS)
        precondition_make_exact(p);
}
