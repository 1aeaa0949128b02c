#include "lower/clock.h"

#include "base/vector.h"
#include "lower/map.h"
#include "lower/question.h"
#include "program/program.h"

// ---- before any thread exists

// Functions that may look at a clock, and those that may create a thread, by calls that name them.
enum { LOOKS = 1, CREATES = 2 };

struct roles {
    struct map map; // from functions to these
    bool changed;
};

static uint32_t role_of(struct roles *roles, LLVMValueRef function)
{
    uint32_t role = map_get(&roles->map, function);
    return role == MAP_ABSENT ? 0 : role;
}

static void add_role(struct roles *roles, LLVMValueRef function, uint32_t role)
{
    uint32_t old = role_of(roles, function);
    if ((old | role) == old)
        return;
    map_put(&roles->map, function, old | role);
    roles->changed = true;
}

static bool starts_others(const char *name)
{
    static const char *const names[] = {"pthread_create", "thrd_create", "pthread_once", "call_once"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (!strcmp(name, names[k]))
            return true;
    return false;
}

// What a call does: through a pointer anything but look, since those that look are never called so.
static uint32_t role_of_call(struct roles *roles, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) ? role_of(roles, callee) : CREATES;
}

static void spread_roles(struct roles *roles, LLVMModuleRef module)
{
    do {
        roles->changed = false;
        for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
            for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
                for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                    if (LLVMIsACallInst(i))
                        add_role(roles, f, role_of_call(roles, i));
    } while (roles->changed);
}

static bool looks_from(struct roles *roles, LLVMValueRef instruction)
{
    for (; instruction; instruction = LLVMGetNextInstruction(instruction))
        if (LLVMIsACallInst(instruction) && role_of_call(roles, instruction) & LOOKS)
            return true;
    return false;
}

// Whether a look may come after the end of the block.
static bool looks_after_block(struct roles *roles, LLVMBasicBlockRef from)
{
    VECTOR(LLVMBasicBlockRef) stack = {0};
    struct map seen = {0};
    bool looks = false;
    vector_push(&stack, from);
    while (stack.size && !looks) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(vector_pop(&stack));
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end) && !looks; k++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, k);
            if (map_get(&seen, next) != MAP_ABSENT)
                continue;
            map_put(&seen, next, 1);
            vector_push(&stack, next);
            looks = looks_from(roles, LLVMGetFirstInstruction(next));
        }
    }
    vector_free(&stack);
    map_free(&seen);
    return looks;
}

// Whether the function may look after it may have created a thread.
static bool looks_late(struct roles *roles, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) && role_of_call(roles, i) & CREATES &&
                (looks_from(roles, LLVMGetNextInstruction(i)) || looks_after_block(roles, b)))
                return true;
    return false;
}

static bool is_only_called(LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function)
            return false;
        for (unsigned k = 0; k < LLVMGetNumArgOperands(user); k++)
            if (LLVMGetOperand(user, k) == function)
                return false;
    }
    return true;
}

// Whether all looks come before the first thread is created, as where the time is taken for a seed: they are
// made by functions that are called by their names only, from main on. Constructors may do anything.
static bool looks_alone(LLVMModuleRef module, LLVMValueRef look)
{
    struct roles roles = {0};
    bool alone = !LLVMGetNamedGlobal(module, "llvm.global_ctors");
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (starts_others(LLVMGetValueName(f)))
            add_role(&roles, f, CREATES);
    add_role(&roles, look, LOOKS);
    spread_roles(&roles, module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f && alone; f = LLVMGetNextFunction(f))
        if (role_of(&roles, f) & LOOKS)
            alone = is_only_called(f) && !looks_late(&roles, f);
    map_free(&roles.map);
    return alone;
}

// ---- the answer

void clock_resolve(LLVMModuleRef module)
{
    LLVMValueRef look = LLVMGetNamedFunction(module, PROGRAM_LOOK);
    bool truth = look && !LLVMIsDeclaration(look);
    if (truth && question_is_asked(module, "__heddle_clock_is_read") && looks_alone(module, look))
        LLVMSetValueName2(look, PROGRAM_LOOK_ALONE, strlen(PROGRAM_LOOK_ALONE));
    question_resolve(module, "__heddle_clock_is_read", truth);
}
