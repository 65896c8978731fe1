"""The names of ClickHouse's formats of results: a query may ask for one, and gets rows.

Source: `system.formats` of ClickHouse 26.9, those with `is_output`.
"""

from __future__ import annotations

__all__ = ["FORMATS"]

FORMATS = frozenset(
    name.lower()
    for name in """Arrow ArrowStream Avro AvroConfluent BSONEachRow Buffers CSV CSVWithNames
    CSVWithNamesAndTypes CustomSeparated CustomSeparatedWithNames
    CustomSeparatedWithNamesAndTypes GeoJSON Hash HiveText JSON JSONColumns
    JSONColumnsWithMetadata JSONCompact JSONCompactColumns JSONCompactEachRow
    JSONCompactEachRowWithNames JSONCompactEachRowWithNamesAndTypes
    JSONCompactEachRowWithProgress JSONCompactStrings JSONCompactStringsEachRow
    JSONCompactStringsEachRowWithNames JSONCompactStringsEachRowWithNamesAndTypes
    JSONCompactStringsEachRowWithProgress JSONEachRow JSONEachRowWithProgress JSONL
    JSONLines JSONObjectEachRow JSONStrings JSONStringsEachRow
    JSONStringsEachRowWithProgress LineAsString LineAsStringWithNames
    LineAsStringWithNamesAndTypes MD Markdown MsgPack MySQLWire NDJSON Native Npy Null
    ODBCDriver2 ORC PNG Parquet PostgreSQLWire Pretty PrettyCompact PrettyCompactMonoBlock
    PrettyCompactNoEscapes PrettyCompactNoEscapesMonoBlock PrettyJSONEachRow PrettyJSONLines
    PrettyMonoBlock PrettyNDJSON PrettyNoEscapes PrettyNoEscapesMonoBlock PrettySpace
    PrettySpaceMonoBlock PrettySpaceNoEscapes PrettySpaceNoEscapesMonoBlock Prometheus
    Protobuf ProtobufList ProtobufSingle Raw RawBLOB RawWithNames RawWithNamesAndTypes
    RowBinary RowBinaryWithNames RowBinaryWithNamesAndTypes SQLInsert TSKV TSV TSVRaw
    TSVRawWithNames TSVRawWithNamesAndTypes TSVWithNames TSVWithNamesAndTypes TabSeparated
    TabSeparatedRaw TabSeparatedRawWithNames TabSeparatedRawWithNamesAndTypes
    TabSeparatedWithNames TabSeparatedWithNamesAndTypes Template Values Vertical XML""".split()
)
"""In lower case: ClickHouse does not mind the case."""
