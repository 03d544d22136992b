#include "io/vtk.hpp"

#include <cstdint>

#include "core/text.hpp"
#include "io/file.hpp"

namespace whorl {

Result<void> write_vti(const std::string& path, const VtkGrid& grid, const std::vector<VtkField>& fields) {
    const Vec<int, 3>& n = grid.cells;
    const std::string extent = text("0 %d 0 %d 0 %d", n[0], n[1], n[2]);
    std::string xml =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" "
        "header_type=\"UInt64\">\n";
    xml += text("<ImageData WholeExtent=\"%s\" Origin=\"0 0 0\" Spacing=\"%.17g %.17g %.17g\">\n", extent.c_str(),
                grid.spacing[0], grid.spacing[1], grid.spacing[2]);
    xml += text(
        "<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
        "format=\"ascii\">%.17g</DataArray></FieldData>\n",
        grid.time);
    xml += text("<Piece Extent=\"%s\">\n<CellData>\n", extent.c_str());
    std::string data = "_";
    for (const VtkField& field : fields) {
        xml += text(
            "<DataArray type=\"Float32\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"%zu\"/>\n",
            field.name.c_str(), field.components, data.size() - 1);
        const std::uint64_t bytes = field.values.size() * sizeof(float);
        data.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
        data.append(reinterpret_cast<const char*>(field.values.data()), bytes);
    }
    xml += "</CellData>\n</Piece>\n</ImageData>\n<AppendedData encoding=\"raw\">\n" + data +
           "\n</AppendedData>\n</VTKFile>\n";
    return write_file(path, xml.data(), xml.size());
}

}  // namespace whorl
