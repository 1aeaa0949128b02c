// heddle: --all
// expect: violation
// kinds: memory
// message: call of a null pointer\n
// message: call of number, which is no function
// message: the start routine of a thread is a null pointer
// message: the destructor of a key is byte 1 of block of 2 bytes allocated at .*, which is no function
// message: call of address 0x1234, which is no function
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int number;

int main(void)
{
    pthread_t thread;
    pthread_key_t key;
    switch (__VERIFIER_nondet_int()) {
    case 0: ((void (*)(void))0)(); break;                // <- violation
    case 1: ((void (*)(void))&number)(); break;          // <- violation
    case 2: ((void (*)(void))0x1234)(); break;           // <- violation
    case 3: pthread_create(&thread, NULL, 0, NULL);      // <- violation
            pthread_join(thread, NULL);
            break;
    case 4:
        pthread_key_create(&key, (void (*)(void *))((char *)malloc(2) + 1));
        pthread_setspecific(key, &number);
        pthread_exit(NULL); // <- violation
    }
    return 0;
}
