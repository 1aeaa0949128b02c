// A listing of a program for people and tests: one line an instruction, driven by the formats of opcodes.def.
#include "program/registers.h"

#include <inttypes.h>
#include <string.h>

struct printer {
    const struct program *program;
    FILE *out;
    const char *separator;
};

static const char *const rmw_names[] = {"xchg", "add", "sub",  "and",  "nand", "or",  "xor",
                                        "max",  "min", "umax", "umin", "fadd", "fsub"};

static void print_register(struct printer *p, uint32_t number)
{
    if (number == NO_REGISTER)
        fprintf(p->out, "%s_", p->separator);
    else
        fprintf(p->out, "%sr%u", p->separator, number);
    p->separator = ", ";
}

static void print_target(struct printer *p, uint32_t target)
{
    fprintf(p->out, "%s@%u", p->separator, target);
    p->separator = ", ";
}

static void print_operand(struct printer *p, uint32_t operand)
{
    if (operand & OPERAND_CONSTANT)
        fprintf(p->out, "%s%#" PRIx64, p->separator, p->program->constants[operand & ~OPERAND_CONSTANT]);
    else
        fprintf(p->out, "%sr%u", p->separator, operand);
    p->separator = ", ";
}

static void print_call_list(struct printer *p, uint32_t at)
{
    const uint32_t *list = p->program->operands + at, *pair = list + 2 + list[0];
    fprintf(p->out, "(");
    p->separator = "";
    for (uint32_t k = 0; k < list[0]; k++)
        print_operand(p, list[2 + k]);
    for (uint32_t k = 0; k < list[1]; k++, pair += 2) {
        fprintf(p->out, "%s", k ? "" : " ... ");
        print_operand(p, pair[0]);
        fprintf(p->out, ":%u%s/%u%s", OPERAND_SIZE(pair[1]), (pair[1] & OPERAND_BYVAL) ? " byval" : "",
                1u << OPERAND_ALIGN_LOG2(pair[1]),
                pair[1] & OPERAND_GENERAL    ? " general"
                : pair[1] & OPERAND_FLOATING ? " floating"
                                             : "");
    }
    fprintf(p->out, ")");
}

static void print_indirect(struct printer *p, uint32_t list)
{
    const uint32_t *operands = p->program->operands;
    print_call_list(p, list);
    fprintf(p->out, " as %s", program_string(p->program, operands[program_call_signature(operands, list)]));
}

static void print_switch(struct printer *p, uint32_t at)
{
    const uint32_t *table = p->program->operands + at;
    for (uint32_t k = 0; k < table[0]; k++)
        fprintf(p->out, ", %" PRIu64 ": @%u", p->program->constants[table[2 + 2 * k]], table[3 + 2 * k]);
    fprintf(p->out, ", default: @%u", table[1]);
}

static const struct global *find_global_at(const struct program *program, uint64_t address)
{
    for (uint32_t k = 0; k < program->globals_count; k++) {
        const struct global *g = &program->globals[k];
        if (!(g->flags & GLOBAL_THREAD_LOCAL) && address >= g->address && address <= g->address + g->size)
            return g;
    }
    return NULL;
}

static void print_immediate(struct printer *p, const struct instruction *i)
{
    uint64_t q = instruction_immediate(i);
    const struct program *program = p->program;
    const struct global *global = find_global_at(program, q);
    fprintf(p->out, "%s", p->separator);
    p->separator = ", ";
    if (i->op == OP_UNSUPPORTED || i->op == OP_UNDEF)
        fprintf(p->out, "\"%s\"", program_string(program, (uint32_t)q));
    else if (i->op == OP_ALLOCA)
        fprintf(p->out, "site %" PRIu64 " %s size %" PRIu64, q,
                program_string(program, program->sites[q].name), program->sites[q].size);
    else if (global && (i->op == OP_LOAD_G || i->op == OP_STORE_G || i->op == OP_CONST))
        fprintf(p->out, "&%s+%" PRIu64, program_string(program, global->name), q - global->address);
    else
        fprintf(p->out, "%#" PRIx64, q);
}

static void print_callee(struct printer *p, const struct instruction *i)
{
    const char *name =
        i->op == OP_CALL ? program_string(p->program, p->program->functions[i->a].name) : native_name(i->a);
    fprintf(p->out, "%s%s", p->separator, name);
    print_call_list(p, i->b);
}

static const char *const order_names[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst", "unknown"};

static void print_order(struct printer *p, unsigned order)
{
    fprintf(p->out, ".%s", order < sizeof order_names / sizeof *order_names ? order_names[order] : "?");
}

static void print_aux(struct printer *p, const struct instruction *i)
{
    if (i->op == OP_WIDE_BINARY)
        fprintf(p->out, ".%s%s", opcode_name(wide_opcode(i->aux)), i->aux & WIDE_NSW ? ".nsw" : "");
    else if (i->op == OP_RMW) {
        unsigned operation = i->aux & RMW_OPERATION_MASK;
        fprintf(p->out, ".%s", operation < sizeof rmw_names / sizeof *rmw_names ? rmw_names[operation] : "?");
        print_order(p, aux_order(i->aux));
        fprintf(p->out, "%s", i->aux & RMW_RESULT_UNUSED ? ".unused" : "");
    } else if (i->op == OP_CMPXCHG) {
        print_order(p, aux_order(i->aux));
        print_order(p, i->aux & ORDER_MASK);
        fprintf(p->out, "%s", i->aux & CMPXCHG_WEAK ? ".weak" : "");
    } else if (i->op == OP_FENCE) {
        print_order(p, aux_order(i->aux));
    } else if (i->op >= OP_LOAD && i->op <= OP_STORE_G) {
        fprintf(p->out, "%s%s%s%s", (i->aux & ACCESS_ATOMIC) ? ".atomic" : "",
                (i->aux & ACCESS_VOLATILE) ? ".volatile" : "", (i->aux & ACCESS_FLOAT) ? ".float" : "",
                (i->aux & ACCESS_POINTER) ? ".pointer" : "");
        if (i->aux & ACCESS_ATOMIC)
            print_order(p, aux_order(i->aux));
    } else if (i->op >= OP_ADD && i->op <= OP_XOR_I)
        fprintf(p->out, "%s%s%s%s", (i->aux & OP_NSW) ? ".nsw" : "", (i->aux & OP_NUW) ? ".nuw" : "",
                (i->aux & OP_EXACT) ? ".exact" : "", (i->aux & OP_SCALES) ? ".scales" : "");
    else if (i->aux)
        fprintf(p->out, ".%u", i->aux);
}

static void print_field(struct printer *p, const struct instruction *i, char field)
{
    switch (field) {
    case 'd':
    case 's': print_register(p, i->d); break;
    case 'a': print_register(p, i->a); break;
    case 'b':
        if (i->op == OP_CALL_INDIRECT)
            print_indirect(p, i->b);
        else
            print_register(p, i->b);
        break;
    case 'i': fprintf(p->out, "%s%d", p->separator, (int32_t)i->b); break;
    case 'j': fprintf(p->out, "%s%d", p->separator, (int32_t)i->d); break;
    case 'q': print_immediate(p, i); break;
    case 't':
        if (i->op == OP_SWITCH)
            print_switch(p, i->b);
        else
            print_target(p, i->b);
        break;
    case 'f': break; // printed after the first target
    case 'c':
    case 'n': print_callee(p, i); break;
    case 'e':
        print_register(p, i[1].a);
        if (i->op != OP_FMA)
            print_register(p, i[1].b);
        break;
    default: break;
    }
    p->separator = ", ";
}

static void print_instruction(struct printer *p, uint32_t index)
{
    const struct program *program = p->program;
    const struct instruction *i = &program->code[index];
    const struct location *location = &program->locations[program->location_of[index]];
    fprintf(p->out, "  %5u: %s", index, opcode_name(i->op));
    if (i->width)
        fprintf(p->out, ".i%u", i->width);
    print_aux(p, i);
    p->separator = " ";
    for (const char *field = opcode_format(i->op); *field; field++)
        print_field(p, i, *field);
    if (i->op == OP_BRANCH)
        fprintf(p->out, " else @%u", i->d);
    if (location->line)
        fprintf(p->out, "    ; %u:%u", location->line, location->column);
    fputc('\n', p->out);
}

static void print_function(struct printer *p, uint32_t number)
{
    static const char *const kinds[] = {"defined", "native", "unmodelled"};
    const struct program *program = p->program;
    const struct function *f = &program->functions[number];
    const struct location *location = &program->locations[f->location];
    fprintf(p->out, "function %s (%u, %s%s%s%s%s) parameters %u result %u words %u bits registers %u",
            program_string(program, f->name), number, kinds[f->kind],
            (f->flags & FUNCTION_VARIADIC) ? ", variadic" : "",
            (f->flags & FUNCTION_ATOMIC) ? ", atomic" : "", (f->flags & FUNCTION_RUNTIME) ? ", runtime" : "",
            (f->flags & FUNCTION_NONDET) ? ", nondet" : "", f->parameter_words, f->result_words,
            f->result_width, f->register_count);
    fprintf(p->out, "  ; %s:%u\n", program_string(program, location->file), location->line);
    for (uint32_t b = f->first_block; b < f->end_block; b++) {
        fprintf(p->out, " block %u: %016" PRIx64 "\n", b, program->blocks[b].hash);
        for (uint32_t k = program->blocks[b].first; k < program->blocks[b].end; k++)
            if (program->code[k].op != OP_EXTRA)
                print_instruction(p, k);
    }
}

static void print_global(struct printer *p, const struct global *g)
{
    static const char *const flags[] = {"constant", "thread_local", "external", "runtime", "zero"};
    fprintf(p->out, "global %s at %#" PRIx64 " size %" PRIu64 " align %" PRIu64,
            program_string(p->program, g->name), g->address, g->size, g->alignment);
    for (unsigned k = 0; k < sizeof flags / sizeof *flags; k++)
        if (g->flags & (1u << k))
            fprintf(p->out, " %s", flags[k]);
    if (p->program->locations[g->location].line)
        fprintf(p->out, "  ; line %u", p->program->locations[g->location].line);
    fputc('\n', p->out);
}

void program_print(const struct program *program, FILE *out)
{
    struct printer p = {.program = program, .out = out, .separator = ""};
    fprintf(out, "program of %u-bit pointers, main %s, %u thread-local\n", program->pointer_bits,
            program->main == NO_FUNCTION ? "none"
                                         : program_string(program, program->functions[program->main].name),
            program->thread_local_count);
    for (uint32_t k = 0; k < program->globals_count; k++)
        print_global(&p, &program->globals[k]);
    for (uint32_t k = 0; k < program->constructors_count; k++)
        fprintf(out, "constructor %u\n", program->constructors[k]);
    for (uint32_t k = 0; k < program->destructors_count; k++)
        fprintf(out, "destructor %u\n", program->destructors[k]);
    for (uint32_t k = 0; k < program->functions_count; k++)
        print_function(&p, k);
}
