// Functions of other tools that are made of those which the machine has (src/program/natives.def).
#include "runtime/runtime.h"

void __CPROVER_assert(int condition, const char *text);
void heddle_assume(int condition);
void heddle_symbolic(void *address, size_t size, const char *name);

// GenMC. Whether a block is executed that changes nothing, and after which the execution ends.
int __VERIFIER_opt_begin(void)
{
    return 0;
}

// What GenMC's own <lkmm.h> calls: mb, rmb, wmb and others.
void __VERIFIER_lkmm_fence(const char *kind)
{
    if (kind[0] == 'r')
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
    else if (kind[0] == 'w')
        __atomic_thread_fence(__ATOMIC_RELEASE);
    else
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

// An update whose value nobody uses, of relaxed order; the operation by LLVM's numbers.
void __VERIFIER_atomicrmw_noret(int *variable, int operand, int order, int operation)
{
    (void)order;
    if (operation == 1)
        __atomic_fetch_add(variable, operand, __ATOMIC_RELAXED);
    else if (operation == 2)
        __atomic_fetch_sub(variable, operand, __ATOMIC_RELAXED);
    else
        __heddle_unmodelled("__VERIFIER_atomicrmw_noret of another operation than addition and subtraction");
}

// SV-COMP. Its programs define it, as an abort where the condition fails; where a header alone has it, what
// is meant by the name counts.
void assume_abort_if_not(int condition)
{
    heddle_assume(condition);
}

// Goblint
void __goblint_check(int condition)
{
    __CPROVER_assert(condition, "__goblint_check");
}

void __goblint_assert(int condition)
{
    __CPROVER_assert(condition, "__goblint_assert");
}

void __goblint_assume(int condition)
{
    heddle_assume(condition);
}

// KLEE
int klee_int(const char *name)
{
    int value;
    heddle_symbolic(&value, sizeof value, name);
    return value;
}

int klee_range(int begin, int end, const char *name)
{
    int value = klee_int(name);
    heddle_assume(value >= begin && value < end);
    return value;
}

uintptr_t klee_choose(uintptr_t below)
{
    uintptr_t value;
    heddle_symbolic(&value, sizeof value, "klee_choose");
    heddle_assume(value < below);
    return value;
}

void klee_silent_exit(int status)
{
    (void)status;
    heddle_assume(0);
}

void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
    (void)file;
    (void)line;
    (void)suffix;
    __CPROVER_assert(0, message);
}
