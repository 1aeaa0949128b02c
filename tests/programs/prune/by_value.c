// A structure passed by value in memory, and an array of variable length: what they take of the stack is given back in the
// middle of a function, and summaries are kept all the same.
//
// expect: safe
// executions: optimal=280 prune=43

#include <assert.h>
#include <pthread.h>

struct batch {
    int values[8];
    int count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int sum(struct batch batch)
{
    int result = 0;
    for (int i = 0; i < batch.count; i++)
        result += batch.values[i];
    return result;
}

static void *add(void *unused)
{
    struct batch batch = {{1, 2, 3}, 3};
    for (int i = 1; i < 4; i++) {
        pthread_mutex_lock(&lock);
        int more[i];
        more[i - 1] = sum(batch);
        total += more[i - 1];
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(total == 54);
    return 0;
}
