// Threads by CBMC's labels __CPROVER_ASYNC_...: the statement behind one is a block of clang's, with copies
// of the local variables that it uses (src/program/cbmc_words.h).
// https://clang.llvm.org/docs/Block-ABI-Apple.html
#include "runtime/runtime.h"

struct block {
    void *isa;
    int flags, reserved;
    void (*invoke)(struct block *block);
    const struct {
        unsigned long reserved, size;
    } *descriptor;
};

int pthread_create(unsigned long *thread, const void *attributes, void *(*start)(void *), void *argument);
int pthread_attr_init(void *attributes);
int pthread_attr_setdetachstate(void *attributes, int state);
void heddle_assume(int condition);

void *_NSConcreteStackBlock[32];
void *_NSConcreteGlobalBlock[32];

static void *run_async_block(void *argument)
{
    struct block *block = argument;
    block->invoke(block);
    free(block);
    return NULL;
}

// The block is on the stack of the caller, which goes on.
void __runtime_async(const struct block *block)
{
    enum { DETACHED = 1 };
    unsigned long thread;
    long attributes[9]; // a pthread_attr_t: 56 bytes, and 36 of 32-bit machines
    struct block *copy = malloc(block->descriptor->size);
    heddle_assume(copy != NULL);
    memcpy(copy, block, block->descriptor->size);
    pthread_attr_init(attributes);
    pthread_attr_setdetachstate(attributes, DETACHED);
    heddle_assume(pthread_create(&thread, attributes, run_async_block, copy) == 0);
}

// A label that was not seen where threads were made of labels (src/lower/async_labels.h).
void __runtime_async_label(void)
{
    __heddle_unmodelled(
        "a thread by a label __CPROVER_ASYNC_ in a macro or a header, or before another statement than an "
        "expression or a block");
}
