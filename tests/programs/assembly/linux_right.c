// expect: safe
// Linux's prefix for one processor or several, and its alternatives, note in sections of their own where the instructions are;
// the instructions mean what they say.
#include <assert.h>
#include <pthread.h>

#define LOCK_OLD ".section .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.previous\n671:\n\tlock; "
#define LOCK_PREFIX ".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; "

static int counted, last;
static volatile unsigned long bits[2];
static int flags[2], both;

static int decrement_and_test(int *counter)
{
    unsigned char zero;
    __asm__ volatile(LOCK_OLD "decl %0; sete %1" : "+m"(*counter), "=qm"(zero) : : "memory");
    return zero != 0;
}

static int test_and_set_bit(long number, volatile unsigned long *from)
{
    char carry;
    __asm__ volatile(LOCK_PREFIX "bts %2, %0; setc %1" : "+m"(*from), "=qm"(carry) : "Ir"(number) : "memory");
    return carry != 0;
}

static void fence(void)
{
    __asm__ volatile("661:\n\tlock; addl $0,0(%%rsp)\n662:\n"
                     ".section .altinstructions,\"a\"\n.balign 8\n.quad 661b\n.quad 663f\n.byte 662b-661b\n.previous\n"
                     ".section .altinstr_replacement,\"ax\"\n663:\n\tmfence\n664:\n.previous"
                     :
                     :
                     : "memory");
}

static void *worker(void *number)
{
    int mine = number != 0;
    if (decrement_and_test(&counted))
        last = 1;
    __asm__ volatile(LOCK_PREFIX "incl %0" : "+m"(both));
    assert(!test_and_set_bit(3 + 64 * mine, bits));
    flags[mine] = 1;
    fence();
    return (void *)(long)flags[!mine];
}

int main(void)
{
    pthread_t thread;
    void *seen;
    counted = 2;
    pthread_create(&thread, 0, worker, 0);
    void *own = worker(&thread);
    pthread_join(thread, &seen);
    assert(last == 1 && both == 2);
    assert(bits[0] == 8 && bits[1] == 8);
    assert(own || seen);
    return 0;
}
