// heddle: --all
// expect: violation
// kinds: memory
// message: write to constant memory: the string literal "hello"
// message: write to constant memory: the string literal "a text of more than twen..."
// message: out of bounds: write of 1 byte at 1 byte before block of 4 bytes allocated at .*string_literal_wrong.c:\d+
// message: out of bounds: write of 1 byte at byte 5 of block of 4 bytes allocated at .*string_literal_wrong.c:\d+
// message: null pointer: write of 1 byte at address 0x0
// text: !\.str
// text: ^  #0 strcpy  \(heddle's C library\)$
#include <string.h>
#include <stdlib.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    static const char empty[] = "";
    char *block = malloc(4);
    switch (__VERIFIER_nondet_int()) {
    case 0: *(char *)"hello" = 'j'; break; // <- violation
    case 1: memset((char *)"a text of more than twenty-five characters", 0, 3); break; // <- violation
    case 2: block[-1] = 0; break; // <- violation
    case 3: block[5] = 0; break; // <- violation
    case 4: strcpy(NULL, empty); break; // <- violation
    }
    free(block);
    return 0;
}
