// Shapes made of shapes, and the way along a line by distances that they share with shapes from outside
// (sphere tracing, Hart 1996).
#include <vector>

#include "boundary/lines-inl.hpp"
#include "boundary/shape_checks.hpp"

namespace whorl {
namespace {

using namespace vectors;

/// A list rather than a pair: uniting many shapes one by one must not nest their calls.
template <int Dim> class Union final : public Geometry<Dim> {
  public:
    Union(const ObstacleShape<Dim>& a, const ObstacleShape<Dim>& b) {
        add(a);
        add(b);
    }

    double distance(const Point<Dim>& at) const override {
        double nearest = parts_[0].geometry().distance(at);
        for (std::size_t i = 1; i < parts_.size(); ++i) nearest = smaller(nearest, parts_[i].geometry().distance(at));
        return nearest;
    }
    bool meets(const Point<Dim>& a, const Point<Dim>& b) const override {
        for (const ObstacleShape<Dim>& part : parts_)
            if (part.geometry().meets(a, b)) return true;
        return false;
    }
    Bounds<Dim> bounds() const override {
        Bounds<Dim> around = parts_[0].geometry().bounds();
        for (const ObstacleShape<Dim>& part : parts_) {
            const Bounds<Dim> own = part.geometry().bounds();
            for (int axis = 0; axis < Dim; ++axis) {
                around.low[axis] = smaller(around.low[axis], own.low[axis]);
                around.high[axis] = larger(around.high[axis], own.high[axis]);
            }
        }
        return around;
    }
    bool is_sheet() const override {
        for (const ObstacleShape<Dim>& part : parts_)
            if (!part.geometry().is_sheet()) return false;
        return true;
    }

  private:
    void add(const ObstacleShape<Dim>& shape) {
        if (const auto* other = dynamic_cast<const Union*>(&shape.geometry()))
            parts_.insert(parts_.end(), other->parts_.begin(), other->parts_.end());
        else
            parts_.push_back(shape);
    }

    std::vector<ObstacleShape<Dim>> parts_;
};

template <int Dim> class Difference final : public Geometry<Dim> {
  public:
    Difference(const ObstacleShape<Dim>& a, const ObstacleShape<Dim>& b) : kept_(a), removed_(b) {}

    double distance(const Point<Dim>& at) const override {
        return larger(kept_.geometry().distance(at), -removed_.geometry().distance(at));
    }
    bool meets(const Point<Dim>& a, const Point<Dim>& b) const override {
        return kept_.geometry().meets(a, b) && Geometry<Dim>::meets(a, b);
    }
    Bounds<Dim> bounds() const override { return kept_.geometry().bounds(); }

  private:
    ObstacleShape<Dim> kept_, removed_;
};

}  // namespace

template <int Dim> bool Geometry<Dim>::meets(const Vec<double, Dim>& a, const Vec<double, Dim>& b) const {
    const Point<Dim> line = minus(b, a);
    const double whole = length(line), near = 1e-4 * whole;
    double gone = 0;
    while (true) {
        const double free = distance(gone < whole ? along(a, gone / whole, line) : b);
        if (!(free > near)) return true;  // also if it is no number: better closed than leaking
        if (gone >= whole) return false;
        gone = gone + free < whole ? gone + free : whole;
    }
}

template <int Dim> Result<ObstacleShape<Dim>> unite(const ObstacleShape<Dim>& a, const ObstacleShape<Dim>& b) {
    return ObstacleShape<Dim>(std::make_shared<Union<Dim>>(a, b));
}

template <int Dim> Result<ObstacleShape<Dim>> subtract(const ObstacleShape<Dim>& a, const ObstacleShape<Dim>& b) {
    if (a.geometry().is_sheet() || b.geometry().is_sheet())
        return Error{text("the %s shape of a difference is a sheet, which has no inside; give two solids",
                          a.geometry().is_sheet() ? "first" : "second")};
    return ObstacleShape<Dim>(std::make_shared<Difference<Dim>>(a, b));
}

template class Geometry<2>;
template class Geometry<3>;
template Result<ObstacleShape<2>> unite(const ObstacleShape<2>&, const ObstacleShape<2>&);
template Result<ObstacleShape<3>> unite(const ObstacleShape<3>&, const ObstacleShape<3>&);
template Result<ObstacleShape<2>> subtract(const ObstacleShape<2>&, const ObstacleShape<2>&);
template Result<ObstacleShape<3>> subtract(const ObstacleShape<3>&, const ObstacleShape<3>&);

}  // namespace whorl
