// SMT-LIB-like text. Terms used more than once are named first, in (let ...) order, so that the text is as
// long as the term is large.
#include "term/table.h"
#include "term_text.h"

#include <inttypes.h>

static const char *const kind_text[TERM_KIND_COUNT] = {
#define TERM(name, kids, text) [TERM_##name] = text,
    TERM_KINDS(TERM)
#undef TERM
};

struct printer {
    struct terms *terms;
    FILE *out;
    uint32_t *uses;     // by term: how often it is a kid
    VECTOR(term) order; // each term once, kids first
};

static bool is_leaf(const struct terms *terms, term t)
{
    return term_kind_kids[terms->nodes[t].kind] == 0 || table_is_any_constant(terms, t);
}

static void collect(struct printer *p, term root)
{
    VECTOR(term) stack = {0};
    uint8_t *state = memory_zalloc((size_t)root + 1, 1); // 1: on the stack, kids pushed; 2: in order
    vector_push(&stack, root);
    while (stack.size) {
        term t = vector_last(&stack);
        const struct term_node *n = &p->terms->nodes[t];
        bool open = state[t] == 0 && !is_leaf(p->terms, t);
        if (state[t] != 2 && !open) {
            state[t] = 2;
            vector_push(&p->order, t);
        }
        if (state[t] == 2) {
            (void)vector_pop(&stack);
            continue;
        }
        state[t] = 1;
        for (unsigned i = 0; i < term_kind_kids[n->kind]; i++) {
            p->uses[n->kid[i]]++;
            if (state[n->kid[i]] == 0)
                vector_push(&stack, n->kid[i]);
        }
    }
    memory_free(state);
    vector_free(&stack);
}

static void print_leaf(struct printer *p, term t)
{
    const struct term_node *n = &p->terms->nodes[t];
    wide value;
    if (n->kind == TERM_INPUT) {
        const struct term_input *input = term_input_get(p->terms, (uint32_t)n->value);
        fprintf(p->out, "i%" PRIu64 ".%" PRIu64 ":%u", input->maker, input->number, n->width);
    } else if (table_is_constant_wide(p->terms, t, &value)) {
        uint64_t high = (uint64_t)(value >> 64), low = (uint64_t)value;
        if (high)
            fprintf(p->out, "0x%" PRIx64 "%016" PRIx64 ":%u", high, low, n->width);
        else if (low < 10)
            fprintf(p->out, "%" PRIu64 ":%u", low, n->width);
        else
            fprintf(p->out, "0x%" PRIx64 ":%u", low, n->width);
    }
}

static bool is_named(const struct printer *p, term t)
{
    return p->uses[t] > 1 && !is_leaf(p->terms, t);
}

static void print_head(struct printer *p, const struct term_node *n)
{
    fprintf(p->out, "(%s", kind_text[n->kind]);
    switch (n->kind) {
    case TERM_EXTRACT: fprintf(p->out, " %" PRIu64 " %" PRIu64, n->value + n->width - 1, n->value); break;
    case TERM_ZEXT:
    case TERM_SEXT:
    case TERM_FCONVERT:
    case TERM_F_TO_SINT:
    case TERM_F_TO_UINT:
    case TERM_SINT_TO_F:
    case TERM_UINT_TO_F: fprintf(p->out, " %u", n->width); break;
    case TERM_FROUND: fprintf(p->out, " %" PRIu64, n->value); break;
    default: break;
    }
}

struct print_frame {
    term t;
    unsigned next; // kid
};

// Prints the body of t; kids that have a name are printed as that.
static void print_body(struct printer *p, term root)
{
    VECTOR(struct print_frame) stack = {0};
    struct print_frame first = {root, 0};
    vector_push(&stack, first);
    while (stack.size) {
        struct print_frame *frame = &vector_last(&stack);
        const struct term_node *n = &p->terms->nodes[frame->t];
        bool leaf = is_leaf(p->terms, frame->t);
        if (frame->next == 0 && leaf)
            print_leaf(p, frame->t);
        else if (frame->next == 0)
            print_head(p, n);
        if (leaf || frame->next == term_kind_kids[n->kind]) {
            if (!leaf)
                fputc(')', p->out);
            (void)vector_pop(&stack);
            continue;
        }
        term kid = n->kid[frame->next++];
        fputc(' ', p->out);
        struct print_frame below = {kid, 0};
        if (is_named(p, kid))
            fprintf(p->out, "t%" PRIu32, kid);
        else
            vector_push(&stack, below);
    }
    vector_free(&stack);
}

void term_print(struct terms *terms, term t, FILE *out)
{
    struct printer p = {.terms = terms, .out = out};
    p.uses = memory_zalloc((size_t)t + 1, sizeof *p.uses);
    collect(&p, t);
    unsigned open = 0;
    for (uint32_t i = 0; i + 1 < p.order.size; i++) {
        if (!is_named(&p, p.order.data[i]))
            continue;
        fprintf(out, "(let ((t%" PRIu32 " ", p.order.data[i]);
        print_body(&p, p.order.data[i]);
        fputs("))\n", out);
        open++;
    }
    print_body(&p, t);
    while (open--)
        fputc(')', out);
    memory_free(p.uses);
    vector_free(&p.order);
}
