#include "lower/barriers.h"

#include <stdbool.h>
#include <stddef.h>

enum { MOST_BRANCHES = 4 }; // of one result

// Where control goes with one result.
struct barriers_way {
    LLVMValueRef branches[MOST_BRANCHES]; // that compare it
    unsigned count;
    LLVMBasicBlockRef from, to; // the edge by which it leaves the last of them
};

// Whether the value compares the result for equality with a number; what that says of `number`.
static bool compares_result(LLVMValueRef value, LLVMValueRef result, long long number, bool *truth)
{
    if (!LLVMIsAICmpInst(value) || LLVMGetOperand(value, 0) != result ||
        !LLVMIsAConstantInt(LLVMGetOperand(value, 1)))
        return false;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(value);
    bool equal = LLVMConstIntGetSExtValue(LLVMGetOperand(value, 1)) == number;
    *truth = equal == (predicate == LLVMIntEQ);
    return predicate == LLVMIntEQ || predicate == LLVMIntNE;
}

// A branch by such a comparison, which nothing else uses.
static bool is_decided_branch(LLVMValueRef branch, LLVMValueRef result, long long number, bool *truth)
{
    if (!branch || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return false;
    LLVMValueRef condition = LLVMGetCondition(branch);
    LLVMUseRef use = LLVMGetFirstUse(condition);
    return compares_result(condition, result, number, truth) && use && !LLVMGetNextUse(use);
}

// A block of nothing but the comparison and the branch, which control comes to from one place.
static bool only_compares(LLVMBasicBlockRef block, LLVMValueRef result)
{
    LLVMValueRef first = LLVMGetFirstInstruction(block), branch = LLVMGetBasicBlockTerminator(block);
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
    bool truth;
    return use && !LLVMGetNextUse(use) && is_decided_branch(branch, result, 0, &truth) &&
           first == LLVMGetCondition(branch) && LLVMGetNextInstruction(first) == branch;
}

// On through blocks that do nothing; as many as are looked at.
static void skip_empty(struct barriers_way *way)
{
    for (unsigned i = 0; i < MOST_BRANCHES; i++) {
        LLVMValueRef first = LLVMGetFirstInstruction(way->to);
        if (!LLVMIsABranchInst(first) || LLVMIsConditional(first))
            return;
        way->from = way->to;
        way->to = LLVMGetSuccessor(first, 0);
    }
}

// False: it is not decided at the end of its own block.
static bool follow_branches(LLVMValueRef result, long long number, struct barriers_way *way)
{
    way->count = 0;
    way->to = LLVMGetInstructionParent(result);
    do {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(way->to);
        bool truth;
        if (way->count == MOST_BRANCHES || !is_decided_branch(branch, result, number, &truth))
            return false;
        way->branches[way->count++] = branch;
        way->from = way->to;
        way->to = LLVMGetSuccessor(branch, truth ? 0 : 1);
    } while (only_compares(way->to, result));
    skip_empty(way); // at the end: control may come there from elsewhere, too
    return true;
}

static LLVMValueRef incoming_value_from(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

static bool ways_meet(const struct barriers_way *a, const struct barriers_way *b)
{
    if (a->to != b->to)
        return false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(a->to); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i))
        if (incoming_value_from(i, a->from) != incoming_value_from(i, b->from))
            return false;
    return true;
}

static bool is_on_way(const struct barriers_way *way, LLVMValueRef condition)
{
    for (unsigned i = 0; i < way->count; i++)
        if (LLVMGetCondition(way->branches[i]) == condition)
            return true;
    return false;
}

static void resolve_barrier_wait(LLVMValueRef result)
{
    struct barriers_way plain, serial;
    if (!follow_branches(result, 0, &plain) || !follow_branches(result, -1, &serial) ||
        !ways_meet(&plain, &serial))
        return;
    for (LLVMUseRef use = LLVMGetFirstUse(result); use; use = LLVMGetNextUse(use))
        if (!is_on_way(&plain, LLVMGetUser(use)) && !is_on_way(&serial, LLVMGetUser(use)))
            return;
    for (LLVMUseRef use; (use = LLVMGetFirstUse(result));) {
        LLVMValueRef comparison = LLVMGetUser(use);
        bool truth = false;
        compares_result(comparison, result, 0, &truth);
        LLVMReplaceAllUsesWith(comparison, LLVMConstInt(LLVMTypeOf(comparison), truth, 0));
        LLVMInstructionEraseFromParent(comparison);
    }
}

void barriers_resolve(LLVMModuleRef module)
{
    LLVMValueRef wait = LLVMGetNamedFunction(module, "pthread_barrier_wait");
    if (!wait || !LLVMIsDeclaration(wait))
        return;
    for (LLVMUseRef use = LLVMGetFirstUse(wait); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == wait &&
            LLVMTypeOf(call) == LLVMInt32TypeInContext(LLVMGetModuleContext(module)))
            resolve_barrier_wait(call);
    }
}
