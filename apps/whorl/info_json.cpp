#include <nlohmann/json.hpp>

#include "info.hpp"

namespace whorl {

std::string info_json(const Info& info) {
    using nlohmann::ordered_json;
    ordered_json parts = ordered_json::array(), isas = ordered_json::array(), options = ordered_json::object();
    for (const auto& [name, value] : info.options) options[name] = value;
    for (const Info::Part& part : info.parts)
        parts.push_back({{"name", part.name},
                         {"use", part.use},
                         {"found", part.found ? ordered_json(*part.found) : ordered_json()}});
    for (const Info::Isa& isa : info.isas) isas.push_back({{"name", isa.name}, {"on_this_cpu", isa.on_this_cpu}});
    const ordered_json json = {
        {"version", info.version},
        {"licence", info.licence},
        {"build",
         {{"type", info.build_type}, {"compiler", info.compiler}, {"flags", info.flags}, {"options", options}}},
        {"parts", parts},
        {"isa", info.isa},
        {"isas", isas},
        {"cpu", info.cpu},
        {"caches", info.caches},
        {"threads", info.threads},
        {"memory_available", info.memory ? ordered_json(*info.memory) : ordered_json()},
    };
    return json.dump(2);
}

}  // namespace whorl
