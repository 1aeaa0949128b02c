// expect: safe
// Requests to Valgrind, which is not there: rotations that go round, of a register that the statement does
// not say it changes. What was asked is not answered, and the result is what it was.
#include <assert.h>
#include <pthread.h>

static long ask(long code, long otherwise)
{
    volatile long request[6] = {code, 1, 2, 3, 4, 5};
    long result;
#ifdef __x86_64__
    __asm__ volatile(
        "rolq $3, %%rdi ; rolq $13, %%rdi\n\trolq $61, %%rdi ; rolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
        : "=d"(result)
        : "a"(&request[0]), "0"(otherwise)
        : "cc", "memory");
#else
    __asm__ volatile(
        "roll $3, %%edi ; roll $13, %%edi\n\troll $29, %%edi ; roll $19, %%edi\n\txchgl %%ebx, %%ebx"
        : "=d"(result)
        : "a"(&request[0]), "0"(otherwise)
        : "cc", "memory");
#endif
    return result;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *add(void *unused)
{
    pthread_mutex_lock(&mutex);
    if (!ask(0x1001, 0))
        count++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    add(NULL);
    pthread_join(thread, NULL);
    assert(count == 2 && ask(7, 42) == 42);
    return 0;
}
