#include "smt/blast.h"

#include "base/failure.h"
#include "smt/words.h"

void blaster_begin(struct blaster *b, struct terms *terms)
{
    *b = (struct blaster){.terms = terms};
    gates_init(&b->gates);
}

void blaster_end(struct blaster *b)
{
    gates_free(&b->gates);
    vector_free(&b->of_term);
    vector_free(&b->bits);
    vector_free(&b->stack);
}

const gate *blaster_bits(const struct blaster *b, term t)
{
    return t < b->of_term.size && b->of_term.data[t] ? &b->bits.data[b->of_term.data[t] - 1] : NULL;
}

// A term whose kids are translated, and the bits that it gets.
struct blasting {
    struct gates *gates;
    const struct term_node *node;
    const gate *kid[3];    // the bits of the kids
    unsigned kid_width[3]; // in bits
    gate *result;          // as many as the node is wide
};

typedef void (*blast_function)(struct blasting *now);

static void blast_constant(struct blasting *now)
{
    for (unsigned i = 0; i < now->node->width; i++)
        now->result[i] = gate_constant(i < 64 && now->node->value >> i & 1);
}

static void blast_input(struct blasting *now)
{
    for (unsigned i = 0; i < now->node->width; i++)
        now->result[i] = gates_bit(now->gates);
}

static void blast_not(struct blasting *now)
{
    for (unsigned i = 0; i < now->node->width; i++)
        now->result[i] = gate_not(now->kid[0][i]);
}

static void blast_neg(struct blasting *now)
{
    words_negate(now->gates, now->node->width, now->kid[0], now->result);
}

static void blast_add(struct blasting *now)
{
    words_add(now->gates, now->node->width, now->kid[0], now->kid[1], now->result);
}

static void blast_sub(struct blasting *now)
{
    words_subtract(now->gates, now->node->width, now->kid[0], now->kid[1], now->result);
}

static void blast_mul(struct blasting *now)
{
    words_multiply(now->gates, now->node->width, now->kid[0], now->kid[1], now->result);
}

static void blast_udiv(struct blasting *now)
{
    words_divide(now->gates, now->node->width, now->kid[0], now->kid[1], now->result, NULL);
}

static void blast_urem(struct blasting *now)
{
    words_divide(now->gates, now->node->width, now->kid[0], now->kid[1], NULL, now->result);
}

static void blast_sdiv(struct blasting *now)
{
    words_divide_signed(now->gates, now->node->width, now->kid[0], now->kid[1], now->result, NULL);
}

static void blast_srem(struct blasting *now)
{
    words_divide_signed(now->gates, now->node->width, now->kid[0], now->kid[1], NULL, now->result);
}

static void blast_shl(struct blasting *now)
{
    words_shift_left(now->gates, now->node->width, now->kid[0], now->kid[1], now->result);
}

static void blast_lshr(struct blasting *now)
{
    words_shift_right(now->gates, now->node->width, now->kid[0], now->kid[1], GATE_FALSE, now->result);
}

static void blast_ashr(struct blasting *now)
{
    gate sign = now->kid[0][now->node->width - 1];
    words_shift_right(now->gates, now->node->width, now->kid[0], now->kid[1], sign, now->result);
}

static void blast_bitwise(struct blasting *now, gate (*build)(struct gates *gates, gate a, gate b))
{
    for (unsigned i = 0; i < now->node->width; i++)
        now->result[i] = build(now->gates, now->kid[0][i], now->kid[1][i]);
}

static void blast_and(struct blasting *now)
{
    blast_bitwise(now, gates_and);
}

static void blast_or(struct blasting *now)
{
    blast_bitwise(now, gates_or);
}

static void blast_xor(struct blasting *now)
{
    blast_bitwise(now, gates_xor);
}

static void blast_eq(struct blasting *now)
{
    now->result[0] = words_equal(now->gates, now->kid_width[0], now->kid[0], now->kid[1]);
}

static void blast_ult(struct blasting *now)
{
    now->result[0] = words_below(now->gates, now->kid_width[0], now->kid[0], now->kid[1]);
}

static void blast_ule(struct blasting *now)
{
    now->result[0] = gate_not(words_below(now->gates, now->kid_width[0], now->kid[1], now->kid[0]));
}

static void blast_slt(struct blasting *now)
{
    now->result[0] = words_below_signed(now->gates, now->kid_width[0], now->kid[0], now->kid[1]);
}

static void blast_sle(struct blasting *now)
{
    now->result[0] = gate_not(words_below_signed(now->gates, now->kid_width[0], now->kid[1], now->kid[0]));
}

static void blast_ite(struct blasting *now)
{
    for (unsigned i = 0; i < now->node->width; i++)
        now->result[i] = gates_choice(now->gates, now->kid[0][0], now->kid[1][i], now->kid[2][i]);
}

static void blast_concat(struct blasting *now)
{
    unsigned low = now->kid_width[1];
    for (unsigned i = 0; i < now->node->width; i++)
        now->result[i] = i < low ? now->kid[1][i] : now->kid[0][i - low];
}

static void blast_extract(struct blasting *now)
{
    for (unsigned i = 0; i < now->node->width; i++)
        now->result[i] = now->kid[0][now->node->value + i];
}

static void extend_bits(struct blasting *now, gate fill)
{
    for (unsigned i = 0; i < now->node->width; i++)
        now->result[i] = i < now->kid_width[0] ? now->kid[0][i] : fill;
}

static void blast_zext(struct blasting *now)
{
    extend_bits(now, GATE_FALSE);
}

static void blast_sext(struct blasting *now)
{
    extend_bits(now, now->kid[0][now->kid_width[0] - 1]);
}

// Kinds without a function are those of floating point.
static const blast_function functions[TERM_KIND_COUNT] = {
    [TERM_CONSTANT] = blast_constant, [TERM_INPUT] = blast_input,
    [TERM_NOT] = blast_not,           [TERM_NEG] = blast_neg,
    [TERM_ADD] = blast_add,           [TERM_SUB] = blast_sub,
    [TERM_MUL] = blast_mul,           [TERM_UDIV] = blast_udiv,
    [TERM_SDIV] = blast_sdiv,         [TERM_UREM] = blast_urem,
    [TERM_SREM] = blast_srem,         [TERM_SHL] = blast_shl,
    [TERM_LSHR] = blast_lshr,         [TERM_ASHR] = blast_ashr,
    [TERM_AND] = blast_and,           [TERM_OR] = blast_or,
    [TERM_XOR] = blast_xor,           [TERM_EQ] = blast_eq,
    [TERM_ULT] = blast_ult,           [TERM_ULE] = blast_ule,
    [TERM_SLT] = blast_slt,           [TERM_SLE] = blast_sle,
    [TERM_ITE] = blast_ite,           [TERM_CONCAT] = blast_concat,
    [TERM_EXTRACT] = blast_extract,   [TERM_ZEXT] = blast_zext,
    [TERM_SEXT] = blast_sext,
};

// Translates a term whose kids are.
static void translate(struct blaster *b, term t)
{
    gate result[TERM_MAX_WIDTH];
    const struct term_node *node = term_get(b->terms, t);
    struct blasting now = {.gates = &b->gates, .node = node, .result = result};
    for (unsigned i = 0; i < term_kind_kids[node->kind]; i++) {
        now.kid[i] = blaster_bits(b, node->kid[i]);
        now.kid_width[i] = term_width(b->terms, node->kid[i]);
    }
    if (!functions[node->kind])
        failure_contradiction("a term of floating point is to become gates");
    functions[node->kind](&now);
    vector_reserve(&b->bits, (uint64_t)b->bits.size + node->width);
    uint32_t first = b->bits.size;
    memcpy(b->bits.data + first, result, node->width * sizeof *result);
    b->bits.size += node->width;
    b->of_term.data[t] = first + 1;
}

// Puts the kids that are not translated yet on the stack. False: there was none.
static bool push_kids(struct blaster *b, term t)
{
    const struct term_node *node = term_get(b->terms, t);
    uint32_t before = b->stack.size;
    for (unsigned i = 0; i < term_kind_kids[node->kind]; i++)
        if (!b->of_term.data[node->kid[i]])
            vector_push(&b->stack, node->kid[i]);
    return b->stack.size > before;
}

gate blaster_condition(struct blaster *b, term condition)
{
    vector_reserve(&b->of_term, (uint64_t)condition + 1);
    while (b->of_term.size <= condition) // kids have smaller numbers
        vector_push(&b->of_term, 0);
    vector_clear(&b->stack);
    vector_push(&b->stack, condition);
    while (b->stack.size) {
        term t = vector_last(&b->stack);
        if (b->of_term.data[t]) {
            b->stack.size--;
        } else if (!push_kids(b, t)) {
            translate(b, t);
            b->stack.size--;
        }
    }
    return *blaster_bits(b, condition);
}
