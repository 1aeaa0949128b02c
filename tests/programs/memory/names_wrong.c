// heddle: --all
// expect: violation
// kinds: memory
// message: out of bounds: read of 4 bytes at a variable-length array\+16 \(16 bytes\)
// message: use after the end of its thread: read of 4 bytes in mine
// message: out of bounds: read of 4 bytes at a compound literal\+8 \(8 bytes\)
// text: end of life of mine
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static _Thread_local int mine;
static int *theirs;

static void *give_away(void *unused)
{
    theirs = &mine;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int four = __VERIFIER_nondet_int();
    if (four == 4) {
        int numbers[four];
        return numbers[four]; // <- violation
    }
    if (four == 2)
        return ((int[2]){1, 2})[four]; // <- violation
    pthread_create(&thread, NULL, give_away, NULL);
    pthread_join(thread, NULL);
    return *theirs; // <- violation
}
