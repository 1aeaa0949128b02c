// Moves, exchanges, and what computes nothing: fences, the counter of cycles, the kind of processor.
#include "lower/assembly_meaning.h"

#include <stdio.h>

// ---- moves

void assembly_move_value(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    write_target(e, read_source(e));
}

// movzbl and the like: parameter, see EXTENSION.
void assembly_move_extended(const struct execution *e, unsigned parameter)
{
    unsigned from = parameter >> 8 & 255, to = parameter & 255;
    unsigned source = place_width(e->a, e->source), target = place_width(e->a, e->target);
    if ((source && source != from) || target != to)
        refuse(e->a, "operands of other widths than the instruction has");
    LLVMValueRef value = place_read(e->a, e->source, from);
    place_write(e->a, e->target, build_resized(e, value, to, parameter >> 16), to);
}

void assembly_load_address(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    if (!place_is_memory(e->a, e->source) || e->width < 32) {
        refuse(e->a, "an address of something that is not in memory");
        return;
    }
    LLVMTypeRef word = integer_type(e->a, e->a->pointer_bits);
    LLVMValueRef address = LLVMBuildPtrToInt(e->a->builder, place_address(e->a, e->source), word, "");
    write_target(e, build_resized(e, address, e->width, false));
}

void assembly_move_if(const struct execution *e, unsigned condition)
{
    LLVMValueRef value = read_source(e), old = read_target(e);
    write_target(e, LLVMBuildSelect(e->a->builder, condition_value(e->a, condition), value, old, ""));
}

void assembly_set_if(const struct execution *e, unsigned condition)
{
    unsigned width = place_width(e->a, e->target);
    if (width && width != 8)
        refuse(e->a, "operands of other widths than the instruction has");
    place_write(e->a, e->target, build_resized(e, condition_value(e->a, condition), 8, false), 8);
}

// ---- exchanges

void assembly_exchange_places(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    struct execution turned = *e;
    if (place_is_memory(e->a, e->source)) { // the two are equal to it
        turned.source = e->target;
        turned.target = e->source;
    }
    LLVMValueRef value = read_source(&turned), old;
    if (place_is_memory(e->a, turned.target)) {
        old = build_atomic_update(&turned, LLVMAtomicRMWBinOpXchg, value);
    } else {
        old = read_target(&turned);
        write_target(&turned, value);
    }
    place_write(e->a, turned.source, old, e->width);
}

void assembly_exchange_add(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    LLVMValueRef value = read_source(e),
                 old = e->atomic ? build_atomic_update(e, LLVMAtomicRMWBinOpAdd, value) : read_target(e);
    LLVMValueRef sum = calculate_with_flags(e, ADD, old, value);
    if (!e->atomic && place_is_memory(e->a, e->target)) { // before the register, where its address may be
        write_target(e, sum);
        place_write(e->a, e->source, old, e->width);
    } else { // where both are one register, it holds the sum
        place_write(e->a, e->source, old, e->width);
        if (!e->atomic)
            write_target(e, sum);
    }
}

// What memory or a register holds; it becomes `desired` where it is equal to `expected`.
static LLVMValueRef exchange_if_equal(const struct execution *e, LLVMValueRef expected, LLVMValueRef desired)
{
    LLVMBuilderRef builder = e->a->builder;
    if (e->atomic) {
        LLVMAtomicOrdering order = LLVMAtomicOrderingSequentiallyConsistent;
        LLVMValueRef both = LLVMBuildAtomicCmpXchg(builder, place_address(e->a, e->target), expected, desired,
                                                   order, order, false);
        return LLVMBuildExtractValue(builder, both, 0, "");
    }
    LLVMValueRef old = read_target(e);
    write_target(e,
                 LLVMBuildSelect(builder, build_comparison(e, LLVMIntEQ, old, expected), desired, old, ""));
    return old;
}

void assembly_exchange_equal(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    LLVMValueRef expected = cell_read(e->a, REGISTER_A, e->width), desired = read_source(e);
    LLVMValueRef old = exchange_if_equal(e, expected, desired);
    calculate_with_flags(e, COMPARE, expected, old);
    cell_write_low(e->a, REGISTER_A, old, e->width); // what is above depends on whether they were equal
}

// cmpxchg8b and cmpxchg16b; parameter: bits of half of it.
void assembly_exchange_pair(const struct execution *e, unsigned half)
{
    struct execution whole = *e;
    whole.width = 2 * half;
    LLVMValueRef values[2];
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef low = cell_read(e->a, i ? REGISTER_B : REGISTER_A, half);
        LLVMValueRef high = cell_read(e->a, i ? REGISTER_C : REGISTER_D, half);
        high = build_binary(e, LLVMShl, build_resized(e, high, whole.width, false),
                            build_constant(e, whole.width, half));
        values[i] = build_binary(e, LLVMOr, build_resized(e, low, whole.width, false), high);
    }
    if (!place_is_memory(e->a, e->target) || half > e->a->pointer_bits) {
        refuse(e->a, "an instruction that there is not");
        return;
    }
    LLVMValueRef old = exchange_if_equal(&whole, values[0], values[1]);
    e->a->flags.zero = build_comparison(e, LLVMIntEQ, old, values[0]);
    cell_write_low(e->a, REGISTER_A, build_resized(e, old, half, false), half);
    old = build_binary(e, LLVMLShr, old, build_constant(e, whole.width, half));
    cell_write_low(e->a, REGISTER_D, build_resized(e, old, half, false), half);
}

// ---- others

void assembly_do_nothing(const struct execution *e, unsigned parameter)
{
    (void)e;
    (void)parameter;
}

void assembly_fence_memory(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    LLVMBuildFence(e->a->builder, LLVMAtomicOrderingSequentiallyConsistent, false, "");
}

// An instruction with `lock` that changes nothing but flags.
void assembly_fence_by_lock(const struct execution *e)
{
    assembly_fence_memory(e, 0);
    e->a->flags = (struct flags){.carry = NULL};
}

void assembly_prefetch_line(const struct execution *e, unsigned parameter) // also of addresses that are none
{
    (void)parameter;
    if (!place_is_memory(e->a, e->target))
        refuse(e->a, "an instruction that there is not");
}

// The clock of the runtime library.
void assembly_read_cycles(const struct execution *e, unsigned processor)
{
    LLVMValueRef cycles = runtime_call(e->a, "__runtime_cycles", integer_type(e->a, 64), NULL, 0);
    cell_write(e->a, REGISTER_A, build_resized(e, cycles, 32, false), 32);
    cycles = build_binary(e, LLVMLShr, cycles, build_constant(e, 64, 32));
    cell_write(e->a, REGISTER_D, build_resized(e, cycles, 32, false), 32);
    if (processor) // which is always the first one, as sched_getcpu says
        cell_write(e->a, REGISTER_C, build_constant(e, 32, 0), 32);
}

void assembly_identify(struct assembly *a, unsigned b)
{
    const unsigned cells[] = {REGISTER_A, b, REGISTER_C, REGISTER_D};
    LLVMTypeRef type = integer_type(a, 32);
    LLVMValueRef leaf = cell_read(a, REGISTER_A, 32);
    for (unsigned i = 0; i < 4; i++) {
        LLVMValueRef arguments[] = {leaf, LLVMConstInt(type, i, false)};
        cell_write(a, cells[i], runtime_call(a, "__runtime_cpuid", type, arguments, 2), 32);
    }
}

void assembly_identify_processor(const struct execution *e, unsigned parameter)
{
    (void)parameter;
    assembly_identify(e->a, REGISTER_B);
}
