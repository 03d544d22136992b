#include "info.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <limits>
#include <sstream>

#include "build_facts.hpp"
#include "core/memory.hpp"
#include "io/exr/exr.hpp"
#include "io/vdb/vdb.hpp"
#include "run/machine.hpp"
#include "run/optional_parts.hpp"
#include "simd/isa.hpp"

namespace whorl {

std::optional<std::string> find_program(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const std::filesystem::path file = std::filesystem::path(folder.empty() ? "." : folder) / name;
        std::error_code ignored;
        if (std::filesystem::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0) return file.string();
    }
    return std::nullopt;
}

const char* version() {
    return build::version;
}

Info gather_info() {
    Info info;
    info.version = version();
    info.licence = licence_of_program();
    info.build_type = build::type;
    info.compiler = build::compiler;
    info.flags = build::extra_flags;
    for (const auto& [name, value] : build::options) info.options.emplace_back(name, value);
    info.parts = {
        {"libpng", "pictures", build::png},
        {"ffmpeg", "movies", find_program("ffmpeg")},
        {"openexr", "pictures", exr_version().empty() ? std::nullopt : std::optional<std::string>(exr_version())},
        {"fftw", "Fourier", fftw_found()},
        {"openvdb", "volumes", vdb_version().empty() ? std::nullopt : std::optional<std::string>(vdb_version())},
        {"sdl2", "window", *build::window ? std::optional<std::string>(build::window) : std::nullopt},
        {"gbench", "kernels", *build::benchmark ? std::optional<std::string>(build::benchmark) : std::nullopt},
    };
    for (const Isa isa : all_isas) info.isas.push_back({name_of(isa), is_supported(isa)});
    info.isa = name_of(chosen_isa());
    const Machine machine = this_machine();
    info.cpu = machine.cpu;
    info.caches = machine.caches;
    info.threads = machine.cores;
    if (const std::size_t memory = available_memory(); memory != std::numeric_limits<std::size_t>::max())
        info.memory = memory;
    return info;
}

std::string info_text(const Info& info) {
    std::string text = fmt::format("whorl {}, a real-time fluid simulator\n", info.version);
    const auto line = [&](std::string_view name, std::string_view value) {
        text += fmt::format("{:<10}{}\n", name, value);
    };
    line("licence", info.licence);
    line("build",
         fmt::format("{}, {}{}{}", info.build_type, info.compiler, info.flags.empty() ? "" : ", ", info.flags));
    std::string options;
    for (const auto& [name, value] : info.options)
        options += fmt::format("{}{}={}", options.empty() ? "" : " ", name, value);
    line("options", options);
    for (const Info::Part& part : info.parts)
        line(&part == info.parts.data() ? "parts" : "",
             fmt::format("{:<8}{:<10}{}", part.name, part.use, part.found.value_or("not found")));
    for (const Info::Isa& isa : info.isas)
        line(&isa == info.isas.data() ? "isa" : "", fmt::format("{:<8}{}", isa.name,
                                                                isa.name == info.isa ? "in use"
                                                                : isa.on_this_cpu    ? "available"
                                                                                     : "not on this CPU"));
    line("cpu", info.cpu);
    line("caches", info.caches);
    line("threads", fmt::format("{}", info.threads));
    line("memory",
         info.memory ? fmt::format("{:.1f} GiB available", static_cast<double>(*info.memory) / (1 << 30)) : "unknown");
    return text;
}

}  // namespace whorl
