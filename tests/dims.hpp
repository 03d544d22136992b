// For tests that are typed over the dimension: TYPED_TEST_SUITE(Name, Dims), and `TypeParam::value` inside is
// 2, then 3.
#pragma once

#include <gtest/gtest.h>

#include <type_traits>

namespace whorl {

using Dims = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;

}  // namespace whorl
