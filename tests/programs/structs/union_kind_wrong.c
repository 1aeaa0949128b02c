// expect: violation
// kinds: memory
// An integer is taken for the pointer that the union could also hold.
struct value {
    int is_text;
    union {
        long number;
        const char *text;
    };
};

static int first(const struct value *v)
{
    return v->text[0]; // <- violation
}

int main(void)
{
    struct value v = {.is_text = 1, .text = "x"};
    int c = first(&v);
    v.is_text = 0;
    v.number = 77;
    return c + first(&v);
}
