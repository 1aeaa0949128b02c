// Stack objects, loads, stores and address computations.
#include "lower/emit.h"
#include "lower/frames.h"
#include "lower/source_types.h"
#include "program/registers.h"

uint32_t lower_order(LLVMAtomicOrdering ordering)
{
    switch (ordering) {
    case LLVMAtomicOrderingAcquire: return ORDER_ACQUIRE;
    case LLVMAtomicOrderingRelease: return ORDER_RELEASE;
    case LLVMAtomicOrderingAcquireRelease: return ORDER_ACQUIRE_RELEASE;
    case LLVMAtomicOrderingSequentiallyConsistent: return ORDER_SEQ_CST;
    default: return ORDER_RELAXED;
    }
}

// Of emit_load and emit_store only: the access is not aligned as its type would be.
enum { ACCESS_SPLIT = 256 };

// Volatile accesses of the user's that are made atomic: of what a processor accesses at once.
static bool is_volatile_atomic(struct lowering *l, LLVMValueRef instruction, LLVMTypeRef type)
{
    uint64_t size = LLVMStoreSizeOfType(l->layout, type);
    return l->volatile_atomic && LLVMGetVolatile(instruction) &&
           !(l->functions.data[l->f.number].flags & FUNCTION_RUNTIME) && size <= l->pointer_bits / 8 &&
           (size & (size - 1)) == 0 && LLVMGetAlignment(instruction) >= size;
}

static uint32_t access_flags(struct lowering *l, LLVMValueRef instruction, enum leaf_kind kind)
{
    LLVMAtomicOrdering ordering = LLVMGetOrdering(instruction);
    bool atomic = ordering != LLVMAtomicOrderingNotAtomic;
    LLVMTypeRef type =
        LLVMTypeOf(LLVMIsAStoreInst(instruction) ? LLVMGetOperand(instruction, 0) : instruction);
    if (!atomic && is_volatile_atomic(l, instruction, type)) {
        atomic = true;
        ordering = LLVMAtomicOrderingSequentiallyConsistent;
    }
    bool split = !atomic && LLVMGetAlignment(instruction) < LLVMABIAlignmentOfType(l->layout, type);
    return (split ? ACCESS_SPLIT : 0u) | lower_order(ordering) << ORDER_SHIFT |
           (atomic ? ACCESS_ATOMIC : 0u) | (LLVMGetVolatile(instruction) ? ACCESS_VOLATILE : 0u) |
           (kind == LEAF_FLOAT ? ACCESS_FLOAT : 0u) | (kind == LEAF_POINTER ? ACCESS_POINTER : 0u);
}

// Registers of a name such as "x.addr", the home of parameter x.
static uint32_t variable_name(struct lowering *l, const char *name, size_t length)
{
    static const char suffix[] = ".addr";
    size_t tail = sizeof suffix - 1;
    if (length > tail && strncmp(name + length - tail, suffix, tail) == 0)
        length -= tail;
    return lower_string(l, name, length);
}

static uint32_t add_allocation_site(struct lowering *l, uint32_t name, uint64_t size, uint64_t alignment)
{
    struct site site = {
        .name = name,
        .location = l->f.location,
        .function = l->f.number,
        .size = size,
        .alignment = alignment,
    };
    vector_push(&l->sites, site);
    return l->sites.size - 1;
}

uint32_t emit_stack_object(struct lowering *l, const char *name, uint64_t size, uint64_t alignment)
{
    uint32_t d = register_new(l, 1);
    uint32_t site = add_allocation_site(l, lower_string(l, name, strlen(name)), size, alignment);
    emit_immediate(l, OP_ALLOCA, l->pointer_bits, 0, d, site);
    return d;
}

void lower_alloca(struct lowering *l, LLVMValueRef instruction)
{
    LLVMTypeRef type = LLVMGetAllocatedType(instruction);
    LLVMValueRef count = LLVMGetOperand(instruction, 0);
    size_t length;
    const char *name = LLVMGetValueName2(instruction, &length);
    uint64_t size = LLVMABISizeOfType(l->layout, type), alignment = LLVMGetAlignment(instruction);
    uint32_t pointer = l->pointer_bits, d;
    if (LLVMIsAConstantInt(count)) {
        size *= LLVMConstIntGetZExtValue(count);
        uint32_t site = add_allocation_site(l, variable_name(l, name, length), size, alignment);
        d = register_new(l, 1);
        emit_immediate(l, OP_ALLOCA, pointer, 0, d, site);
    } else {
        struct word words = value_word(l, count);
        uint32_t width = type_of(l, count)->leaves[0].width, number = word_register(l, words, width);
        if (width != pointer)
            number = emit_new(l, width < pointer ? OP_ZEXT : OP_TRUNC, pointer, width < pointer ? width : 0,
                              number, 0);
        if (size != 1)
            number = emit_binary(l, OP_MUL, pointer, 0, word_of_register(number), word_of_constant(size));
        uint32_t site = add_allocation_site(l, variable_name(l, name, length), size, alignment);
        d = emit_new(l, OP_ALLOCA_DYN, pointer, 0, number, site);
    }
    vector_last(&l->sites).grows = frame_grows(instruction);
    vector_last(&l->sites).type =
        source_type_of_variable(l, instruction, LLVMIsAConstantInt(count) ? size : 0);
    value_set_register(l, instruction, d, 1);
}

struct address address_of(struct lowering *l, LLVMValueRef pointer)
{
    struct word word = value_word(l, pointer);
    if (word.kind == WORD_CONSTANT)
        return (struct address){.constant = true, .symbolic = word.address, .value = word.constant};
    if (word.kind == WORD_REGISTER)
        return (struct address){.base = word.number, .offset = word.offset};
    return (struct address){.base = word_register(l, word, l->pointer_bits)};
}

// The register and immediate to add for an access at `offset` bytes into what `address` points to.
static struct address displaced(struct lowering *l, struct address address, uint64_t offset)
{
    int64_t sum = (int64_t)address.offset + (int64_t)offset;
    if (sum == (int32_t)sum) {
        address.offset = (int32_t)sum;
        return address;
    }
    struct word base = word_of_register(address.base), distance = word_of_constant((uint64_t)sum);
    return (struct address){.base = emit_binary(l, OP_ADD, l->pointer_bits, 0, base, distance)};
}

// How many bits of a plain access of `width` bits the machine moves first: another thread may come before the
// rest. One that is not atomic is a single access only if it is a word of the machine or less, a power of two
// bytes, and aligned; of those that straddle two lines of a cache, where is not known before, and the middle
// stands for every place.
static uint32_t first_part(const struct lowering *l, uint32_t width, uint32_t aux)
{
    uint32_t bytes = (width + 7) / 8, word = aux & ACCESS_FLOAT ? 8 : l->pointer_bits / 8;
    if (aux & ACCESS_ATOMIC)
        return width;
    if (bytes > word)
        return 8 * word;
    for (uint32_t part = 4; part; part /= 2)
        if (bytes > part && (bytes % (2 * part) || aux & ACCESS_SPLIT))
            return 8 * part;
    return width;
}

static void load_whole(struct lowering *l, struct address address, uint64_t offset, uint32_t width,
                       uint32_t aux, uint32_t d)
{
    if (address.constant) {
        emit_immediate(l, OP_LOAD_G, width, aux, d, address.value + offset)->address = address.symbolic;
    } else {
        struct address place = displaced(l, address, offset);
        emit(l, OP_LOAD, width, aux, d, place.base, (uint32_t)place.offset);
    }
}

// At most 64 bits.
static void load_parts(struct lowering *l, struct address address, uint64_t offset, uint32_t width,
                       uint32_t aux, uint32_t d)
{
    uint32_t first = first_part(l, width, aux), part_aux = aux & ~(uint32_t)(ACCESS_FLOAT | ACCESS_SPLIT);
    if (first == width) {
        load_whole(l, address, offset, width, aux & ~(uint32_t)ACCESS_SPLIT, d);
        return;
    }
    uint32_t low = register_new(l, 1), high = register_new(l, 1);
    load_whole(l, address, offset, first, part_aux, low);
    load_parts(l, address, offset + first / 8, width - first, part_aux, high);
    struct word below = word_of_register(emit_new(l, OP_ZEXT, width, first, low, 0));
    struct word above = word_of_register(emit_new(l, OP_ZEXT, width, width - first, high, 0));
    above = word_of_register(emit_binary(l, OP_SHL, width, 0, above, word_of_constant(first)));
    emit(l, OP_OR, width, 0, d, above.number, below.number);
}

void emit_load(struct lowering *l, struct address address, uint64_t offset, uint32_t width, uint32_t aux,
               uint32_t d)
{
    if (width <= 64) {
        load_parts(l, address, offset, width, aux, d);
    } else if (width <= 128 && aux & ACCESS_ATOMIC) {
        load_whole(l, address, offset, width, aux, d);
    } else { // word by word
        for (uint32_t word = 0; word < words_of_width(width); word++)
            load_parts(l, address, offset + word * UINT64_C(8),
                       width - word * 64 < 64 ? width - word * 64 : 64, aux & ~(uint32_t)ACCESS_FLOAT,
                       d + word);
    }
}

static void store_whole(struct lowering *l, struct address address, uint64_t offset, uint32_t width,
                        uint32_t aux, const struct word *words)
{
    bool small = width <= 64 && words->kind == WORD_CONSTANT && !words->address &&
                 constant_fits(words->constant, width);
    if (address.constant) {
        uint32_t s = leaf_registers(l, words, width);
        emit_immediate(l, OP_STORE_G, width, aux, s, address.value + offset)->address = address.symbolic;
    } else if (small) {
        struct address place = displaced(l, address, offset);
        emit(l, OP_STORE_I, width, aux, (uint32_t)words->constant, place.base, (uint32_t)place.offset);
    } else {
        uint32_t s = leaf_registers(l, words, width);
        struct address place = displaced(l, address, offset);
        emit(l, OP_STORE, width, aux, s, place.base, (uint32_t)place.offset);
    }
}

static void store_parts(struct lowering *l, struct address address, uint64_t offset, uint32_t width,
                        uint32_t aux, struct word word)
{
    uint32_t first = first_part(l, width, aux), part_aux = aux & ~(uint32_t)(ACCESS_FLOAT | ACCESS_SPLIT);
    if (first == width) {
        store_whole(l, address, offset, width, aux & ~(uint32_t)ACCESS_SPLIT, &word);
        return;
    }
    uint32_t whole = word_register(l, word, width);
    struct word low = word_of_register(emit_new(l, OP_TRUNC, first, 0, whole, 0));
    uint32_t shifted = emit_binary(l, OP_LSHR, width, 0, word_of_register(whole), word_of_constant(first));
    struct word high = word_of_register(emit_new(l, OP_TRUNC, width - first, 0, shifted, 0));
    store_whole(l, address, offset, first, part_aux, &low);
    store_parts(l, address, offset + first / 8, width - first, part_aux, high);
}

void emit_store(struct lowering *l, struct address address, uint64_t offset, uint32_t width, uint32_t aux,
                const struct word *words)
{
    if (width <= 64) {
        store_parts(l, address, offset, width, aux, *words);
    } else if (width <= 128 && aux & ACCESS_ATOMIC) {
        store_whole(l, address, offset, width, aux, words);
    } else {
        for (uint32_t word = 0; word < words_of_width(width); word++)
            store_parts(l, address, offset + word * UINT64_C(8),
                        width - word * 64 < 64 ? width - word * 64 : 64, aux & ~(uint32_t)ACCESS_FLOAT,
                        words[word]);
    }
}

static bool access_refused(struct lowering *l, LLVMValueRef instruction, const struct type_info *type)
{
    bool atomic = LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic;
    if (atomic && (type->leaf_count != 1 || type->leaves[0].width > 128))
        emit_unsupported(l, "an atomic access of more than 16 bytes");
    else if (type->bits && type->leaf_count * type->leaves[0].width > 64)
        emit_unsupported(l, "a vector of more than 64 bits whose elements are not whole bytes");
    else
        return false;
    return true;
}

// A vector of bits is loaded as one integer and taken apart.
static void load_bits(struct lowering *l, LLVMValueRef instruction, const struct type_info *type,
                      struct address address)
{
    uint32_t each = type->leaves[0].width, whole = type->leaf_count * each, all = register_new(l, 1);
    struct word *words = memory_zalloc(type->word_count, sizeof *words);
    emit_load(l, address, 0, whole, access_flags(l, instruction, LEAF_INTEGER), all);
    for (uint32_t i = 0; i < type->leaf_count; i++) {
        uint32_t shifted = i ? emit_new(l, OP_LSHR_I, whole, 0, all, i * each) : all;
        words[i] = word_of_register(whole > each ? emit_new(l, OP_TRUNC, each, 0, shifted, 0) : shifted);
    }
    value_set(l, instruction, words, type->word_count);
    memory_free(words);
}

static bool is_known_aligned(LLVMValueRef pointer, uint64_t alignment)
{
    bool variable = LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer);
    return variable && LLVMGetAlignment(pointer) >= alignment;
}

// Processors access vectors that are said to be aligned by instructions that fault where they are not.
static void check_vector(struct lowering *l, LLVMValueRef instruction, LLVMTypeRef type, LLVMValueRef pointer)
{
    enum { LEAST = 16 }; // bytes: of smaller ones nothing faults
    uint64_t alignment = LLVMGetAlignment(instruction);
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || alignment < LEAST ||
        is_known_aligned(pointer, alignment) || LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic)
        return;
    uint32_t address = word_register(l, value_word(l, pointer), l->pointer_bits);
    const struct word arguments[] = {word_of_register(address), word_of_constant(alignment)};
    emit_native(l, NATIVE___heddle_check_vector, arguments, 2, 0, NO_REGISTER);
}

void lower_load(struct lowering *l, LLVMValueRef instruction)
{
    const struct type_info *type = type_of(l, instruction);
    check_vector(l, instruction, LLVMTypeOf(instruction), LLVMGetOperand(instruction, 0));
    struct address address = address_of(l, LLVMGetOperand(instruction, 0));
    if (access_refused(l, instruction, type)) {
        value_set_undefined(l, instruction);
        return;
    }
    if (type->bits) {
        load_bits(l, instruction, type, address);
        return;
    }
    struct word *words = memory_zalloc(type->word_count + 1, sizeof *words);
    for (uint32_t i = 0; i < type->leaf_count; i++) {
        const struct leaf *leaf = &type->leaves[i];
        uint32_t count = words_of_width(leaf->width), d = register_new(l, count);
        emit_load(l, address, leaf->offset, leaf->width, access_flags(l, instruction, leaf->kind), d);
        for (uint32_t w = 0; w < count; w++)
            words[leaf->word + w] = word_of_register(d + w);
    }
    value_set(l, instruction, words, type->word_count);
    memory_free(words);
}

void lower_store(struct lowering *l, LLVMValueRef instruction)
{
    LLVMValueRef value = LLVMGetOperand(instruction, 0);
    const struct type_info *type = type_of(l, value);
    uint32_t count;
    check_vector(l, instruction, LLVMTypeOf(value), LLVMGetOperand(instruction, 1));
    struct word *words = value_copy(l, value, &count);
    struct address address = address_of(l, LLVMGetOperand(instruction, 1));
    if (access_refused(l, instruction, type)) {
        memory_free(words);
        return;
    }
    if (type->bits) {
        struct word packed = word_of_register(pack_words(l, value, &count));
        emit_store(l, address, 0, type->leaf_count * type->leaves[0].width,
                   access_flags(l, instruction, LEAF_INTEGER), &packed);
    }
    for (uint32_t i = 0; i < type->leaf_count && !type->bits; i++) {
        const struct leaf *leaf = &type->leaves[i];
        // What is indeterminate need not be stored; but the access is one that others may see.
        emit_store(l, address, leaf->offset, leaf->width, access_flags(l, instruction, leaf->kind),
                   words + leaf->word);
    }
    memory_free(words);
}

// Adds index * size to the address.
static struct word add_scaled(struct lowering *l, struct word address, LLVMValueRef index, uint64_t size)
{
    uint32_t pointer = l->pointer_bits, width = type_of(l, index)->leaves[0].width;
    uint32_t base = word_register(l, address, pointer), n;
    struct word words[MAX_INTEGER_BITS / 64];
    value_words(l, index, words);
    n = word_register(l, words[0], width > 64 ? 64 : width);
    width = width > 64 ? 64 : width; // the low word decides
    if (width != pointer)
        n = emit_new(l, width < pointer ? OP_SEXT : OP_TRUNC, pointer, width < pointer ? width : 0, n, 0);
    if (!size)
        return word_of_register(base);
    if (size <= 255)
        return word_of_register(emit_new(l, OP_INDEX, pointer, (uint32_t)size, base, n));
    uint32_t scaled = emit_binary(l, OP_MUL, pointer, OP_SCALES, word_of_register(n), word_of_constant(size));
    return word_of_register(emit_new(l, OP_INDEX, pointer, 1, base, scaled));
}

static struct word add_offset(struct lowering *l, struct word address, int64_t offset)
{
    if (!offset)
        return address;
    if (address.kind == WORD_CONSTANT) {
        address.constant += (uint64_t)offset;
        if (l->pointer_bits == 32)
            address.constant &= UINT32_MAX;
        constant_note_outside(l, &address);
        return address;
    }
    int64_t sum = address.offset + offset;
    if (address.kind == WORD_REGISTER && sum == (int32_t)sum) {
        address.offset = (int32_t)sum;
        return address;
    }
    return word_of_register(
        emit_binary(l, OP_ADD, l->pointer_bits, 0, address, word_of_constant((uint64_t)offset)));
}

// Whether every use of an address takes an offset in its immediate.
static bool only_accessed(LLVMValueRef address)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool load = LLVMIsALoadInst(user) != NULL;
        bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == address &&
                     LLVMGetOperand(user, 0) != address;
        bool step = LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == address;
        if (!load && !store && !step)
            return false;
    }
    return true;
}

void lower_address(struct lowering *l, LLVMValueRef gep)
{
    if (type_of(l, gep)->word_count != 1) {
        emit_unsupported(l, "a vector of addresses");
        value_set_undefined(l, gep);
        return;
    }
    struct word address = value_word(l, LLVMGetOperand(gep, 0));
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    uint64_t offset = 0; // addresses wrap around
    int count = LLVMGetNumOperands(gep);
    for (int k = 1; k < count; k++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)k);
        if (k > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            offset += LLVMOffsetOfElement(l->layout, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        if (k > 1)
            type = LLVMGetElementType(type);
        uint64_t size = LLVMABISizeOfType(l->layout, type);
        if (LLVMIsAConstantInt(index))
            offset += (uint64_t)LLVMConstIntGetSExtValue(index) * size;
        else
            address = add_scaled(l, address, index, size);
    }
    address = add_offset(l, address, (int64_t)offset);
    if (address.kind == WORD_REGISTER && address.offset && !only_accessed(gep))
        address = word_of_register(word_register(l, address, l->pointer_bits));
    value_set(l, gep, &address, 1);
}
