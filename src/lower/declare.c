#include "lower/declare.h"

#include "base/memory.h"
#include "lower/debug_names.h"
#include "lower/dwarf.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Operands of LLVM's nodes.
enum { OPERAND_NAME = 2, OPERAND_BASE = 3, OPERAND_TYPES = 3, OPERAND_ELEMENTS = 4 };

// Types of the system by the names that programs use, each with its header. Others are written as what they
// stand for.
static const struct {
    const char *name, *header; // a name that ends with * begins so
} system_types[] = {
    {"pthread_*", "pthread.h"},    {"size_t", "stddef.h"},          {"ptrdiff_t", "stddef.h"},
    {"wchar_t", "stddef.h"},       {"ssize_t", "sys/types.h"},      {"off_t", "sys/types.h"},
    {"pid_t", "sys/types.h"},      {"uint*", "stdint.h"},           {"int*", "stdint.h"},
    {"FILE", "stdio.h"},           {"sem_t", "semaphore.h"},        {"time_t", "time.h"},
    {"atomic_*", "stdatomic.h"},   {"memory_order", "stdatomic.h"}, {"mtx_t", "threads.h"},
    {"cnd_t", "threads.h"},        {"thrd_*", "threads.h"},         {"once_flag", "threads.h"},
    {"va_list", "stdarg.h"},       {"jmp_buf", "setjmp.h"},         {"sigset_t", "signal.h"},
    {"socklen_t", "sys/socket.h"},
};

static unsigned tag_of_node(LLVMMetadataRef node)
{
    return node ? LLVMGetDINodeTag(node) : 0;
}

unsigned declare_operand_count(struct declarations *d, LLVMMetadataRef node)
{
    return LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(d->context, node));
}

static LLVMValueRef operand_value(struct declarations *d, LLVMMetadataRef node, unsigned number)
{
    LLVMValueRef value = LLVMMetadataAsValue(d->context, node), found = NULL;
    unsigned count = LLVMGetMDNodeNumOperands(value);
    LLVMValueRef *all = memory_zalloc((size_t)count + 1, sizeof *all);
    LLVMGetMDNodeOperands(value, all);
    if (number < count)
        found = all[number];
    memory_free(all);
    return found;
}

LLVMMetadataRef declare_operand(struct declarations *d, LLVMMetadataRef node, unsigned number)
{
    LLVMValueRef value = operand_value(d, node, number);
    return value ? LLVMValueAsMetadata(value) : NULL;
}

// Owned by the caller; empty: it has none.
static char *copy_type_name(struct declarations *d, LLVMMetadataRef type)
{
    struct debug_name name = debug_type_name(d->context, type);
    return memory_copy_bytes(name.text, name.length);
}

// The file that declares the type, as a path; owned by the caller.
static char *copy_declaring_path(struct declarations *d, LLVMMetadataRef type)
{
    struct debug_file_names names = debug_file_names(d->context, LLVMDIScopeGetFile(type));
    struct debug_name name = names.name, folder = names.folder;
    char here[4096];
    char *path =
        name.text[0] == '/' || !folder.length
            ? memory_copy_bytes(name.text, name.length)
            : memory_format("%.*s/%.*s", (int)folder.length, folder.text, (int)name.length, name.text);
    size_t prefix = !d->absolute && getcwd(here, sizeof here) ? strlen(here) : 0;
    if (prefix && strncmp(path, here, prefix) == 0 && path[prefix] == '/')
        memmove(path, path + prefix + 1, strlen(path + prefix + 1) + 1);
    while (strncmp(path, "./", 2) == 0)
        memmove(path, path + 2, strlen(path + 2) + 1);
    return path;
}

enum declare_origin { ORIGIN_HEADER, ORIGIN_SYSTEM, ORIGIN_SOURCE };

static enum declare_origin origin_of(const char *path)
{
    size_t length = strlen(path);
    if (strncmp(path, "/usr/", 5) == 0 || strstr(path, "/lib/clang/") || strstr(path, "/heddle/std/"))
        return ORIGIN_SYSTEM;
    return length > 2 && strcmp(path + length - 2, ".h") == 0 ? ORIGIN_HEADER : ORIGIN_SOURCE;
}

void declare_add_line(declare_lines *lines, char *line)
{
    for (uint32_t i = 0; i < lines->size; i++)
        if (strcmp(lines->data[i], line) == 0) {
            memory_free(line);
            return;
        }
    vector_push(lines, line);
}

static const char *system_header(const char *name)
{
    for (size_t i = 0; i < sizeof system_types / sizeof *system_types; i++) {
        const char *known = system_types[i].name;
        size_t length = strlen(known) - (known[strlen(known) - 1] == '*');
        bool begins = known[length] == '*';
        if (strncmp(name, known, length) == 0 && (begins || !name[length]))
            return system_types[i].header;
    }
    return NULL;
}

// Whether the name of the type can be used in another file; what declares it is included then.
static bool use_name(struct declarations *d, LLVMMetadataRef type, const char *name)
{
    char *path = copy_declaring_path(d, type);
    enum declare_origin origin = origin_of(path);
    const char *header = origin == ORIGIN_SYSTEM ? system_header(name) : NULL;
    if (origin == ORIGIN_HEADER)
        declare_add_line(&d->includes, memory_format("#include \"%s\"", path));
    if (header)
        declare_add_line(&d->includes, memory_format("#include <%s>", header));
    memory_free(path);
    return origin == ORIGIN_HEADER || header;
}

static bool is_qualifier(unsigned tag)
{
    return tag == TAG_CONST || tag == TAG_VOLATILE || tag == TAG_RESTRICT;
}

// The type without qualifiers, and without typedefs.
static LLVMMetadataRef declare_plain(struct declarations *d, LLVMMetadataRef type)
{
    while (is_qualifier(tag_of_node(type)) || tag_of_node(type) == TAG_TYPEDEF)
        type = declare_operand(d, type, OPERAND_BASE);
    return type;
}

LLVMMetadataRef declare_unqualified(struct declarations *d, LLVMMetadataRef type)
{
    while (is_qualifier(tag_of_node(type)))
        type = declare_operand(d, type, OPERAND_BASE);
    return type;
}

LLVMMetadataRef declare_target(struct declarations *d, LLVMMetadataRef type, bool *pointer)
{
    LLVMMetadataRef plain = declare_plain(d, type);
    *pointer = tag_of_node(plain) == TAG_POINTER;
    return *pointer ? declare_unqualified(d, declare_operand(d, plain, OPERAND_BASE)) : NULL;
}

bool declare_is_pointer(struct declarations *d, LLVMMetadataRef type)
{
    return tag_of_node(declare_plain(d, type)) == TAG_POINTER;
}

bool declare_is_record(struct declarations *d, LLVMMetadataRef type)
{
    unsigned tag = tag_of_node(declare_plain(d, type));
    return tag == TAG_STRUCT || tag == TAG_UNION;
}

bool declare_is_text(struct declarations *d, LLVMMetadataRef type)
{
    LLVMMetadataRef plain = declare_plain(d, type);
    char *name = tag_of_node(plain) == TAG_BASE ? copy_type_name(d, plain) : memory_copy_string("");
    bool text = strcmp(name, "char") == 0;
    memory_free(name);
    return text;
}

static bool is_record_tag(unsigned tag)
{
    return tag == TAG_STRUCT || tag == TAG_UNION || tag == TAG_ENUM;
}

// Of structures of the system those count whose typedef is known, or whose header is.
bool declare_is_complete(struct declarations *d, LLVMMetadataRef type)
{
    bool named = false;
    for (; is_qualifier(tag_of_node(type)) || tag_of_node(type) == TAG_TYPEDEF ||
           tag_of_node(type) == TAG_ATOMIC;
         type = declare_operand(d, type, OPERAND_BASE)) {
        char *name = copy_type_name(d, type);
        // A stream is made by the library alone.
        named |= tag_of_node(type) == TAG_TYPEDEF && strcmp(name, "FILE") != 0 && use_name(d, type, name);
        memory_free(name);
    }
    unsigned tag = tag_of_node(type);
    if (!type || tag == TAG_SUBROUTINE)
        return false;
    if (!is_record_tag(tag) || tag == TAG_ENUM)
        return true;
    if (LLVMDITypeGetFlags(type) & LLVMDIFlagFwdDecl)
        return false;
    char *path = copy_declaring_path(d, type);
    bool header = origin_of(path) == ORIGIN_HEADER;
    memory_free(path);
    return named || header;
}

// ---- declarations

static char *unknown_declaration(struct declarations *d, const char *why)
{
    d->unknown = why;
    return memory_copy_string("");
}

// `text inner`, without a blank at the end.
static char *text_before(const char *text, const char *inner)
{
    return memory_format("%s%s%s", text, *inner ? " " : "", inner);
}

static char *declare_record(struct declarations *d, LLVMMetadataRef type, unsigned tag, const char *inner)
{
    const char *keyword = tag == TAG_STRUCT ? "struct" : tag == TAG_UNION ? "union" : "enum";
    char *name = copy_type_name(d, type), *path = copy_declaring_path(d, type), *result;
    enum declare_origin origin = origin_of(path);
    if (!*name) {
        result = unknown_declaration(d, "a type without a name");
    } else if (tag == TAG_ENUM && origin != ORIGIN_HEADER) {
        result = text_before("unsigned int", inner); // as clang has it, unless a constant is negative
    } else {
        if (origin == ORIGIN_HEADER)
            declare_add_line(&d->includes, memory_format("#include \"%s\"", path));
        else
            declare_add_line(&d->forwards, memory_format("%s %s;", keyword, name));
        char *text = memory_format("%s %s", keyword, name);
        result = text_before(text, inner);
        memory_free(text);
    }
    memory_free(name);
    memory_free(path);
    return result;
}

static char *declare_typedef(struct declarations *d, LLVMMetadataRef type, const char *inner)
{
    char *name = copy_type_name(d, type);
    char *result = use_name(d, type, name) ? text_before(name, inner)
                                           : declare(d, declare_operand(d, type, OPERAND_BASE), inner);
    memory_free(name);
    return result;
}

static char *declare_pointer(struct declarations *d, LLVMMetadataRef type, const char *inner)
{
    LLVMMetadataRef target = declare_operand(d, type, OPERAND_BASE);
    unsigned tag = tag_of_node(target);
    bool nested = tag == TAG_SUBROUTINE || tag == TAG_ARRAY;
    char *own = memory_format(nested ? "(*%s)" : "*%s", inner), *result = declare(d, target, own);
    memory_free(own);
    return result;
}

static char *declare_qualified(struct declarations *d, LLVMMetadataRef type, const char *keyword,
                               const char *inner)
{
    LLVMMetadataRef base = declare_operand(d, type, OPERAND_BASE);
    unsigned tag = tag_of_node(base);
    char *own, *result;
    if (tag == TAG_POINTER || is_qualifier(tag)) {
        own = text_before(keyword, inner);
        result = declare(d, base, own);
    } else {
        own = declare(d, base, inner);
        result = text_before(keyword, own);
    }
    memory_free(own);
    return result;
}

static char *declare_function(struct declarations *d, LLVMMetadataRef type, const char *inner)
{
    LLVMMetadataRef types = declare_operand(d, type, OPERAND_TYPES);
    unsigned count = types ? declare_operand_count(d, types) : 0;
    char *text = memory_format("%s(", inner);
    for (unsigned i = 1; i < count; i++) {
        LLVMMetadataRef parameter = declare_operand(d, types, i);
        char *one = parameter ? declare(d, parameter, "") : memory_copy_string("..."),
             *longer = memory_format("%s%s%s", text, i > 1 ? ", " : "", one);
        memory_free(one);
        memory_free(text);
        text = longer;
    }
    char *whole = memory_format("%s%s)", text, count < 2 ? "void" : ""),
         *result = declare(d, count ? declare_operand(d, types, 0) : NULL, whole);
    memory_free(text);
    memory_free(whole);
    return result;
}

static char *declare_atomic(struct declarations *d, LLVMMetadataRef type, const char *inner)
{
    char *own = declare(d, declare_operand(d, type, OPERAND_BASE), ""),
         *text = memory_format("_Atomic(%s)", own), *result = text_before(text, inner);
    memory_free(own);
    memory_free(text);
    return result;
}

// One of a number of elements that is not known here cannot be written, but where it is a parameter, which is
// a pointer.
static char *declare_array(struct declarations *d, LLVMMetadataRef type, const char *inner)
{
    LLVMMetadataRef ranges = declare_operand(d, type, OPERAND_ELEMENTS);
    unsigned count = ranges ? declare_operand_count(d, ranges) : 0;
    char *text = memory_copy_string(inner);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef size = operand_value(d, declare_operand(d, ranges, i), 0);
        if (!size || !LLVMIsAConstantInt(size) || LLVMConstIntGetSExtValue(size) < 0) {
            memory_free(text);
            return unknown_declaration(d, "an array of a size that is not known");
        }
        char *longer = memory_format("%s[%lld]", text, LLVMConstIntGetSExtValue(size));
        memory_free(text);
        text = longer;
    }
    char *result = declare(d, declare_operand(d, type, OPERAND_BASE), text);
    memory_free(text);
    return result;
}

char *declare(struct declarations *d, LLVMMetadataRef type, const char *inner)
{
    unsigned tag = tag_of_node(type);
    if (!type)
        return memory_format("void%s%s", *inner ? " " : "", inner);
    switch (tag) {
    case TAG_BASE: {
        char *name = copy_type_name(d, type), *result = text_before(name, inner);
        memory_free(name);
        return result;
    }
    case TAG_TYPEDEF: return declare_typedef(d, type, inner);
    case TAG_POINTER: return declare_pointer(d, type, inner);
    case TAG_CONST: return declare_qualified(d, type, "const", inner);
    case TAG_VOLATILE: return declare_qualified(d, type, "volatile", inner);
    case TAG_RESTRICT: return declare_qualified(d, type, "restrict", inner);
    case TAG_ATOMIC: return declare_atomic(d, type, inner);
    case TAG_STRUCT:
    case TAG_UNION:
    case TAG_ENUM: return declare_record(d, type, tag, inner);
    case TAG_SUBROUTINE: return declare_function(d, type, inner);
    case TAG_ARRAY: return declare_array(d, type, inner);
    default: return unknown_declaration(d, "a type that C has no name for");
    }
}

static void free_lines(declare_lines *lines)
{
    for (uint32_t i = 0; i < lines->size; i++)
        memory_free(lines->data[i]);
    vector_free(lines);
}

void declarations_free(struct declarations *d)
{
    free_lines(&d->includes);
    free_lines(&d->forwards);
}
