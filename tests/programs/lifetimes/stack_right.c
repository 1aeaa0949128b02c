// expect: safe
// Deep recursion, variable arrays and large variables that fit, again and again.
#include <assert.h>
#include <pthread.h>

static int down(int n)
{
    return n == 0 ? 0 : 1 + down(n - 1);
}

static char variable(int n)
{
    char bytes[n];
    bytes[n / 2] = 1;
    return bytes[n / 2];
}

static void *thread(void *argument)
{
    char bytes[4 << 20];
    *(volatile char *)bytes = 1;
    for (int k = 0; k < 30; k++) {
        char more[(1 << 20) + k];
        *(volatile char *)more = 1;
        if (k == 20)
            break;
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 16 << 20);
    assert(down(100000) == 100000);
    for (int k = 0; k < 20; k++)
        assert(variable(1 << 20));
    pthread_create(&t, &attributes, thread, 0);
    pthread_join(t, 0);
    return 0;
}
