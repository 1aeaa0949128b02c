// Types as lists of scalars ("leaves"): aggregates and vectors are lowered as their leaves.
#include "lower/lower.h"

struct builder {
    struct lowering *l;
    VECTOR(struct leaf) leaves;
    uint32_t words, depth;
    const char *unsupported;
    bool bits;
};

static void add_leaf(struct builder *b, enum leaf_kind kind, uint32_t width, uint64_t offset)
{
    struct leaf leaf = {kind, width, b->words, offset};
    vector_push(&b->leaves, leaf);
    b->words += width <= 64 ? 1 : (width + 63) / 64;
    if (b->words > MAX_VALUE_WORDS)
        b->unsupported = "a value of more than 8192 bytes at once";
}

static void add_type(struct builder *b, LLVMTypeRef type, uint64_t offset);

static void add_struct(struct builder *b, LLVMTypeRef type, uint64_t offset)
{
    if (LLVMIsOpaqueStruct(type)) {
        b->unsupported = "a value of an opaque structure";
        return;
    }
    unsigned count = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < count && !b->unsupported; i++)
        add_type(b, LLVMStructGetTypeAtIndex(type, i), offset + LLVMOffsetOfElement(b->l->layout, type, i));
}

static void add_array(struct builder *b, LLVMTypeRef type, uint64_t offset)
{
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t count = LLVMGetArrayLength2(type), stride = LLVMABISizeOfType(b->l->layout, element);
    for (uint64_t i = 0; i < count && !b->unsupported; i++)
        add_type(b, element, offset + i * stride);
}

static void add_vector(struct builder *b, LLVMTypeRef type, uint64_t offset)
{
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t bits = LLVMSizeOfTypeInBits(b->l->layout, element);
    unsigned count = LLVMGetVectorSize(type);
    b->bits |= bits % 8 != 0;
    for (unsigned i = 0; i < count && !b->unsupported; i++)
        add_type(b, element, offset + i * bits / 8);
}

static void add_type(struct builder *b, LLVMTypeRef type, uint64_t offset)
{
    if (b->depth == MAX_NESTING) {
        b->unsupported = "a value of a type that is nested more than 1000 deep";
        return;
    }
    b->depth++;
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind: break;
    case LLVMIntegerTypeKind:
        if (LLVMGetIntTypeWidth(type) > MAX_INTEGER_BITS)
            b->unsupported = "an integer of more than 1024 bits";
        else
            add_leaf(b, LEAF_INTEGER, LLVMGetIntTypeWidth(type), offset);
        break;
    case LLVMPointerTypeKind: add_leaf(b, LEAF_POINTER, b->l->pointer_bits, offset); break;
    case LLVMFloatTypeKind: add_leaf(b, LEAF_FLOAT, 32, offset); break;
    case LLVMDoubleTypeKind: add_leaf(b, LEAF_FLOAT, 64, offset); break;
    case LLVMX86_FP80TypeKind: add_leaf(b, LEAF_FLOAT, 80, offset); break;
    case LLVMStructTypeKind: add_struct(b, type, offset); break;
    case LLVMArrayTypeKind: add_array(b, type, offset); break;
    case LLVMVectorTypeKind: add_vector(b, type, offset); break;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind: b->unsupported = "16-bit floating point"; break;
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind: b->unsupported = "128-bit floating point"; break;
    default: b->unsupported = "a value of an unusual type"; break;
    }
    b->depth--;
}

const struct type_info *type_get(struct lowering *l, LLVMTypeRef type)
{
    uint32_t known = map_get(&l->types, type);
    if (known != MAP_ABSENT)
        return l->type_infos.data[known];
    struct builder b = {.l = l};
    add_type(&b, type, 0);
    struct type_info *info = memory_alloc(sizeof *info);
    *info = (struct type_info){b.unsupported, b.leaves.data, b.leaves.size, b.words, b.bits};
    if (b.unsupported)
        info->leaf_count = info->word_count = 0;
    map_put(&l->types, type, l->type_infos.size);
    vector_push(&l->type_infos, info);
    return info;
}

void type_element(struct lowering *l, LLVMTypeRef type, uint32_t index, uint32_t *leaf, uint32_t *word)
{
    *leaf = *word = 0;
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind) {
        const struct type_info *element = type_get(l, LLVMGetElementType(type));
        *leaf = index * element->leaf_count;
        *word = index * element->word_count;
        return;
    }
    for (uint32_t i = 0; i < index; i++) {
        const struct type_info *element = type_get(l, LLVMStructGetTypeAtIndex(type, i));
        *leaf += element->leaf_count;
        *word += element->word_count;
    }
}
