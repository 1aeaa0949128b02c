// Seeds made of the process's number and of an address, and the other families of generators.
// case: WHICH=0 none classic source optimal default
// case: WHICH=1 default
// case: WHICH=2 default
// case: WHICH=3 default
// case: WHICH=4 default
// expect: violation
// kinds: assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    struct random_data data;
    struct drand48_data data48;
    char memory[64];
    int32_t word;
    long number;
    memset(&data, 0, sizeof data);
    memset(&data48, 0, sizeof data48);
    switch (WHICH) {
    case 0:
        srandom((unsigned)getpid());
        number = random();
        break;
    case 1:
        srand48((long)(uintptr_t)memory);
        number = lrand48();
        break;
    case 2:
        srand48((long)pthread_self());
        number = (long)(drand48() * 8);
        break;
    case 3:
        initstate_r((unsigned)time(NULL), memory, sizeof memory, &data);
        random_r(&data, &word);
        number = word;
        break;
    default:
        srand48_r(time(NULL), &data48);
        lrand48_r(&data48, &number);
        break;
    }
    assert(number % 8 != 5); // <- violation
    return 0;
}
