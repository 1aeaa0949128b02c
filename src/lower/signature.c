#include "lower/signature.h"

#include "program/registers.h"

#include <stdio.h>

static void add_signature_text(struct signature_text *signature, const char *text)
{
    for (; *text; text++)
        vector_push(&signature->text, *text);
}

struct signature_word signature_sort(const struct leaf *leaf)
{
    return (struct signature_word){.is_float = leaf->kind == LEAF_FLOAT, .width = leaf->width};
}

void signature_add(struct signature_text *signature, struct signature_word word)
{
    char text[16];
    snprintf(text, sizeof text, "%s%c%u", signature->follows ? "," : "", word.is_float ? 'f' : 'i',
             word.width);
    signature->follows = true;
    add_signature_text(signature, text);
}

void signature_add_type(struct lowering *l, struct signature_text *signature, LLVMTypeRef type)
{
    const struct type_info *info = type_get(l, type);
    for (uint32_t k = 0; k < info->leaf_count; k++)
        for (uint32_t w = 0; w < words_of_width(info->leaves[k].width); w++)
            signature_add(signature, signature_sort(&info->leaves[k]));
}

void signature_begin(struct lowering *l, struct signature_text *signature, LLVMTypeRef result)
{
    *signature = (struct signature_text){.follows = false};
    signature_add_type(l, signature, result);
    add_signature_text(signature, "(");
    signature->follows = false;
}

uint32_t signature_end(struct lowering *l, struct signature_text *signature)
{
    add_signature_text(signature, ")");
    uint32_t number = lower_string(l, signature->text.data, signature->text.size);
    vector_free(&signature->text);
    return number;
}

uint32_t signature_of_function(struct lowering *l, LLVMValueRef function)
{
    struct signature_text signature;
    signature_begin(l, &signature, LLVMGetReturnType(LLVMGlobalGetValueType(function)));
    unsigned parameters = LLVMCountParams(function);
    for (unsigned i = 0; i < parameters; i++)
        signature_add_type(l, &signature, LLVMTypeOf(LLVMGetParam(function, i)));
    return signature_end(l, &signature);
}
