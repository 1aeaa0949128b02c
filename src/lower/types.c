// Types as lists of scalars ("leaves"): aggregates and vectors are lowered as their leaves.
#include "lower/lower.h"

struct type_builder {
    struct lowering *l;
    VECTOR(struct leaf) leaves;
    uint32_t words;
    const char *unsupported;
    bool bits;
};

static void add_leaf(struct type_builder *b, enum leaf_kind kind, uint32_t width, uint64_t offset)
{
    struct leaf leaf = {kind, width, b->words, offset};
    vector_push(&b->leaves, leaf);
    b->words += width <= 64 ? 1 : (width + 63) / 64;
    if (b->words > MAX_VALUE_WORDS)
        b->unsupported = "a value of more than 8192 bytes at once";
}

// Adds `count` values of a type, each `stride` bits behind the one before. Types that are made of few parts
// may have more elements than can be counted, so that parts are looked at once.
static void add_part_leaves(struct type_builder *b, LLVMTypeRef type, uint64_t count, uint64_t offset,
                            uint64_t stride)
{
    const struct type_info *part = type_get(b->l, type);
    b->bits |= part->bits;
    if (count > 0 && part->unsupported)
        b->unsupported = part->unsupported;
    if (part->leaf_count == 0)
        return;
    for (uint64_t i = 0; i < count && !b->unsupported; i++)
        for (uint32_t k = 0; k < part->leaf_count && !b->unsupported; k++) {
            const struct leaf *leaf = &part->leaves[k];
            add_leaf(b, leaf->kind, leaf->width, offset + i * stride / 8 + leaf->offset);
        }
}

static void add_struct(struct type_builder *b, LLVMTypeRef type)
{
    if (LLVMIsOpaqueStruct(type)) {
        b->unsupported = "a value of an opaque structure";
        return;
    }
    unsigned count = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < count && !b->unsupported; i++)
        add_part_leaves(b, LLVMStructGetTypeAtIndex(type, i), 1, LLVMOffsetOfElement(b->l->layout, type, i),
                        0);
}

static void add_vector(struct type_builder *b, LLVMTypeRef type)
{
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t bits = LLVMSizeOfTypeInBits(b->l->layout, element);
    b->bits |= bits % 8 != 0;
    add_part_leaves(b, element, LLVMGetVectorSize(type), 0, bits);
}

static void add_type_leaves(struct type_builder *b, LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind: break;
    case LLVMIntegerTypeKind:
        if (LLVMGetIntTypeWidth(type) > MAX_INTEGER_BITS)
            b->unsupported = "an integer of more than 1024 bits";
        else
            add_leaf(b, LEAF_INTEGER, LLVMGetIntTypeWidth(type), 0);
        break;
    case LLVMPointerTypeKind: add_leaf(b, LEAF_POINTER, b->l->pointer_bits, 0); break;
    case LLVMFloatTypeKind: add_leaf(b, LEAF_FLOAT, 32, 0); break;
    case LLVMDoubleTypeKind: add_leaf(b, LEAF_FLOAT, 64, 0); break;
    case LLVMX86_FP80TypeKind: add_leaf(b, LEAF_FLOAT, 80, 0); break;
    case LLVMStructTypeKind: add_struct(b, type); break;
    case LLVMArrayTypeKind:
        add_part_leaves(b, LLVMGetElementType(type), LLVMGetArrayLength2(type), 0,
                        8 * LLVMABISizeOfType(b->l->layout, LLVMGetElementType(type)));
        break;
    case LLVMVectorTypeKind: add_vector(b, type); break;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind: b->unsupported = "16-bit floating point"; break;
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind: b->unsupported = "128-bit floating point"; break;
    default: b->unsupported = "a value of an unusual type"; break;
    }
}

const struct type_info *type_get(struct lowering *l, LLVMTypeRef type)
{
    uint32_t known = map_get(&l->types, type);
    if (known != MAP_ABSENT)
        return l->type_infos.data[known];
    struct type_builder b = {.l = l};
    if (l->type_depth == MAX_NESTING)
        b.unsupported = "a value of a type that is nested more than 1000 deep";
    l->type_depth++;
    if (!b.unsupported)
        add_type_leaves(&b, type);
    l->type_depth--;
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
