; What compilers write rarely, for tests/hostile/run to mutate: vectors, wide and odd integers, aggregates, computed jumps,
; aliases, variable arguments, atomics of every order.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%node = type { ptr, [3 x i16], <4 x i32>, i128, { i1, x86_fp80 } }
%list = type { ptr, i32, i32, ptr }

@g = global %node { ptr @g, [3 x i16] [i16 1, i16 2, i16 3], <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i128 -7, { i1, x86_fp80 } { i1 true, x86_fp80 0xK3FFF8000000000000000 } }
@local = thread_local global i32 5
@where = internal constant [2 x ptr] [ptr blockaddress(@jumps, %first), ptr blockaddress(@jumps, %second)]
@text = private constant [6 x i8] c"text\0A\00"
@sum = global i64 add (i64 ptrtoint (ptr @g to i64), i64 12)
@inside = global ptr getelementptr (%node, ptr @g, i64 0, i32 1, i64 2)
@other = alias i32, ptr @word
@word = global i32 0
@missing = extern_weak global i32

declare i32 @printf(ptr, ...)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare i32 @llvm.ctpop.i32(i32)
declare double @llvm.fma.f64(double, double, double)
declare <4 x i32> @llvm.umax.v4i32(<4 x i32>, <4 x i32>)

define i32 @jumps(i32 %n) {
  %i = zext i32 %n to i64
  %slot = getelementptr inbounds [2 x ptr], ptr @where, i64 0, i64 %i
  %to = load ptr, ptr %slot
  indirectbr ptr %to, [label %first, label %second]
first:
  switch i32 %n, label %second [ i32 0, label %done i32 -1, label %done i32 7, label %first ]
second:
  br label %done
done:
  %r = phi i32 [ 1, %first ], [ 1, %first ], [ 2, %second ]
  ret i32 %r
}

define i32 @variable(i32 %count, ...) {
  %args = alloca [1 x %list], align 16
  call void @llvm.va_start.p0(ptr %args)
  %offset = load i32, ptr %args
  call void @llvm.va_end.p0(ptr %args)
  ret i32 %offset
}

define { i32, <2 x double> } @pair(ptr byval(%node) align 16 %p, i65 %odd) {
  %wide = sext i65 %odd to i128
  %q = getelementptr %node, ptr %p, i64 0, i32 3
  %old = load i128, ptr %q
  %new = mul nsw i128 %old, %wide
  %rest = urem i128 %new, 1000000007
  %shift = lshr i128 %rest, 3
  store i128 %shift, ptr %q
  %low = trunc i128 %shift to i32
  %d = uitofp i32 %low to double
  %f = call double @llvm.fma.f64(double %d, double 2.0, double -1.5)
  %v = insertelement <2 x double> poison, double %f, i32 0
  %w = insertelement <2 x double> %v, double 0x7FF8000000000000, i32 1
  %s = fadd <2 x double> %w, <double 1.0, double 2.0>
  %a = insertvalue { i32, <2 x double> } undef, i32 %low, 0
  %b = insertvalue { i32, <2 x double> } %a, <2 x double> %s, 1
  ret { i32, <2 x double> } %b
}

define i32 @atomics() {
  %a = atomicrmw add ptr @word, i32 3 seq_cst
  %b = atomicrmw umax ptr @word, i32 9 acq_rel
  %c = atomicrmw xchg ptr @other, i32 %a monotonic
  %d = cmpxchg weak ptr @word, i32 %c, i32 4 acquire monotonic
  %e = extractvalue { i32, i1 } %d, 1
  fence release
  %f = load atomic i32, ptr @word acquire, align 4
  store atomic volatile i32 %f, ptr @word release, align 4
  %g = select i1 %e, i32 %f, i32 %b
  %h = freeze i32 %g
  ret i32 %h
}

define i32 @main(i32 %argc, ptr %argv) {
  %copy = alloca %node, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr @g, i64 64, i1 false)
  %whole = load %node, ptr %copy
  store %node %whole, ptr @g
  %part = extractvalue %node %whole, 2
  %max = call <4 x i32> @llvm.umax.v4i32(<4 x i32> %part, <4 x i32> <i32 2, i32 2, i32 2, i32 2>)
  %mixed = shufflevector <4 x i32> %max, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %lane = extractelement <4 x i32> %mixed, i32 %argc
  %compared = icmp slt <4 x i32> %mixed, %part
  %bits = bitcast <4 x i1> %compared to i4
  %small = zext i4 %bits to i32
  %o = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %small, i32 2147483647)
  %over = extractvalue { i32, i1 } %o, 1
  %x = fpext double 1.25 to x86_fp80
  %y = fdiv x86_fp80 %x, 0xK4000C000000000000000
  %z = fptosi x86_fp80 %y to i64
  %j = call i32 @jumps(i32 0)
  %p = call { i32, <2 x double> } @pair(ptr byval(%node) align 16 %copy, i65 -3)
  %k = call i32 (i32, ...) @variable(i32 2, i64 %z, double 0.5)
  %t = load i32, ptr @local
  %n = call i32 @llvm.ctpop.i32(i32 %t)
  %m = call i32 @atomics()
  %size = zext i32 %n to i64
  %stack = alloca i16, i64 %size, align 2
  store i16 -1, ptr %stack
  %u = call i32 (ptr, ...) @printf(ptr @text, i32 %m)
  %weak = icmp eq ptr @missing, null
  %bad = and i1 %over, %weak
  br i1 %bad, label %wrong, label %right
wrong:
  unreachable
right:
  %q = sdiv i32 %j, %k
  ret i32 %q
}
