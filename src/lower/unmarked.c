#include "lower/unmarked.h"

#include "lower/frames.h"
#include "lower/lexical.h"
#include "lower/optimised.h"
#include "lower/scopes.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

// How the block of a variable is known: by its declaration, or by where it is used, which is in the block
// itself for a compound literal, and may be a block within it for a variable whose declaration cannot be
// reached, of which debug information has nothing.
enum knowledge { UNKNOWN, DECLARED, LITERAL, GUESSED };

struct unmarked_variable {
    LLVMValueRef alloca, declaration;
    uint32_t block;
    enum knowledge knowledge;
    bool wanted; // gets marks
};

// An instruction that tells something of where control is: one that stands outside a block, an access or a
// call; a branch to the head of a loop (`loop`), which leaves all blocks that the loop repeats; the use of a
// variable, which is in its scope. It uses the variables `first` .. `end` - 1 of `used`.
struct evidence {
    LLVMValueRef instruction;
    uint32_t block; // where it stands, of a branch: where the loop does; LEXICAL_NONE: not known
    uint32_t first, end;
    bool loop, unknown; // it uses a variable that is not known
};

// Code of an inlined function that a variable of `block` is passed to, at the end of that block: a cleanup.
struct inlined_cleanup {
    uint32_t code, block;
};

struct unmarked_section {
    LLVMBasicBlockRef block;
    uint32_t first, end; // of the evidence
    uint8_t before;      // what the scope may have done last before it: BEGUN, ENDED
};

struct marking {
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    unsigned loop_kind;
    struct lexical lexical;
    struct optimised optimised;
    // of the function:
    struct map numbers; // alloca -> variable
    VECTOR(struct unmarked_variable) variables;
    VECTOR(uint32_t) labels; // the blocks they stand in
    VECTOR(struct evidence) evidence;
    VECTOR(uint32_t) used;
    VECTOR(struct inlined_cleanup) cleanups;
    VECTOR(struct unmarked_section) sections;
    struct map section_numbers;
};

enum { NOTHING = 0, BEGUN = 1, ENDED = 2 };

// ---- variables

// The variable that an address is made of, if it is made in the code.
static uint32_t number_of_variable(const struct marking *m, LLVMValueRef address)
{
    while (LLVMIsAGetElementPtrInst(address) || LLVMIsABitCastInst(address) ||
           LLVMIsAAddrSpaceCastInst(address))
        address = LLVMGetOperand(address, 0);
    return LLVMIsAAllocaInst(address) ? map_get(&m->numbers, address) : MAP_ABSENT;
}

static LLVMValueRef declared_alloca(LLVMValueRef declaration)
{
    LLVMValueRef value = lexical_described(declaration);
    return value && LLVMIsAAllocaInst(value) ? value : NULL;
}

static void note_declaration(struct marking *m, LLVMValueRef declaration)
{
    LLVMValueRef alloca = declared_alloca(declaration);
    uint32_t number = alloca ? map_get(&m->numbers, alloca) : MAP_ABSENT;
    if (number == MAP_ABSENT || vector_at(&m->variables, number).knowledge != UNKNOWN)
        return;
    struct unmarked_variable *v = &vector_at(&m->variables, number);
    v->block = lexical_of_variable(&m->lexical, LLVMValueAsMetadata(LLVMGetOperand(declaration, 1)),
                                   LLVMInstructionGetDebugLoc(declaration));
    v->declaration = declaration;
    v->knowledge = v->block == LEXICAL_NONE ? UNKNOWN : DECLARED;
}

static void collect_variables(struct marking *m, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAAllocaInst(i)) {
                map_put(&m->numbers, i, m->variables.size);
                vector_push(&m->variables, (struct unmarked_variable){.alloca = i, .block = LEXICAL_NONE});
            }
}

static void collect_declarations(struct marking *m, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsADbgDeclareInst(i))
                note_declaration(m, i);
            uint32_t label = LLVMIsADbgLabelInst(i) ? lexical_at(&m->lexical, LLVMInstructionGetDebugLoc(i))
                                                    : LEXICAL_NONE;
            if (label != LEXICAL_NONE)
                vector_push(&m->labels, label);
        }
}

static bool has_label(const struct marking *m, uint32_t block)
{
    for (uint32_t k = 0; k < m->labels.size; k++)
        if (lexical_within(&m->lexical, m->labels.data[k], block))
            return true;
    return false;
}

// Whether it is the body of the function whose code this is, which is never left before it returns.
static bool is_body(const struct marking *m, uint32_t block)
{
    return lexical_is_function(&m->lexical, block) && !vector_at(&m->lexical.blocks, block).inlined;
}

// The innermost block around all uses that have a place.
static uint32_t block_of_uses(struct marking *m, LLVMValueRef alloca)
{
    uint32_t block = LEXICAL_NONE;
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
        uint32_t at = lexical_at(&m->lexical, LLVMInstructionGetDebugLoc(LLVMGetUser(use)));
        if (at == LEXICAL_NONE)
            continue;
        block = block == LEXICAL_NONE ? at : lexical_common(&m->lexical, block, at);
        if (block == LEXICAL_NONE)
            return block;
    }
    return block;
}

static bool is_compound_literal(LLVMValueRef alloca)
{
    size_t length;
    static const char name[] = ".compoundliteral";
    return strncmp(LLVMGetValueName2(alloca, &length), name, sizeof name - 1) == 0;
}

// Temporaries of clang have names that no variable can have.
static bool may_be_variable(LLVMValueRef alloca)
{
    size_t length;
    return !strpbrk(LLVMGetValueName2(alloca, &length), ".-");
}

static void guess(struct marking *m, struct unmarked_variable *v)
{
    bool literal = is_compound_literal(v->alloca);
    if (scope_has_marks(v->alloca) || !(literal || may_be_variable(v->alloca)))
        return;
    v->block = block_of_uses(m, v->alloca);
    if (literal && v->block != LEXICAL_NONE)
        v->block = lexical_of_statement(&m->lexical, v->block);
    if (v->block == LEXICAL_NONE || is_body(m, v->block))
        return;
    v->knowledge = literal ? LITERAL : GUESSED;
    v->wanted = true;
}

static void choose_variables(struct marking *m, LLVMValueRef function)
{
    for (uint32_t k = 0; k < m->variables.size; k++) {
        struct unmarked_variable *v = &m->variables.data[k];
        bool fixed = LLVMGetInstructionParent(v->alloca) == LLVMGetEntryBasicBlock(function) &&
                     !frame_grows(v->alloca);
        if (!fixed || !scope_escapes(v->alloca))
            continue;
        if (v->knowledge == UNKNOWN)
            guess(m, v);
        else if (scope_has_marks(v->alloca) || is_body(m, v->block))
            v->wanted = has_label(m, v->block);
        else
            v->wanted = true;
        if (v->wanted)
            scope_erase_marks(v->alloca);
    }
}

// ---- evidence

static bool is_accessing_call(LLVMValueRef i)
{
    if (LLVMIsAInvokeInst(i) || LLVMIsACallBrInst(i))
        return true;
    LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    if (!called)
        return false;
    return !(LLVMIsAFunction(called) && LLVMGetIntrinsicID(called)) ||
           strncmp(LLVMGetValueName(called), "llvm.mem", strlen("llvm.mem")) == 0;
}

static bool is_access_instruction(LLVMValueRef i)
{
    return LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i) ||
           LLVMIsAAtomicCmpXchgInst(i);
}

// The block that a loop stands in whose head the branch goes to.
static uint32_t loop_of(struct marking *m, LLVMValueRef branch)
{
    LLVMValueRef loop = LLVMGetMetadata(branch, m->loop_kind);
    LLVMMetadataRef start = loop ? lexical_operand(m->lexical.context, LLVMValueAsMetadata(loop), 1) : NULL;
    bool place = start && LLVMGetMetadataKind(start) == LLVMDILocationMetadataKind;
    return place ? lexical_at(&m->lexical, start) : LEXICAL_NONE;
}

// What is passed to inlined code is stored into its parameters, often without a place.
static uint32_t place_of_use(struct marking *m, const struct evidence *e)
{
    uint32_t block = e->block;
    for (uint32_t k = e->first; k < e->end && block == LEXICAL_NONE; k++) {
        const struct unmarked_variable *v = &m->variables.data[m->used.data[k]];
        if (v->knowledge == DECLARED && vector_at(&m->lexical.blocks, v->block).inlined)
            block = v->block;
    }
    return block;
}

static void note_cleanups(struct marking *m, const struct evidence *e)
{
    uint32_t place = place_of_use(m, e);
    for (uint32_t k = e->first; k < e->end; k++) {
        uint32_t block = m->variables.data[m->used.data[k]].block;
        if (block == LEXICAL_NONE || lexical_within(&m->lexical, place, block))
            continue;
        for (uint32_t b = place; b != LEXICAL_NONE && !lexical_within(&m->lexical, block, b);
             b = vector_at(&m->lexical.blocks, b).parent)
            if (lexical_is_function(&m->lexical, b) && vector_at(&m->lexical.blocks, b).inlined)
                vector_push(&m->cleanups, (struct inlined_cleanup){b, block});
    }
}

static void add_use(struct marking *m, struct evidence *e, uint32_t number)
{
    if (number == MAP_ABSENT)
        return;
    enum knowledge knowledge = vector_at(&m->variables, number).knowledge;
    e->unknown |= knowledge == UNKNOWN || knowledge == GUESSED;
    vector_push(&m->used, number);
}

// What a phi node takes is used where control comes from.
static void add_uses_by_successors(struct marking *m, struct evidence *e)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(e->instruction);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(e->instruction); k++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetSuccessor(e->instruction, k));
             i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
            for (unsigned n = 0; n < LLVMCountIncoming(i); n++)
                if (LLVMGetIncomingBlock(i, n) == block)
                    add_use(m, e, number_of_variable(m, LLVMGetIncomingValue(i, n)));
}

static void add_uses(struct marking *m, struct evidence *e)
{
    LLVMValueRef i = e->instruction;
    if (LLVMIsATerminatorInst(i))
        add_uses_by_successors(m, e);
    if (LLVMIsADbgDeclareInst(i)) {
        LLVMValueRef declared = declared_alloca(i);
        if (declared)
            add_use(m, e, number_of_variable(m, declared));
    } else if (!LLVMIsAPHINode(i) && !scope_is_mark(i)) {
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
            if (LLVMIsAInstruction(LLVMGetOperand(i, k)))
                add_use(m, e, number_of_variable(m, LLVMGetOperand(i, k)));
    }
}

static void add_evidence(struct marking *m, LLVMValueRef i)
{
    struct evidence e = {.instruction = i, .first = m->used.size, .block = LEXICAL_NONE};
    add_uses(m, &e);
    e.end = m->used.size;
    e.loop = LLVMIsATerminatorInst(i) && LLVMGetNumSuccessors(i);
    if (e.loop)
        e.block = loop_of(m, i);
    else if (is_access_instruction(i) || is_accessing_call(i))
        e.block = lexical_at(&m->lexical, LLVMInstructionGetDebugLoc(i));
    if (e.block == LEXICAL_NONE && e.first == e.end)
        return;
    vector_push(&m->evidence, e);
    note_cleanups(m, &e);
}

static void collect_evidence(struct marking *m, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        struct unmarked_section s = {.block = b, .first = m->evidence.size};
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            add_evidence(m, i);
        s.end = m->evidence.size;
        map_put(&m->section_numbers, b, m->sections.size);
        vector_push(&m->sections, s);
    }
}

// Whether the instruction uses a variable of the block, or of one in it: then control is there whatever its
// place says, since cleanups at the end of a block have places behind it.
static bool uses_variable_of(const struct marking *m, const struct evidence *e, uint32_t block)
{
    for (uint32_t k = e->first; k < e->end; k++)
        if (lexical_within(&m->lexical, m->variables.data[m->used.data[k]].block, block))
            return true;
    for (uint32_t k = 0; k < m->cleanups.size; k++)
        if (lexical_within(&m->lexical, e->block, m->cleanups.data[k].code) &&
            lexical_within(&m->lexical, m->cleanups.data[k].block, block))
            return true;
    return false;
}

static bool uses(const struct marking *m, const struct evidence *e, uint32_t number)
{
    for (uint32_t k = e->first; k < e->end; k++)
        if (m->used.data[k] == number)
            return true;
    return false;
}

// What the instruction tells of the variable's scope: that it has BEGUN, or ENDED before, or nothing. A scope
// begins in truth when its block is entered. But until the block has used the variable, nothing that it has
// points there but what it has kept from before.
static uint8_t tells(const struct marking *m, const struct evidence *e, uint32_t number)
{
    uint32_t block = m->variables.data[number].block;
    if (uses(m, e, number))
        return BEGUN;
    if (e->loop)
        return block != e->block && lexical_within(&m->lexical, block, e->block) ? ENDED : NOTHING;
    if (e->unknown || e->block == LEXICAL_NONE || lexical_within(&m->lexical, e->block, block))
        return NOTHING;
    return uses_variable_of(m, e, block) ? NOTHING : ENDED;
}

// ---- what the scope of a variable has done

static uint8_t behind(const struct marking *m, const struct unmarked_section *s, uint32_t number)
{
    for (uint32_t k = s->end; k-- > s->first;) {
        uint8_t told = tells(m, &m->evidence.data[k], number);
        if (told != NOTHING)
            return told;
    }
    return NOTHING;
}

// Adds what it may have done behind the section to those that come next. Whether that is new for one.
static bool pass_to_successors(struct marking *m, const struct unmarked_section *s, uint8_t after)
{
    bool changed = false;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(s->block);
    unsigned count = last ? LLVMGetNumSuccessors(last) : 0;
    for (unsigned k = 0; k < count; k++) {
        uint32_t next_number = map_get(&m->section_numbers, LLVMGetSuccessor(last, k));
        struct unmarked_section *next = &vector_at(&m->sections, next_number);
        changed |= (next->before | after) != next->before;
        next->before |= after;
    }
    return changed;
}

static void follow_control(struct marking *m, uint32_t number)
{
    uint8_t *told = memory_zalloc((size_t)m->sections.size + 1, sizeof *told);
    for (uint32_t k = 0; k < m->sections.size; k++) {
        told[k] = behind(m, &m->sections.data[k], number);
        m->sections.data[k].before = NOTHING;
    }
    m->sections.data[0].before = ENDED;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < m->sections.size; k++) {
            const struct unmarked_section *s = &m->sections.data[k];
            changed |= pass_to_successors(m, s, told[k] != NOTHING ? told[k] : s->before);
        }
    }
    memory_free(told);
}

// ---- marks

static void insert_scope_mark(struct marking *m, const struct unmarked_variable *v, LLVMValueRef before,
                              bool end, unsigned flags)
{
    LLVMPositionBuilderBefore(m->builder, before);
    LLVMSetCurrentDebugLocation2(m->builder, LLVMInstructionGetDebugLoc(before));
    scope_mark(m->builder, v->alloca, end, flags | (v->knowledge == GUESSED ? SCOPE_MARK_DOUBTFUL : 0));
}

// Whenever its declaration is reached, a variable has no content any more (C11 6.2.4p6). But parameters are
// declared when they have their value.
static bool renews(const struct marking *m, const struct unmarked_variable *v, LLVMValueRef i)
{
    bool parameter = lexical_is_function(&m->lexical, v->block) && !is_body(m, v->block);
    return i == v->declaration && !parameter;
}

static void mark_variable(struct marking *m, uint32_t number)
{
    const struct unmarked_variable *v = &m->variables.data[number];
    follow_control(m, number);
    for (uint32_t k = 0; k < m->sections.size; k++) {
        const struct unmarked_section *s = &m->sections.data[k];
        uint8_t now = s->before;
        for (uint32_t n = s->first; n < s->end; n++) {
            uint8_t told = tells(m, &m->evidence.data[n], number);
            LLVMValueRef i = m->evidence.data[n].instruction;
            if (renews(m, v, i))
                insert_scope_mark(m, v, i, false, 0);
            else if (now & ENDED && told == BEGUN)
                insert_scope_mark(m, v, i, false, SCOPE_MARK_ENTERED);
            else if (now & BEGUN && told == ENDED)
                insert_scope_mark(m, v, i, true, 0);
            now = told == NOTHING ? now : told;
        }
    }
}

// Variables of the function itself begin when it does, and end when it returns.
static void mark_body_variable(struct marking *m, const struct unmarked_variable *v, LLVMBasicBlockRef entry)
{
    if (v->declaration && LLVMGetInstructionParent(v->declaration) != entry)
        insert_scope_mark(m, v, v->declaration, false, 0);
}

static void mark_function(struct marking *m, LLVMValueRef function)
{
    collect_variables(m, function);
    collect_declarations(m, function);
    choose_variables(m, function);
    bool any = false;
    for (uint32_t k = 0; k < m->variables.size && !any; k++)
        any = m->variables.data[k].wanted;
    if (!any)
        return;
    collect_evidence(m, function);
    for (uint32_t k = 0; k < m->variables.size; k++) {
        const struct unmarked_variable *v = &m->variables.data[k];
        if (v->wanted && is_body(m, v->block))
            mark_body_variable(m, v, LLVMGetEntryBasicBlock(function));
        else if (v->wanted)
            mark_variable(m, k);
    }
}

static void forget_function(struct marking *m)
{
    map_free(&m->numbers);
    map_free(&m->section_numbers);
    vector_clear(&m->variables);
    vector_clear(&m->labels);
    vector_clear(&m->evidence);
    vector_clear(&m->used);
    vector_clear(&m->cleanups);
    vector_clear(&m->sections);
}

// ---- all of it

void unmarked_scopes(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    struct marking m = {.module = module,
                        .builder = LLVMCreateBuilderInContext(context),
                        .loop_kind = LLVMGetMDKindIDInContext(context, "llvm.loop", 9),
                        .lexical = {.context = context},
                        .optimised = optimised_units(module)};
    LLVMBool records = LLVMIsNewDbgInfoFormat(module);
    LLVMSetIsNewDbgInfoFormat(module, false); // as calls, declarations can be looked at
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMIsDeclaration(f) && optimised_not(&m.optimised, f))
            mark_function(&m, f);
        forget_function(&m);
    }
    LLVMSetIsNewDbgInfoFormat(module, records);
    optimised_free(&m.optimised);
    vector_free(&m.variables);
    vector_free(&m.labels);
    vector_free(&m.evidence);
    vector_free(&m.used);
    vector_free(&m.cleanups);
    vector_free(&m.sections);
    lexical_free(&m.lexical);
    LLVMDisposeBuilder(m.builder);
}
