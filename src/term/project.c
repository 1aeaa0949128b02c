#include "term/project.h"

#include "base/vector.h"

enum { MOST_CONJUNCTS = 64 }; // of more, none is looked at

// Reads `input = other`, or its negation.
static bool read_comparison(struct terms *terms, term conjunct, uint32_t input, term *other, bool *equal)
{
    const struct term_node *n = term_get(terms, conjunct);
    *equal = n->kind != TERM_NOT;
    term t = *equal ? conjunct : n->kid[0], self = term_input_get(terms, input)->self;
    if (t == self) { // of width 1
        *other = term_constant(terms, 1, 1);
        return true;
    }
    n = term_get(terms, t);
    if (n->kind != TERM_EQ || (n->kid[0] != self && n->kid[1] != self))
        return false;
    *other = n->kid[n->kid[0] == self];
    return !term_mentions_input(terms, *other, input);
}

static void remove_conjunct(struct term_conjuncts *conjuncts, uint32_t number)
{
    conjuncts->data[number] = vector_last(conjuncts);
    conjuncts->size--;
}

// What the input is by the first equation for it. *count: conjuncts that mention it. False: one of them is no
// comparison.
static bool find_equation(struct terms *terms, const struct term_conjuncts *conjuncts, uint32_t input,
                          term *image, uint32_t *count)
{
    *image = TERM_NONE;
    *count = 0;
    for (uint32_t k = 0; k < conjuncts->size; k++) {
        term other;
        bool equal;
        if (!term_mentions_input(terms, conjuncts->data[k], input))
            continue;
        if (!read_comparison(terms, conjuncts->data[k], input, &other, &equal))
            return false;
        if (equal && !*image)
            *image = other;
        ++*count;
    }
    return true;
}

static bool eliminate_input(struct terms *terms, struct term_conjuncts *conjuncts, uint32_t input)
{
    term image;
    uint32_t count;
    unsigned width = term_input_get(terms, input)->width;
    if (!find_equation(terms, conjuncts, input, &image, &count))
        return false;
    if (!image && width < 32 && count >= (uint32_t)1 << width)
        return false; // perhaps it differs from all values
    for (uint32_t k = conjuncts->size; k-- > 0;) {
        term other, left = TERM_NONE;
        bool equal;
        if (!term_mentions_input(terms, conjuncts->data[k], input))
            continue;
        read_comparison(terms, conjuncts->data[k], input, &other, &equal);
        if (image) {
            left = term_eq(terms, image, other);
            left = equal ? left : term_not(terms, left);
        }
        if (!image || term_is_true(terms, left))
            remove_conjunct(conjuncts, k);
        else
            conjuncts->data[k] = left;
    }
    return true;
}

// Whether one of the conjunct's inputs has been eliminated.
static bool eliminate_of(struct terms *terms, struct term_conjuncts *conjuncts, uint32_t conjunct,
                         uint64_t maker, uint64_t from)
{
    uint32_t count = 1;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t *inputs = term_inputs(terms, conjuncts->data[conjunct], &count);
        if (k == count)
            break;
        uint32_t input = inputs[k];
        const struct term_input *i = term_input_get(terms, input);
        if (i->maker == maker && i->number >= from && eliminate_input(terms, conjuncts, input))
            return true;
    }
    return false;
}

void term_project(struct terms *terms, struct term_conjuncts *conjuncts, uint64_t maker, uint64_t from)
{
    if (conjuncts->size > MOST_CONJUNCTS)
        return;
    for (uint32_t k = 0; k < conjuncts->size;)
        k = eliminate_of(terms, conjuncts, k, maker, from) ? 0 : k + 1;
}
