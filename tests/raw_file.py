"""Raw files of SPICE, read without the program under test."""
import struct


def read_raw(path):
    """Plots of a raw file: name, flags, names, rows; written by others than the program under test."""
    data, plots, at = open(path, "rb").read(), [], 0
    while at < len(data):
        end = data.index(b"Binary:\n", at)
        head = data[at:end].decode().split("\n")
        field = {h.split(":")[0]: h.split(":", 1)[1].strip() for h in head if ":" in h and not h.startswith("\t")}
        n, rows = int(field["No. Variables"]), int(field["No. Points"])
        names = [h.split("\t")[2] for h in head if h.startswith("\t")]
        size = n*rows*(2 if field["Flags"] == "complex" else 1)
        values = struct.unpack_from("<%dd" % size, data, end + 8)
        plots.append((field["Plotname"], field["Flags"], names, values))
        at = end + 8 + 8*size
    return plots
