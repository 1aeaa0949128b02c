// A table of terms as bytes. Nodes are written in the order in which they were made, and a table is made of
// them by interning each again: what is known of a node follows from the node, so that every term has the
// number that it had.
#include "term/kept.h"

#include "term/table.h"

#define FIRST_NODE 3u // the nodes before are those of every table

void terms_write(const struct terms *terms, byte_vector *to)
{
    bytes_add_number(to, terms->inputs.size);
    for (uint32_t k = 0; k < terms->inputs.size; k++) {
        const struct term_input *i = &terms->inputs.data[k];
        bytes_add_number(to, i->maker);
        bytes_add_number(to, i->number);
        bytes_add_number(to, i->width);
        bytes_add_number(to, i->kind);
    }
    bytes_add_number(to, terms->count - FIRST_NODE);
    for (term t = FIRST_NODE; t < terms->count; t++) {
        const struct term_node *n = &terms->nodes[t];
        bytes_add_number(to, n->kind);
        bytes_add_number(to, n->width);
        for (unsigned k = 0; k < term_kind_kids[n->kind]; k++)
            bytes_add_number(to, n->kid[k]);
        bytes_add_number(to, n->value);
    }
}

static bool is_float(unsigned width)
{
    return width == 32 || width == 64;
}

// Whether the node has kids of widths that its kind can have, and a value that it can have.
static bool is_possible_node(const struct terms *terms, const struct term_node *n)
{
    unsigned kids = term_kind_kids[n->kind], width[3] = {0};
    for (unsigned k = 0; k < kids; k++)
        width[k] = table_width(terms, n->kid[k]);
    unsigned a = width[0], b = width[1], all = n->width;
    bool floats =
        n->kind < TERM_FADD || n->kind == TERM_SINT_TO_F || n->kind == TERM_UINT_TO_F || is_float(a);
    if (!floats)
        return false;
    switch (n->kind) {
    case TERM_CONSTANT: return all <= 64 && (all == 64 || n->value >> all == 0);
    case TERM_INPUT: return all <= 64;
    case TERM_EQ:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE:
    case TERM_FEQ:
    case TERM_FLT:
    case TERM_FLE: return all == 1 && a == b;
    case TERM_ITE: return a == 1 && b == all && width[2] == all;
    case TERM_CONCAT: return a + b == all;
    case TERM_EXTRACT: return n->value < a && n->value + all <= a;
    case TERM_ZEXT:
    case TERM_SEXT: return a < all;
    case TERM_F_TO_SINT:
    case TERM_F_TO_UINT: return all <= 64;
    case TERM_SINT_TO_F:
    case TERM_UINT_TO_F: return a <= 64 && is_float(all);
    case TERM_FCONVERT: return is_float(all);
    default: return a == all && (kids < 2 || b == all) && (kids < 3 || width[2] == all);
    }
}

// The node with that number, which may be there already.
static void read_kept_node(struct terms *terms, term expected, struct byte_reader *from)
{
    struct term_node n = {.kind = (uint8_t)bytes_number_below(from, TERM_KIND_COUNT)};
    n.width = (uint8_t)bytes_number_below(from, TERM_MAX_WIDTH + 1);
    for (unsigned k = 0; k < term_kind_kids[n.kind]; k++)
        n.kid[k] = (term)bytes_number_below(from, expected);
    n.value = bytes_number(from);
    for (unsigned k = 0; k < term_kind_kids[n.kind]; k++)
        from->damaged |= n.kid[k] == TERM_NONE;
    if (from->damaged || n.kind == TERM_KIND_NONE || n.width == 0 || !is_possible_node(terms, &n) ||
        (n.kind == TERM_INPUT && n.value >= terms->inputs.size))
        from->damaged = true;
    else if (table_intern(terms, n.kind, n.width, n.kid[0], n.kid[1], n.kid[2], n.value) != expected)
        from->damaged = true;
    else if (n.kind == TERM_INPUT)
        terms->inputs.data[n.value].self = expected;
}

static bool same_input(const struct term_input *a, const struct term_input *b)
{
    return a->maker == b->maker && a->number == b->number && a->width == b->width && a->kind == b->kind;
}

bool terms_read(struct terms *terms, struct byte_reader *from)
{
    uint32_t inputs = bytes_count(from, 4);
    for (uint32_t k = 0; k < inputs && !from->damaged; k++) {
        struct term_input input = {.maker = bytes_number(from)};
        input.number = bytes_number(from);
        input.width = (uint8_t)bytes_number_below(from, 65);
        input.kind = (uint8_t)bytes_number_below(from, INPUT_UNMODELLED + 1);
        if (k >= terms->inputs.size)
            table_add_input(terms, &input);
        else
            from->damaged |= !same_input(&terms->inputs.data[k], &input);
    }
    uint32_t nodes = bytes_count(from, 3);
    for (uint32_t k = 0; k < nodes && !from->damaged; k++)
        read_kept_node(terms, FIRST_NODE + k, from);
    for (uint32_t k = 0; k < terms->inputs.size; k++) {
        const struct term_input *input = &terms->inputs.data[k];
        from->damaged |= !input->self || table_width(terms, input->self) != input->width;
    }
    return !from->damaged;
}
