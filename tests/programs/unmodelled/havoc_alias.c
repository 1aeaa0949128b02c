// heddle: --havoc=glob,statfs
// clang: -D_FILE_OFFSET_BITS=64
// expect: safe
// The compiler calls glob64 and statfs64: --havoc knows them by the names in the source.
#include <glob.h>
#include <sys/statfs.h>

int main(void)
{
    glob_t found;
    struct statfs system;
    if (glob("/x*", 0, 0, &found) == 1)
        return 1;
    return statfs("/", &system) == 0;
}
