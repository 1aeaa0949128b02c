// Operands of inline assembly: what their constraints say, and where they are. An instruction may do with a
// register only what every choice of registers allows: an input is never written; and once an output has been
// written that may share its register with an input (it has no early clobber, `&`), no input is read any
// more.
#include "lower/assembly_code.h"

#include <ctype.h>
#include <stdlib.h>

void refuse(struct assembly *a, const char *why)
{
    if (!a->why)
        a->why = why;
}

LLVMTypeRef integer_type(struct assembly *a, unsigned width)
{
    return LLVMIntTypeInContext(a->context, width);
}

LLVMValueRef any_value(struct assembly *a, unsigned width)
{
    return LLVMBuildFreeze(a->builder, LLVMGetUndef(integer_type(a, width)), "");
}

static LLVMValueRef narrow_value(struct assembly *a, LLVMValueRef value, unsigned from, unsigned to)
{
    return from == to ? value : LLVMBuildTrunc(a->builder, value, integer_type(a, to), "");
}

static LLVMValueRef widen_value(struct assembly *a, LLVMValueRef value, unsigned from, unsigned to)
{
    return from == to ? value : LLVMBuildZExt(a->builder, value, integer_type(a, to), "");
}

// ---- registers

// An input, or an address of memory, is about to be read.
static void check_input_is_early(struct assembly *a)
{
    if (a->late)
        refuse(a, "an input is used after an output without `&` was written");
}

LLVMValueRef cell_read(struct assembly *a, unsigned cell, unsigned width)
{
    const struct assembly_cell *c = &a->cells[cell];
    if (c->input && !c->output && !c->clobbered)
        check_input_is_early(a);
    if (!c->value || c->width < width) {
        refuse(a, "bits of a register are read that nothing has set");
        return LLVMGetUndef(integer_type(a, width));
    }
    return width <= c->bits ? narrow_value(a, c->value, c->bits, width)
                            : widen_value(a, c->value, c->bits, width);
}

static bool may_write(struct assembly *a, struct assembly_cell *c)
{
    if (!c->output && !c->clobbered) {
        refuse(a, "a register is written that is neither an output nor clobbered");
        return false;
    }
    a->late |= c->output && !c->early && !c->clobbered;
    c->written = true;
    return true;
}

void cell_write_low(struct assembly *a, unsigned cell, LLVMValueRef value, unsigned width)
{
    struct assembly_cell *c = &a->cells[cell];
    if (!may_write(a, c))
        return;
    c->value = value;
    c->bits = c->width = width;
}

void cell_write(struct assembly *a, unsigned cell, LLVMValueRef value, unsigned width)
{
    struct assembly_cell *c = &a->cells[cell];
    unsigned before = c->value ? c->width : 0;
    if (width < 32 && before > width) { // the rest of the register stays
        unsigned rest = before < a->pointer_bits ? before : a->pointer_bits;
        LLVMValueRef old = cell_read(a, cell, rest), wide = widen_value(a, value, width, rest);
        LLVMValueRef mask = LLVMConstInt(integer_type(a, rest), ~((UINT64_C(1) << width) - 1), false);
        value = LLVMBuildOr(a->builder, LLVMBuildAnd(a->builder, old, mask, ""), wide, "");
        width = rest;
    }
    cell_write_low(a, cell, value, width);
    if (width >= 32)
        c->width = a->pointer_bits; // the processor clears what is above
}

// ---- places

static struct assembly_operand *operand_of_part(struct assembly *a, const struct assembly_part *part)
{
    if (part->number < a->operand_count)
        return &a->operands[part->number];
    refuse(a, "an operand that there is not");
    return &a->operands[0];
}

static unsigned part_cell(struct assembly *a, const struct assembly_part *part)
{
    if (part->kind == PART_REGISTER) {
        if (part->width > a->pointer_bits || part->number >= (a->pointer_bits == 64 ? 16u : 8u))
            refuse(a, "a register that -m32 does not have");
        return part->number;
    }
    const struct assembly_operand *operand = operand_of_part(a, part);
    if (operand->kind != OPERAND_CELL || operand->pair)
        refuse(a, "an operand that is in no register");
    return operand->cell;
}

static unsigned type_width(struct assembly *a, LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind ? a->pointer_bits : LLVMGetIntTypeWidth(type);
}

bool place_is_memory(struct assembly *a, const struct assembly_place *place)
{
    return place->kind == PLACE_MEMORY || (place->kind == PLACE_PART && place->part.kind == PART_OPERAND &&
                                           operand_of_part(a, &place->part)->kind == OPERAND_MEMORY);
}

// A constant in the text, or an operand that the compiler may write as one.
bool place_is_constant(struct assembly *a, const struct assembly_place *place)
{
    if (place->kind != PLACE_PART || place->part.kind != PART_OPERAND || place->segment)
        return place->kind == PLACE_CONSTANT;
    const struct assembly_operand *operand = operand_of_part(a, &place->part);
    return operand->constant && operand->value && LLVMIsAConstantInt(operand->value);
}

unsigned place_cell(struct assembly *a, const struct assembly_place *place)
{
    if (place->segment)
        refuse(a, "a segment beside what is not in memory");
    if (place->kind == PLACE_PART)
        return part_cell(a, &place->part);
    refuse(a, "an operand that is in no register");
    return 0;
}

unsigned place_width(struct assembly *a, const struct assembly_place *place)
{
    if (place->kind != PLACE_PART || place_is_memory(a, place))
        return 0;
    if (place->part.kind == PART_REGISTER || place->part.width)
        return place_is_constant(a, place) ? 0 : place->part.width;
    const struct assembly_operand *operand = operand_of_part(a, &place->part);
    if (operand->constant && operand->value && LLVMIsAConstant(operand->value))
        return 0;
    return operand->type ? type_width(a, operand->type) : 0;
}

static LLVMValueRef part_read(struct assembly *a, const struct assembly_part *part)
{
    if (part->width && part->width != a->pointer_bits)
        refuse(a, "an address in a register of another width");
    return cell_read(a, part_cell(a, part), a->pointer_bits);
}

static LLVMValueRef advance_pointer(struct assembly *a, LLVMValueRef pointer, LLVMValueRef bytes)
{
    return LLVMBuildGEP2(a->builder, integer_type(a, 8), pointer, &bytes, 1, "");
}

LLVMValueRef runtime_call(struct assembly *a, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                          unsigned count)
{
    LLVMTypeRef types[2];
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(arguments[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
    LLVMValueRef function = LLVMGetNamedFunction(a->module, name);
    if (!function)
        function = LLVMAddFunction(a->module, name, type);
    return LLVMBuildCall2(a->builder, type, function, arguments, count, "");
}

// What is at an address in the segment where each thread has its own data: %fs, with -m32 %gs.
static LLVMValueRef thread_address(struct assembly *a, char segment, LLVMValueRef offset)
{
    if (segment != (a->pointer_bits == 64 ? 'f' : 'g'))
        refuse(a, "a segment that is not that of a thread's own data");
    return runtime_call(a, "__runtime_thread_address", LLVMTypeOf(offset), &offset, 1);
}

static LLVMValueRef flat_address(struct assembly *a, const struct assembly_place *place)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(a->context, 0), word = integer_type(a, a->pointer_bits);
    if (place->kind != PLACE_MEMORY) {
        check_input_is_early(a);
        LLVMValueRef known = operand_of_part(a, &place->part)->pointer;
        return known ? known : LLVMGetUndef(pointer);
    }
    LLVMValueRef address = LLVMConstInt(word, 0, false);
    if (place->part.kind != PART_NONE)
        address = part_read(a, &place->part);
    else if (!place->segment)
        refuse(a, "an address without a base");
    address = LLVMBuildIntToPtr(a->builder, address, pointer, "");
    if (place->index.kind != PART_NONE) {
        LLVMValueRef scale = LLVMConstInt(word, place->scale, false);
        address =
            advance_pointer(a, address, LLVMBuildMul(a->builder, part_read(a, &place->index), scale, ""));
    }
    if (place->constant)
        address = advance_pointer(a, address, LLVMConstInt(word, (uint64_t)place->constant, true));
    return address;
}

LLVMValueRef place_address(struct assembly *a, const struct assembly_place *place)
{
    LLVMValueRef address = flat_address(a, place);
    return place->segment ? thread_address(a, place->segment, address) : address;
}

LLVMValueRef memory_read(struct assembly *a, LLVMValueRef address, unsigned width)
{
    LLVMValueRef load = LLVMBuildLoad2(a->builder, integer_type(a, width), address, "");
    LLVMSetVolatile(load, true);
    return load;
}

void memory_write(struct assembly *a, LLVMValueRef address, LLVMValueRef value)
{
    LLVMSetVolatile(LLVMBuildStore(a->builder, value, address), true);
}

LLVMValueRef place_read(struct assembly *a, const struct assembly_place *place, unsigned width)
{
    if (place->kind == PLACE_CONSTANT)
        return LLVMConstInt(integer_type(a, width), (uint64_t)place->constant, true);
    if (place_is_memory(a, place))
        return memory_read(a, place_address(a, place), width);
    if (!place_is_constant(a, place))
        return cell_read(a, place_cell(a, place), width);
    const struct assembly_operand *operand = operand_of_part(a, &place->part);
    if (operand->in_register)
        check_input_is_early(a);
    return LLVMConstInt(integer_type(a, width), (uint64_t)LLVMConstIntGetSExtValue(operand->value), true);
}

void place_write(struct assembly *a, const struct assembly_place *place, LLVMValueRef value, unsigned width)
{
    if (place_is_memory(a, place))
        memory_write(a, place_address(a, place), value);
    else
        cell_write(a, place_cell(a, place), value, width);
}

// ---- constraints

struct constraint {
    bool output, clobber, indirect, early, memory, in_register, constant;
    int tied;          // to an output; -1: none
    const char *named; // a register or condition, in braces
    size_t named_length;
};

static bool read_letters(struct constraint *c, const char *at, const char *end)
{
    for (; at < end; at++) {
        if (strchr("rqQRl", *at))
            c->in_register = true;
        else if (strchr("inIJKLMNOeEZs", *at))
            c->constant = true;
        else if (strchr("moV", *at))
            c->memory = true;
        else
            return false;
    }
    return c->in_register || c->constant || c->memory;
}

static bool read_constraint(struct constraint *c, const char *at, const char *end)
{
    *c = (struct constraint){.tied = -1, .output = *at == '=', .clobber = *at == '~'};
    at += c->output || c->clobber;
    for (; at < end && strchr("*&%", *at); at++) {
        c->indirect |= *at == '*';
        c->early |= *at == '&';
    }
    if (at < end && *at == '{') {
        c->named = at + 1;
        c->named_length = (size_t)(end - at - 2);
        return end[-1] == '}';
    }
    if (at < end && isdigit((unsigned char)*at)) {
        char *after;
        c->tied = (int)strtol(at, &after, 10);
        return after == end;
    }
    if (end - at == 1 && *at == 'A') {
        c->named = at;
        c->named_length = 1;
        return true;
    }
    return read_letters(c, at, end);
}

static bool fits_register(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMPointerTypeKind || (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64);
}

static void clobber(struct assembly *a, const struct constraint *c)
{
    unsigned number, width;
    if (assembly_register(c->named, c->named_length, &number, &width))
        a->cells[number].clobbered = true;
}

// Where an operand that is no memory lives.
static void settle_operand(struct assembly *a, struct assembly_operand *operand, const struct constraint *c)
{
    unsigned width;
    operand->cell = REGISTER_COUNT + a->operand_count;
    if (!c->named)
        return;
    if (c->named[0] == '@' && c->output && c->named_length > 3) {
        operand->kind = OPERAND_CONDITION;
        if (!condition_find(c->named + 3, c->named_length - 3, &operand->condition))
            refuse(a, "an unknown condition among the outputs");
    } else if (c->named_length == 1 && c->named[0] == 'A') {
        operand->cell = REGISTER_A;
        operand->pair = true;
        if (a->pointer_bits != 32 || type_width(a, operand->type) != 64)
            refuse(a, "the constraint \"A\" for anything but 64 bits with -m32");
    } else if (!assembly_register(c->named, c->named_length, &operand->cell, &width)) {
        refuse(a, "a constraint that asks for a register that is not modelled");
    }
}

static void set_input(struct assembly *a, unsigned cell, LLVMValueRef value, unsigned width)
{
    struct assembly_cell *c = &a->cells[cell];
    c->input = true;
    c->value = value;
    c->bits = c->width = width;
}

// Gives an operand's register its first value.
static void give_input(struct assembly *a, const struct assembly_operand *operand, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    if (!fits_register(type)) {
        refuse(a, "an operand that is neither an integer nor a pointer");
        return;
    }
    unsigned width = type_width(a, type);
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
        value = LLVMBuildPtrToInt(a->builder, value, integer_type(a, width), "");
    if (operand->pair && width == 64) {
        LLVMValueRef half = LLVMConstInt(integer_type(a, 64), 32, false);
        set_input(a, REGISTER_A, narrow_value(a, value, 64, 32), 32);
        set_input(a, REGISTER_D, narrow_value(a, LLVMBuildLShr(a->builder, value, half, ""), 64, 32), 32);
    } else if (operand->pair || width > a->pointer_bits) {
        refuse(a, "an operand that takes two registers");
    } else {
        set_input(a, operand->cell, value, width);
    }
}

static LLVMTypeRef element_type(LLVMValueRef call, unsigned argument)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static LLVMTypeRef result_type(LLVMValueRef call, unsigned number)
{
    LLVMTypeRef type = LLVMTypeOf(call);
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, number) : type;
}

// What the constraint counts on the way: arguments and elements of the result.
struct assembly_operands_position {
    unsigned argument, result;
};

static void add_output(struct assembly *a, struct assembly_operand *operand, const struct constraint *c,
                       struct assembly_operands_position *at)
{
    operand->output = true;
    if (c->indirect) {
        operand->pointer = LLVMGetOperand(a->call, at->argument);
        operand->type = element_type(a->call, at->argument++);
        operand->kind = c->in_register || c->named ? OPERAND_CELL : OPERAND_MEMORY;
    } else {
        operand->type = result_type(a->call, at->result++);
    }
    if (operand->kind == OPERAND_MEMORY) {
        operand->type = NULL;
        return;
    }
    if (!operand->type || !fits_register(operand->type)) {
        operand->type = integer_type(a, 32);
        refuse(a, "an operand that is neither an integer nor a pointer");
    }
    settle_operand(a, operand, c);
    if (operand->kind != OPERAND_CELL)
        return;
    for (unsigned half = 0; half < (operand->pair ? 2u : 1u); half++) {
        struct assembly_cell *cell = &a->cells[half ? (unsigned)REGISTER_D : operand->cell];
        cell->output = true;
        cell->early = c->early;
    }
}

static void add_input_operand(struct assembly *a, struct assembly_operand *operand,
                              const struct constraint *c, struct assembly_operands_position *at)
{
    LLVMValueRef value = LLVMGetOperand(a->call, at->argument++);
    operand->value = value;
    if (c->indirect) {
        operand->kind = OPERAND_MEMORY;
        operand->pointer = value;
        operand->value = NULL;
        if (c->in_register || c->named)
            refuse(a, "an input in a register that is passed by its address");
    } else if (c->tied >= 0) {
        const struct assembly_operand *output = &a->operands[c->tied];
        if ((unsigned)c->tied >= a->operand_count || !output->output || output->kind != OPERAND_CELL) {
            refuse(a, "an input in the place of something that is no output in a register");
            return;
        }
        operand->cell = output->cell;
        operand->pair = output->pair;
        operand->type = LLVMTypeOf(value);
        give_input(a, operand, value);
    } else {
        operand->type = LLVMTypeOf(value);
        operand->constant = c->constant;
        operand->in_register = c->in_register || c->named;
        if (fits_register(operand->type))
            settle_operand(a, operand, c);
        give_input(a, operand, value);
    }
}

void operands_begin(struct assembly *a, const char *constraints)
{
    struct assembly_operands_position position = {0};
    for (const char *at = constraints, *end; *at && !a->why; at = end + (*end == ',')) {
        struct constraint c;
        end = at + strcspn(at, ",");
        if (!read_constraint(&c, at, end)) {
            refuse(a, "a constraint that is not modelled");
        } else if (c.clobber) {
            clobber(a, &c);
        } else if (a->operand_count == MOST_OPERANDS) {
            refuse(a, "more than 30 operands");
        } else {
            struct assembly_operand *operand = &a->operands[a->operand_count];
            if (c.output)
                add_output(a, operand, &c, &position);
            else
                add_input_operand(a, operand, &c, &position);
            a->operand_count++;
        }
    }
}

// ---- the end

// All bits of a register that an output is taken from: those that nothing has set may be anything.
static LLVMValueRef output_bits(struct assembly *a, unsigned cell, unsigned width)
{
    const struct assembly_cell *c = &a->cells[cell];
    if (!c->value)
        return any_value(a, width);
    if (c->width >= width)
        return c->bits >= width ? narrow_value(a, c->value, c->bits, width)
                                : widen_value(a, c->value, c->bits, width);
    LLVMValueRef mask = LLVMConstInt(integer_type(a, width), ~((UINT64_C(1) << c->width) - 1), false);
    LLVMValueRef rest = LLVMBuildAnd(a->builder, any_value(a, width), mask, "");
    return LLVMBuildOr(a->builder, rest, widen_value(a, c->value, c->bits, width), "");
}

static LLVMValueRef output_value(struct assembly *a, const struct assembly_operand *operand)
{
    unsigned width = type_width(a, operand->type);
    LLVMValueRef value;
    if (operand->kind == OPERAND_CONDITION) {
        value = widen_value(a, condition_value(a, operand->condition), 1, width);
    } else if (operand->pair) {
        LLVMValueRef half = LLVMConstInt(integer_type(a, 64), 32, false);
        LLVMValueRef high = widen_value(a, output_bits(a, REGISTER_D, 32), 32, 64);
        value = LLVMBuildOr(a->builder, LLVMBuildShl(a->builder, high, half, ""),
                            widen_value(a, output_bits(a, REGISTER_A, 32), 32, 64), "");
    } else {
        value = output_bits(a, operand->cell, width);
    }
    if (LLVMGetTypeKind(operand->type) == LLVMPointerTypeKind)
        value = LLVMBuildIntToPtr(a->builder, value, operand->type, "");
    return value;
}

LLVMValueRef operands_end(struct assembly *a)
{
    LLVMTypeRef type = LLVMTypeOf(a->call);
    bool several = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    LLVMValueRef result = several ? LLVMGetUndef(type) : NULL;
    unsigned number = 0;
    for (unsigned i = 0; i < a->operand_count; i++) {
        const struct assembly_operand *operand = &a->operands[i];
        if (!operand->output || operand->kind == OPERAND_MEMORY)
            continue;
        LLVMValueRef value = output_value(a, operand);
        if (operand->pointer) // it may be in a register or not
            LLVMBuildStore(a->builder, value, operand->pointer);
        else
            result = several ? LLVMBuildInsertValue(a->builder, result, value, number++, "") : value;
    }
    return result;
}
