// expect: violation
// kinds: memory
// heddle: --property=memory
// A recursion that overflows the stack, if another thread is in time; nothing else in it accesses memory of others.
#include <pthread.h>

static int flag, result;

static int sum(int n)
{
    if (n == 0)
        return 0;
    return sum(n - 1) + n; // <- violation
}

static void *thread(void *argument)
{
    flag = 1;
    flag = 0;
    return argument;
}

int main(void)
{
    pthread_t a;
    int value = 0;
    pthread_create(&a, 0, thread, 0);
    if (flag)
        value = sum(1000000);
    result = value;
    pthread_join(a, 0);
    return 0;
}
