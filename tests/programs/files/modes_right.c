// expect: safe
// Modes of fopen, flags of open, permissions, and what fails with which error.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define FAILS(call, error) assert((call) == -1 && errno == (error))

int main(void)
{
    assert(!fopen("none", "r") && errno == ENOENT && !fopen("x", "q") && errno == EINVAL);
    int file = open("f", O_WRONLY | O_CREAT | O_EXCL, 0640);
    assert(file == 3 && write(file, "abc", 3) == 3);
    FAILS(open("f", O_WRONLY | O_CREAT | O_EXCL, 0640), EEXIST);
    char byte;
    FAILS(read(file, &byte, 1), EBADF);
    FAILS(lseek(file, -1, SEEK_SET), EINVAL);
    FAILS(write(7, "x", 1), EBADF);
    struct stat facts;
    assert(fstat(file, &facts) == 0 && facts.st_size == 3 && S_ISREG(facts.st_mode) &&
           (facts.st_mode & 0777) == 0640);
    assert(fcntl(file, F_GETFL) == (O_WRONLY | 0100000) && fcntl(file, F_SETFL, O_APPEND) == 0);
    assert(lseek(file, 0, SEEK_SET) == 0 && write(file, "d", 1) == 1 && lseek(file, 0, SEEK_CUR) == 4);
    assert(ftruncate(file, 6) == 0 && fstat(file, &facts) == 0 && facts.st_size == 6 && close(file) == 0);
    FAILS(close(file), EBADF);
    assert(chmod("f", 0200) == 0 && access("f", W_OK) == 0);
    FAILS(access("f", R_OK), EACCES);
    FAILS(open("f", O_RDONLY), EACCES);
    FAILS(open("f/g", O_RDONLY), ENOTDIR);
    FAILS(open("/", O_RDWR), EISDIR);
    FILE *appended = fopen("g", "a+");
    assert(appended && fputs("one", appended) >= 0 && fseek(appended, 0, SEEK_SET) == 0 &&
           fputs("two", appended) >= 0);
    char text[8] = "";
    assert(fseek(appended, 0, SEEK_SET) == 0 && fread(text, 1, 7, appended) == 6 && text[3] == 't');
    int null = open("/dev/null", O_RDWR);
    assert(null == 4 && write(null, "x", 1) == 1 && read(null, &byte, 1) == 0);
    assert(open("/dev/none", O_RDONLY) == -1 && !fopen("f", "wx") && errno == EEXIST);
    fclose(appended);
    assert(open("/dev/zero", O_RDONLY) == 3 && read(3, &byte, 1) == 1 && byte == 0);
    return 0;
}
