// What the demo leaves behind: film, contact sheet, still. Knows how to draw the scene, never changes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/video.hpp"
#include "render/contact_sheet.hpp"
#include "stirring_scene.hpp"

namespace whorl {

/// The scene as a picture of about 720 pixels a side.
Result<Image> draw_stirring(const StirringScene& scene);

class DemoFiles {
  public:
    /// Makes the folder. `frames` is how many will come. Without ffmpeg there is no film, and `film_error` says why.
    static Result<DemoFiles> make(const std::string& folder, int frames, const Vec<int, 2>& size);

    Result<void> add(const Image& frame, double time);

    /// Completes the files and returns their paths. A run that was stopped keeps what it has.
    Result<std::vector<std::string>> finish();

    const std::string& film_error() const { return film_error_; }

  private:
    DemoFiles(std::string folder, int frames, ContactSheet sheet);
    bool wanted_on_sheet(int frame) const;

    std::string folder_;
    int frames_, added_ = 0;
    ContactSheet sheet_;
    std::optional<Image> still_;
    std::optional<VideoWriter> film_;
    std::string film_error_;
};

}  // namespace whorl
