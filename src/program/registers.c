#include "program/registers.h"

struct widths {
    uint32_t d, a, b;
};

static bool is_comparison_opcode(unsigned op)
{
    return (op >= OP_EQ && op <= OP_SGE_I);
}

// Words of the operands in the fields d, a and b. Everything not named here has operands of `width` bits.
static struct widths operand_words(const struct instruction *i)
{
    uint32_t own = words_of_width(i->width), other = words_of_width(i->aux);
    switch (i->op) {
    case OP_ZEXT:
    case OP_SEXT:
    case OP_INDEX:
    case OP_TLS_ADDRESS: return (struct widths){1, 1, 1};
    case OP_WIDE_BINARY:
        return (struct widths){is_comparison_opcode(wide_opcode(i->aux)) ? 1 : own, own, own};
    case OP_WIDE_TRUNC:
    case OP_WIDE_ZEXT:
    case OP_WIDE_SEXT:
    case OP_FCONVERT:
    case OP_F_TO_SINT:
    case OP_F_TO_UINT:
    case OP_SINT_TO_F:
    case OP_UINT_TO_F: return (struct widths){own, other, 1};
    case OP_FCMP: return (struct widths){1, own, own};
    case OP_SELECT: return (struct widths){own, 1, 1};
    case OP_OVERFLOW: return (struct widths){2, 1, 1};
    case OP_LOAD:
    case OP_STORE:
    case OP_STORE_I:
    case OP_LOAD_G:
    case OP_STORE_G:
    case OP_RMW: return (struct widths){own, 1, own};
    case OP_CMPXCHG: return (struct widths){own, 1, 1};
    case OP_RETURN: return (struct widths){1, i->aux, 1};
    case OP_CALL:
    case OP_CALL_NATIVE:
    case OP_CALL_INDIRECT: return (struct widths){i->aux, 1, 1};
    default: return (struct widths){own, own, own};
    }
}

static void visit_call_operands(uint32_t *list, register_visitor *visit, void *context)
{
    uint32_t fixed = list[0], variadic = list[1];
    for (uint32_t k = 0; k < fixed; k++)
        if (!(list[2 + k] & OPERAND_CONSTANT))
            visit(context, &list[2 + k], 1, REGISTER_READ);
    uint32_t *pair = list + 2 + fixed;
    for (uint32_t k = 0; k < variadic; k++, pair += 2)
        if (!(pair[0] & OPERAND_CONSTANT))
            visit(context, &pair[0], (pair[1] & OPERAND_BYVAL) ? 1 : (OPERAND_SIZE(pair[1]) + 7) / 8,
                  REGISTER_READ);
}

static void visit_extra(struct instruction *i, register_visitor *visit, void *context)
{
    uint32_t words = words_of_width(i->width);
    visit(context, &i[1].a, words, REGISTER_READ);
    if (i->op != OP_FMA)
        visit(context, &i[1].b, words, REGISTER_READ);
}

void instruction_visit_registers(struct instruction *i, uint32_t *operands, register_visitor *visit,
                                 void *context)
{
    const char *format = opcode_format(i->op);
    struct widths words = operand_words(i);
    bool write_d = false;
    for (; *format; format++) {
        switch (*format) {
        case 'd': write_d = i->d != NO_REGISTER; break;
        case 's': visit(context, &i->d, words.d, REGISTER_READ); break;
        case 'a':
            if (i->op == OP_LOOP)
                visit(context, &i->a, 1, REGISTER_READ_WRITE);
            else if (words.a)
                visit(context, &i->a, words.a, REGISTER_READ);
            break;
        case 'b':
            if (i->op == OP_CALL_INDIRECT)
                visit_call_operands(operands + i->b, visit, context);
            else if (i->op != OP_CMPXCHG)
                visit(context, &i->b, words.b, REGISTER_READ);
            break;
        case 'c':
        case 'n': visit_call_operands(operands + i->b, visit, context); break;
        case 'e': visit_extra(i, visit, context); break;
        default: break;
        }
    }
    if (write_d && words.d)
        visit(context, &i->d, words.d, REGISTER_WRITE);
    if (i->op == OP_CMPXCHG)
        visit(context, &i->b, 1, REGISTER_WRITE);
}
