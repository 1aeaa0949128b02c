// expect: safe
// readdir_r gives entries in the caller's memory.
#include <assert.h>
#include <dirent.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    struct dirent entry, *result;
    int found = 0, count = 0;
    mkdir("/tmp/heddle-folder", 0700);
    mkdir("/tmp/heddle-folder/inner", 0700);
    DIR *folder = opendir("/tmp/heddle-folder");
    assert(folder);
    while (readdir_r(folder, &entry, &result) == 0 && result) {
        assert(result == &entry);
        count++;
        found += strcmp(entry.d_name, "inner") == 0;
    }
    assert(count == 3 && found == 1);
    closedir(folder);
    rmdir("/tmp/heddle-folder/inner");
    rmdir("/tmp/heddle-folder");
    return 0;
}
