#!/bin/bash
# Compiles the runtime library to OUTPUT_DIR/runtime-64.bc and OUTPUT_DIR/runtime-32.bc.
#
#   build.sh OUTPUT_DIR
#
# No optimisation and no optnone attribute: heddle-lower runs the same access-preserving passes over it as over the
# program. -fno-math-errno makes the compiler use its own operations for sqrt, floor and the like, instead of calling
# the functions that are being defined. CLANG, LLVM_LINK and LLVM_NM
# name other tools.
set -euo pipefail
output=${1:?usage: build.sh OUTPUT_DIR}
source=$(cd "$(dirname "$0")" && pwd)
clang=${CLANG:-clang-19}
link=${LLVM_LINK:-llvm-link-19}
nm=${LLVM_NM:-llvm-nm-19}
flags=(-std=gnu17 -O0 -Xclang -disable-O0-optnone -ffreestanding -fno-builtin -fno-math-errno -nostdlibinc
    -fno-stack-protector -fno-pic -fno-unwind-tables -fno-asynchronous-unwind-tables
    -Wall -Wextra -Wshadow -Werror -I"$source/.." -emit-llvm -c)

mkdir -p "$output"
work=$(mktemp -d "$output/runtime.XXXXXX")
trap 'rm -rf "$work"' EXIT
for bits in 64 32; do
    mkdir "$work/$bits"
    (cd "$work/$bits" && "$clang" --target="$([ $bits = 64 ] && echo x86_64 || echo i386)-pc-linux-gnu" \
        "${flags[@]}" "$source"/*.c)
    "$link" "$work/$bits"/*.bc -o "$work/runtime-$bits.bc"
done
# Of a native that is defined here, too, the machine's model would never be called.
twice=$(comm -12 <(sed -n 's/^NATIVE(\([A-Za-z0-9_]*\),.*/\1/p' "$source/../program/natives.def" | sort) \
    <("$nm" --defined-only -j "$work/runtime-64.bc" | sort))
if [ -n "$twice" ]; then
    echo "build.sh: in program/natives.def and defined in src/runtime:" $twice >&2
    exit 1
fi
mv "$work"/runtime-*.bc "$output"
