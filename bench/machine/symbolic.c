// Branches on inputs: a state machine reads up to LENGTH bytes of input as a sum of numbers, signs and
// spaces, and reports what it read. Every class of bytes in every state is a path.
#include <assert.h>
#include <heddle.h>

#ifndef LENGTH
#define LENGTH 6
#endif

enum state { START, SIGN, DIGITS, GAP, DONE, FAILED };

struct reader {
    enum state state;
    int sum;    // of the numbers read so far
    int number; // the one being read
    int sign;
    int digits; // of it
};

static void end_number(struct reader *reader)
{
    reader->sum += reader->sign * reader->number;
    reader->number = 0;
    reader->digits = 0;
    reader->sign = 1;
}

static enum state step(struct reader *reader, char byte)
{
    if (byte >= '0' && byte <= '9') {
        if (reader->state == GAP)
            return FAILED;
        reader->number = reader->number * 10 + (byte - '0');
        reader->digits++;
        return DIGITS;
    }
    switch (byte) {
    case '+':
    case '-':
        if (reader->state == SIGN)
            return FAILED;
        if (reader->state == DIGITS)
            end_number(reader);
        reader->sign = byte == '-' ? -1 : 1;
        return SIGN;
    case ' ':
        if (reader->state == DIGITS) {
            end_number(reader);
            return GAP;
        }
        return reader->state;
    case '\0':
        if (reader->state == DIGITS)
            end_number(reader);
        return reader->state == SIGN ? FAILED : DONE;
    default: return FAILED;
    }
}

int main(void)
{
    char text[LENGTH];
    heddle_symbolic(text, sizeof text, "text");

    struct reader reader = {.state = START, .sign = 1};
    int limit = 1, used = 0;
    while (used < LENGTH && reader.state != DONE && reader.state != FAILED) {
        reader.state = step(&reader, text[used]);
        used++;
        limit *= 10;
    }
    assert(reader.sum > -limit && reader.sum < limit);
    if (reader.state == DONE)
        assert(text[used - 1] == '\0');
    assert(reader.digits <= used);
    return 0;
}
