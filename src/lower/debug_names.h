// Names in debug information. LLVM's functions take what a node refers to for a string, or a file, without a
// look, and its verifier does not look at all of them either; in a damaged file it may be anything.
#ifndef HEDDLE_LOWER_DEBUG_NAMES_H
#define HEDDLE_LOWER_DEBUG_NAMES_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

// Not terminated by a zero; owned by the context. Empty: there is none.
struct debug_name {
    const char *text;
    unsigned length;
};

// The folder is that in which the compiler ran; the name may be relative to it.
struct debug_file_names {
    struct debug_name name, folder;
};

struct debug_name debug_type_name(LLVMContextRef context, LLVMMetadataRef type);
// Both are empty where it is NULL, or no file.
struct debug_file_names debug_file_names(LLVMContextRef context, LLVMMetadataRef file);

#endif
