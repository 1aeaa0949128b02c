// expect: violation
// kinds: memory
// message: use after scope
// Between two rounds of a loop its variables are out of scope; in a round the old address is good again.
#include <pthread.h>

static void *thread(void *argument)
{
    *(int *)argument = 2; // <- violation
    return 0;
}

int main(void)
{
    pthread_t t;
    int sum = 0;
    for (int k = 0; k < 2; k++) {
        int local = k;
        if (k == 0)
            pthread_create(&t, 0, thread, &local);
        sum += local == k;
    }
    pthread_join(t, 0);
    return 0;
}
