#include "io/exr/exr.hpp"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfOutputFile.h>
#include <OpenEXRConfig.h>
#include <half.h>

#include <algorithm>
#include <exception>
#include <vector>

#include "io/file.hpp"

namespace whorl {
namespace {

/// One channel of a picture: where its first number is, and how far apart the next ones are, in floats.
struct Channel {
    const char* name;
    const float* first;
    std::size_t step;
};

/// All channels in one type, each a plane of its own.
template <class T> std::vector<T> planes_of(const std::vector<Channel>& channels, std::size_t pixels) {
    std::vector<T> planes;
    planes.reserve(pixels * channels.size());
    for (const Channel& channel : channels)
        for (std::size_t i = 0; i < pixels; ++i) {
            const float value = channel.first[i * channel.step];
            if constexpr (sizeof(T) == 2)
                planes.push_back(T(std::clamp(value, -65504.0f, 65504.0f)));
            else
                planes.push_back(value);
        }
    return planes;
}

template <class T>
void write_planes(const char* path, int width, int height, const std::vector<Channel>& channels, Imf::PixelType type) {
    const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    std::vector<T> planes = planes_of<T>(channels, pixels);
    Imf::Header header(width, height);  // compressed by ZIP, which loses nothing
    header.compression() = Imf::ZIP_COMPRESSION;
    Imf::FrameBuffer buffer;
    for (std::size_t i = 0; i < channels.size(); ++i) {
        header.channels().insert(channels[i].name, Imf::Channel(type));
        buffer.insert(channels[i].name, Imf::Slice(type, reinterpret_cast<char*>(planes.data() + i * pixels), sizeof(T),
                                                   sizeof(T) * static_cast<std::size_t>(width)));
    }
    Imf::OutputFile file(path, header, 0);  // no threads of its own
    file.setFrameBuffer(buffer);
    file.writePixels(height);
}

// OpenEXR writes by itself, to the temporary name of the file.
Result<void> write_channels(const std::string& path, int width, int height, const std::vector<Channel>& channels,
                            ExrDepth depth) {
    auto file = PendingFile::create(path);
    if (!file) return file.error();
    const char* name = file.value().temporary().c_str();
    try {
        if (depth == ExrDepth::half)
            write_planes<half>(name, width, height, channels, Imf::HALF);
        else
            write_planes<float>(name, width, height, channels, Imf::FLOAT);
    } catch (const std::exception& error) {
        return Error{"cannot write \"" + path + "\": OpenEXR refused: " + error.what()};
    }
    return file.value().commit();
}

}  // namespace

std::string exr_version() {
    return OPENEXR_VERSION_STRING;
}

Result<void> write_exr(const std::string& path, const Image& image, ExrDepth depth, bool has_alpha) {
    const Color& first = image(0, 0);
    constexpr std::size_t step = sizeof(Color) / sizeof(float);
    std::vector<Channel> channels{{"R", &first.r, step}, {"G", &first.g, step}, {"B", &first.b, step}};
    if (has_alpha) channels.push_back({"A", &first.a, step});
    return write_channels(path, image.width(), image.height(), channels, depth);
}

Result<void> write_exr(const std::string& path, int width, int height, std::span<const float> values, ExrDepth depth) {
    return write_channels(path, width, height, {{"Y", values.data(), 1}}, depth);
}

}  // namespace whorl
