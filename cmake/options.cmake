# What every target is compiled with. Contraction to fused multiply-add is off everywhere: it would give other bits on
# CPUs that have the instruction.
find_package(Threads REQUIRED)

add_library(whorl_options INTERFACE)
target_compile_options(whorl_options INTERFACE
    -ffp-contract=off
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # g++ 12 sees overlaps in std::string's operator+ that are not there
    $<$<BOOL:${WHORL_WERROR}>:-Werror>)
# Sources include each other as "folder/file.hpp"; a test holds the folders to their layers.
target_include_directories(whorl_options INTERFACE ${PROJECT_SOURCE_DIR}/src)

# Code that runs once a scene or a frame, and loops over neither cells nor pixels, takes a third less time to compile so.
set(WHORL_SELDOM_RUN $<$<CONFIG:Release>:-O1>)
# whorl_plain_under_sanitizers(FILE ...): without the optimiser there, where it takes longer over the sanitizer's checks than tests gain by
# it. Without precompiled headers: clang takes those of the same level alone.
function(whorl_plain_under_sanitizers)
    if(CMAKE_BUILD_TYPE STREQUAL None)
        set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -O0 SKIP_PRECOMPILE_HEADERS ON)
    endif()
endfunction()
# The presets take -O2: it compiles a seventh faster than -O3, and costs nothing but where cells are looped over outside of kernels.
# whorl_often_run(FILE ...) is for those. Without precompiled headers: g++ takes the level that those were made with.
function(whorl_often_run)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:-O3>" SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# whorl_together(TARGET): compiles its files eight at a time, which reads what they include, and makes of templates what
# they need, once for all of them: half of the time. So no two files of such a target may give a name to two things.
function(whorl_together target)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
endfunction()

# whorl_precompile(TARGET [REUSE_FROM OTHER]): reads the standard headers once for all sources of a target; a target of the same
# flags takes over another's. Sources include what they use all the same: ccache keeps nothing that was compiled so, and builds
# with it do without.
function(whorl_precompile target)
    if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache)
        return()
    endif()
    # From precompiled headers g++ 12 no longer knows a system header when it warns of what it inlined from std::string.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread>)
    if(ARGN)
        target_precompile_headers(${target} ${ARGN})
    else()
        target_precompile_headers(${target} PRIVATE <algorithm> <array> <chrono> <cmath> <cstdint> <filesystem> <functional> <limits> <map>
            <memory> <optional> <span> <string> <string_view> <utility> <vector>)
    endif()
endfunction()
