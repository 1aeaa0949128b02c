// Inline assembly that says nothing to the machine: barriers for the compiler, pauses, fences.
#include "lower/emit.h"

#include <ctype.h>
#include <stdlib.h>

enum meaning { MEANS_NOTHING, MEANS_FENCE, MEANS_SOMETHING };

static const struct {
    const char *text; // words separated by one space
    enum meaning meaning;
} known[] = {
    {"", MEANS_NOTHING},
    {"nop", MEANS_NOTHING},
    {"pause", MEANS_NOTHING},
    {"rep nop", MEANS_NOTHING},
    {"rep ; nop", MEANS_NOTHING},
    {"rep; nop", MEANS_NOTHING},
    {"rep;nop", MEANS_NOTHING},
    {"mfence", MEANS_FENCE},
    {"lfence", MEANS_FENCE},
    {"sfence", MEANS_FENCE},
    {"lock; addl $$0,0(%rsp)", MEANS_FENCE},
    {"lock; addl $$0,0(%esp)", MEANS_FENCE},
    {"lock; orl $$0,(%rsp)", MEANS_FENCE},
    {"lock; orl $$0,(%esp)", MEANS_FENCE},
};

// What the text means. Blanks around it and several in a row do not matter, nor does a final semicolon.
static enum meaning meaning_of(const char *text, size_t length)
{
    char plain[64];
    size_t n = 0;
    for (size_t i = 0; i < length; i++) {
        bool blank = isspace((unsigned char)text[i]) != 0;
        if (blank && (n == 0 || plain[n - 1] == ' '))
            continue;
        if (n == sizeof plain - 1)
            return MEANS_SOMETHING;
        plain[n++] = blank ? ' ' : text[i];
    }
    while (n && (plain[n - 1] == ' ' || plain[n - 1] == ';'))
        n--;
    plain[n] = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(plain, known[i].text) == 0)
            return known[i].meaning;
    return MEANS_SOMETHING;
}

// Follows the constraints: outputs in registers are elements of the result, in order; inputs tied to them by
// number pass their value through; the others are indeterminate. Outputs in memory keep what is there.
static void pass_operands(struct lowering *l, LLVMValueRef call, const char *constraints)
{
    const struct type_info *type = type_of(l, call);
    struct word *result = memory_zalloc(type->word_count + 1, sizeof *result);
    uint32_t outputs = 0;
    unsigned argument = 0, arguments = LLVMGetNumArgOperands(call);
    for (const char *at = constraints; *at; at += strcspn(at, ","), at += *at == ',') {
        bool indirect = memchr(at, '*', strcspn(at, ",")) != NULL;
        if (*at == '~')
            continue;
        if (*at == '=' && !indirect) {
            outputs++;
            continue;
        }
        if (isdigit((unsigned char)*at) && argument < arguments) {
            unsigned long output = strtoul(at, NULL, 10);
            LLVMValueRef value = LLVMGetOperand(call, argument);
            const struct type_info *from = type_of(l, value);
            bool single = type->leaf_count == outputs && output < outputs && from->leaf_count == 1 &&
                          from->leaves[0].width == type->leaves[output].width;
            if (single)
                value_words(l, value, result + type->leaves[output].word);
        }
        argument++;
    }
    value_set(l, call, result, type->word_count);
    memory_free(result);
}

void lower_assembly(struct lowering *l, LLVMValueRef call, LLVMValueRef assembly)
{
    size_t length, ignored;
    const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
    enum meaning meaning = meaning_of(text, length);
    if (meaning == MEANS_SOMETHING) {
        emit_unsupported(l, "inline assembly \"%.*s\"", (int)(length > 60 ? 60 : length), text);
        value_set_undefined(l, call);
        return;
    }
    if (meaning == MEANS_FENCE)
        emit(l, OP_FENCE, 0, ORDER_SEQ_CST << ORDER_SHIFT, 0, 0, 0);
    pass_operands(l, call, LLVMGetInlineAsmConstraintString(assembly, &ignored));
}
