// What main does before the other thread begins is folded, but for what that thread sees of it. In words: who wrote what the
// assertion saw.
// heddle: --slice=off
// expect: violation
// kinds: assertion
// text: ^  \.\.\.   steps 1 to 3: main alone; --full-schedule shows them$
// text: ^    4 +ready = 1; +write ready = 1
// text: ^  main\.1 saw ready = 1, written by main at step 4 \(folded_wrong\.c:33\)$
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, first, second, third;
static pthread_t threads[2];

static void *look(void *argument)
{
    assert(ready == 0); // <- violation
    return argument;
}

static void *other(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_create(&threads[0], NULL, look, NULL);
    first = 1;
    second = 2;
    third = 3;
    ready = 1;
    pthread_create(&threads[1], NULL, other, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
}
