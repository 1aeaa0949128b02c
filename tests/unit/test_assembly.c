// The reader of inline assembly (src/lower/assembly_text.h): what it makes of texts, and what it refuses.
#include "lower/assembly_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static void print_part(char **to, const struct assembly_part *part)
{
    *to += sprintf(*to,
                   part->kind == PART_NONE       ? "-"
                   : part->kind == PART_REGISTER ? "r%u.%u"
                                                 : "o%u.%u",
                   part->number, part->width);
}

// One line for a text: `lock name operand,operand; ...`.
static void print(char *to, const char *text)
{
    struct assembly_text read = assembly_read(text, strlen(text));
    *to = 0;
    for (uint32_t i = 0; i < read.instructions.size && !read.why; i++) {
        const struct assembly_instruction *instruction = &read.instructions.data[i];
        to += sprintf(to, "%s%s%s%s", i ? "; " : "", instruction->lock ? "lock " : "",
                      instruction->repeat ? "rep " : "", instruction->name);
        for (unsigned k = 0; k < instruction->count; k++) {
            const struct assembly_place *place = &instruction->places[k];
            to += sprintf(to, k ? "," : " ");
            if (place->segment)
                to += sprintf(to, "%cs:", place->segment);
            if (place->kind == PLACE_CONSTANT) {
                to += sprintf(to, "%lld", (long long)place->constant);
            } else if (place->kind == PLACE_MEMORY) {
                to += sprintf(to, "%lld(", (long long)place->constant);
                print_part(&to, &place->part);
                to += sprintf(to, ",");
                print_part(&to, &place->index);
                to += sprintf(to, ",%u)", place->scale);
            } else {
                print_part(&to, &place->part);
            }
        }
    }
    if (read.why)
        sprintf(to, "%s", read.why);
    assembly_free(&read);
}

static void reads_texts(void **state)
{
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"", ""},
        {" ;\n\t ; # nothing", ""},
        {"pause", "pause"},
        {"rep; nop", "rep nop"},
        {"rep ; nop\n", "rep nop"},
        {"lock; xaddl $0, $1", "lock xaddl o0.0,o1.0"},
        {"lock\n\txaddl $0,$1", "lock xaddl o0.0,o1.0"},
        {"LOCK incl $0", "lock incl o0.0"},
        {"$(btsl $2,$1$|bts $1,$2$)", "btsl o2.0,o1.0"},
        {"$(lock; $|lock $)incl $0; $(nop$|$)", "lock incl o0.0; nop"},
        {"setz ${1:b}; mov ${10:q}, %r10d", "setz o1.8; mov o10.64,r10.32"},
        {"addl $$-0x10, -8(%rsp)", "addl -16,-8(r4.64,-,1)"},
        {"movb $$07,(%rax,%rbx,4)", "movb 7,0(r0.64,r3.64,4)"},
        {"movq $$18446744073709551615, %dil", "movq -1,r7.8"},
        {"movl ( $1 , $2 , 2 ) , %eax # a; comment\n nop", "movl 0(o1.0,o2.0,2),r0.32; nop"},
        {"movl (,$2,8), %r15w", "movl 0(-,o2.0,8),r15.16"},
        {"lock", "\"lock\": a prefix before nothing"},
        {"mov %ah, $0", "\"mov %ah, %0\": a register that is not modelled"},
        {"mov %r16, $0", "\"mov %r16, %0\": a register that is not modelled"},
        {"mov %fs:0, ${0:k}", "mov fs:0(-,-,0),o0.32"},
        {"mov %gs:8(%rax), $0; mov $0, %fs:$1", "mov gs:8(r0.64,-,1),o0.0; mov o0.0,fs:o1.0"},
        {"mov %fs:%rax, $0", "\"mov %fs:%rax, %0\": a segment beside what is not in memory"},
        {"mov %fs:$$1, $0", "\"mov %fs:$1, %0\": a segment beside what is not in memory"},
        {"mov %es:0, $0", "\"mov %es:0, %0\": a register that is not modelled"},
        {"mov ${0:h}, ${1:b}", "\"mov %h0, %b1\": an operand modifier other than b, w, k and q"},
        {"mov ${:uid}, $0", "\"mov ${:uid}, %0\": an operand that is no number"},
        {"1: jmp 1b", "\"jmp 1b\": a number that is not written as digits"},
        {"1: 22:\tnop\n3:", "nop"},
        {"loop: nop", "\"loop: nop\": a label"},
        {".section .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.previous\n671:\n\tlock; incl $0",
         "lock incl o0.0"},
        {".pushsection .smp_locks,\"a\"\n.long 671f\n.popsection\n671: lock; bts $1,$0; setc $2",
         "lock bts o1.0,o0.0; setc o2.0"},
        {"nop\n.section .altinstructions,\"a\"\n.quad 1b\n.previous\n .section .altinstr_replacement,\"ax\"\n"
         "2:\tmfence\n.previous",
         "nop"},
        {".pushsection .discard; .popsection; nop", "nop"},
        {".section .init_array\n.quad f\n.previous",
         "\".section .init_array\": an address that is neither a register nor an operand"},
        {".section .smp_locks_of_mine\n.previous",
         "\".section .smp_locks_of_mine\": an address that is neither a register nor an operand"},
        {".section .discard\nnop\n.popsection",
         "\".section .discard\": an address that is neither a register nor an operand"},
        {".section .discard\n.section .text\n.previous",
         "\".section .discard\": an address that is neither a register nor an operand"},
        {".section .discard\nnop",
         "\".section .discard\": an address that is neither a register nor an operand"},
        {"mov symbol(%rip), %eax",
         "\"mov symbol(%rip), %eax\": an address that is neither a register nor an operand"},
        {"mov 4+$0, %eax", "\"mov 4+%0, %eax\": an absolute address, or one beside an operand"},
        {"mov $$symbol, %eax", "\"mov $symbol, %eax\": a number that is not written as digits"},
        {"mov $0 $1, $2", "\"mov %0 %1, %2\": an operand of an unusual form"},
        {"mov $0, $1, $2, $3", "\"mov %0, %1, %2, %3\": more operands than three"},
        {"mov 8(%rax", "\"mov 8(%rax\": an unusual address"},
        {"anamethatismuchtoolongtobeone", "\"anamethatismuchtoolongtobeone\": a long name"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char printed[400];
        print(printed, cases[i].text);
        assert_string_equal(printed, cases[i].expected);
    }
}

// Whatever is cut off, or changed, is read without harm.
static void reads_anything(void **state)
{
    static const char text[] =
        "$(lock; $|a$)cmpxchg16b -8($1,%rax,4)\n\tsetz ${0:b} # c;\nrep;nop;mov $$0x10,%r9d";
    char copy[sizeof text], printed[1000];
    uint64_t random = 1;
    (void)state;
    for (unsigned k = 0; k < 20000; k++) {
        memcpy(copy, text, sizeof text);
        for (unsigned n = 0; n < 3; n++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            copy[(random >> 33) % (sizeof text - 1)] = "$(){}%:;,|#\n b0-8\xff"[(random >> 20) % 18];
        }
        copy[(random >> 40) % sizeof text] = 0;
        print(printed, copy);
    }
}

static void knows_registers(void **state)
{
    unsigned number, width;
    (void)state;
    assert_true(assembly_register("rax", 3, &number, &width) && number == REGISTER_A && width == 64);
    assert_true(assembly_register("cl", 2, &number, &width) && number == REGISTER_C && width == 8);
    assert_true(assembly_register("r8", 2, &number, &width) && number == 8 && width == 64);
    assert_true(assembly_register("r15b", 4, &number, &width) && number == 15 && width == 8);
    assert_false(assembly_register("r7", 2, &number, &width));
    assert_false(assembly_register("r8dd", 4, &number, &width));
    assert_false(assembly_register("r8x", 3, &number, &width));
    assert_false(assembly_register("st", 2, &number, &width));
    assert_false(assembly_register("", 0, &number, &width));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_texts),
        cmocka_unit_test(reads_anything),
        cmocka_unit_test(knows_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
