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
