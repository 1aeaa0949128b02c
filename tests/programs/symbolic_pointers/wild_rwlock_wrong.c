// heddle: --all
// expect: violation
// kinds: memory
// violations: 1
// message: out of bounds
// timeout: 10
// clang: -Wno-unused
// The index of the object is an input: those out of range are one violation.
#define _GNU_SOURCE
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static pthread_rwlock_t objects[3];

int main(void)
{
    int index = __VERIFIER_nondet_int();
    if (index < -3 || index > 5) // beyond lie other objects
        return 0;
    for (int i = 0; i < 3; i++) {
        pthread_rwlock_t *o = &objects[i];
        pthread_rwlock_init(o, NULL);
    }
    pthread_rwlock_t *o = &objects[index];
    pthread_rwlock_rdlock(o); // <- violation
    return 0;
}
