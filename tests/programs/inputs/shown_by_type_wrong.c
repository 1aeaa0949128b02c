// expect: violation
// kinds: assertion
// text: ^  block = \{0, 120 'x', 0, 0\}$
// text: ^  words = \{0, 0, 5\}$
// text: ^  packet\.tag = 1$
// text: ^  packet\.length = 2$
// text: ^  packet\.payload\.\{number, fraction\} = 3$
// text: ^  packet\.\{kind, flags\} = 24$
// text: ^  packet\.part\[1\]\.name = \{0, 0, 113 'q'\}$
// text: ^  middle = "ab\\0\\0"$
// text: ^  number = 8$
// text: !word =
// Memory that becomes inputs is shown as the source sees it: members and elements by name, characters as
// text.
#include <assert.h>
#include <stdlib.h>

void heddle_symbolic(void *address, size_t size, const char *name);

struct packet {
    char tag;
    short length;
    union {
        int number;
        float fraction;
    } payload;
    unsigned kind : 3, flags : 5;
    double weight;
    struct {
        char name[3];
    } part[2];
};

int main(void)
{
    char *block = malloc(4), text[8];
    int *words = malloc(12);
    struct packet packet;
    long number;
    heddle_symbolic(block, 4, "block");
    heddle_symbolic(words, 12, "words");
    heddle_symbolic(&packet, sizeof packet, "packet");
    heddle_symbolic(text + 2, 4, "middle");
    heddle_symbolic(&number, sizeof number, "number");
    if (block[1] == 'x' && words[2] == 5 && packet.tag == 1 && packet.length == 2 &&
        packet.payload.number == 3 && packet.part[1].name[2] == 'q' && text[2] == 'a' && text[3] == 'b' &&
        packet.flags == 3)
        assert(number != 8);
    free(block);
    free(words);
    return 0;
}
