#include "term/bounds.h"
#include "term/table.h"
#include "term_text.h"

static bool is_in_index(const struct terms *terms, term t)
{
    for (uint32_t i = 0; i < terms->index.size; i++)
        if (terms->index.slots[i].number == t + 1)
            return true;
    return false;
}

static const char *audit_widths(const struct terms *terms, const struct term_node *n)
{
    unsigned width = n->width, a = terms->nodes[n->kid[0]].width, b = terms->nodes[n->kid[1]].width;
    switch ((enum term_kind)n->kind) {
    case TERM_CONSTANT:
        if (width > 64 || (n->value & ~narrow_mask(width)))
            return "a constant beyond its width";
        return NULL;
    case TERM_INPUT: return width > 64 || n->value >= terms->inputs.size ? "an input without entry" : NULL;
    case TERM_CONCAT: return width == a + b ? NULL : "a concatenation of another width";
    case TERM_EXTRACT: return n->value + width <= a && width < a ? NULL : "a slice beyond its kid";
    case TERM_ZEXT:
    case TERM_SEXT: return width > a ? NULL : "an extension that does not extend";
    case TERM_EQ:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE:
    case TERM_FEQ:
    case TERM_FLT:
    case TERM_FLE: return width == 1 && a == b ? NULL : "a comparison of other widths";
    case TERM_ITE:
        return a == 1 && width == b && terms->nodes[n->kid[2]].width == b ? NULL : "a choice of other widths";
    default:
        return term_kind_kids[n->kind] != 2 || (width == a && a == b) ? NULL : "operands of other widths";
    }
}

static const char *audit_node(const struct terms *terms, term t)
{
    const struct term_node *n = &terms->nodes[t];
    if (n->kind == TERM_KIND_NONE || n->kind >= TERM_KIND_COUNT || n->width == 0 || n->width > TERM_MAX_WIDTH)
        return "a node of no kind or width";
    for (unsigned i = 0; i < 3; i++)
        if (i < term_kind_kids[n->kind] ? n->kid[i] == TERM_NONE || n->kid[i] >= t : n->kid[i] != TERM_NONE)
            return "a kid that is not older than its parent";
    struct term_facts facts = bounds_of_node(terms, n);
    if (n->width <= 64 && (facts.low > facts.high || (facts.zeros & facts.ones)))
        return "facts that contradict each other";
    return audit_widths(terms, n);
}

bool terms_audit(const struct terms *terms, const char **reason)
{
    *reason = NULL;
    for (term t = 1; t < terms->count && !*reason; t++)
        *reason = audit_node(terms, t);
    if (!*reason && terms->index.used != terms->count - 1)
        *reason = "nodes that are not all in the index";
    // Quadratic, so only a sample is looked for.
    for (term t = 1; t < terms->count && !*reason; t += 1 + terms->count / 16)
        if (!is_in_index(terms, t))
            *reason = "a node that cannot be found";
    if (!*reason && terms->depth != 0)
        *reason = "rules that have not returned";
    return *reason == NULL;
}
