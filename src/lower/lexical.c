#include "lower/lexical.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

void lexical_free(struct lexical *x)
{
    map_free(&x->locations);
    map_free(&x->scopes);
    vector_free(&x->blocks);
}

LLVMMetadataRef lexical_operand(LLVMContextRef context, LLVMMetadataRef node, unsigned number)
{
    enum { MOST = 32 };
    LLVMValueRef value = LLVMMetadataAsValue(context, node), all[MOST];
    unsigned count = LLVMGetMDNodeNumOperands(value);
    if (number >= count || count > MOST)
        return NULL;
    LLVMGetMDNodeOperands(value, all);
    return all[number] ? LLVMValueAsMetadata(all[number]) : NULL;
}

static bool is_file_change(LLVMMetadataRef scope)
{
    return LLVMGetMetadataKind(scope) == LLVMDILexicalBlockFileMetadataKind;
}

static bool is_lexical_block(LLVMMetadataRef scope)
{
    return LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind;
}

static LLVMMetadataRef around(struct lexical *x, LLVMMetadataRef scope)
{
    return lexical_operand(x->context, scope, 1);
}

// Blocks that only note another file (#include in a function) are none of their own.
static LLVMMetadataRef without_files(struct lexical *x, LLVMMetadataRef scope)
{
    while (scope && is_file_change(scope))
        scope = around(x, scope);
    return scope;
}

static uint32_t find_lexical_block(const struct lexical *x, LLVMMetadataRef scope, LLVMMetadataRef inlined)
{
    uint32_t number = map_get(&x->scopes, scope);
    while (number != LEXICAL_NONE && vector_at(&x->blocks, number).inlined != inlined)
        number = vector_at(&x->blocks, number).other;
    return number;
}

static uint32_t number_of_lexical_block(struct lexical *x, LLVMMetadataRef scope, LLVMMetadataRef inlined)
{
    scope = without_files(x, scope);
    if (!scope)
        return LEXICAL_NONE;
    uint32_t number = find_lexical_block(x, scope, inlined);
    if (number != LEXICAL_NONE)
        return number;
    uint32_t parent = LEXICAL_NONE;
    if (is_lexical_block(scope))
        parent = number_of_lexical_block(x, around(x, scope), inlined);
    else if (inlined)
        parent = lexical_at(x, inlined);
    number = x->blocks.size;
    vector_push(&x->blocks, (struct lexical_block){scope, inlined, parent, map_get(&x->scopes, scope)});
    map_put(&x->scopes, scope, number);
    return number;
}

uint32_t lexical_at(struct lexical *x, LLVMMetadataRef location)
{
    if (!location)
        return LEXICAL_NONE;
    uint32_t number = map_get(&x->locations, location);
    if (number == LEXICAL_NONE) {
        number = number_of_lexical_block(x, LLVMDILocationGetScope(location),
                                         LLVMDILocationGetInlinedAt(location));
        map_put(&x->locations, location, number);
    }
    return number;
}

uint32_t lexical_of_variable(struct lexical *x, LLVMMetadataRef variable, LLVMMetadataRef location)
{
    LLVMMetadataRef scope = LLVMDIVariableGetScope(variable);
    return scope && location ? number_of_lexical_block(x, scope, LLVMDILocationGetInlinedAt(location))
                             : LEXICAL_NONE;
}

bool lexical_within(const struct lexical *x, uint32_t inner, uint32_t outer)
{
    while (inner != LEXICAL_NONE && inner != outer)
        inner = vector_at(&x->blocks, inner).parent;
    return inner != LEXICAL_NONE;
}

uint32_t lexical_common(const struct lexical *x, uint32_t a, uint32_t b)
{
    while (a != LEXICAL_NONE && !lexical_within(x, b, a))
        a = vector_at(&x->blocks, a).parent;
    return a;
}

bool lexical_is_function(const struct lexical *x, uint32_t block)
{
    return !is_lexical_block(vector_at(&x->blocks, block).scope);
}

// Whether both begin at one place of the source.
static bool begin_together(const struct lexical *x, uint32_t a, uint32_t b)
{
    LLVMValueRef first = LLVMMetadataAsValue(x->context, vector_at(&x->blocks, a).scope);
    LLVMValueRef second = LLVMMetadataAsValue(x->context, vector_at(&x->blocks, b).scope);
    char *text = LLVMPrintValueToString(first), *other = LLVMPrintValueToString(second);
    const char *place = strstr(text, "line:"), *other_place = strstr(other, "line:");
    bool together = place && other_place && strcmp(place, other_place) == 0;
    LLVMDisposeMessage(text);
    LLVMDisposeMessage(other);
    return together;
}

uint32_t lexical_of_statement(const struct lexical *x, uint32_t block)
{
    uint32_t parent = vector_at(&x->blocks, block).parent;
    bool nested = parent != LEXICAL_NONE && !lexical_is_function(x, block) && !lexical_is_function(x, parent);
    return nested && begin_together(x, block, parent) ? parent : block;
}

LLVMValueRef lexical_described(LLVMValueRef call)
{
    LLVMValueRef holder = LLVMGetOperand(call, 0), value = NULL;
    LLVMMetadataKind kind = LLVMGetMetadataKind(LLVMValueAsMetadata(holder));
    // LLVM takes all else for a node, and a list of values is none.
    if (kind == LLVMConstantAsMetadataMetadataKind || kind == LLVMLocalAsMetadataMetadataKind)
        LLVMGetMDNodeOperands(holder, &value);
    return value;
}
