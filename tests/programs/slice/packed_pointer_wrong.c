// expect: violation
// kinds: assertion
// heddle: --property=assertion
// Pointers to functions that lie at odd addresses, in a table of packed structures that is itself aligned to 16 bytes.
#include <assert.h>
#include <pthread.h>

static int count;

static void increment(void)
{
    int old = count;
    count = old + 1;
}

static void nothing(void) {}

struct __attribute__((packed)) command {
    char name;
    void (*run)(void);
};
static struct command commands[] = {{'n', nothing}, {'i', increment}, {'x', nothing}};

static void *run(void *argument)
{
    for (int k = 0; k < 3; k++)
        if (commands[k].name == 'i')
            commands[k].run();
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, run, 0);
    pthread_create(&b, 0, run, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 2); // <- violation
    return 0;
}
