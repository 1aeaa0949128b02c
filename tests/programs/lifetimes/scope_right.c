// expect: safe
// Blocks that are left in every way, and entered again; variables that other threads use while they are there.
#include <assert.h>
#include <pthread.h>

static int *kept;

static void keep(int *p)
{
    kept = p;
}

static void *thread(void *argument)
{
    ++*(int *)argument;
    return 0;
}

static int leave(int way)
{
    int n = 3;
    for (int k = 0; k < n; k++) {
        int local = k;
        keep(&local);
        if (k == way)
            break;
        if (way == 5)
            return *kept;
        if (way == 6)
            goto out;
        *kept += 1;
        if (k == 1)
            continue;
        {
            int values[n];
            keep(values);
            *kept = 1;
        }
    }
out:
    keep(&n);
    return *kept;
}

int main(void)
{
    for (int way = 0; way < 8; way++)
        assert(leave(way) == (way == 5 ? 0 : 3));
again:;
    int rounds = 0;
    keep(&rounds);
    if (rounds > 3)
        goto again;
    for (int k = 0; k < 2; k++) {
        pthread_t t;
        int count = k;
        pthread_create(&t, 0, thread, &count);
        pthread_join(t, 0);
        assert(count == k + 1);
    }
    switch (*kept) {
        int bypassed;
    case 0: keep(&bypassed); bypassed = 4; break;
    default: break;
    }
    return 0;
}
