// Measures: numbers of the flow, written down as it goes. One CSV file each, in full precision.
#pragma once

#include <string>
#include <vector>

#include "run/simulator.hpp"

namespace whorl {

/// The value or values of a measure now.
std::vector<double> take_measure(const SceneMeasure& measure, const Simulator& simulator);

/// All measures of a run. Rows are kept until they are written, which always writes whole files.
class Measures {
  public:
    explicit Measures(const Scene& scene);

    void at_start(const Simulator& simulator);
    void after_step(const Simulator& simulator);
    void after_frame(const Simulator& simulator);
    void at_end(const Simulator& simulator);

    /// To DIR/measure/NAME.csv; adds the paths.
    Result<void> write(const std::string& folder, std::vector<std::string>& files) const;

    /// For checkpoints: the rows so far and when the next are due.
    std::string save() const;
    Result<void> load(const std::string& saved);

  private:
    struct Series {
        SceneMeasure measure;
        std::string header, rows{};
        std::int64_t next = 0;  // the number of the next sampling time
    };
    void add_row(Series& series, const Simulator& simulator);
    void add_due(const Simulator& simulator);

    std::vector<Series> series_{};
};

}  // namespace whorl
