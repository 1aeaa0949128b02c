// expect: violation
// kinds: assertion
// Bytes of the system's generator may be anything, whoever asks for them; their number is as asked for.
#include <assert.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    unsigned char bytes[4] = {0}, more[2];
    uint32_t word;
    assert(getrandom(bytes, 2, GRND_NONBLOCK) == 2);
    assert(bytes[2] == 0 && bytes[3] == 0);
    assert(getentropy(more, sizeof more) == 0);
    assert(syscall(SYS_getrandom, &word, sizeof word, 0) == sizeof word);
#ifndef HOLDS
    assert(bytes[0] != 17 || more[1] != 4 || word != 0xdeadbeef);
#endif
    return 0;
}
