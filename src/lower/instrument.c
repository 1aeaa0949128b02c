#include "lower/instrument.h"

#include "base/file.h"
#include "base/hash.h"
#include "lower/instrument_code.h"
#include "lower/modules.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>

#include <stdio.h>
#include <string.h>

// An instruction that may have to be recorded. Places are known before anything is inserted, since debug
// information goes then: every call that is inserted would need some.
struct instrument_spot {
    LLVMValueRef instruction;
    uint32_t place;
};

struct spots {
    VECTOR(struct instrument_spot) list;
    VECTOR(struct instrument_spot) sections; // functions that are atomic sections
    VECTOR(char) places;                     // text, a line each
    struct index index;                      // places by hash
    VECTOR(uint32_t) lines;                  // where in the text each begins
    struct lowering names;                   // of files
};

// ---- places

static uint32_t add_spot_line(struct spots *spots, const char *line)
{
    uint32_t number = spots->lines.size;
    vector_push(&spots->lines, spots->places.size);
    for (; *line; line++)
        vector_push(&spots->places, *line);
    vector_push(&spots->places, '\n');
    return number;
}

static uint32_t number_of_spot_line(struct spots *spots, const char *line)
{
    size_t length = strlen(line);
    uint64_t hash = hash_bytes(line, length);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&spots->index, hash, &at)) != INDEX_NONE;)
        if (strncmp(spots->places.data + spots->lines.data[n], line, length) == 0 &&
            spots->places.data[spots->lines.data[n] + length] == '\n')
            return n;
    uint32_t number = add_spot_line(spots, line);
    index_add(&spots->index, hash, number);
    return number;
}

// What would end a line, or a part of it.
static void clean_spot_text(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ')
            *text = '?';
}

static uint32_t place_of_spot(struct spots *spots, LLVMValueRef instruction, const char *function)
{
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    LLVMMetadataRef scope = location ? LLVMDILocationGetScope(location) : NULL;
    LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    uint32_t offset = file ? lower_file(&spots->names, file, false) : 0;
    const char *name = spots->names.strings.data + offset;
    char *line = memory_format("%s:%u %s", *name ? name : "?", location ? LLVMDILocationGetLine(location) : 0,
                               function);
    clean_spot_text(line);
    uint32_t number = number_of_spot_line(spots, line);
    memory_free(line);
    return number;
}

// ---- what is to be recorded

static bool is_spot(LLVMValueRef instruction)
{
    return LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction) ||
           LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) ||
           LLVMIsACallInst(instruction);
}

static void find_in(struct instrumenter *in, struct spots *spots, LLVMValueRef function)
{
    const char *name = LLVMGetValueName(function);
    if (functions_is_atomic(name) && !LLVMIsDeclaration(function)) {
        LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
        struct instrument_spot section = {function, place_of_spot(spots, first, name)};
        vector_push(&spots->sections, section);
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsAAllocaInst(i))
                private_note(in, i);
            if (!is_spot(i))
                continue;
            struct instrument_spot spot = {i, place_of_spot(spots, i, name)};
            vector_push(&spots->list, spot);
        }
}

// Functions whose bodies are there to be inlined only: where nobody defines them, the body is the function.
static void own_inline_bodies(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage)
            LLVMSetLinkage(f, LLVMInternalLinkage);
}

static void find_spots(struct instrumenter *in, struct spots *spots)
{
    spots->names.context = LLVMGetModuleContext(in->module);
    lower_string(&spots->names, "", 0); // names of files are offsets in its strings
    add_spot_line(spots, "?:0 ?");
    for (LLVMValueRef f = LLVMGetFirstFunction(in->module); f; f = LLVMGetNextFunction(f))
        find_in(in, spots, f);
}

// ---- code

LLVMValueRef instrument_number(struct instrumenter *in, uint64_t number)
{
    return LLVMConstInt(in->i64, number, false);
}

LLVMValueRef instrument_place(struct instrumenter *in, uint32_t place)
{
    return LLVMConstInt(in->i32, place, false);
}

LLVMValueRef instrument_head(struct instrumenter *in, enum recording_kind kind, unsigned flags, uint64_t size,
                             uint32_t place)
{
    return instrument_number(in, (uint64_t)kind | (uint64_t)flags << 8 | size << 16 | (uint64_t)place << 32);
}

static LLVMTypeRef type_of_letter(const struct instrumenter *in, char letter)
{
    switch (letter) {
    case 'b': return in->i1;
    case 'i': return in->i32;
    case 'l': return in->i64;
    case 'p': return in->pointer;
    default: return in->nothing;
    }
}

// A bool is passed with its upper bits zero, as the C library's calling convention has it.
static void extend_bools(struct instrumenter *in, LLVMValueRef function, const char *types)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("zeroext", 7);
    for (unsigned i = 0; types[i]; i++)
        if (types[i] == 'b')
            LLVMAddAttributeAtIndex(function, i, LLVMCreateEnumAttribute(in->context, kind, 0));
}

LLVMValueRef instrument_call(struct instrumenter *in, const char *name, const char *types,
                             LLVMValueRef *arguments)
{
    LLVMTypeRef parameters[8];
    unsigned count = (unsigned)strlen(types) - 1;
    for (unsigned i = 0; i < count; i++)
        parameters[i] = type_of_letter(in, types[i + 1]);
    LLVMTypeRef type = LLVMFunctionType(type_of_letter(in, types[0]), parameters, count, false);
    LLVMValueRef function = LLVMGetNamedFunction(in->module, name);
    if (!function) {
        function = LLVMAddFunction(in->module, name, type);
        extend_bools(in, function, types);
    }
    return LLVMBuildCall2(in->builder, type, function, arguments, count, "");
}

static void insert_section_call(struct instrumenter *in, LLVMValueRef before, uint32_t place,
                                const char *name)
{
    LLVMValueRef argument = instrument_place(in, place);
    LLVMPositionBuilderBefore(in->builder, before);
    instrument_call(in, "heddle_record_here", "vi", &argument);
    instrument_call(in, name, "v", NULL);
}

// The whole body is between heddle_atomic_begin and heddle_atomic_end.
static void insert_section(struct instrumenter *in, const struct instrument_spot *section)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(section->instruction);
    LLVMValueRef first = LLVMGetFirstInstruction(entry);
    while (LLVMIsAAllocaInst(first))
        first = LLVMGetNextInstruction(first);
    insert_section_call(in, first, section->place, "heddle_atomic_begin");
    for (LLVMBasicBlockRef b = entry; b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (LLVMIsAReturnInst(last))
            insert_section_call(in, last, section->place, "heddle_atomic_end");
    }
}

static void insert(struct instrumenter *in, const struct spots *spots)
{
    for (uint32_t i = 0; i < spots->list.size; i++) {
        const struct instrument_spot *spot = &spots->list.data[i];
        if (!instrument_access(in, spot->instruction, spot->place) && LLVMIsACallInst(spot->instruction))
            instrument_called(in, spot->instruction, spot->place);
    }
    for (uint32_t i = 0; i < spots->sections.size; i++)
        insert_section(in, &spots->sections.data[i]);
}

// ---- tables for the recording library

static void add_hidden_constant(struct instrumenter *in, const char *name, LLVMValueRef value)
{
    LLVMValueRef global = LLVMAddGlobal(in->module, LLVMTypeOf(value), name);
    LLVMSetInitializer(global, value);
    LLVMSetGlobalConstant(global, true);
    LLVMSetVisibility(global, LLVMHiddenVisibility);
}

static bool has_recorded_name(LLVMValueRef global)
{
    const char *name = LLVMGetValueName(global);
    return *name && strncmp(name, "llvm.", 5) != 0 && strncmp(name, "heddle_recording_", 17) != 0 &&
           !LLVMIsThreadLocal(global) && LLVMGetLinkage(global) != LLVMPrivateLinkage &&
           LLVMTypeIsSized(LLVMGlobalGetValueType(global)) &&
           (!LLVMIsDeclaration(global) || LLVMGetFirstUse(global));
}

static LLVMValueRef private_text(struct instrumenter *in, const char *text)
{
    LLVMValueRef value = LLVMConstStringInContext2(in->context, text, strlen(text), false),
                 global = LLVMAddGlobal(in->module, LLVMTypeOf(value), "");
    LLVMSetInitializer(global, value);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(global, true);
    return global;
}

static void add_global_names(struct instrumenter *in)
{
    VECTOR(LLVMValueRef) named = {0}, entries = {0};
    for (LLVMValueRef g = LLVMGetFirstGlobal(in->module); g; g = LLVMGetNextGlobal(g))
        if (has_recorded_name(g))
            vector_push(&named, g);
    LLVMTypeRef fields[] = {in->pointer, in->i64, in->pointer},
                type = LLVMStructTypeInContext(in->context, fields, 3, false);
    for (uint32_t i = 0; i < named.size; i++) {
        LLVMValueRef g = named.data[i];
        char *name = memory_copy_string(LLVMGetValueName(g));
        clean_spot_text(name);
        LLVMValueRef values[] = {
            g, instrument_number(in, LLVMABISizeOfType(in->layout, LLVMGlobalGetValueType(g))),
            private_text(in, name)};
        LLVMValueRef entry = LLVMConstStructInContext(in->context, values, 3, false);
        vector_push(&entries, entry);
        memory_free(name);
    }
    add_hidden_constant(in, "heddle_recording_names", LLVMConstArray2(type, entries.data, entries.size));
    add_hidden_constant(in, "heddle_recording_name_count", instrument_number(in, entries.size));
    vector_free(&named);
    vector_free(&entries);
}

static void add_tables(struct instrumenter *in, const struct spots *spots)
{
    add_global_names(in);
    add_hidden_constant(in, "heddle_recording_places",
                        LLVMConstStringInContext2(in->context, spots->places.data, spots->places.size, true));
    add_hidden_constant(in, "heddle_recording_places_size", instrument_number(in, spots->places.size));
}

// ---- the fast path

static bool link_inlined(struct instrumenter *in, const char *file, struct error *error)
{
    size_t size;
    char *text = file_read(file, FILE_LIMIT_MODULE, &size, error);
    if (!text)
        return false;
    struct part part = {.name = (char *)file, .text = text, .size = size};
    LLVMModuleRef inlined = module_read(in->context, &part, error);
    bool linked = inlined && module_link(in->module, inlined, file, error);
    memory_free(text);
    static const char *const names[] = {"heddle_record_event", "heddle_record_here"};
    for (size_t i = 0; linked && i < sizeof names / sizeof *names; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(in->module, names[i]);
        if (!function)
            continue;
        unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", 12);
        LLVMSetLinkage(function, LLVMInternalLinkage);
        LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(in->context, kind, 0));
    }
    return linked;
}

static struct instrumenter instrumenter_begin(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    return (struct instrumenter){
        .context = context,
        .module = module,
        .builder = LLVMCreateBuilderInContext(context),
        .layout = LLVMGetModuleDataLayout(module),
        .nothing = LLVMVoidTypeInContext(context),
        .i1 = LLVMInt1TypeInContext(context),
        .i8 = LLVMInt8TypeInContext(context),
        .i32 = LLVMInt32TypeInContext(context),
        .i64 = LLVMInt64TypeInContext(context),
        .pointer = LLVMPointerTypeInContext(context, 0),
    };
}

bool instrument_module(LLVMModuleRef module, const char *inlined, bool steered, struct error *error)
{
    struct instrumenter in = instrumenter_begin(module);
    in.steered = steered;
    struct spots spots = {.names = {.error = error, .context = in.context, .module = module}};
    own_inline_bodies(module);
    if (!module_run_passes(module, "function(mem2reg)", error))
        return false;
    find_spots(&in, &spots);
    LLVMStripModuleDebugInfo(module);
    insert(&in, &spots);
    add_tables(&in, &spots);
    bool good = link_inlined(&in, inlined, error) && module_verify(module, "the instrumented program", error);
    LLVMDisposeBuilder(in.builder);
    vector_free(&spots.list);
    vector_free(&spots.sections);
    vector_free(&spots.places);
    vector_free(&spots.lines);
    index_free(&spots.index);
    lower_release(&spots.names);
    map_free(&in.privates);
    return good;
}
