// expect: safe
// heddle: --property=assertion --independence=none
// executions: source=128 optimal=128 default=1
// Two threads count rounds in memory that both share, and assert what they have computed in memory of main, each in its
// own. What they share does not matter, and each sum is accessed by one thread at a time: one execution. Without slices
// read, write, read, write, write of the one and the other thread come in 128 orders, as listing all C(10, 5) = 252
// schedules shows; the sums add none.
#include <assert.h>
#include <pthread.h>

static int rounds;

static void *work(void *argument)
{
    int *sum = argument;
    for (int k = 0; k < 2; k++) {
        rounds++;
        *sum += k;
    }
    assert(*sum == 1);
    rounds = 0;
    return argument;
}

int main(void)
{
    int sums[2] = {0};
    pthread_t t, u;
    pthread_create(&t, NULL, work, &sums[0]);
    pthread_create(&u, NULL, work, &sums[1]);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
