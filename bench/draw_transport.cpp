// Draws what each scheme of advection leaves of Zalesak's disc after a turn, and of LeVeque's after being drawn out and
// back: a sheet of pictures with the errors below. docs/transport.md shows it.
//
//     draw_transport FILE.png
#include <cmath>
#include <cstdio>
#include <string>

#include "core/for_box.hpp"
#include "io/png.hpp"
#include "render/contact_sheet.hpp"
#include "render/scalar_view.hpp"
#include "transport_cases.hpp"

namespace {

using namespace whorl;

constexpr int cells = 100;

/// The part of the box around the shape's place.
Result<Image> picture_of(const Field<float, 2>& field) {
    const View<const float, 2> all = field.view();
    const View<const float, 2> part{&all(25, 50), {50, 50}, all.stride};
    return draw_scalar(part, find_palette("magma").value(), {.range = {0, 1}, .scale = 4});
}

Result<Image> sheet() {
    auto made = ContactSheet::make({.columns = 6, .tile_width = 200});
    if (!made) return made.error();
    ContactSheet& pictures = made.value();
    for (const TransportCase flow : transport_cases) {
        bool is_first = true;
        for (const Scheme scheme : transport_schemes) {
            const auto run = transport<float, 2>(flow, scheme, cells, serial_scheduler());
            const auto add = [&](const Field<float, 2>& field, const std::string& label) -> Result<void> {
                auto picture = picture_of(field);
                return picture ? pictures.add(picture.value(), label) : picture.error();
            };
            if (is_first)
                if (auto ok = add(run.before, std::string(name_of(flow))); !ok) return ok.error();
            is_first = false;
            char error[32];
            std::snprintf(error, sizeof error, " %.3f", errors_of(run).l1);
            if (auto ok = add(run.after, std::string(name_of(scheme)) + error); !ok) return ok.error();
        }
    }
    return pictures.draw();
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fprintf(stderr, "draw_transport: give one argument, the PNG file to write\n");
        return 2;
    }
    const auto picture = sheet();
    const auto written = picture ? write_png(arguments[1], picture.value()) : Result<void>(picture.error());
    if (written) return 0;
    std::fprintf(stderr, "draw_transport: %s\n", written.error().message.c_str());
    return 1;
}
