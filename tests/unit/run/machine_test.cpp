#include "run/machine.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace whorl {
namespace {

class MachineFiles : public testing::Test {
  protected:
    MachineFiles() { std::filesystem::remove_all(folder_); }
    ~MachineFiles() override { std::filesystem::remove_all(folder_); }

    void cache(int index, const char* level, const char* type, const char* size) {
        const auto place = folder_ / ("index" + std::to_string(index));
        std::filesystem::create_directories(place);
        std::ofstream(place / "level") << level << "\n";
        std::ofstream(place / "type") << type << "\n";
        std::ofstream(place / "size") << size << "\n";
    }

    std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(MachineFiles, AreReadAsALine) {
    cache(0, "1", "Data", "48K");
    cache(1, "1", "Instruction", "32K");
    cache(2, "2", "Unified", "2048K");
    cache(3, "3", "Unified", "33792K");
    std::ofstream(folder_ / "cpuinfo") << "processor\t: 0\nmodel name\t: Quick(R) 9, 3 GHz\nmodel name\t: other\n";
    const Machine machine = machine_of((folder_ / "cpuinfo").string(), folder_.string(), 2);
    EXPECT_EQ(machine.cpu, "Quick(R) 9, 3 GHz");
    EXPECT_EQ(machine.cores, 2);
    EXPECT_EQ(machine.caches, "L1d 48 KiB, L2 2 MiB, L3 33 MiB");
}

TEST_F(MachineFiles, ThatAreMissingMakeItUnknown) {
    const Machine machine = machine_of((folder_ / "cpuinfo").string(), folder_.string(), 1);
    EXPECT_EQ(machine.cpu, "unknown");
    EXPECT_EQ(machine.caches, "unknown");
}

TEST(Machine, HasACore) {
    EXPECT_GE(this_machine().cores, 1);
}

}  // namespace
}  // namespace whorl
