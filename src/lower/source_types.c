#include "lower/source_types.h"

#include "lower/debug_names.h"
#include "lower/dwarf.h"
#include "lower/lexical.h"

#include <llvm-c/DebugInfo.h>

#include <stdlib.h>

// Operands of LLVM's nodes.
enum { OPERAND_VARIABLE_TYPE = 3, OPERAND_BASE = 3, OPERAND_ELEMENTS = 4 };

static LLVMMetadataRef operand_of_node(struct lowering *l, LLVMMetadataRef node, unsigned number)
{
    return lexical_operand(l->context, node, number);
}

static unsigned tag_of_type(LLVMMetadataRef type)
{
    return type ? LLVMGetDINodeTag(type) : 0;
}

static LLVMMetadataRef plain(struct lowering *l, LLVMMetadataRef type)
{
    for (;;)
        switch (tag_of_type(type)) {
        case TAG_TYPEDEF:
        case TAG_CONST:
        case TAG_VOLATILE:
        case TAG_RESTRICT:
        case TAG_ATOMIC: type = operand_of_node(l, type, OPERAND_BASE); break;
        default: return type;
        }
}

// ---- numbers

static uint32_t add_source_type(struct lowering *l, LLVMMetadataRef node)
{
    if (l->source_types.size == 0) {
        vector_push(&l->source_types, (struct source_type){0});
        vector_push(&l->source_nodes, NULL);
    }
    vector_push(&l->source_types, (struct source_type){0});
    vector_push(&l->source_nodes, node);
    return l->source_types.size - 1;
}

static uint32_t name_of_type(struct lowering *l, LLVMMetadataRef type)
{
    struct debug_name name = debug_type_name(l->context, type);
    return name.length ? lower_string(l, name.text, name.length) : 0;
}

static uint64_t bytes_of_type(LLVMMetadataRef type)
{
    return LLVMDITypeGetSizeInBits(type) / 8;
}

// Each file that was compiled describes the types of its headers anew.
static bool is_same_source_type(struct lowering *l, LLVMMetadataRef a, LLVMMetadataRef b)
{
    return tag_of_type(a) == tag_of_type(b) && LLVMDITypeGetLine(a) == LLVMDITypeGetLine(b) &&
           bytes_of_type(a) == bytes_of_type(b) && name_of_type(l, a) == name_of_type(l, b) &&
           lower_file(l, LLVMDIScopeGetFile(a), false) == lower_file(l, LLVMDIScopeGetFile(b), false);
}

// The number of a structure, union or enumeration with a name.
static uint32_t number_of_named(struct lowering *l, LLVMMetadataRef type, uint32_t name)
{
    uint64_t hash = hash_combine(hash_combine(name, LLVMDITypeGetLine(type)), bytes_of_type(type));
    for (uint32_t at = index_begin(hash), n;
         (n = index_next(&l->source_type_index, hash, &at)) != INDEX_NONE;)
        if (is_same_source_type(l, l->source_nodes.data[n], type))
            return n;
    uint32_t number = add_source_type(l, type);
    index_add(&l->source_type_index, hash, number);
    return number;
}

// The number of a type, which is described later; 0 of void.
static uint32_t number_of_type(struct lowering *l, LLVMMetadataRef type)
{
    type = plain(l, type);
    uint32_t number = type ? map_get(&l->source_type_numbers, type) : 0;
    if (number != MAP_ABSENT)
        return number;
    unsigned tag = tag_of_type(type);
    bool record = tag == TAG_STRUCT || tag == TAG_UNION || tag == TAG_ENUM;
    uint32_t name = record ? name_of_type(l, type) : 0;
    number = name ? number_of_named(l, type, name) : add_source_type(l, type);
    map_put(&l->source_type_numbers, type, number);
    return number;
}

uint32_t source_type_of_global(struct lowering *l, LLVMValueRef global)
{
    size_t count;
    unsigned dbg = LLVMGetMDKindIDInContext(l->context, "dbg", 3);
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    LLVMMetadataRef variable = NULL;
    for (unsigned i = 0; i < count && !variable; i++)
        if (LLVMValueMetadataEntriesGetKind(entries, i) == dbg)
            variable =
                LLVMDIGlobalVariableExpressionGetVariable(LLVMValueMetadataEntriesGetMetadata(entries, i));
    LLVMDisposeValueMetadataEntries(entries);
    return variable ? number_of_type(l, operand_of_node(l, variable, OPERAND_VARIABLE_TYPE)) : 0;
}

uint32_t source_type_of_variable(struct lowering *l, LLVMValueRef alloca, uint64_t size)
{
    const struct map_entry *entry = map_find(&l->variables, alloca);
    LLVMMetadataRef type = entry ? l->variable_nodes.data[entry->value] : NULL;
    bool fits = type && (size == 0 || bytes_of_type(type) == size);
    return fits ? number_of_type(l, type) : 0;
}

// ---- what functions declare and allocate

static LLVMMetadataRef type_of_declared(struct lowering *l, LLVMValueRef call)
{
    return operand_of_node(l, LLVMValueAsMetadata(LLVMGetOperand(call, 1)), OPERAND_VARIABLE_TYPE);
}

static void note_variable(struct lowering *l, LLVMValueRef alloca, LLVMMetadataRef type)
{
    map_put(&l->variables, alloca, l->variable_nodes.size);
    vector_push(&l->variable_nodes, plain(l, type));
}

// Whether it calls a function of the C library, such as malloc, that returns a pointer.
static bool may_allocate(struct lowering *l, LLVMValueRef call)
{
    LLVMValueRef function = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    uint32_t number =
        function && LLVMIsAFunction(function) ? map_get(&l->function_numbers, function) : MAP_ABSENT;
    if (number == MAP_ABSENT || LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind)
        return false;
    const struct function *f = &l->functions.data[number];
    return f->kind == FUNCTION_NATIVE || f->flags & FUNCTION_RUNTIME;
}

// The result of a call goes to a variable with the type `pointer`.
static void note_block(struct lowering *l, LLVMValueRef call, LLVMMetadataRef pointer)
{
    LLVMMetadataRef type = plain(l, pointer), location = LLVMInstructionGetDebugLoc(call);
    if (tag_of_type(type) != TAG_POINTER || !location)
        return;
    struct block_type block = {.location = lower_debug_location(l, location),
                               .type = number_of_type(l, operand_of_node(l, type, OPERAND_BASE))};
    if (block.type)
        vector_push(&l->block_types, block);
}

static void note_instruction(struct lowering *l, LLVMValueRef i)
{
    if (LLVMIsADbgDeclareInst(i)) {
        LLVMValueRef alloca = lexical_described(i);
        if (alloca && LLVMIsAAllocaInst(alloca))
            note_variable(l, alloca, type_of_declared(l, i));
    } else if (LLVMIsADbgInfoIntrinsic(i) && LLVMGetNumOperands(i) >= 3) { // llvm.dbg.value
        LLVMValueRef value = lexical_described(i);
        if (value && LLVMIsACallInst(value) && may_allocate(l, value))
            note_block(l, value, type_of_declared(l, i));
    } else if (LLVMIsAStoreInst(i) && may_allocate(l, LLVMGetOperand(i, 0))) {
        LLVMValueRef to = LLVMGetOperand(i, 1);
        const struct map_entry *variable = map_find(&l->variables, to);
        uint32_t global = LLVMIsAGlobalVariable(to) ? source_type_of_global(l, to) : 0;
        if (variable)
            note_block(l, LLVMGetOperand(i, 0), l->variable_nodes.data[variable->value]);
        else if (global)
            note_block(l, LLVMGetOperand(i, 0), l->source_nodes.data[global]);
    }
}

void source_types_of_function(struct lowering *l, LLVMValueRef function, uint32_t number)
{
    map_free(&l->variables);
    l->variables = (struct map){0};
    vector_clear(&l->variable_nodes);
    l->f.runtime = l->functions.data[number].flags & FUNCTION_RUNTIME;
    if (l->f.runtime)
        return;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            note_instruction(l, i);
}

// ---- description

// What LLVM prints of a node behind `field`, as "value: 3" of an enumerator; there is no function that
// returns it.
static int64_t printed_number(struct lowering *l, LLVMMetadataRef node, const char *field)
{
    char *text = LLVMPrintValueToString(LLVMMetadataAsValue(l->context, node));
    const char *last = NULL;
    for (const char *at = strstr(text, field); at; at = strstr(at + 1, field)) // the name may contain it, too
        last = at;
    int64_t number = 0;
    if (last && strstr(text, "isUnsigned: true"))
        number = (int64_t)strtoull(last + strlen(field), NULL, 10);
    else if (last)
        number = strtoll(last + strlen(field), NULL, 10);
    LLVMDisposeMessage(text);
    return number;
}

static enum type_kind kind_of_base(struct lowering *l, uint32_t name)
{
    static const struct {
        const char *word;
        enum type_kind kind;
    } words[] = {{"_Bool", TYPE_BOOLEAN},    {"bool", TYPE_BOOLEAN},   {"unsigned", TYPE_UNSIGNED},
                 {"float", TYPE_FLOAT},      {"double", TYPE_FLOAT},   {"long double", TYPE_FLOAT},
                 {"_Float", TYPE_FLOAT},     {"__float", TYPE_FLOAT},  {"__bf16", TYPE_FLOAT},
                 {"_Complex", TYPE_UNKNOWN}, {"complex", TYPE_UNKNOWN}};
    const char *text = l->strings.data + name;
    if (strcmp(text, "char") == 0)
        return TYPE_CHARACTER;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(text, words[i].word, strlen(words[i].word)) == 0)
            return words[i].kind;
    return TYPE_SIGNED;
}

// The operands of a list that may be long.
static unsigned list_of(struct lowering *l, LLVMMetadataRef node, LLVMValueRef **values)
{
    LLVMValueRef value = node ? LLVMMetadataAsValue(l->context, node) : NULL;
    unsigned count = value ? LLVMGetMDNodeNumOperands(value) : 0;
    *values = memory_zalloc((size_t)count + 1, sizeof **values);
    if (count)
        LLVMGetMDNodeOperands(value, *values);
    return count;
}

static void describe_members(struct lowering *l, struct source_type *type, const LLVMValueRef *values,
                             unsigned count)
{
    type->first = l->type_members.size;
    for (unsigned i = 0; i < count; i++) {
        LLVMMetadataRef node = values[i] ? LLVMValueAsMetadata(values[i]) : NULL;
        if (!node || LLVMGetMetadataKind(node) != LLVMDIDerivedTypeMetadataKind)
            continue; // no member
        struct type_member member = {.name = name_of_type(l, node),
                                     .type = number_of_type(l, operand_of_node(l, node, OPERAND_BASE)),
                                     .offset = LLVMDITypeGetOffsetInBits(node)};
        if (LLVMDITypeGetFlags(node) & LLVMDIFlagBitField)
            member.width = LLVMDITypeGetSizeInBits(node);
        vector_push(&l->type_members, member);
    }
    type->count = l->type_members.size - type->first;
}

static void describe_constants(struct lowering *l, struct source_type *type, const LLVMValueRef *values,
                               unsigned count)
{
    type->first = l->enumerators.size;
    for (unsigned i = 0; i < count; i++) {
        LLVMMetadataRef node = LLVMValueAsMetadata(values[i]);
        LLVMMetadataRef name = operand_of_node(l, node, 0);
        unsigned length = 0;
        const char *text = name ? LLVMGetMDString(LLVMMetadataAsValue(l->context, name), &length) : NULL;
        struct enumerator one = {.name = text ? lower_string(l, text, length) : 0,
                                 .value = (uint64_t)printed_number(l, node, "value: ")};
        vector_push(&l->enumerators, one);
    }
    type->count = l->enumerators.size - type->first;
}

// The number of elements of one dimension; 0: not known here.
static uint64_t elements_of(struct lowering *l, LLVMValueRef range)
{
    LLVMValueRef *values;
    unsigned count = list_of(l, LLVMValueAsMetadata(range), &values);
    bool known =
        count && values[0] && LLVMIsAConstantInt(values[0]) && LLVMConstIntGetSExtValue(values[0]) > 0;
    uint64_t elements = known ? LLVMConstIntGetZExtValue(values[0]) : 0;
    memory_free(values);
    return elements;
}

// Of several dimensions each is a type; the inner ones are added.
static void describe_array(struct lowering *l, struct source_type *type, LLVMMetadataRef node,
                           const LLVMValueRef *ranges, unsigned count)
{
    LLVMMetadataRef base = plain(l, operand_of_node(l, node, OPERAND_BASE));
    uint32_t of = number_of_type(l, base);
    uint64_t size = base ? bytes_of_type(base) : 0;
    for (unsigned i = count; i-- > 1;) {
        size *= elements_of(l, ranges[i]);
        uint32_t inner = add_source_type(l, NULL);
        l->source_types.data[inner] = (struct source_type){.kind = TYPE_ARRAY, .of = of, .size = size};
        of = inner;
    }
    *type = (struct source_type){.kind = TYPE_ARRAY, .of = of};
    type->size = count ? size * elements_of(l, ranges[0]) : 0;
}

static struct source_type describe_source_type(struct lowering *l, LLVMMetadataRef node)
{
    struct source_type type = {.name = name_of_type(l, node), .size = bytes_of_type(node)};
    unsigned tag = tag_of_type(node);
    LLVMValueRef *values = NULL;
    unsigned count = 0;
    if (tag == TAG_STRUCT || tag == TAG_UNION || tag == TAG_ENUM || tag == TAG_ARRAY)
        count = list_of(l, operand_of_node(l, node, OPERAND_ELEMENTS), &values);
    switch (tag) {
    case TAG_BASE: type.kind = kind_of_base(l, type.name); break;
    case TAG_POINTER:
        type.kind = TYPE_POINTER;
        type.of = number_of_type(l, operand_of_node(l, node, OPERAND_BASE));
        break;
    case TAG_STRUCT:
    case TAG_UNION:
        type.kind = tag == TAG_STRUCT ? TYPE_STRUCT : TYPE_UNION;
        describe_members(l, &type, values, count);
        break;
    case TAG_ENUM:
        type.kind = TYPE_ENUM;
        describe_constants(l, &type, values, count);
        break;
    case TAG_ARRAY: describe_array(l, &type, node, values, count); break;
    case TAG_SUBROUTINE: type.kind = TYPE_FUNCTION; break;
    default: break;
    }
    memory_free(values);
    return type;
}

static int by_location(const void *a, const void *b)
{
    const struct block_type *x = a, *y = b;
    return (x->location > y->location) - (x->location < y->location);
}

// Keeps what is known of each place once; where variables of several types get pointers from one (a macro),
// nothing is.
static void sort_blocks(struct lowering *l)
{
    struct block_type *blocks = l->block_types.data;
    uint32_t kept = 0;
    if (l->block_types.size)
        qsort(blocks, l->block_types.size, sizeof *blocks, by_location);
    for (uint32_t i = 0; i < l->block_types.size; i++) {
        if (kept && blocks[kept - 1].location == blocks[i].location) {
            if (blocks[kept - 1].type != blocks[i].type)
                blocks[kept - 1].type = 0;
        } else {
            blocks[kept++] = blocks[i];
        }
    }
    l->block_types.size = kept;
}

static bool is_named_record(const struct source_type *type)
{
    return (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION) && type->name;
}

// The number of the one structure or union of that kind and name that some file describes; 0: there is none,
// or several.
static uint32_t complete_record(const struct lowering *l, const struct source_type *declared)
{
    uint32_t found = 0;
    for (uint32_t i = 1; i < l->source_types.size; i++) {
        const struct source_type *type = &l->source_types.data[i];
        if (!is_named_record(type) || !type->size || type->kind != declared->kind ||
            type->name != declared->name)
            continue;
        if (found)
            return 0;
        found = i;
    }
    return found;
}

// A file that has only `struct queue;` points to what another one describes.
static void complete_pointers(struct lowering *l)
{
    for (uint32_t i = 1; i < l->source_types.size; i++) {
        struct source_type *type = &l->source_types.data[i];
        const struct source_type *target = &l->source_types.data[type->of];
        if (type->kind != TYPE_POINTER || !is_named_record(target) || target->size)
            continue;
        uint32_t complete = complete_record(l, target);
        if (complete)
            type->of = complete;
    }
}

void source_types_finish(struct lowering *l)
{
    sort_blocks(l);
    l->f.runtime = false;
    for (uint32_t i = 1; i < l->source_types.size; i++) {
        LLVMMetadataRef node = l->source_nodes.data[i];
        if (!node)
            continue;
        struct source_type type = describe_source_type(l, node);
        l->source_types.data[i] = type; // describing it may have added others
    }
    complete_pointers(l);
}
