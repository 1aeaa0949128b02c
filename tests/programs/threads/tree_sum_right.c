// expect: safe
// Divide and conquer: every half is summed by a thread, two levels deep.
#include <assert.h>
#include <pthread.h>

struct part {
    const int *values;
    int count, sum;
};

static void *sum(void *argument)
{
    struct part *p = argument;
    if (p->count == 1) {
        p->sum = p->values[0];
        return NULL;
    }
    struct part left = {p->values, p->count / 2, 0};
    struct part right = {p->values + p->count / 2, p->count - p->count / 2, 0};
    pthread_t t;
    pthread_create(&t, NULL, sum, &left);
    sum(&right);
    pthread_join(t, NULL);
    p->sum = left.sum + right.sum;
    return NULL;
}

int main(void)
{
    static const int values[] = {3, 4};
    struct part all = {values, 2, 0};
    sum(&all);
    assert(all.sum == 7);
    return 0;
}
