// The bandwidth of a copy whose source and destination together take as much memory as the work it is compared with.
#pragma once

#include "core/field.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

class CopyBandwidth {
  public:
    /// `bytes` of both together; rounded up to whole rows.
    CopyBandwidth(double bytes, Scheduler& scheduler);

    double measure();  ///< GB/s, read and written, of enough passes for the clock

  private:
    Scheduler& scheduler_;
    Field<float, 2> from_, to_;
};

}  // namespace whorl
