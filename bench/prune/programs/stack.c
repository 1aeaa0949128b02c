// stack: one thread pushes ITEMS numbers on a stack, the other pops as many, each under the lock. The second one starts to
// pop when a flag says that there is something, but nobody takes the flag back. The claim: the stack is never popped when
// empty. Violated.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { UNDERFLOW = -1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[ITEMS], top;
static bool filled;

static void push(int item)
{
    assert(top < ITEMS);
    stack[top++] = item;
}

static int pop(void)
{
    return top > 0 ? stack[--top] : UNDERFLOW;
}

static void *producer(void *argument)
{
    for (int item = 0; item < ITEMS; item++) {
        pthread_mutex_lock(&lock);
        push(item);
        filled = true;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

static void *consumer(void *argument)
{
    for (int k = 0; k < ITEMS; k++) {
        pthread_mutex_lock(&lock);
        if (filled)
            assert(pop() != UNDERFLOW);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, producer, NULL);
    pthread_create(&second, NULL, consumer, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
