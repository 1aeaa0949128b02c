// Calls of functions that have no body in the program: what external.def says of them, or the worst.
#include "lower/instrument_code.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

// ---- the table

static const char *effects_of(const char *name)
{
    static const struct {
        const char *names, *what;
    } table[] = {
#define EXTERNAL(names, what) {names, what},
#include "lower/external.def"
    };
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (const char *at = table[i].names; *at;) {
            size_t own = strcspn(at, " ");
            if (own == length && strncmp(at, name, own) == 0)
                return table[i].what;
            at += own + (at[own] == ' ');
        }
    return NULL;
}

// ---- one call

struct outside_call {
    struct instrumenter *in;
    LLVMValueRef call;
    uint32_t place;
    unsigned count; // of its arguments
    bool done;      // the call has returned
    bool kept;      // the function may keep the addresses that it is given
};

static LLVMValueRef argument_of_site(const struct outside_call *site, unsigned number)
{
    return number < site->count ? LLVMGetOperand(site->call, number) : NULL;
}

static bool is_pointer(LLVMValueRef value)
{
    return value && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

static LLVMValueRef as_number(const struct outside_call *site, LLVMValueRef value)
{
    return value && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind
               ? LLVMBuildIntCast2(site->in->builder, value, site->in->i64, true, "")
               : NULL;
}

// A length of external.def; *string: it is that of a string, of at most as many bytes. NULL: not known.
static LLVMValueRef read_length(const struct outside_call *site, const char *text, bool *string)
{
    char *end;
    struct instrumenter *in = site->in;
    *string = *text == 's';
    if (*string)
        return isdigit((unsigned char)text[1])
                   ? as_number(site, argument_of_site(site, (unsigned)strtoul(text + 1, NULL, 10)))
                   : instrument_number(in, UINT64_MAX);
    if (*text == '#')
        return instrument_number(in, strtoul(text + 1, NULL, 10));
    LLVMValueRef length;
    if (*text == '=') {
        length = as_number(site, site->call);
        end = (char *)text + 1;
    } else
        length = as_number(site, argument_of_site(site, (unsigned)strtoul(text, &end, 10)));
    LLVMValueRef factor =
        *end == '*' ? as_number(site, argument_of_site(site, (unsigned)strtoul(end + 1, NULL, 10))) : NULL;
    if (!length || (*end == '*' && !factor))
        return NULL;
    return factor ? LLVMBuildMul(in->builder, length, factor, "") : length;
}

static void access_range(const struct outside_call *site, enum recording_kind kind, LLVMValueRef pointer,
                         bool string, LLVMValueRef length)
{
    LLVMValueRef arguments[] = {instrument_head(site->in, kind, 0, 0, site->place), pointer, length};
    instrument_call(site->in, string ? "heddle_record_string" : "heddle_record_range", "vlpl", arguments);
}

// "r0:s" and the like, before or after the call: reads of what has a known size come before.
static void access_known(const struct outside_call *site, const char *word)
{
    static const struct {
        char letter;
        enum recording_kind kind;
    } kinds[] = {{'r', RECORDED_READ}, {'w', RECORDED_WRITE}, {'m', RECORDED_MAY_READ}};
    bool string, result = word[1] == 'r';
    const char *length = strchr(word, ':') + 1;
    bool late = word[0] == 'w' || length[0] == '=' || result;
    if (late != site->done)
        return;
    LLVMValueRef pointer =
                     result ? site->call : argument_of_site(site, (unsigned)strtoul(word + 1, NULL, 10)),
                 size = read_length(site, length, &string);
    if (!is_pointer(pointer) || !size || private_is(site->in, pointer))
        return;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].letter == word[0])
            access_range(site, kinds[i].kind, pointer, string, size);
}

static void compare_strings(const struct outside_call *site, const char *word)
{
    bool string;
    LLVMValueRef most = read_length(site, strchr(word, ':') + 1, &string), a = argument_of_site(site, 0),
                 b = argument_of_site(site, 1);
    if (site->done || !most || !is_pointer(a) || !is_pointer(b))
        return;
    LLVMValueRef arguments[] = {instrument_head(site->in, RECORDED_READ, 0, 0, site->place), a, b, most};
    instrument_call(site->in, "heddle_record_compared", "vlppl", arguments);
}

static void call_outside(const struct outside_call *site)
{
    LLVMValueRef arguments[] = {instrument_place(site->in, site->place),
                                LLVMConstInt(site->in->i1, 1, false)};
    if (site->done)
        instrument_call(site->in, "heddle_record_returned", "vib", arguments);
    else
        instrument_call(site->in, "heddle_record_outside", "vi", arguments);
}

static void call_output(const struct outside_call *site, unsigned file)
{
    LLVMValueRef arguments[] = {instrument_place(site->in, site->place),
                                LLVMConstInt(site->in->i32, file, false),
                                LLVMConstInt(site->in->i1, site->done, false)};
    instrument_call(site->in, "heddle_record_output", "viib", arguments);
}

// ---- formats

// The text of a constant format; NULL: it is not constant.
static const char *constant_text(LLVMValueRef pointer)
{
    LLVMValueRef object = pointer ? private_object(pointer) : NULL, initial;
    size_t length;
    if (!object || object != pointer || !LLVMIsAGlobalVariable(object) || !LLVMIsGlobalConstant(object) ||
        !(initial = LLVMGetInitializer(object)) || !LLVMIsAConstantDataSequential(initial) ||
        !LLVMIsConstantString(initial))
        return NULL;
    const char *text = LLVMGetAsString(initial, &length);
    return length && !text[length - 1] ? text : NULL;
}

// The next conversion of a format: its letter; 0: there is none; '?': one that is not understood (stars,
// wide characters, a precision).
static char next_conversion(const char **at)
{
    while (**at) {
        if (*(*at)++ != '%')
            continue;
        *at += strspn(*at, "-+ #0123456789hlzjtL'");
        char letter = **at;
        if (!letter)
            return 0;
        (*at)++;
        if (letter == '%')
            continue;
        return strchr("diouxXeEfFgGaAcps", letter) && !(letter == 's' && (*at)[-2] == 'l') ? letter : '?';
    }
    return 0;
}

static bool understands_format(const struct outside_call *site, unsigned number)
{
    const char *format = constant_text(argument_of_site(site, number));
    char letter = format ? ' ' : '?';
    while (letter && letter != '?')
        letter = next_conversion(&format);
    return !letter;
}

static void read_formatted(const struct outside_call *site, unsigned number)
{
    const char *format = constant_text(argument_of_site(site, number));
    bool string;
    for (char letter; !site->done && (letter = next_conversion(&format));) {
        LLVMValueRef pointer = argument_of_site(site, ++number);
        if (letter == 's' && is_pointer(pointer) && !private_is(site->in, pointer))
            access_range(site, RECORDED_READ, pointer, true, read_length(site, "s", &string));
    }
}

// ---- what is known

static void apply_known_effects(const struct outside_call *site, const char *what)
{
    if (*what && !site->done) { // what the library records of it has this place
        LLVMValueRef place = instrument_place(site->in, site->place);
        instrument_call(site->in, "heddle_record_here", "vi", &place);
    }
    for (const char *word = what; *word; word += strcspn(word, " "), word += *word == ' ')
        if (strncmp(word, "outside", 7) == 0)
            call_outside(site);
        else if (strncmp(word, "std", 3) == 0)
            call_output(site, word[3] == 'o' ? 1 : 2);
        else if (strncmp(word, "printf", 6) == 0)
            read_formatted(site, (unsigned)(word[6] - '0'));
        else if (word[0] == 'c')
            compare_strings(site, word);
        else if (word[0] != 'o')
            access_known(site, word);
}

// ---- what is not known

static void may_use_variable(const struct outside_call *site, LLVMValueRef variable, LLVMValueRef outside)
{
    LLVMValueRef size =
        LLVMIsAAllocaInst(variable)
            ? instrument_number(site->in, LLVMABISizeOfType(site->in->layout, LLVMGetAllocatedType(variable)))
            : NULL;
    if (!size || !LLVMIsAConstantInt(LLVMGetOperand(variable, 0)))
        return;
    LLVMValueRef arguments[] = {instrument_place(site->in, site->place), variable, size, outside,
                                LLVMConstInt(site->in->i1, site->kept, false)};
    instrument_call(site->in, "heddle_record_may_use_variable", "viplbb", arguments);
}

static void may_use_arguments(const struct outside_call *site, LLVMValueRef outside)
{
    for (unsigned i = 0; i < site->count; i++) {
        LLVMValueRef pointer = argument_of_site(site, i),
                     object = is_pointer(pointer) ? private_object(pointer) : NULL;
        if (!is_pointer(pointer) || LLVMIsAConstantPointerNull(pointer) || LLVMIsAFunction(pointer) ||
            LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != 0 || private_is(site->in, pointer))
            continue;
        if (object && LLVMIsAAllocaInst(object)) {
            may_use_variable(site, object, outside);
            continue;
        }
        LLVMValueRef arguments[] = {instrument_place(site->in, site->place), pointer, outside,
                                    LLVMConstInt(site->in->i1, site->kept, false)};
        instrument_call(site->in, "heddle_record_may_use", "vipbb", arguments);
    }
}

static bool goes_on_in_callee(LLVMValueRef call)
{
    return LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail;
}

static void position_after_call(struct outside_call *site)
{
    LLVMPositionBuilderBefore(site->in->builder, LLVMGetNextInstruction(site->call));
    site->done = true;
}

static unsigned format_number(const char *what)
{
    const char *printf_word = strstr(what, "printf");
    return printf_word ? (unsigned)(printf_word[6] - '0') : UINT32_MAX;
}

// Whether a function that is not understood keeps no address that it is given.
static bool is_brief(const struct outside_call *site, const char *what)
{
    LLVMValueRef number = argument_of_site(site, 0);
    if (what)
        return strcmp(what, "brief") == 0 || format_number(what) != UINT32_MAX;
    const char *name = LLVMGetValueName(LLVMGetCalledValue(site->call));
    return strcmp(name, "syscall") == 0 && number && LLVMIsAConstantInt(number) &&
           LLVMConstIntGetZExtValue(number) == SYS_futex;
}

static void call_unknown(struct outside_call *site, LLVMValueRef function)
{
    struct instrumenter *in = site->in;
    LLVMValueRef outside = LLVMConstInt(in->i1, 1, false), place = instrument_place(in, site->place);
    LLVMPositionBuilderBefore(in->builder, site->call);
    if (function) { // through a pointer
        LLVMValueRef arguments[] = {place, function};
        outside = instrument_call(in, "heddle_record_is_outside", "bip", arguments);
    } else
        call_outside(site);
    may_use_arguments(site, outside);
    if (goes_on_in_callee(site->call))
        return;
    position_after_call(site);
    may_use_arguments(site, outside);
    LLVMValueRef arguments[] = {place, outside};
    instrument_call(in, "heddle_record_returned", "vib", arguments);
}

// Statements of assembly that do nothing to memory.
static bool is_idle_assembly(LLVMValueRef assembly)
{
    static const char *const idle[] = {"",        "nop",    "pause",  "rep; nop",
                                       "rep;nop", "mfence", "lfence", "sfence"};
    size_t length;
    const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (strlen(idle[i]) == length && strncmp(idle[i], text, length) == 0)
            return true;
    return false;
}

void instrument_called(struct instrumenter *in, LLVMValueRef call, uint32_t place)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    struct outside_call site = {in, call, place, LLVMGetNumArgOperands(call), false, true};
    if (LLVMIsAInlineAsm(callee)) {
        if (!is_idle_assembly(callee))
            call_unknown(&site, NULL);
        return;
    }
    if (!LLVMIsAFunction(callee)) {
        if (!LLVMIsAGlobalAlias(callee))
            call_unknown(&site, callee);
        return;
    }
    if (!LLVMIsDeclaration(callee) || LLVMGetIntrinsicID(callee) != 0)
        return;
    const char *what = effects_of(LLVMGetValueName(callee));
    unsigned format = what ? format_number(what) : UINT32_MAX;
    if (!what || strcmp(what, "brief") == 0 || (format != UINT32_MAX && !understands_format(&site, format))) {
        site.kept = !is_brief(&site, what);
        call_unknown(&site, NULL);
        return;
    }
    LLVMPositionBuilderBefore(in->builder, call);
    apply_known_effects(&site, what);
    if (goes_on_in_callee(call))
        return;
    position_after_call(&site);
    apply_known_effects(&site, what);
}
