// heddle: --all
// expect: violation
// kinds: memory
// Variables larger than the stacks: of main, of a thread that asked for a small one, of variable size, and one by one.
#include <pthread.h>

static void touch(volatile char *p)
{
    *p = 1;
}

static void *thread(void *argument)
{
    char small[100000];
    touch(small);
    return argument;
}

static void *growing(void *argument)
{
    for (int k = 0; k < 100; k++)
        touch(__builtin_alloca(100000)); // <- violation
    return argument;
}

static void *variable(void *argument)
{
    int n = 9 << 20;
    char large[n]; // <- violation
    touch(large);
    return argument;
}

static void large(void)
{
    char bytes[9 << 20];
    touch(bytes);
}

int main(void)
{
    pthread_t threads[3];
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 65536);
    pthread_create(&threads[0], &attributes, thread, 0); // <- violation
    pthread_create(&threads[1], 0, growing, 0);
    pthread_create(&threads[2], 0, variable, 0);
    large(); // <- violation
    return 0;
}
