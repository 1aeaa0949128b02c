#include "term/build.h"

#include "base/failure.h"
#include "base/hash.h"
#include "term/float.h"

// A width beyond the limit would be truncated in the node and give wrong values: stop in every build.
static void require_width(unsigned width)
{
    if (width == 0 || width > TERM_MAX_WIDTH)
        failure_contradiction("a term of no bits or of more than 128");
}

static uint32_t operation_of(enum term_kind kind, unsigned width, unsigned low)
{
    return (uint32_t)kind | width << 8 | low << 16;
}

// Where a call is remembered.
static uint32_t memo_index(uint32_t operation, term a, term b, term c)
{
    uint64_t hash = hash_mix(((uint64_t)a << 32 | b) ^ (uint64_t)operation * 0x9e3779b97f4a7c15u ^ c);
    return (uint32_t)(hash % BUILD_MEMO_SIZE);
}

// The result of the call if it is the one remembered there.
static term recall(const struct terms *terms, uint32_t at, uint32_t operation, term a, term b, term c)
{
    const struct term_memo *entry = &terms->memo[at];
    bool same = entry->operation == operation && entry->a == a && entry->b == b && entry->c == c;
    return same ? entry->result : TERM_NONE;
}

static term remember_result(struct terms *terms, uint32_t at, uint32_t operation, term a, term b, term c,
                            term result)
{
    terms->memo[at] = (struct term_memo){operation, a, b, c, result};
    return result;
}

// Applies one rule family with the depth counted, or makes the node. Relies on `terms`, `found` being in
// scope.
#define APPLY_RULES(terms, found, call)                                                                      \
    do {                                                                                                     \
        if ((terms)->depth < TERM_RULE_DEPTH) {                                                              \
            (terms)->depth++;                                                                                \
            (found) = (call);                                                                                \
            (terms)->depth--;                                                                                \
        }                                                                                                    \
    } while (0)

static bool is_commutative(enum term_kind kind)
{
    switch (kind) {
    case TERM_ADD:
    case TERM_MUL:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR:
    case TERM_EQ:
    case TERM_FADD:
    case TERM_FMUL:
    case TERM_FEQ: return true;
    default: return false;
    }
}

static bool is_comparison_kind(enum term_kind kind)
{
    return (kind >= TERM_EQ && kind <= TERM_SLE) || (kind >= TERM_FEQ && kind <= TERM_FLE);
}

static term fold_binary(struct terms *terms, enum term_kind kind, term a, term b)
{
    unsigned width = table_width(terms, a);
    unsigned result_width = is_comparison_kind(kind) ? 1 : width;
    const struct term_node *x = &terms->nodes[a], *y = &terms->nodes[b];
    if (x->kind == TERM_CONSTANT && y->kind == TERM_CONSTANT) {
        uint64_t value = value_is_float(kind) ? float_fold(kind, width, x->value, y->value, 0)
                                              : narrow_binary(kind, width, x->value, y->value);
        return term_constant(terms, result_width, value);
    }
    wide high, low;
    if (width > 64 && table_is_constant_wide(terms, a, &high) && table_is_constant_wide(terms, b, &low))
        return table_constant_wide(terms, result_width, wide_binary(kind, width, high, low));
    return TERM_NONE;
}

static term binary_rules(struct terms *terms, enum term_kind kind, term a, term b)
{
    switch (kind) {
    case TERM_ADD:
    case TERM_SUB:
    case TERM_MUL: return rules_linear(terms, kind, a, b);
    case TERM_UDIV:
    case TERM_SDIV:
    case TERM_UREM:
    case TERM_SREM: return rules_divide(terms, kind, a, b);
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR: return rules_shift(terms, kind, a, b);
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR: return rules_bitwise(terms, kind, a, b);
    case TERM_EQ: return rules_equal(terms, a, b);
    case TERM_ULT:
    case TERM_SLT: return rules_below(terms, kind, a, b);
    case TERM_FADD:
    case TERM_FSUB:
    case TERM_FMUL:
    case TERM_FDIV:
    case TERM_FEQ:
    case TERM_FLT:
    case TERM_FLE: return rules_float(terms, kind, a, b);
    default: return TERM_NONE;
    }
}

term term_binary(struct terms *terms, enum term_kind kind, term a, term b)
{
    assert(a && b && a < terms->count && b < terms->count && term_kind_kids[kind] == 2);
    if (kind == TERM_CONCAT)
        return term_concat(terms, a, b);
    assert(table_width(terms, a) == table_width(terms, b));
    if (kind == TERM_ULE)
        return term_not(terms, term_binary(terms, TERM_ULT, b, a));
    if (kind == TERM_SLE)
        return term_not(terms, term_binary(terms, TERM_SLT, b, a));
    if (kind >= TERM_FADD) {
        a = float_operand(terms, a);
        b = float_operand(terms, b);
    }
    term result = fold_binary(terms, kind, a, b);
    if (result)
        return result;
    if (is_commutative(kind) && a > b) {
        term swapped = a;
        a = b;
        b = swapped;
    }
    uint32_t operation = operation_of(kind, 0, 0);
    uint32_t at = memo_index(operation, a, b, TERM_NONE);
    result = recall(terms, at, operation, a, b, TERM_NONE);
    if (result)
        return result;
    APPLY_RULES(terms, result, binary_rules(terms, kind, a, b));
    if (!result) {
        unsigned width = is_comparison_kind(kind) ? 1 : table_width(terms, a);
        // Constants come last in commutative nodes, whatever their age.
        bool turn = is_commutative(kind) && table_is_any_constant(terms, a);
        result = table_intern(terms, kind, width, turn ? b : a, turn ? a : b, TERM_NONE, 0);
    }
    return remember_result(terms, at, operation, a, b, TERM_NONE, result);
}

static term fold_unary(struct terms *terms, enum term_kind kind, term a)
{
    unsigned width = table_width(terms, a);
    wide value;
    if (!table_is_constant_wide(terms, a, &value))
        return TERM_NONE;
    if (kind == TERM_FSQRT)
        return term_constant(terms, width, float_fold(kind, width, (uint64_t)value, 0, 0));
    return table_constant_wide(terms, width, (kind == TERM_NOT ? ~value : 0 - value) & wide_mask(width));
}

term term_unary(struct terms *terms, enum term_kind kind, term a)
{
    assert(a && a < terms->count && (kind == TERM_NOT || kind == TERM_NEG || kind == TERM_FSQRT));
    if (kind == TERM_FSQRT)
        a = float_operand(terms, a);
    term result = fold_unary(terms, kind, a);
    if (result)
        return result;
    if (kind == TERM_NOT)
        APPLY_RULES(terms, result, rules_not(terms, a));
    else if (kind == TERM_NEG)
        APPLY_RULES(terms, result, rules_negate(terms, a));
    return result ? result : table_intern(terms, kind, table_width(terms, a), a, TERM_NONE, TERM_NONE, 0);
}

term term_ite(struct terms *terms, term condition, term a, term b)
{
    assert(table_width(terms, condition) == 1 && table_width(terms, a) == table_width(terms, b));
    if (condition == TERM_TRUE || a == b)
        return a;
    if (condition == TERM_FALSE)
        return b;
    uint32_t operation = operation_of(TERM_ITE, 0, 0);
    uint32_t at = memo_index(operation, condition, a, b);
    term result = recall(terms, at, operation, condition, a, b);
    if (result)
        return result;
    APPLY_RULES(terms, result, rules_ite(terms, condition, a, b));
    if (!result)
        result = table_intern(terms, TERM_ITE, table_width(terms, a), condition, a, b, 0);
    return remember_result(terms, at, operation, condition, a, b, result);
}

term term_extract(struct terms *terms, term a, unsigned low, unsigned width)
{
    unsigned from = table_width(terms, a);
    assert(width >= 1 && low + width <= from);
    if (width == from)
        return a;
    wide value;
    if (table_is_constant_wide(terms, a, &value))
        return table_constant_wide(terms, width, value >> low & wide_mask(width));
    uint32_t operation = operation_of(TERM_EXTRACT, width, low);
    uint32_t at = memo_index(operation, a, TERM_NONE, TERM_NONE);
    term result = recall(terms, at, operation, a, TERM_NONE, TERM_NONE);
    if (result)
        return result;
    APPLY_RULES(terms, result, rules_extract(terms, a, low, width));
    if (!result)
        result = table_intern(terms, TERM_EXTRACT, width, a, TERM_NONE, TERM_NONE, low);
    return remember_result(terms, at, operation, a, TERM_NONE, TERM_NONE, result);
}

term term_concat(struct terms *terms, term high, term low)
{
    unsigned shift = table_width(terms, low), width = table_width(terms, high) + shift;
    require_width(width);
    wide high_value, low_value;
    if (table_is_constant_wide(terms, high, &high_value) && table_is_constant_wide(terms, low, &low_value))
        return table_constant_wide(terms, width, high_value << shift | low_value);
    uint32_t operation = operation_of(TERM_CONCAT, 0, 0);
    uint32_t at = memo_index(operation, high, low, TERM_NONE);
    term result = recall(terms, at, operation, high, low, TERM_NONE);
    if (result)
        return result;
    APPLY_RULES(terms, result, rules_concat(terms, high, low));
    if (!result)
        result = table_intern(terms, TERM_CONCAT, width, high, low, TERM_NONE, 0);
    return remember_result(terms, at, operation, high, low, TERM_NONE, result);
}

static term extend_term(struct terms *terms, enum term_kind kind, term a, unsigned width)
{
    unsigned from = table_width(terms, a);
    require_width(width);
    assert(width >= from);
    if (width == from)
        return a;
    wide value;
    if (table_is_constant_wide(terms, a, &value)) {
        wide extended = kind == TERM_SEXT ? (wide)wide_signed(from, value) : value;
        return table_constant_wide(terms, width, extended & wide_mask(width));
    }
    uint32_t operation = operation_of(kind, width, 0);
    uint32_t at = memo_index(operation, a, TERM_NONE, TERM_NONE);
    term result = recall(terms, at, operation, a, TERM_NONE, TERM_NONE);
    if (result)
        return result;
    if (kind == TERM_ZEXT)
        APPLY_RULES(terms, result, rules_zext(terms, a, width));
    else
        APPLY_RULES(terms, result, rules_sext(terms, a, width));
    if (!result)
        result = table_intern(terms, kind, width, a, TERM_NONE, TERM_NONE, 0);
    return remember_result(terms, at, operation, a, TERM_NONE, TERM_NONE, result);
}

term term_zext(struct terms *terms, term a, unsigned width)
{
    return extend_term(terms, TERM_ZEXT, a, width);
}

term term_sext(struct terms *terms, term a, unsigned width)
{
    return extend_term(terms, TERM_SEXT, a, width);
}

term term_fma(struct terms *terms, term a, term b, term c)
{
    unsigned width = table_width(terms, a);
    assert(width == table_width(terms, b) && width == table_width(terms, c));
    uint64_t x, y, z;
    a = float_operand(terms, a);
    b = float_operand(terms, b);
    c = float_operand(terms, c);
    if (term_is_constant(terms, a, &x) && term_is_constant(terms, b, &y) && term_is_constant(terms, c, &z))
        return term_constant(terms, width, float_fold(TERM_FMA, width, x, y, z));
    return table_intern(terms, TERM_FMA, width, a < b ? a : b, a < b ? b : a, c, 0);
}

term term_convert(struct terms *terms, enum term_kind kind, term a, unsigned width)
{
    unsigned from = table_width(terms, a);
    assert(kind >= TERM_FCONVERT && kind <= TERM_UINT_TO_F);
    require_width(width);
    if (kind == TERM_FCONVERT && from == width)
        return a;
    if (kind <= TERM_F_TO_UINT)
        a = float_operand(terms, a);
    wide value;
    if (table_is_constant_wide(terms, a, &value))
        return table_constant_wide(terms, width, float_convert(kind, from, width, value));
    term result = TERM_NONE;
    APPLY_RULES(terms, result, rules_convert(terms, kind, a, width));
    return result ? result : table_intern(terms, kind, width, a, TERM_NONE, TERM_NONE, 0);
}

term term_fround(struct terms *terms, term a, unsigned mode)
{
    unsigned width = table_width(terms, a);
    uint64_t value;
    assert(mode <= 4);
    a = float_operand(terms, a);
    if (term_is_constant(terms, a, &value))
        return term_constant(terms, width, float_round(width, mode, value));
    return table_intern(terms, TERM_FROUND, width, a, TERM_NONE, TERM_NONE, mode);
}

term term_not(struct terms *terms, term a)
{
    return term_unary(terms, TERM_NOT, a);
}

term term_and(struct terms *terms, term a, term b)
{
    return term_binary(terms, TERM_AND, a, b);
}

term term_or(struct terms *terms, term a, term b)
{
    return term_binary(terms, TERM_OR, a, b);
}

term term_eq(struct terms *terms, term a, term b)
{
    return term_binary(terms, TERM_EQ, a, b);
}
