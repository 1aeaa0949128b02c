// Included once for each size of word by value.h, with VALUE_WORD, VALUE_SIGNED and VALUE_NAME(name) defined.
// No guard.

static inline VALUE_WORD VALUE_NAME(mask)(unsigned width)
{
    return width >= sizeof(VALUE_WORD) * 8 ? ~(VALUE_WORD)0 : ((VALUE_WORD)1 << width) - 1;
}

// The value read as two's complement of `width` bits.
static inline VALUE_SIGNED VALUE_NAME(signed)(unsigned width, VALUE_WORD value)
{
    unsigned spare = (unsigned)sizeof(VALUE_WORD) * 8 - width;
    return (VALUE_SIGNED)(value << spare) >> spare;
}

static inline VALUE_WORD VALUE_NAME(magnitude)(unsigned width, VALUE_WORD value)
{
    return VALUE_NAME(signed)(width, value) < 0 ? (0 - value) & VALUE_NAME(mask)(width) : value;
}

// bvsdiv is bvudiv on the magnitudes, so division by zero gives 1 or -1 and MIN / -1 gives MIN.
static inline VALUE_WORD VALUE_NAME(signed_divide)(unsigned width, VALUE_WORD a, VALUE_WORD b)
{
    VALUE_WORD mask = VALUE_NAME(mask)(width);
    VALUE_WORD x = VALUE_NAME(magnitude)(width, a), y = VALUE_NAME(magnitude)(width, b);
    VALUE_WORD quotient = y ? x / y : mask;
    bool negative = (VALUE_NAME(signed)(width, a) < 0) != (VALUE_NAME(signed)(width, b) < 0);
    return (negative ? 0 - quotient : quotient) & mask;
}

static inline VALUE_WORD VALUE_NAME(signed_remainder)(unsigned width, VALUE_WORD a, VALUE_WORD b)
{
    VALUE_WORD x = VALUE_NAME(magnitude)(width, a), y = VALUE_NAME(magnitude)(width, b);
    VALUE_WORD remainder = y ? x % y : x;
    return (VALUE_NAME(signed)(width, a) < 0 ? 0 - remainder : remainder) & VALUE_NAME(mask)(width);
}

static inline VALUE_WORD VALUE_NAME(shift)(enum term_kind kind, unsigned width, VALUE_WORD a, VALUE_WORD b)
{
    VALUE_WORD mask = VALUE_NAME(mask)(width);
    bool all = b >= width;
    switch (kind) {
    case TERM_SHL: return all ? 0 : (a << b) & mask;
    case TERM_LSHR: return all ? 0 : a >> b;
    default: return (VALUE_WORD)(VALUE_NAME(signed)(width, a) >> (all ? width - 1 : (unsigned)b)) & mask;
    }
}

// Integer kinds with two operands of equal width, which is `width` (comparisons return 0 or 1).
static inline VALUE_WORD VALUE_NAME(binary)(enum term_kind kind, unsigned width, VALUE_WORD a, VALUE_WORD b)
{
    VALUE_WORD mask = VALUE_NAME(mask)(width);
    switch (kind) {
    case TERM_ADD: return (a + b) & mask;
    case TERM_SUB: return (a - b) & mask;
    case TERM_MUL: return (a * b) & mask;
    case TERM_UDIV: return b ? a / b : mask;
    case TERM_UREM: return b ? a % b : a;
    case TERM_SDIV: return VALUE_NAME(signed_divide)(width, a, b);
    case TERM_SREM: return VALUE_NAME(signed_remainder)(width, a, b);
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR: return VALUE_NAME(shift)(kind, width, a, b);
    case TERM_AND: return a & b;
    case TERM_OR: return a | b;
    case TERM_XOR: return a ^ b;
    case TERM_EQ: return a == b;
    case TERM_ULT: return a < b;
    case TERM_ULE: return a <= b;
    case TERM_SLT: return VALUE_NAME(signed)(width, a) < VALUE_NAME(signed)(width, b);
    case TERM_SLE: return VALUE_NAME(signed)(width, a) <= VALUE_NAME(signed)(width, b);
    default: return 0;
    }
}
