#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, copy;
struct {
    int v;
    pthread_mutex_t m;
} pair;
int x;
_Atomic(int *) where;
pthread_t t[3], other;
atomic_uintptr_t word;
extern uintptr_t __VERIFIER_nondet_ulong(void);
static void *run(void *p)
{
    return p;
}
static void *also(void *p)
{
    return p;
}
int main(void)
{
    pthread_create(&t[0], 0, run, 0);
    pthread_create(&t[1], 0, also, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
