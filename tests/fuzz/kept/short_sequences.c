// fuzz_oracle por (seed 9200013): with sequences that are a part of one, "optimal" found 3 of the 4 traces.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int64_t p0_x2 = 0;
static pthread_mutex_t p0_m1 = PTHREAD_MUTEX_INITIALIZER;
static int p0_a[3];
static uint32_t p0_o[2];
static int64_t p0_v;
static union {
    uint32_t w;
    uint8_t b[4];
} p0_q;
static void *p0_w2(void *argument)
{
    p0_o[0] = 5;
    p0_q.b[0] = 1;
    if (pthread_mutex_trylock(&p0_m1) == 0) {
        p0_v = p0_a[1] - 1;
        pthread_mutex_unlock(&p0_m1);
    }
}
static void *p0_w1(void *argument)
{
    p0_x2 = 5;
}
static void *p0_w0(void *argument)
{
    int l1 = (int)p0_x2;
}
int main_0(void)
{
    pthread_t w0;
    pthread_create(&w0, 0, p0_w0, 0);
    pthread_t w1;
    pthread_create(&w1, 0, p0_w1, 0);
    pthread_t w2;
    pthread_create(&w2, 0, p0_w2, 0);
    p0_v = 1;
}
