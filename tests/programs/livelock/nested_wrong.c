// Two loops, one in the other: main stays in the inner one for ever, or goes round the outer one for ever once x is toggled. Both are
// told, although the inner one is nearer to the program's start.
// heddle: --property=livelock --all
// expect: violation
// kinds: livelock
// violations: 2
// por: default
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, z;

static void *toggle_z(void *unused)
{
    (void)unused;
    for (;;) {
        z = 1;
        z = 0;
    }
}

static void *toggle_x(void *unused)
{
    (void)unused;
    while (z == 0) {
    }
    for (;;) {
        x = 1;
        x = 0;
    }
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, toggle_z, 0);
    pthread_create(&second, 0, toggle_x, 0);
    while (y == 0) // <- violation
        while (x == 0) { // <- violation
        }
    return 0;
}
