#include <cmath>

#include "boundary/motion.hpp"
#include "core/keys.hpp"
#include "core/text.hpp"

namespace whorl {

template <int Dim> Result<void> check_pose(const Pose<Dim>& pose) {
    for (int axis = 0; axis < Dim; ++axis)
        if (!(std::abs(pose.position[axis]) <= 1e9))
            return Error{
                text("an obstacle's position is %g along %c; it must be a number of metres between -1e9 and 1e9",
                     pose.position[axis], "xyz"[axis])};
    for (int i = 0; i < (Dim == 2 ? 1 : 3); ++i)
        if (!(std::abs(pose.rotation[i]) <= 1e6))
            return Error{
                text("an obstacle's rotation is %g about %c; it must be a number of radians between -1e6 and 1e6",
                     pose.rotation[i], Dim == 2 ? 'z' : "xyz"[i])};
    return {};
}

template <int Dim> Result<PosePath<Dim>> PosePath<Dim>::make(std::vector<PoseKey<Dim>> keys, Ease ease) {
    if (keys.empty()) return Error{"a path needs one key or more: times, and poses at them"};
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (!std::isfinite(keys[i].time))
            return Error{text("key %zu of a path is at %g seconds; give a finite time", i, keys[i].time)};
        if (i > 0 && !(keys[i].time > keys[i - 1].time))
            return Error{text("key %zu of a path is at %g seconds, and the one before it at %g; give times that rise",
                              i, keys[i].time, keys[i - 1].time)};
        if (auto ok = check_pose(keys[i].pose); !ok)
            return Error{text("key %zu of a path: %s", i, ok.error().message.c_str())};
    }
    return PosePath(std::move(keys), ease);
}

template <int Dim> Pose<Dim> PosePath<Dim>::at(double time) const {
    const KeySpan span = key_span(keys_, time, ease_, [](const PoseKey<Dim>& key) { return key.time; });
    return between(keys_[span.from].pose, keys_[span.to].pose, span.part);
}

template Result<void> check_pose(const Pose<2>&);
template Result<void> check_pose(const Pose<3>&);
template class PosePath<2>;
template class PosePath<3>;

}  // namespace whorl
