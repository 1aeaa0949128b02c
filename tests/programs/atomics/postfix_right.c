// x++ and x-- give the value that they replace, also where clang makes a loop of them (src/lower/postfix.h).
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int cells[4];
static struct {
    int *_Atomic next;
    _Atomic long double sum;
} shared = {cells + 1, 0};
static long double seen[2];

static void *take(void *argument)
{
    int *mine = shared.next++;
    *mine += 1;
    seen[argument != NULL] = shared.sum--;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (size_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, take, i ? cells : NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(cells[1] == 1 && cells[2] == 1);
    assert(seen[0] + seen[1] == -1);
    assert(shared.next-- == cells + 3);
    assert(--shared.next == cells + 1);
    return 0;
}
