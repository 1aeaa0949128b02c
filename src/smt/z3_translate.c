#include "smt/z3_translate.h"

typedef Z3_ast (*binary_function)(Z3_context, Z3_ast, Z3_ast);

void translator_begin(struct translator *t, struct terms *terms, const struct z3_library *z3,
                      Z3_context context)
{
    *t = (struct translator){.terms = terms, .z3 = z3, .context = context};
    t->stand_in = z3->mk_true(context);
    z3->inc_ref(context, t->stand_in);
    t->stand_in_sort = z3->mk_bool_sort(context);
    z3->inc_ref(context, (Z3_ast)t->stand_in_sort);
}

void translator_end(struct translator *t)
{
    for (uint32_t i = 0; i < t->of_term.size; i++) {
        if (t->of_term.data[i])
            t->z3->dec_ref(t->context, t->of_term.data[i]);
        if (t->as_float.data[i])
            t->z3->dec_ref(t->context, t->as_float.data[i]);
    }
    t->z3->dec_ref(t->context, t->stand_in);
    t->z3->dec_ref(t->context, (Z3_ast)t->stand_in_sort);
    vector_free(&t->of_term);
    vector_free(&t->as_float);
    vector_free(&t->stack);
    vector_free(&t->kept);
}

// Holds an intermediate result until the node is finished: in a context with reference counts, Z3 frees what
// nobody holds at the next call.
static Z3_ast keep_ast(struct translator *t, Z3_ast ast)
{
    if (!ast) {
        t->failed = true;
        return t->stand_in;
    }
    t->z3->inc_ref(t->context, ast);
    vector_push(&t->kept, ast);
    return ast;
}

static Z3_sort keep_sort(struct translator *t, Z3_sort sort)
{
    if (!sort) {
        t->failed = true;
        return t->stand_in_sort;
    }
    return (Z3_sort)keep_ast(t, (Z3_ast)sort); // a sort is an AST
}

static void release_kept(struct translator *t)
{
    while (t->kept.size)
        t->z3->dec_ref(t->context, vector_pop(&t->kept));
}

static unsigned width_of_term(const struct translator *t, term a)
{
    return term_width(t->terms, a);
}

static Z3_ast bit_vector_constant(struct translator *t, unsigned width, uint64_t value)
{
    return keep_ast(
        t, t->z3->mk_unsigned_int64(t->context, value, keep_sort(t, t->z3->mk_bv_sort(t->context, width))));
}

// The translated kid as a bit-vector: a Bool becomes one bit.
static Z3_ast as_bits(struct translator *t, term a)
{
    Z3_ast ast = t->of_term.data[a];
    if (width_of_term(t, a) > 1)
        return ast;
    return keep_ast(
        t, t->z3->mk_ite(t->context, ast, bit_vector_constant(t, 1, 1), bit_vector_constant(t, 1, 0)));
}

// A result of `width` bits as it is stored: one bit becomes a Bool.
static Z3_ast from_bits(struct translator *t, unsigned width, Z3_ast bits)
{
    return width > 1 ? bits : keep_ast(t, t->z3->mk_eq(t->context, bits, bit_vector_constant(t, 1, 1)));
}

static Z3_ast translate_input(struct translator *t, const struct term_node *n)
{
    Z3_sort sort = n->width == 1 ? keep_sort(t, t->z3->mk_bool_sort(t->context))
                                 : keep_sort(t, t->z3->mk_bv_sort(t->context, (unsigned)n->width));
    return keep_ast(
        t,
        t->z3->mk_const(t->context,
                        t->z3->mk_int_symbol(t->context, translator_input_symbol((uint32_t)n->value)), sort));
}

static Z3_ast translate_constant(struct translator *t, const struct term_node *n)
{
    if (n->width == 1)
        return n->value ? keep_ast(t, t->z3->mk_true(t->context)) : keep_ast(t, t->z3->mk_false(t->context));
    return bit_vector_constant(t, n->width, n->value);
}

static binary_function bit_vector_function(const struct z3_library *z3, enum term_kind kind)
{
    switch (kind) {
    case TERM_ADD: return z3->mk_bvadd;
    case TERM_SUB: return z3->mk_bvsub;
    case TERM_MUL: return z3->mk_bvmul;
    case TERM_UDIV: return z3->mk_bvudiv;
    case TERM_SDIV: return z3->mk_bvsdiv;
    case TERM_UREM: return z3->mk_bvurem;
    case TERM_SREM: return z3->mk_bvsrem;
    case TERM_SHL: return z3->mk_bvshl;
    case TERM_LSHR: return z3->mk_bvlshr;
    case TERM_ASHR: return z3->mk_bvashr;
    case TERM_AND: return z3->mk_bvand;
    case TERM_OR: return z3->mk_bvor;
    case TERM_XOR: return z3->mk_bvxor;
    case TERM_ULT: return z3->mk_bvult;
    case TERM_ULE: return z3->mk_bvule;
    case TERM_SLT: return z3->mk_bvslt;
    case TERM_SLE: return z3->mk_bvsle;
    case TERM_CONCAT: return z3->mk_concat;
    default: return NULL;
    }
}

// Kinds that have a Bool form when their kids have one bit.
static Z3_ast translate_logic(struct translator *t, enum term_kind kind, Z3_ast a, Z3_ast b)
{
    Z3_ast both[2] = {a, b};
    switch (kind) {
    case TERM_AND: return keep_ast(t, t->z3->mk_and(t->context, 2, both));
    case TERM_OR: return keep_ast(t, t->z3->mk_or(t->context, 2, both));
    case TERM_XOR: return keep_ast(t, t->z3->mk_xor(t->context, a, b));
    case TERM_EQ: return keep_ast(t, t->z3->mk_eq(t->context, a, b));
    default: return NULL;
    }
}

static Z3_ast translate_binary(struct translator *t, const struct term_node *n)
{
    enum term_kind kind = (enum term_kind)n->kind;
    Z3_ast a = t->of_term.data[n->kid[0]], b = t->of_term.data[n->kid[1]];
    bool logic = kind == TERM_EQ || (width_of_term(t, n->kid[0]) == 1 && kind != TERM_CONCAT);
    Z3_ast result = logic ? translate_logic(t, kind, a, b) : NULL;
    if (result)
        return result;
    if (kind == TERM_ADD && n->width > 1) { // one adder instead of two
        const struct term_node *left = term_get(t->terms, n->kid[0]), *right = term_get(t->terms, n->kid[1]);
        if (right->kind == TERM_NEG)
            return keep_ast(t, t->z3->mk_bvsub(t->context, a, t->of_term.data[right->kid[0]]));
        if (left->kind == TERM_NEG)
            return keep_ast(t, t->z3->mk_bvsub(t->context, b, t->of_term.data[left->kid[0]]));
    }
    Z3_ast left_bits = as_bits(t, n->kid[0]), right_bits = as_bits(t, n->kid[1]);
    result = keep_ast(t, bit_vector_function(t->z3, kind)(t->context, left_bits, right_bits));
    bool is_bool = kind == TERM_ULT || kind == TERM_ULE || kind == TERM_SLT || kind == TERM_SLE;
    return is_bool ? result : from_bits(t, n->width, result);
}

static Z3_ast translate_unary(struct translator *t, const struct term_node *n)
{
    term kid = n->kid[0];
    Z3_ast a = t->of_term.data[kid];
    unsigned grow = (unsigned)n->width - width_of_term(t, kid);
    switch ((enum term_kind)n->kind) {
    case TERM_NOT:
        return n->width == 1 ? keep_ast(t, t->z3->mk_not(t->context, a))
                             : keep_ast(t, t->z3->mk_bvnot(t->context, a));
    case TERM_NEG: return n->width == 1 ? a : keep_ast(t, t->z3->mk_bvneg(t->context, a));
    case TERM_EXTRACT: {
        unsigned low = (unsigned)n->value;
        return from_bits(t, n->width,
                         keep_ast(t, t->z3->mk_extract(t->context, low + n->width - 1u, low, a)));
    }
    case TERM_ZEXT: return keep_ast(t, t->z3->mk_zero_ext(t->context, grow, as_bits(t, kid)));
    case TERM_SEXT: return keep_ast(t, t->z3->mk_sign_ext(t->context, grow, as_bits(t, kid)));
    default: return NULL;
    }
}

static Z3_sort float_sort(struct translator *t, unsigned width)
{
    return width == 32 ? keep_sort(t, t->z3->mk_fpa_sort_32(t->context))
                       : keep_sort(t, t->z3->mk_fpa_sort_64(t->context));
}

// The kid read as a floating-point number.
static Z3_ast float_view(struct translator *t, term a)
{
    if (t->as_float.data[a])
        return t->as_float.data[a];
    return keep_ast(t, t->z3->mk_fpa_to_fp_bv(t->context, as_bits(t, a), float_sort(t, width_of_term(t, a))));
}

static Z3_ast rounding(struct translator *t, unsigned mode)
{
    switch (mode) {
    case 0: return keep_ast(t, t->z3->mk_fpa_round_nearest_ties_to_even(t->context));
    case 1: return keep_ast(t, t->z3->mk_fpa_round_nearest_ties_to_away(t->context));
    case 2: return keep_ast(t, t->z3->mk_fpa_round_toward_positive(t->context));
    case 3: return keep_ast(t, t->z3->mk_fpa_round_toward_negative(t->context));
    default: return keep_ast(t, t->z3->mk_fpa_round_toward_zero(t->context));
    }
}

// Which bits a result that is not a number has is open in SMT-LIB; here it is the pattern of term/float.h.
static Z3_ast float_bits(struct translator *t, unsigned width, Z3_ast number)
{
    uint64_t not_a_number = width == 32 ? 0x7fc00000u : 0x7ff8000000000000u;
    return keep_ast(t, t->z3->mk_ite(t->context, keep_ast(t, t->z3->mk_fpa_is_nan(t->context, number)),
                                     bit_vector_constant(t, width, not_a_number),
                                     keep_ast(t, t->z3->mk_fpa_to_ieee_bv(t->context, number))));
}

// Towards zero. Outside the range of the integer SMT-LIB leaves the result open; here only its top bit is
// set.
static Z3_ast float_to_integer(struct translator *t, const struct term_node *n)
{
    bool is_signed = n->kind == TERM_F_TO_SINT;
    Z3_ast number = float_view(t, n->kid[0]), towards_zero = rounding(t, 4);
    Z3_sort sort = float_sort(t, width_of_term(t, n->kid[0]));
    double top =
        1; // the power of two beyond the range: exact, the width is at most 128 (127 for the largest float)
    for (unsigned i = 0; i < (unsigned)n->width - (is_signed ? 1u : 0u); i++)
        top *= 2;
    Z3_ast whole = keep_ast(t, t->z3->mk_fpa_round_to_integral(t->context, towards_zero, number));
    Z3_ast lowest = keep_ast(t, t->z3->mk_fpa_numeral_double(t->context, is_signed ? -top : 0.0, sort));
    Z3_ast beyond = keep_ast(t, t->z3->mk_fpa_numeral_double(t->context, top, sort));
    Z3_ast inside[2] = {keep_ast(t, t->z3->mk_fpa_leq(t->context, lowest, whole)),
                        keep_ast(t, t->z3->mk_fpa_lt(t->context, whole, beyond))};
    Z3_ast converted = is_signed
                           ? keep_ast(t, t->z3->mk_fpa_to_sbv(t->context, towards_zero, number, n->width))
                           : keep_ast(t, t->z3->mk_fpa_to_ubv(t->context, towards_zero, number, n->width));
    Z3_ast outside = bit_vector_constant(t, 1, 1);
    if (n->width > 1) {
        Z3_ast one = bit_vector_constant(t, n->width, 1),
               shift = bit_vector_constant(t, n->width, n->width - 1u);
        outside = keep_ast(t, t->z3->mk_bvshl(t->context, one, shift));
    }
    Z3_ast fits = keep_ast(t, t->z3->mk_and(t->context, 2, inside));
    return from_bits(t, n->width, keep_ast(t, t->z3->mk_ite(t->context, fits, converted, outside)));
}

static Z3_ast float_arithmetic(struct translator *t, const struct term_node *n)
{
    const struct z3_library *z3 = t->z3;
    Z3_context c = t->context;
    Z3_ast nearest = rounding(t, 0), a = float_view(t, n->kid[0]);
    switch ((enum term_kind)n->kind) {
    case TERM_FADD: return keep_ast(t, z3->mk_fpa_add(c, nearest, a, float_view(t, n->kid[1])));
    case TERM_FSUB: return keep_ast(t, z3->mk_fpa_sub(c, nearest, a, float_view(t, n->kid[1])));
    case TERM_FMUL: return keep_ast(t, z3->mk_fpa_mul(c, nearest, a, float_view(t, n->kid[1])));
    case TERM_FDIV: return keep_ast(t, z3->mk_fpa_div(c, nearest, a, float_view(t, n->kid[1])));
    case TERM_FSQRT: return keep_ast(t, z3->mk_fpa_sqrt(c, nearest, a));
    case TERM_FMA:
        return keep_ast(t, z3->mk_fpa_fma(c, nearest, a, float_view(t, n->kid[1]), float_view(t, n->kid[2])));
    case TERM_FCONVERT: return keep_ast(t, z3->mk_fpa_to_fp_float(c, nearest, a, float_sort(t, n->width)));
    case TERM_FROUND: return keep_ast(t, z3->mk_fpa_round_to_integral(c, rounding(t, (unsigned)n->value), a));
    default: return NULL;
    }
}

static Z3_ast translate_float(struct translator *t, term self, const struct term_node *n)
{
    const struct z3_library *z3 = t->z3;
    Z3_context c = t->context;
    Z3_ast number;
    switch ((enum term_kind)n->kind) {
    case TERM_FEQ: return keep_ast(t, z3->mk_fpa_eq(c, float_view(t, n->kid[0]), float_view(t, n->kid[1])));
    case TERM_FLT: return keep_ast(t, z3->mk_fpa_lt(c, float_view(t, n->kid[0]), float_view(t, n->kid[1])));
    case TERM_FLE: return keep_ast(t, z3->mk_fpa_leq(c, float_view(t, n->kid[0]), float_view(t, n->kid[1])));
    case TERM_F_TO_SINT:
    case TERM_F_TO_UINT: return float_to_integer(t, n);
    case TERM_SINT_TO_F:
        number = keep_ast(
            t, z3->mk_fpa_to_fp_signed(c, rounding(t, 0), as_bits(t, n->kid[0]), float_sort(t, n->width)));
        break;
    case TERM_UINT_TO_F:
        number = keep_ast(
            t, z3->mk_fpa_to_fp_unsigned(c, rounding(t, 0), as_bits(t, n->kid[0]), float_sort(t, n->width)));
        break;
    default: number = float_arithmetic(t, n); break;
    }
    z3->inc_ref(c, number);
    t->as_float.data[self] = number;
    return float_bits(t, n->width, number);
}

static Z3_ast translate_node(struct translator *t, term self)
{
    const struct term_node *n = term_get(t->terms, self);
    switch ((enum term_kind)n->kind) {
    case TERM_CONSTANT: return translate_constant(t, n);
    case TERM_INPUT: return translate_input(t, n);
    case TERM_ITE:
        return keep_ast(t, t->z3->mk_ite(t->context, t->of_term.data[n->kid[0]], t->of_term.data[n->kid[1]],
                                         t->of_term.data[n->kid[2]]));
    case TERM_NOT:
    case TERM_NEG:
    case TERM_EXTRACT:
    case TERM_ZEXT:
    case TERM_SEXT: return translate_unary(t, n);
    default: return n->kind >= TERM_FADD ? translate_float(t, self, n) : translate_binary(t, n);
    }
}

static void reserve_translations(struct translator *t)
{
    uint32_t count = term_count(t->terms);
    if (t->of_term.size >= count)
        return;
    vector_reserve(&t->of_term, count);
    vector_reserve(&t->as_float, count);
    while (t->of_term.size < count) {
        vector_push(&t->of_term, NULL);
        vector_push(&t->as_float, NULL);
    }
}

static bool push_missing_kids(struct translator *t, term top)
{
    const struct term_node *n = term_get(t->terms, top);
    uint32_t waiting = t->stack.size;
    for (unsigned i = 0; i < term_kind_kids[n->kind]; i++)
        if (!t->of_term.data[n->kid[i]])
            vector_push(&t->stack, n->kid[i]);
    return t->stack.size > waiting;
}

Z3_ast translator_get(struct translator *t, term root)
{
    reserve_translations(t);
    vector_clear(&t->stack);
    vector_push(&t->stack, root);
    while (t->stack.size) {
        term top = vector_last(&t->stack);
        if (!t->of_term.data[top]) {
            if (push_missing_kids(t, top))
                continue;
            Z3_ast ast = translate_node(t, top);
            if (!ast || t->failed) {
                release_kept(t);
                return NULL;
            }
            t->z3->inc_ref(t->context, ast);
            t->of_term.data[top] = ast;
            t->translated++;
            release_kept(t);
        }
        (void)vector_pop(&t->stack);
    }
    return t->of_term.data[root];
}
