#include "lower/debug_names.h"

#include "lower/lexical.h"

// Operands of LLVM's nodes.
enum { FILE_NAME = 0, FILE_FOLDER = 1, TYPE_NAME = 2 };

static struct debug_name read_debug_name(LLVMContextRef context, LLVMMetadataRef node, unsigned operand)
{
    struct debug_name name = {.text = NULL};
    LLVMMetadataRef string = node ? lexical_operand(context, node, operand) : NULL;
    if (string && LLVMGetMetadataKind(string) == LLVMMDStringMetadataKind)
        name.text = LLVMGetMDString(LLVMMetadataAsValue(context, string), &name.length);
    if (!name.text)
        name = (struct debug_name){.text = ""};
    return name;
}

struct debug_name debug_type_name(LLVMContextRef context, LLVMMetadataRef type)
{
    return read_debug_name(context, type, TYPE_NAME);
}

struct debug_file_names debug_file_names(LLVMContextRef context, LLVMMetadataRef file)
{
    if (file && LLVMGetMetadataKind(file) != LLVMDIFileMetadataKind)
        file = NULL;
    return (struct debug_file_names){read_debug_name(context, file, FILE_NAME),
                                     read_debug_name(context, file, FILE_FOLDER)};
}
