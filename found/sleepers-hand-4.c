#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>
const volatile int64_t control_0[] = {1, 1, 1, 1, 5};
const volatile int64_t forbidden_0[] = {1,1,1,1,1};
static int p0_x, p0_y, p0_lt[2];
static void *w0(void *a) { int k = p0_x & 1; p0_lt[k] = 1; return 0; }
static void *w1(void *a) { int r = 0; if (p0_y == 0) r = p0_lt[0] + 2; return (void *)(long)r; }
static void *w2(void *a) { p0_x = 1; p0_x = 2; p0_y = 1; int r = p0_lt[1]; return (void *)(long)r; }
int main_0(void)
{
    pthread_t a, b, c; void *ra, *rb, *rc;
    pthread_create(&a, 0, w0, 0);
    pthread_create(&b, 0, w1, 0);
    pthread_create(&c, 0, w2, 0);
    pthread_join(a, &ra); pthread_join(b, &rb); pthread_join(c, &rc);
    int64_t state[] = {p0_lt[0], p0_lt[1], (int64_t)ra, (int64_t)rb, (int64_t)rc};
    if (control_0[1]) write(1, state, sizeof state);
    if (control_0[0]) assert(!(state[0] == forbidden_0[0] && state[1] == forbidden_0[1] && state[2] == forbidden_0[2] && state[3] == forbidden_0[3] && state[4] == forbidden_0[4]) && "forbidden");
    return 0;
}
