// expect: safe
#include <assert.h>
#include <stdint.h>

struct value {
    enum { INTEGER, REAL, TEXT } kind;
    union {
        int64_t integer;
        double real;
        const char *text;
    };
};

static int weight(struct value v)
{
    switch (v.kind) {
    case INTEGER: return (int)v.integer;
    case REAL: return (int)(v.real * 10);
    case TEXT: return v.text[0];
    }
    return -1;
}

int main(void)
{
    assert(weight((struct value){INTEGER, .integer = 12}) == 12);
    assert(weight((struct value){REAL, .real = 2.5}) == 25);
    assert(weight((struct value){TEXT, .text = "A"}) == 65);
    union {
        uint32_t word;
        uint16_t halves[2];
        uint8_t bytes[4];
    } u = {.word = 0xaabbccdd};
    u.halves[1] = 0x1122;
    u.bytes[0] = 0xff;
    assert(u.word == 0x1122ccff);
    return 0;
}
