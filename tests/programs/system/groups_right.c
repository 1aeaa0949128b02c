// expect: safe
#include <assert.h>
#include <errno.h>
#include <grp.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    struct group *own = getgrgid(getgid()), copy, *result;
    char buffer[64];
    gid_t groups[4];
    assert(own && strcmp(own->gr_name, "user") == 0 && !own->gr_mem[0] && getgrnam("user") == own);
    assert(!getgrnam("nobody") && getgrgid_r(getgid(), &copy, buffer, 3, &result) == ERANGE && !result);
    assert(getgrnam_r("user", &copy, buffer + 1, 40, &result) == 0 && result == &copy && copy.gr_gid == getgid());
    assert(!copy.gr_mem[0] && strcmp(copy.gr_name, "user") == 0 && getgroups(4, groups) == 1 && groups[0] == getgid());
    return 0;
}
