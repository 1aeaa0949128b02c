// expect: violation
// kinds: memory
// There may be no group of that name.
#include <grp.h>

int main(void)
{
    return getgrnam("wheel")->gr_gid == 0; // <- violation
}
