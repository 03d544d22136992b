#include "io/checkpoint_file.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/hash.hpp"
#include "core/text.hpp"
#include "io/file.hpp"

namespace whorl {
namespace {

constexpr char magic[9] = "whorlrun";
constexpr std::uint64_t version = 1;
constexpr std::size_t number_size = 8;

void put(std::vector<std::byte>& out, const void* bytes, std::size_t count) {
    const auto* from = static_cast<const std::byte*>(bytes);
    out.insert(out.end(), from, from + count);
}

void put_number(std::vector<std::byte>& out, std::uint64_t number) {
    for (std::size_t i = 0; i < number_size; ++i) out.push_back(static_cast<std::byte>(number >> 8 * i & 255));
}

std::uint64_t hash_of(const std::byte* bytes, std::size_t count) {
    Hash hash;
    hash.add(bytes, count);
    return hash.value();
}

/// Reads on as long as there is something; afterwards `ok` is false.
struct Cursor {
    const std::byte* next;
    std::size_t left;
    bool ok = true;

    const std::byte* take(std::uint64_t count) {
        if (!ok || count > left) return ok = false, nullptr;
        const std::byte* taken = next;
        next += count, left -= static_cast<std::size_t>(count);
        return taken;
    }
    std::uint64_t number() {
        const std::byte* bytes = take(number_size);
        std::uint64_t sum = 0;
        for (std::size_t i = 0; bytes && i < number_size; ++i) sum |= static_cast<std::uint64_t>(bytes[i]) << 8 * i;
        return sum;
    }
};

}  // namespace

void CheckpointFile::add(const std::string& name, const std::string& text) {
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    sections.emplace_back(name, std::vector<std::byte>(bytes, bytes + text.size()));
}

const std::vector<std::byte>* CheckpointFile::find(const std::string& name) const {
    for (const auto& [each, bytes] : sections)
        if (each == name) return &bytes;
    return nullptr;
}

std::string CheckpointFile::text_of(const std::string& name) const {
    const auto* bytes = find(name);
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : "";
}

Result<void> write_checkpoint(const std::string& path, const CheckpointFile& checkpoint) {
    std::vector<std::byte> out;
    put(out, magic, 8);
    put_number(out, version);
    put_number(out, checkpoint.sections.size());
    for (const auto& [name, bytes] : checkpoint.sections) {
        put_number(out, name.size()), put(out, name.data(), name.size());
        put_number(out, bytes.size()), put(out, bytes.data(), bytes.size());
    }
    put_number(out, hash_of(out.data(), out.size()));
    return write_file(path, out.data(), out.size());
}

Result<CheckpointFile> parse_checkpoint(const std::vector<std::byte>& bytes, const std::string& path) {
    const auto refuse = [&](const std::string& why) {
        return Error{text("cannot read \"%s\": %s", path.c_str(), why.c_str())};
    };
    if (bytes.size() < 4 * number_size || std::memcmp(bytes.data(), magic, 8) != 0)
        return refuse("it is no checkpoint of whorl");
    Cursor cursor{bytes.data() + 8, bytes.size() - 8 - number_size};
    if (const std::uint64_t found = cursor.number(); found != version)
        return refuse(text("it has version %llu, this build reads %llu", static_cast<unsigned long long>(found),
                           static_cast<unsigned long long>(version)));
    Cursor ending{bytes.data() + bytes.size() - number_size, number_size};
    if (ending.number() != hash_of(bytes.data(), bytes.size() - number_size))
        return refuse("it is damaged or cut short: its checksum does not match; use the checkpoint before it");
    CheckpointFile checkpoint;
    for (std::uint64_t left = cursor.number(); left > 0 && cursor.ok; --left) {
        const std::uint64_t name_size = cursor.number();
        const auto* name = reinterpret_cast<const char*>(cursor.take(name_size));
        const std::uint64_t size = cursor.number();
        const std::byte* content = cursor.take(size);
        if (cursor.ok) checkpoint.add(std::string(name, name_size), std::vector<std::byte>(content, content + size));
    }
    if (!cursor.ok || cursor.left != 0) return refuse("its sections do not fill it");
    return checkpoint;
}

Result<CheckpointFile> read_checkpoint(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return file_error("read", path, EISDIR);
    std::ifstream stream(path, std::ios::binary | std::ios::ate);
    if (!stream) return file_error("read", path, errno);
    const std::streamoff size = stream.tellg();
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    stream.seekg(0);
    if (!stream.read(reinterpret_cast<char*>(bytes.data()), size)) return file_error("read", path, errno ? errno : EIO);
    return parse_checkpoint(bytes, path);
}

}  // namespace whorl
