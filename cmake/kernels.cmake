# whorl_kernels(TARGET file.kernel.cpp ...): compiles each file once per instruction set into TARGET.
#
# Inside, WHORL_ISA is the namespace of that instruction set (scalar, sse2, avx2, avx512). The optimisation level is
# fixed, so that kernels are the same code in every preset and no helper is left out of line.
set(WHORL_ISAS scalar)
set(WHORL_ISA_FLAGS_scalar -fno-tree-vectorize -fno-tree-slp-vectorize)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(WHORL_ISA_FLAGS_scalar -fno-vectorize -fno-slp-vectorize)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    list(APPEND WHORL_ISAS sse2 avx2 avx512)
    set(WHORL_ISA_FLAGS_sse2 -msse2)
    set(WHORL_ISA_FLAGS_avx2 -mavx2)
    set(WHORL_ISA_FLAGS_avx512 -mavx512f -mavx512vl -mavx512dq -mavx512bw -mprefer-vector-width=512)
endif()

function(whorl_kernels target)
    foreach(isa IN LISTS WHORL_ISAS)
        set(objects ${target}_kernels_${isa})
        if(NOT TARGET ${objects})
            add_library(${objects} OBJECT)
            target_link_libraries(${objects} PRIVATE whorl_options)
            target_include_directories(${objects} PRIVATE ${PROJECT_SOURCE_DIR}/include)
            target_compile_definitions(${objects} PRIVATE WHORL_ISA=${isa})
            target_compile_options(${objects} PRIVATE -O3 -fno-math-errno -fno-trapping-math ${WHORL_ISA_FLAGS_${isa}})
            # Sanitizers watch the scalar form alone: it is the same source, and the wide ones take minutes to compile.
            if(NOT isa STREQUAL "scalar")
                target_compile_options(${objects} PRIVATE -fno-sanitize=all)
            endif()
            target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
        endif()
        target_sources(${objects} PRIVATE ${ARGN})
    endforeach()
endfunction()
