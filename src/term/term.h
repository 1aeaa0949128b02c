// Hash-consed bit-vector terms. A term is a 32-bit reference into one table; equal terms are the same
// reference. Booleans are bit-vectors of width 1. Widths are 1 to TERM_MAX_WIDTH bits; a constant of more
// than 64 bits is a CONCAT of two smaller ones, the lower of 64 bits. What a normal form looks like is told
// in docs/terms-and-solver.md.
//
// Invariants:
// - TERM_NONE (0) is no term: in the machine it marks a concrete value.
// - Nodes are never changed and never move while in use; kids have smaller references than their parents.
// - Building simplifies: the result of a builder is in normal form with respect to its (already normal) kids.
// - Inputs are named by (maker, number), the same in every interleaving (docs/design.md 7.10).
#ifndef HEDDLE_TERM_TERM_H
#define HEDDLE_TERM_TERM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef uint32_t term;
#define TERM_NONE 0u
#define TERM_MAX_WIDTH 128u // building anything wider is a contradiction (base/failure.h)

// clang-format off
// TERM(NAME, KIDS, TEXT)
#define TERM_KINDS(TERM)                                                                                      \
    TERM(CONSTANT, 0, "const")                                                                                \
    TERM(INPUT, 0, "input")                                                                                   \
    TERM(NOT, 1, "bvnot")                                                                                     \
    TERM(NEG, 1, "bvneg")                                                                                     \
    TERM(ADD, 2, "bvadd")                                                                                     \
    TERM(SUB, 2, "bvsub")                                                                                     \
    TERM(MUL, 2, "bvmul")                                                                                     \
    TERM(UDIV, 2, "bvudiv")                                                                                   \
    TERM(SDIV, 2, "bvsdiv")                                                                                   \
    TERM(UREM, 2, "bvurem")                                                                                   \
    TERM(SREM, 2, "bvsrem")                                                                                   \
    TERM(SHL, 2, "bvshl")                                                                                     \
    TERM(LSHR, 2, "bvlshr")                                                                                   \
    TERM(ASHR, 2, "bvashr")                                                                                   \
    TERM(AND, 2, "bvand")                                                                                     \
    TERM(OR, 2, "bvor")                                                                                       \
    TERM(XOR, 2, "bvxor")                                                                                     \
    TERM(EQ, 2, "=")                                                                                          \
    TERM(ULT, 2, "bvult")                                                                                     \
    TERM(ULE, 2, "bvule")                                                                                     \
    TERM(SLT, 2, "bvslt")                                                                                     \
    TERM(SLE, 2, "bvsle")                                                                                     \
    TERM(ITE, 3, "ite")                                                                                       \
    TERM(CONCAT, 2, "concat")        /* first kid holds the high bits */                                      \
    TERM(EXTRACT, 1, "extract")      /* value: lowest bit taken */                                            \
    TERM(ZEXT, 1, "zero_extend")                                                                              \
    TERM(SEXT, 1, "sign_extend")                                                                              \
    /* IEEE 754 on the bit patterns, width 32 or 64, round to nearest even. What is not a number comes */     \
    /* out as 0x7fc00000 or 0x7ff8000000000000. */                                                            \
    TERM(FADD, 2, "fp.add")                                                                                   \
    TERM(FSUB, 2, "fp.sub")                                                                                   \
    TERM(FMUL, 2, "fp.mul")                                                                                   \
    TERM(FDIV, 2, "fp.div")                                                                                   \
    TERM(FSQRT, 1, "fp.sqrt")                                                                                 \
    TERM(FMA, 3, "fp.fma")                                                                                    \
    TERM(FEQ, 2, "fp.eq")            /* ordered comparisons: false on NaN */                                  \
    TERM(FLT, 2, "fp.lt")                                                                                     \
    TERM(FLE, 2, "fp.leq")                                                                                    \
    TERM(FCONVERT, 1, "fp.to_fp")    /* between widths 32 and 64 */                                           \
    TERM(F_TO_SINT, 1, "fp.to_sbv")  /* towards zero; out of range: only the top bit set (the machine asks */ \
    TERM(F_TO_UINT, 1, "fp.to_ubv")  /* for the range first) */                                               \
    TERM(SINT_TO_F, 1, "fp.from_sbv")                                                                         \
    TERM(UINT_TO_F, 1, "fp.from_ubv")                                                                         \
    TERM(FROUND, 1, "fp.roundToIntegral") /* value: 0 nearest even, 1 away, 2 up, 3 down, 4 towards zero */
// clang-format on

enum term_kind {
    TERM_KIND_NONE,
#define TERM(name, kids, text) TERM_##name,
    TERM_KINDS(TERM)
#undef TERM
        TERM_KIND_COUNT
};

extern const uint8_t term_kind_kids[TERM_KIND_COUNT]; // by kind
struct term_node {
    uint8_t kind;
    uint8_t width; // bits of the result
    uint8_t flags; // cached facts, private to src/term
    uint8_t reserved;
    term kid[3];
    uint64_t value; // CONSTANT: the value (width <= 64); EXTRACT: low bit; INPUT: index in the input table
};

// What an input is for: shown in results, written to witnesses.
enum input_kind {
    INPUT_NAMED,
    INPUT_NONDET,
    INPUT_UNINITIALISED,
    INPUT_HAVOC,
    INPUT_NAN_BITS,
    INPUT_UNMODELLED, // not any value, but one that is not known: where it decides something, the execution
                      // ends
};
struct term_input {
    // Canonical name: of a thread, or of memory (machine/input_names.h), which of its inputs.
    uint64_t maker, number;
    uint8_t width;
    uint8_t kind;
    term self;
};

struct terms;

struct terms *terms_new(void);
void terms_free(struct terms *terms);

// A node, valid until the next term is built (the table may move).
const struct term_node *term_get(const struct terms *terms, term t);
uint32_t term_count(const struct terms *terms);
static inline unsigned term_width(const struct terms *terms, term t)
{
    return term_get(terms, t)->width;
}

// Inputs. The same (maker, number) always gives the same term; asking again with another width or kind is the
// same name, and a different term.
term term_input(struct terms *terms, uint64_t maker, uint64_t number, unsigned width, enum input_kind kind);
uint32_t term_input_count(const struct terms *terms);
const struct term_input *term_input_get(const struct terms *terms, uint32_t index);

// Builders. Widths of the kids must fit the kind as in SMT-LIB; violations abort in debug builds.
term term_constant(struct terms *terms, unsigned width, uint64_t value); // width <= 64, value truncated
term term_constant_wide(struct terms *terms, unsigned width, uint64_t high,
                        uint64_t low);                             // any width, truncated
term term_unary(struct terms *terms, enum term_kind kind, term a); // NOT NEG FSQRT
term term_binary(struct terms *terms, enum term_kind kind, term a, term b);
term term_ite(struct terms *terms, term condition, term a, term b);
term term_fma(struct terms *terms, term a, term b, term c);
term term_extract(struct terms *terms, term a, unsigned low, unsigned width);
term term_concat(struct terms *terms, term high, term low);
term term_zext(struct terms *terms, term a, unsigned width); // the same width: a itself
term term_sext(struct terms *terms, term a, unsigned width);
term term_convert(struct terms *terms, enum term_kind kind, term a, unsigned width); // FCONVERT .. UINT_TO_F
term term_fround(struct terms *terms, term a, unsigned mode);
// Conveniences on width 1.
term term_not(struct terms *terms, term a);
term term_and(struct terms *terms, term a, term b);
term term_or(struct terms *terms, term a, term b);
term term_eq(struct terms *terms, term a, term b);

// Whether t is a constant of at most 64 bits; then its value.
bool term_is_constant(const struct terms *terms, term t, uint64_t *value);
// Whether t, of any width, is a constant: it is given as its high and low 64 bits.
bool term_is_constant_wide(const struct terms *terms, term t, uint64_t *high, uint64_t *low);
bool term_is_true(const struct terms *terms, term t); // the constant 1 of width 1
bool term_is_false(const struct terms *terms, term t);

// Value of t with input k (index in the input table) having bits values[k] (low 64 bits; inputs are at most
// 64 bits wide). Inputs beyond `count` are 0. Division by zero as in SMT-LIB. t has at most 64 bits. Memoises
// within one call; safe on deep terms (no recursion on the C stack).
uint64_t term_evaluate(struct terms *terms, term t, const uint64_t *values, uint32_t count);
// Values of several terms under one assignment: what they share is evaluated once. `values` must stay as
// it is from _begin to the last _next; other uses of the table may come between, except evaluation.
void term_evaluate_begin(struct terms *terms, const uint64_t *values, uint32_t count);
uint64_t term_evaluate_next(struct terms *terms, term t);

// The indices of the inputs in t, ascending; a cached list owned by the table, valid until the next term is
// built.
const uint32_t *term_inputs(struct terms *terms, term t, uint32_t *count);
// Whether t contains the input with that index.
bool term_mentions_input(struct terms *terms, term t, uint32_t input);
// Whether t contains an input of that kind.
bool term_has_input_kind(struct terms *terms, term t, enum input_kind kind);

// The term with other kids, which have the widths of its own.
term term_rebuild(struct terms *terms, term t, const term *kids);

// Renaming of inputs in several terms, which all existed at _begin. Since then an image of its width has been
// given to each input (index in the input table) of a term that is renamed; it may be the input itself.
void term_rename_begin(struct terms *terms);
void term_rename_input(struct terms *terms, uint32_t input, term image);
bool term_input_is_renamed(const struct terms *terms, uint32_t input); // since _begin
term term_rename(struct terms *terms, term t);

// Whether t is `x == x ? x : bits`, the choice of the bits that a number has where it is none.
bool term_is_number_or_bits(struct terms *terms, term t, term *x, term *bits);

// Whether t contains floating-point arithmetic.
bool term_has_float(const struct terms *terms, term t);

// Unsigned bounds of t from its structure alone (known bits and ranges), for widths up to 64: always true
// facts.
void term_bounds(struct terms *terms, term t, uint64_t *low, uint64_t *high);
// Bits of t known to be 0 and known to be 1 (widths up to 64).
void term_known_bits(struct terms *terms, term t, uint64_t *zeros, uint64_t *ones);

// Bounds of a term where more is known of some terms: bounds that the caller knows of a term it is asked
// about (false: none; a term of width 1 that is known to hold has the bounds 1 and 1). Looks at some hundred
// nodes at most.
struct term_known {
    bool (*bounds)(void *context, term t, uint64_t *low, uint64_t *high);
    void *context;
};
struct term_range {
    uint64_t low, high, zeros, ones; // as of term_bounds and term_known_bits
};
void term_bounds_under(struct terms *terms, term t, const struct term_known *known, struct term_range *range);

#endif
