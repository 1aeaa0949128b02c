// The body of one function: blocks in reverse postorder, instructions one by one, then the edges between
// blocks with the copies that phi nodes and loop counters need.
#include "lower/emit.h"
#include "program/registers.h"

#include <llvm-c/DebugInfo.h>

#include <stdlib.h>

typedef void lower_function(struct lowering *l, LLVMValueRef instruction);

static void lower_fence(struct lowering *l, LLVMValueRef instruction)
{
    if (LLVMIsAtomicSingleThread(instruction)) // orders a thread with its own signal handlers
        return;
    emit(l, OP_FENCE, 0, lower_order(LLVMGetOrdering(instruction)) << ORDER_SHIFT, 0, 0, 0);
}

// One function for each kind of instruction; terminators and phi nodes are lowered apart.
static lower_function *const lower_table[] = {
    [LLVMAdd] = lower_binary,
    [LLVMSub] = lower_binary,
    [LLVMMul] = lower_binary,
    [LLVMUDiv] = lower_binary,
    [LLVMSDiv] = lower_binary,
    [LLVMURem] = lower_binary,
    [LLVMSRem] = lower_binary,
    [LLVMShl] = lower_binary,
    [LLVMLShr] = lower_binary,
    [LLVMAShr] = lower_binary,
    [LLVMAnd] = lower_binary,
    [LLVMOr] = lower_binary,
    [LLVMXor] = lower_binary,
    [LLVMFAdd] = lower_binary,
    [LLVMFSub] = lower_binary,
    [LLVMFMul] = lower_binary,
    [LLVMFDiv] = lower_binary,
    [LLVMFRem] = lower_binary,
    [LLVMFNeg] = lower_float_negation,
    [LLVMICmp] = lower_comparison,
    [LLVMFCmp] = lower_comparison,
    [LLVMTrunc] = lower_cast,
    [LLVMZExt] = lower_cast,
    [LLVMSExt] = lower_cast,
    [LLVMFPToUI] = lower_cast,
    [LLVMFPToSI] = lower_cast,
    [LLVMUIToFP] = lower_cast,
    [LLVMSIToFP] = lower_cast,
    [LLVMFPTrunc] = lower_cast,
    [LLVMFPExt] = lower_cast,
    [LLVMPtrToInt] = lower_cast,
    [LLVMIntToPtr] = lower_cast,
    [LLVMBitCast] = lower_cast,
    [LLVMAddrSpaceCast] = lower_cast,
    [LLVMSelect] = lower_select,
    [LLVMFreeze] = lower_freeze,
    [LLVMAlloca] = lower_alloca,
    [LLVMLoad] = lower_load,
    [LLVMStore] = lower_store,
    [LLVMGetElementPtr] = lower_address,
    [LLVMExtractValue] = lower_extract_value,
    [LLVMInsertValue] = lower_insert_value,
    [LLVMExtractElement] = lower_extract_element,
    [LLVMInsertElement] = lower_insert_element,
    [LLVMShuffleVector] = lower_shuffle,
    [LLVMCall] = lower_call,
    [LLVMFence] = lower_fence,
    [LLVMAtomicRMW] = lower_read_modify_write,
    [LLVMAtomicCmpXchg] = lower_compare_exchange,
};

// What has no lowering, for people.
static const char *name_of_unlowered(LLVMOpcode op)
{
    switch (op) {
    case LLVMCallBr: return "assembly with jumps (asm goto)";
    case LLVMVAArg: return "the instruction va_arg";
    case LLVMInvoke:
    case LLVMResume:
    case LLVMLandingPad: return "exception handling";
    default: return "an unusual LLVM instruction";
    }
}

static const char *unsupported_type(struct lowering *l, LLVMValueRef instruction)
{
    const char *why = type_of(l, instruction)->unsupported;
    int count = LLVMIsACallInst(instruction) ? 0 : LLVMGetNumOperands(instruction);
    for (int i = 0; i < count && !why; i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
        if (!LLVMValueIsBasicBlock(operand))
            why = type_of(l, operand)->unsupported;
    }
    return why;
}

static void lower_instruction(struct lowering *l, LLVMValueRef instruction)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(instruction);
    size_t known = sizeof lower_table / sizeof *lower_table;
    lower_function *function = (size_t)op < known ? lower_table[op] : NULL;
    const char *why = unsupported_type(l, instruction);
    if (function && !why) {
        function(l, instruction);
        return;
    }
    if (why)
        emit_unsupported(l, "%s", why);
    else
        emit_unsupported(l, "%s", name_of_unlowered(op));
    value_set_undefined(l, instruction);
}

static void lower_phi(struct lowering *l, LLVMValueRef phi)
{
    const struct type_info *type = type_of(l, phi);
    struct word *words = memory_zalloc(type->word_count + 1, sizeof *words);
    for (uint32_t i = 0; i < type->leaf_count; i++) {
        uint32_t count = words_of_width(type->leaves[i].width), first = register_new(l, count);
        for (uint32_t w = 0; w < count; w++)
            words[type->leaves[i].word + w] = word_of_register(first + w);
    }
    value_set(l, phi, words, type->word_count);
    memory_free(words);
}

// Gathers all words of a value in consecutive registers.
static uint32_t gather_value(struct lowering *l, LLVMValueRef value, uint32_t *count)
{
    const struct type_info *type = type_of(l, value);
    struct word *words = value_copy(l, value, count);
    uint32_t first;
    if (type->leaf_count == 1) {
        first = leaf_registers(l, words, type->leaves[0].width);
    } else {
        first = register_new(l, *count);
        for (uint32_t i = 0; i < type->leaf_count; i++) {
            const struct leaf *leaf = &type->leaves[i];
            uint32_t part = leaf->width > 64 ? 64 : leaf->width;
            for (uint32_t w = 0; w < words_of_width(leaf->width); w++)
                emit(l, OP_MOVE, part, 0, first + leaf->word + w,
                     word_register(l, words[leaf->word + w], part), 0);
        }
    }
    memory_free(words);
    return first;
}

static void lower_return(struct lowering *l, LLVMValueRef terminator)
{
    uint32_t count = 0, first = 0, width = 0;
    if (LLVMGetNumOperands(terminator)) {
        LLVMValueRef value = LLVMGetOperand(terminator, 0);
        const struct type_info *type = type_of(l, value);
        if (type->unsupported || type->word_count > 255) {
            emit_unsupported(l, "%s as a result", type->unsupported ? type->unsupported : "a large value");
            return;
        }
        first = type->word_count ? gather_value(l, value, &count) : 0;
        width = type->leaf_count == 1 && type->leaves[0].width <= 255 ? type->leaves[0].width : 0;
    }
    emit(l, OP_RETURN, width, count, 0, first, 0);
}

// What a branch looks at, or NULL where it always goes to one block: clang leaves constants there for
// conditions that end in one, as `a || 1`.
static LLVMValueRef branch_condition(LLVMValueRef branch)
{
    LLVMValueRef condition = LLVMIsConditional(branch) ? LLVMGetCondition(branch) : NULL;
    return condition && LLVMIsAConstantInt(condition) ? NULL : condition;
}

// Where a branch goes that looks at nothing.
static LLVMBasicBlockRef only_successor(LLVMValueRef branch)
{
    bool second = LLVMIsConditional(branch) && LLVMConstIntGetZExtValue(LLVMGetCondition(branch)) == 0;
    return LLVMGetSuccessor(branch, second);
}

// What the terminator looks at is computed in the block; its targets are known once all blocks are lowered.
static void prepare_terminator(struct lowering *l, struct lower_block *block)
{
    LLVMValueRef terminator = block->terminator, operand = NULL;
    uint32_t number = l->f.current;
    switch (LLVMGetInstructionOpcode(terminator)) {
    case LLVMRet:
        lower_return(l, terminator);
        l->f.blocks.data[number].ended = true;
        return;
    case LLVMUnreachable:
        emit(l, OP_UNREACHABLE, 0, 0, 0, 0, 0);
        l->f.blocks.data[number].ended = true;
        return;
    case LLVMBr: operand = branch_condition(terminator); break;
    case LLVMSwitch:
    case LLVMIndirectBr: operand = LLVMGetOperand(terminator, 0); break;
    default:
        emit_unsupported(l, "%s", name_of_unlowered(LLVMGetInstructionOpcode(terminator)));
        l->f.blocks.data[number].ended = true;
        return;
    }
    if (!operand)
        return;
    const struct type_info *type = type_of(l, operand);
    if (type->unsupported || type->word_count != 1) {
        emit_unsupported(l, "a switch over more than 64 bits");
        l->f.blocks.data[number].ended = true;
        return;
    }
    uint32_t condition = value_register(l, operand);
    l->f.blocks.data[number].condition = condition;
}

// Where an instruction stands; what clang made without a place belongs to the function's head.
static uint32_t place_of_instruction(struct lowering *l, LLVMValueRef instruction)
{
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    return location ? lower_debug_location(l, location) : l->functions.data[l->f.number].location;
}

static void lower_block(struct lowering *l, uint32_t number)
{
    struct lower_block *block = &l->f.blocks.data[number];
    LLVMBasicBlockRef source = block->source;
    l->f.current = number;
    vector_clear(&l->f.constant_cache);
    block->terminator = LLVMGetBasicBlockTerminator(source);
    LLVMValueRef first = LLVMGetFirstInstruction(source);
    l->f.location = place_of_instruction(l, first);
    if (block->loop_counter != NO_REGISTER)
        emit(l, OP_LOOP, 0, 0, 0, block->loop_counter, 0);
    for (LLVMValueRef i = first; i; i = LLVMGetNextInstruction(i)) {
        l->f.location = place_of_instruction(l, i);
        if (i == l->f.blocks.data[number].terminator)
            prepare_terminator(l, &l->f.blocks.data[number]);
        else if (!LLVMIsAPHINode(i))
            lower_instruction(l, i);
    }
}

// A copy on an edge.
struct body_copy {
    uint32_t destination, width;
    struct word source;
};
typedef VECTOR(struct body_copy) copies;

// The value of a phi node on the edge from a block. Edges are mostly asked for in the order in which the node
// lists them, or the reverse: the search goes on from what was found last, to both sides.
static LLVMValueRef phi_value_from(struct lowering *l, LLVMValueRef phi, LLVMBasicBlockRef from)
{
    unsigned count = LLVMCountIncoming(phi);
    uint32_t last = map_get(&l->f.phi_positions, phi);
    unsigned start = last == MAP_ABSENT ? 0 : last;
    for (unsigned i = 0; i <= 2 * count; i++) {
        unsigned at = (i % 2 ? start + i / 2 + 1 : start + count - i / 2 % count) % count;
        if (LLVMGetIncomingBlock(phi, at) != from)
            continue;
        map_put(&l->f.phi_positions, phi, at);
        return LLVMGetIncomingValue(phi, at);
    }
    return NULL;
}

static void collect_phi(struct lowering *l, LLVMValueRef phi, LLVMValueRef value, void *list)
{
    copies *all = list;
    const struct type_info *type = type_of(l, phi);
    uint32_t count;
    struct word *to = value_copy(l, phi, &count), *from = value_copy(l, value, &count);
    for (uint32_t i = 0; i < type->leaf_count; i++) {
        const struct leaf *leaf = &type->leaves[i];
        for (uint32_t w = leaf->word; w < leaf->word + words_of_width(leaf->width); w++) {
            struct body_copy copy = {to[w].number, leaf->width > 64 ? 64 : leaf->width, from[w]};
            if (copy.source.kind != WORD_REGISTER || copy.source.number != copy.destination ||
                copy.source.offset)
                vector_push(all, copy);
        }
    }
    memory_free(to);
    memory_free(from);
}

static bool needed_elsewhere(const copies *all, uint32_t index)
{
    for (uint32_t i = 0; i < all->size; i++)
        if (i != index && all->data[i].source.kind == WORD_REGISTER &&
            all->data[i].source.number == all->data[index].destination)
            return true;
    return false;
}

// Emits parallel copies one after the other: first those whose destination nobody reads any more; when only
// cycles are left, one value is saved in a temporary. Constants come last, since they read nothing.
static void sequentialise(struct lowering *l, copies *all)
{
    copies constants = {0};
    for (uint32_t i = 0; i < all->size;) {
        if (all->data[i].source.kind == WORD_REGISTER) {
            i++;
            continue;
        }
        vector_push(&constants, all->data[i]);
        all->data[i] = vector_pop(all);
    }
    while (all->size) {
        uint32_t i = 0;
        while (i < all->size && needed_elsewhere(all, i))
            i++;
        if (i == all->size) {
            uint32_t saved = emit_new(l, OP_MOVE, all->data[0].width, 0, all->data[0].destination, 0);
            for (uint32_t k = 0; k < all->size; k++)
                if (all->data[k].source.number == all->data[0].destination)
                    all->data[k].source.number = saved;
            continue;
        }
        struct body_copy copy = all->data[i];
        if (copy.source.offset)
            emit(l, OP_ADD_I, copy.width, 0, copy.destination, copy.source.number,
                 (uint32_t)copy.source.offset);
        else
            emit(l, OP_MOVE, copy.width, 0, copy.destination, copy.source.number, 0);
        all->data[i] = vector_pop(all);
    }
    for (uint32_t i = 0; i < constants.size; i++) {
        const struct body_copy *copy = &constants.data[i];
        if (copy->source.kind == WORD_CONSTANT)
            emit_immediate(l, OP_CONST, copy->width, 0, copy->destination, copy->source.constant)->address =
                copy->source.address;
        else
            emit(l, OP_UNDEF, copy->width, 0, copy->destination, 0, 0);
    }
    vector_free(&constants);
}

// The block to jump to on the edge between two blocks. Copies stand at the end of `from` where it has no
// other successor, in a block of their own otherwise.
static uint32_t lower_edge(struct lowering *l, uint32_t from, uint32_t to, bool only)
{
    copies all = {0};
    LLVMBasicBlockRef source = l->f.blocks.data[from].source, target = l->f.blocks.data[to].source;
    l->f.current = from;
    vector_clear(&l->f.constant_cache);
    // Values that need code (addresses of thread-local variables) get it at the end of `from`, before it is
    // known whether the edge is taken; that code has no effects.
    for (LLVMValueRef i = LLVMGetFirstInstruction(target); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
        LLVMValueRef value = phi_value_from(l, i, source);
        if (value)
            collect_phi(l, i, value, &all);
    }
    uint32_t counter = l->f.blocks.data[to].loop_counter;
    if (counter != NO_REGISTER && to > from) // a block's number is its place in reverse postorder
        vector_push(&all, (struct body_copy){counter, 64, word_of_constant(0)});
    uint32_t result = to;
    if (all.size && !only) {
        struct lower_block edge = {.condition = NO_REGISTER, .loop_counter = NO_REGISTER};
        vector_push(&l->f.blocks, edge);
        result = l->f.current = l->f.blocks.size - 1;
    }
    sequentialise(l, &all);
    vector_free(&all);
    if (result != to)
        emit(l, OP_JUMP, 0, 0, 0, 0, to);
    l->f.current = from;
    return result;
}

static uint32_t number_of_block(struct lowering *l, LLVMBasicBlockRef block)
{
    return map_get(&l->f.block_numbers, block);
}

struct switch_case {
    uint64_t value;
    uint32_t target;
    bool address;
};

static int compare_cases(const void *a, const void *b)
{
    const struct switch_case *x = a, *y = b;
    return x->value < y->value ? -1 : x->value > y->value;
}

static void emit_switch(struct lowering *l, struct switch_case *cases, uint32_t count, uint32_t otherwise,
                        uint32_t condition, uint32_t width)
{
    uint32_t table = l->operands.size;
    if (count)
        qsort(cases, count, sizeof *cases, compare_cases);
    vector_push(&l->operands, count);
    vector_push(&l->operands, otherwise);
    for (uint32_t i = 0; i < count; i++) {
        vector_push(&l->operands, lower_constant(l, cases[i].value, cases[i].address));
        vector_push(&l->operands, cases[i].target);
    }
    emit(l, OP_SWITCH, width, 0, 0, condition, table);
}

// Edges to one block from several cases share their copies.
static uint32_t shared_edge(struct lowering *l, uint32_t from, LLVMBasicBlockRef target, struct map *edges)
{
    uint32_t edge = map_get(edges, target);
    if (edge == MAP_ABSENT) {
        edge = lower_edge(l, from, number_of_block(l, target), false);
        map_put(edges, target, edge);
    }
    return edge;
}

static void finish_switch(struct lowering *l, uint32_t from, LLVMValueRef terminator)
{
    unsigned successors = LLVMGetNumSuccessors(terminator);
    bool computed = LLVMGetInstructionOpcode(terminator) == LLVMIndirectBr;
    struct switch_case *cases = memory_zalloc(successors + 1, sizeof *cases);
    struct map edges = {0};
    uint32_t count = 0, otherwise = 0;
    for (unsigned i = 0; i < successors; i++) {
        LLVMBasicBlockRef target = LLVMGetSuccessor(terminator, i);
        uint32_t edge = shared_edge(l, from, target, &edges);
        if (!computed && i == 0) {
            otherwise = edge;
            continue;
        }
        struct switch_case one = {.target = edge, .address = computed};
        one.value =
            computed ? label_address(l, target) : LLVMConstIntGetZExtValue(LLVMGetOperand(terminator, 2 * i));
        bool known = false;
        for (uint32_t k = 0; k < count && computed; k++)
            known |= cases[k].value == one.value;
        if (!known)
            cases[count++] = one;
    }
    if (computed) {
        struct lower_block nowhere = {.condition = NO_REGISTER, .loop_counter = NO_REGISTER, .ended = true};
        vector_push(&l->f.blocks, nowhere);
        otherwise = l->f.current = l->f.blocks.size - 1;
        emit(l, OP_UNREACHABLE, 0, 0, 0, 0, 0);
        l->f.current = from;
    }
    uint32_t condition = l->f.blocks.data[from].condition;
    emit_switch(l, cases, count, otherwise, condition,
                type_of(l, LLVMGetOperand(terminator, 0))->leaves[0].width);
    memory_free(cases);
    map_free(&edges);
}

static void finish_block(struct lowering *l, uint32_t from)
{
    LLVMValueRef terminator = l->f.blocks.data[from].terminator;
    if (l->f.blocks.data[from].ended)
        return;
    l->f.current = from;
    l->f.location = place_of_instruction(l, terminator);
    if (LLVMGetInstructionOpcode(terminator) != LLVMBr) {
        finish_switch(l, from, terminator);
        return;
    }
    if (!branch_condition(terminator)) {
        uint32_t target = lower_edge(l, from, number_of_block(l, only_successor(terminator)), true);
        emit(l, OP_JUMP, 0, 0, 0, 0, target);
        return;
    }
    uint32_t first = number_of_block(l, LLVMGetSuccessor(terminator, 0));
    uint32_t second = number_of_block(l, LLVMGetSuccessor(terminator, 1));
    uint32_t yes = lower_edge(l, from, first, false);
    uint32_t no = first == second ? yes : lower_edge(l, from, second, false);
    uint32_t condition = l->f.blocks.data[from].condition;
    emit(l, OP_BRANCH, 1, 0, no, condition, yes);
}

// Depth-first search; blocks get their number in reverse postorder. A retreating edge leads to a loop head.
struct body_visit {
    LLVMBasicBlockRef block;
    unsigned next; // successors left
};

static void order_body_blocks(struct lowering *l)
{
    enum { ON_STACK = 0, DONE = 1 };
    VECTOR(struct body_visit) stack = {0};
    VECTOR(LLVMBasicBlockRef) postorder = {0};
    struct map state = {0}, heads = {0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(l->f.function);
    struct body_visit start = {entry, LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(entry))};
    vector_push(&stack, start);
    map_put(&state, entry, ON_STACK);
    while (stack.size) {
        struct body_visit *top = &vector_last(&stack);
        if (top->next == 0) {
            map_put(&state, top->block, DONE);
            vector_push(&postorder, top->block);
            stack.size--;
            continue;
        }
        LLVMBasicBlockRef next = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(top->block), --top->next);
        uint32_t seen = map_get(&state, next);
        if (seen == MAP_ABSENT) {
            struct body_visit visit = {next, LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(next))};
            map_put(&state, next, ON_STACK);
            vector_push(&stack, visit);
        } else if (seen == ON_STACK) {
            map_put(&heads, next, 1);
        }
    }
    for (uint32_t i = postorder.size; i-- > 0;) {
        LLVMBasicBlockRef source = postorder.data[i];
        struct lower_block block = {.source = source, .condition = NO_REGISTER, .loop_counter = NO_REGISTER};
        if (map_get(&heads, source) == 1)
            block.loop_counter = register_new(l, 1);
        map_put(&l->f.block_numbers, source, l->f.blocks.size);
        vector_push(&l->f.blocks, block);
    }
    vector_free(&stack);
    vector_free(&postorder);
    map_free(&state);
    map_free(&heads);
}

// Whether control can come round to a loop head without having entered the loop there: then the edges into
// the loop do not all zero its counter. Searches from the entry without passing the head.
static bool entered_elsewhere(struct lowering *l, uint32_t head)
{
    uint32_t count = l->f.blocks.size;
    bool *seen = memory_zalloc(count, sizeof *seen), found = false;
    VECTOR(uint32_t) stack = {0};
    vector_push(&stack, 0);
    seen[head] = seen[0] = true;
    while (stack.size && !found) {
        uint32_t block = vector_pop(&stack);
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(l->f.blocks.data[block].source);
        for (unsigned i = 0; i < LLVMGetNumSuccessors(terminator); i++) {
            uint32_t next = map_get(&l->f.block_numbers, LLVMGetSuccessor(terminator, i));
            found |= next == head && block >= head;
            if (!seen[next])
                vector_push(&stack, next);
            seen[next] = true;
        }
    }
    vector_free(&stack);
    memory_free(seen);
    return found;
}

static void zero_irreducible_counters(struct lowering *l)
{
    l->f.current = 0;
    for (uint32_t b = 1; b < l->f.blocks.size; b++) {
        uint32_t counter = l->f.blocks.data[b].loop_counter;
        if (counter != NO_REGISTER && entered_elsewhere(l, b))
            emit_immediate(l, OP_CONST, 64, 0, counter, 0);
    }
}

static void lower_parameters(struct lowering *l)
{
    unsigned count = LLVMCountParams(l->f.function);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef parameter = LLVMGetParam(l->f.function, i);
        const struct type_info *type = type_of(l, parameter);
        struct word *words = memory_zalloc(type->word_count + 1, sizeof *words);
        for (uint32_t k = 0; k < type->leaf_count; k++) {
            uint32_t size = words_of_width(type->leaves[k].width), first = register_new(l, size);
            for (uint32_t w = 0; w < size; w++)
                words[type->leaves[k].word + w] = word_of_register(first + w);
        }
        value_set(l, parameter, words, type->word_count);
        memory_free(words);
    }
}

static void clear_function(struct function_state *f)
{
    for (uint32_t i = 0; i < f->blocks.size; i++)
        vector_free(&f->blocks.data[i].body);
    vector_free(&f->blocks);
    vector_free(&f->words);
    vector_free(&f->registers);
    vector_free(&f->constant_cache);
    map_free(&f->values);
    map_free(&f->block_numbers);
    map_free(&f->phi_positions);
}

void body_lower(struct lowering *l, LLVMValueRef function, uint32_t number)
{
    l->f = (struct function_state){
        .function = function,
        .number = number,
        .runtime = (l->functions.data[number].flags & FUNCTION_RUNTIME) != 0,
        .location = l->functions.data[number].location,
    };
    lower_parameters(l);
    order_body_blocks(l);
    zero_irreducible_counters(l);
    uint32_t count = l->f.blocks.size;
    for (uint32_t i = 0; i < count; i++)
        for (LLVMValueRef phi = LLVMGetFirstInstruction(l->f.blocks.data[i].source);
             phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
            lower_phi(l, phi);
    for (uint32_t i = 0; i < count; i++)
        lower_block(l, i);
    for (uint32_t i = 0; i < count; i++)
        finish_block(l, i);
    body_assemble(l);
    clear_function(&l->f);
}
