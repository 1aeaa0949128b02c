// expect: violation
// kinds: assertion
// case: TYPE=__int128 optimal none source classic default
// case: WHERE=tight TYPE=int optimal default
// case: WHERE=tight TYPE=long optimal default
// case: WHERE=tight TYPE=double VALUE=-0.3 optimal default
// case: WHERE=bits TYPE=unsigned optimal default
// A plain store that is more than one access of the machine: the reader sees the first part only.
#include <assert.h>
#include <pthread.h>
#ifndef TYPE
#define TYPE long long
#endif
#ifndef VALUE
#define VALUE -1
#endif
#define all 1
#define tight 2
#define bits 3
#ifndef WHERE
#define WHERE all
#endif

#if WHERE == tight
static struct __attribute__((packed)) {
    char before;
    TYPE value;
} shared;
#elif WHERE == bits
static struct {
    TYPE value : 24;
    char behind;
} shared;
#else
static struct {
    TYPE value;
} shared;
#endif
static void *writer(void *argument)
{
    shared.value = (TYPE)VALUE;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    TYPE seen = shared.value;
    pthread_join(thread, NULL);
    assert(seen == 0 || seen == (TYPE)(WHERE == bits ? 0xffffff : VALUE)); // <- violation
    return 0;
}
