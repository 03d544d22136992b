// Checkpoints: the file, and runs that go on from one.
#include "io/checkpoint_file.hpp"

#include <filesystem>
#include <fstream>

#include "rig.hpp"

namespace whorl {
namespace {

std::vector<std::byte> bytes_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    return {bytes, bytes + text.size()};
}

TEST(CheckpointFile, ReadsBackWhatWasWritten) {
    const ScratchFolder folder;
    CheckpointFile file;
    file.add("about", std::string("words"));
    file.add("empty", std::string());
    ASSERT_TRUE(write_checkpoint(folder / "a", file));
    const auto read = read_checkpoint(folder / "a");
    ASSERT_TRUE(read);
    EXPECT_EQ(read.value().sections, file.sections);
    EXPECT_FALSE(read_checkpoint(folder / "b"));
    EXPECT_FALSE(read_checkpoint(folder.path()));
}

TEST(CheckpointFile, EveryDamageIsSeen) {
    const ScratchFolder folder;
    CheckpointFile file;
    file.add("about", std::string("words"));
    ASSERT_TRUE(write_checkpoint(folder / "a", file));
    const auto whole = bytes_of(folder / "a");
    for (std::size_t i = 0; i < whole.size(); ++i) {
        auto damaged = whole;
        damaged[i] ^= std::byte{16};
        EXPECT_FALSE(parse_checkpoint(damaged, "a")) << i;
        EXPECT_FALSE(parse_checkpoint({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(i)}, "a")) << i;
    }
    EXPECT_TRUE(parse_checkpoint(whole, "a"));
}

const std::string plume =
    "[domain]\ncells=[24,32]\ntop=\"open\"\n[time]\nfps=20\nframes=12\nsubsteps=2\n[fluid]\nviscosity=1e-4\n"
    "buoyancy={ keys=[[0,1],[0.5,2]] }\n[[emitter]]\nshape={ circle={ center=[\"0.4+0.1*t\",0.2], radius=0.1 } "
    "}\ndensity=5\ntemperature=5\n"
    "[[obstacle]]\nname=\"paddle\"\nshape={ box={ low=[\"0.3+0.1*t\",0.5], high=[\"0.5+0.1*t\",0.55] } "
    "}\nangle=\"2*t\"\n"
    "[[obstacle]]\nname=\"ball\"\nshape={ circle={ center=[0.6,0.7], radius=\"0.05+0.05*t\" } }\nslip=\"none\"\n"
    "[[measure]]\nname=\"f\"\nkind=\"force\"\nobstacle=\"ball\"\n"
    "[[force]]\nkind=\"turbulence\"\nstrength=1\n"
    "[[measure]]\nname=\"m\"\nkind=\"energy\"\nevery=0.03\n[[output]]\nkind=\"frames\"\nfile=\"#.png\"\nwidth=24\n"
    "[[output]]\nkind=\"sheet\"\nwidth=24\n";

/// Stops after `steps` steps and returns the checkpoint.
RunResult stop_after(const std::string& folder, const Scene& scene, int steps) {
    RunOptions options;
    options.stop = [&steps] { return --steps == 0; };
    return run_in(folder, scene, options);
}

class Resumed : public testing::TestWithParam<const char*> {};

// In the middle of a frame and at its end, with every way of choosing steps.
TEST_P(Resumed, RunsEndWithTheSameBitsAndFiles) {
    const Scene scene = scene_of(plume, {GetParam()});
    const ScratchFolder whole, broken;
    const RunResult unbroken = run_in(whole.path(), scene);
    for (const int steps : {3, 8}) {
        const RunResult stopped = stop_after(broken.path(), scene, steps);
        ASSERT_TRUE(stopped.stopped);
        EXPECT_EQ(stopped.steps, steps);
        RunOptions options;
        options.resume = stopped.checkpoint;
        const RunResult resumed = run_in(broken.path(), scene, options);
        EXPECT_EQ(resumed.hash, unbroken.hash) << steps;
        EXPECT_EQ(resumed.steps, unbroken.steps) << steps;
        for (const char* file : {"/measure/m.csv", "/measure/f.csv", "/7.png", "/12.png", "/sheet.png"})
            EXPECT_EQ(bytes_of(broken.path() + file), bytes_of(whole.path() + file)) << steps << file;
    }
}

INSTANTIATE_TEST_SUITE_P(Steps, Resumed,
                         testing::Values("time.substeps=2", "time={fps=20,frames=12,step=0.03}",
                                         "time={fps=20,frames=12,cfl=0.5}"));

TEST(Checkpoints, AreKeptAsAsked) {
    const ScratchFolder folder;
    const Scene scene = scene_of(plume + "[[output]]\nkind=\"checkpoint\"\nevery=0\nkeep=3\n");
    const RunResult result = run_in(folder.path(), scene);
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "checkpoint"))
        count += entry.is_regular_file();
    EXPECT_EQ(count, 3);
    const auto file = read_checkpoint(folder / "checkpoint/0000000024.whorl");
    ASSERT_TRUE(file);
    EXPECT_NE(file.value().text_of("about").find("frame 12 of 12"), std::string::npos);
    EXPECT_TRUE(parse_scene(file.value().text_of("scene.toml"), "x"));
}

TEST(Checkpoints, AreKeptAsAskedByAResumedRunToo) {
    const Scene scene = scene_of(plume + "[[output]]\nkind=\"checkpoint\"\nevery=0\nkeep=3\n");
    const ScratchFolder folder;
    RunOptions options;
    options.resume = stop_after(folder.path(), scene, 12).checkpoint;
    const RunResult resumed = run_in(folder.path(), scene, options);
    const std::filesystem::directory_iterator left(folder / "checkpoint");
    EXPECT_EQ(std::distance(begin(left), end(left)), 3);
    EXPECT_TRUE(std::filesystem::exists(folder / "checkpoint/0000000024.whorl"));
}

TEST(Checkpoints, ARunKilledAfterItsLastFrameIsFinished) {
    const Scene scene = scene_of(plume + "[[output]]\nkind=\"checkpoint\"\nevery=0\nkeep=20\n");
    const ScratchFolder folder;
    const RunResult whole = run_in(folder.path(), scene);
    const auto sheet = bytes_of(folder / "sheet.png"), table = bytes_of(folder / "measure/m.csv");
    ASSERT_FALSE(sheet.empty() || table.empty());
    std::filesystem::remove(folder / "sheet.png");
    std::filesystem::remove(folder / "measure/m.csv");
    RunOptions options;
    options.resume = folder / "checkpoint/0000000024.whorl";
    const RunResult again = run_in(folder.path(), scene, options);
    EXPECT_EQ(again.hash, whole.hash);
    EXPECT_EQ(bytes_of(folder / "sheet.png"), sheet);
    EXPECT_EQ(bytes_of(folder / "measure/m.csv"), table);
    options.out = folder.path();
    options.frames = 11;
    EXPECT_FALSE(Run::prepare(scene, options)) << "the state is past the end that is asked for";
}

TEST(Checkpoints, ASheetWithoutItsEarlyTilesIsNotMade) {
    const Scene scene = scene_of(plume);
    const ScratchFolder folder;
    RunOptions options;
    options.resume = stop_after(folder / "a", scene, 16).checkpoint;
    options.out = folder / "b", options.threads = 1;
    auto run = Run::prepare(scene, options);
    ASSERT_TRUE(run);
    const auto went = run.value().go();
    ASSERT_FALSE(went);
    EXPECT_NE(went.error().message.find("\"sheet.png\" up to 8 are gone"), std::string::npos) << went.error().message;
}

TEST(Checkpoints, ResumeDemandsTheSameSceneAndBranchTheSameGrid) {
    const ScratchFolder folder;
    const Scene scene = scene_of(plume);
    const std::string checkpoint = stop_after(folder.path(), scene, 5).checkpoint;
    const auto prepare = [&](const Scene& other, bool branch) {
        RunOptions options;
        options.out = folder / "other", options.threads = 1;
        (branch ? options.branch : options.resume) = checkpoint;
        return Run::prepare(other, options);
    };
    const auto other = prepare(scene_of(plume, {"fluid.weight=1"}), false);
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().message.find("--branch"), std::string::npos);
    EXPECT_TRUE(prepare(scene_of(plume, {"time.frames=30"}), false));
    EXPECT_TRUE(prepare(scene_of(plume, {"fluid.weight=1"}), true));
    for (const auto& [set, words] :
         {std::pair("domain.cells=[24,30]", "24 x 32, and this scene's 24 x 30"),
          {"scalars.dye.diffusion=0.1", "density, temperature, and this scene's"},
          {"solver.precision=double", "float, and this scene's double"},
          {"domain={cells=[24,32],left='periodic',right='periodic'}", "none, and this scene's x"}}) {
        const auto refused = prepare(scene_of(plume, {set}), true);
        ASSERT_FALSE(refused) << set;
        EXPECT_NE(refused.error().message.find(words), std::string::npos) << refused.error().message;
    }
    EXPECT_FALSE(prepare(scene_of(plume, {"time.frames=2"}), false));
    EXPECT_FALSE(std::filesystem::exists(folder / "other"));
}

// The workflow of Nealen's section 6: stop, change a number, go on from the same state, and again.
TEST(Checkpoints, TwoBranchesLeaveFromOneState) {
    const ScratchFolder folder;
    const Scene scene = scene_of(plume);
    const std::string checkpoint = stop_after(folder / "a", scene, 12).checkpoint;
    const auto go_on = [&](const char* name, const char* set) {
        RunOptions options;
        options.branch = checkpoint;
        return run_in(folder / name, scene_of(plume, {set}), options).hash;
    };
    const auto with = go_on("with", "fluid.vorticity_confinement=5"),
               without = go_on("without", "fluid.vorticity_confinement=0");
    EXPECT_NE(with, without);
    EXPECT_EQ(with, go_on("again", "fluid.vorticity_confinement=5"));
    EXPECT_EQ(without, run_in(folder / "unbroken", scene).hash);
}

TEST(Checkpoints, AFolderOfAnotherSceneIsLeftAlone) {
    const ScratchFolder folder;
    run_in(folder.path(), scene_of(plume, {"time.frames=1"}));
    RunOptions options;
    options.out = folder.path(), options.threads = 1;
    EXPECT_TRUE(Run::prepare(scene_of(plume), options));
    const auto other = Run::prepare(scene_of(plume, {"fluid.weight=1"}), options);
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().message.find("--overwrite"), std::string::npos);
    options.overwrite = true;
    EXPECT_TRUE(Run::prepare(scene_of(plume, {"fluid.weight=1"}), options));
}

/// [initial] state: a scene that goes on from a checkpoint beside it, frames counted anew, to the bits of the whole
/// run.
TEST(InitialState, ASceneStartsFromACheckpoint) {
    const ScratchFolder whole, broken;
    const auto end = run_in(whole.path(), scene_of(plume));
    const RunResult stopped = stop_after(broken.path(), scene_of(plume), 10);
    ASSERT_TRUE(stopped.stopped);
    const std::string name = std::filesystem::relative(stopped.checkpoint, std::filesystem::current_path()).string();
    const std::vector<std::string> set{"time.frames=7", "initial.state=\"" + name + "\""};
    const ScratchFolder rest;
    const auto gone_on = run_in(rest.path(), scene_of(plume, set));
    EXPECT_EQ(gone_on.hash, end.hash);
    EXPECT_EQ(gone_on.steps, end.steps);
    EXPECT_EQ(gone_on.frames, 7);
    EXPECT_TRUE(std::filesystem::exists(rest / "1.png"));
}

TEST(InitialState, WhatIsNoStateIsRefused) {
    const auto refusal = [&](const Scene& scene) {
        const auto made = make_simulator(scene, serial_scheduler());
        return made ? "" : made.error().message;
    };
    EXPECT_NE(refusal(scene_of(plume, {"initial.state=nowhere.whorl"})).find("initial.state"), std::string::npos);
    const ScratchFolder folder;
    const RunResult stopped = stop_after(folder.path(), scene_of(plume), 3);
    const std::string name = std::filesystem::relative(stopped.checkpoint, std::filesystem::current_path()).string();
    EXPECT_NE(refusal(scene_of(plume, {"domain.cells=[12,16]", "initial.state=\"" + name + "\""})).find("12 x 16"),
              std::string::npos);
    EXPECT_FALSE(parse_scene(plume + "[initial]\nstate = \"a.whorl\"\ndensity = 1\n", "test.toml"));
    EXPECT_FALSE(parse_scene(plume + "[initial]\nstate = \"\"\n", "test.toml"));
}

}  // namespace
}  // namespace whorl
