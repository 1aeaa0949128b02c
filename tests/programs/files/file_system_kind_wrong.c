// expect: violation
// kinds: assertion
// A program that only works on one kind of file system.
#include <assert.h>
#include <sys/vfs.h>

int main(void)
{
    enum { EXT4 = 0xef53, TMPFS = 0x1021994 };
    struct statfs facts;
    assert(statfs("/tmp", &facts) == 0);
    if (facts.f_type != EXT4)
        assert(facts.f_type != TMPFS); // <- violation
    return 0;
}
