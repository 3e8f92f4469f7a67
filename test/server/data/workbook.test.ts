import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { columnNames } from "../../../server/src/data/columns.ts";
import { numberFormat } from "../../../server/src/data/numberFormat.ts";
import { rowsOf } from "../../support/dataFiles.ts";

suite("rows of an Excel workbook", () => {
  const ofPython = readFileSync("test/fixtures/data/openpyxl.xlsx");
  const ofWriter = readFileSync("test/fixtures/data/xlsxwriter.xlsx");

  test("the first sheet has rows with values as Excel shows them", () => {
    assert.deepEqual(rowsOf("./a.xlsx", ofPython), [
      { sku: "B-7", amount: "1,234.50", date: "2026-11-29", vat: "19%", open: "TRUE", note: "Zürich & <x>" },
      { sku: "00042", amount: "12345678901234", date: "28.02.2026 13:05", vat: "7.5%", open: "FALSE", note: "" },
    ]);
    assert.deepEqual(columnNames({ path: "./a.xlsx" }, ofPython), ["sku", "amount", "date", "vat", "open", "note"]);
  });

  test("a name after # selects a sheet, whose empty rows don't count", () => {
    for (const typed of ["./a.xlsx #All customers", './a.xlsx #"All customers"', "./a.xlsx#All customers"])
      assert.deepEqual(rowsOf(typed, ofPython), [{ id: "1" }, { id: "2" }]);
    assert.deepEqual(columnNames({ path: "./a.xlsx", sheet: "All customers" }, ofPython), ["id"]);
    assert.equal(rowsOf("./a.xlsx #Order", ofPython), "./a.xlsx: it has no sheet Order. Did you mean Orders?");
    const none = "./a.xlsx: it has no sheet Zzz. Its sheets are Orders, All customers.";
    assert.equal(rowsOf("./a.xlsx #Zzz", ofPython), none);
  });

  test("a cell with a formula has its stored value, and rich text is text", () => {
    assert.deepEqual(rowsOf("./a.xlsx", ofWriter), [
      { a: "40", total: "42.00 CHF", rich: "x bold" },
      { a: "-1.01", total: "40!", rich: "c" },
    ]);
  });

  test("a formula without a stored value is an error", () => {
    const file = book({
      sheet: '<row><c r="A1" t="inlineStr"><is><t>a</t></is></c></row><row><c r="A2"><f>1+1</f></c></row>',
    });
    const why = "./a.xlsx: the formula in A2 has no stored value. Save the file in a spreadsheet.";
    assert.equal(rowsOf("./a.xlsx", file), why);
  });

  test("readings above characters aren't part of a text, and prefixes don't matter", () => {
    const strings =
      "<x:sst xmlns:x='u'><x:si><x:t>a</x:t><x:rPh><x:t>no</x:t></x:rPh></x:si><x:si><x:t>_x0041_b</x:t></x:si></x:sst>";
    const sheet = '<row><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c></row>';
    assert.deepEqual(rowsOf("./a.xlsx", book({ sheet, strings })), [{ a: "Ab" }]);
  });

  for (const [name, bytes] of [
    ["a text", strToU8("a,b\n1,2\n")],
    ["an archive of something else", zipSync({ "a.txt": strToU8("x") })],
    ["a workbook that is cut", ofPython.subarray(0, 2000)],
    ["a workbook with a password", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)],
    ["a sheet with a document type", book({ sheet: "", before: '<!DOCTYPE x [<!ENTITY a "b">]>' })],
  ] as const) {
    test(`${name} is no workbook`, () => {
      const why = "./a.xlsx: it isn't an Excel workbook. Save it as .xlsx without a password.";
      assert.equal(rowsOf("./a.xlsx", bytes), why);
    });
  }

  test("a bomb is refused before it fills the memory", () => {
    const bytes = book({ sheet: `<row>${" ".repeat(100_100_000)}</row>` });
    assert.ok(bytes.length < 500_000);
    const why = "./a.xlsx: it has more than 100 MB when it is decompressed. Split it into several files.";
    assert.equal(rowsOf("./a.xlsx", bytes), why);
  });

  test("a text that all cells share can't fill the memory", () => {
    const strings = `<sst><si><t>a</t></si><si><t>${"x".repeat(1_000_000)}</t></si></sst>`;
    const sheet = `<row><c t="s"><v>0</v></c></row>${'<row><c t="s"><v>1</v></c></row>'.repeat(1000)}`;
    const why = "./a.xlsx: its cells have more than 100000000 characters. Split it into several files.";
    assert.equal(rowsOf("./a.xlsx", book({ sheet, strings })), why);
  });

  test("more rows and cells than are allowed are errors", () => {
    const name = (column: string) => `<c r="${column}1" t="str"><v>${column}</v></c>`;
    const rows = (names: string, count: number) =>
      book({ sheet: `<row>${names}</row>${"<row><c r='A2'><v>1</v></c></row>".repeat(count)}` });
    assert.equal(rowsOf("./a.xlsx", rows(name("A"), 100_000)).length, 100_000);
    const many = "./a.xlsx has more than 100000 rows. Split it into several files.";
    assert.equal(rowsOf("./a.xlsx", rows(name("A"), 100_001)), many);
    const columns = Array.from({ length: 21 }, (_, at) => name(String.fromCharCode(65 + at)));
    const wide = "./a.xlsx: it has more than 2000000 cells. Split it into several files.";
    assert.equal(rowsOf("./a.xlsx", rows(columns.join(""), 100_000)), wide);
  });
});

suite("numbers as Excel shows them", () => {
  const cases: readonly (readonly [format: string | number, value: number, shown: string])[] = [
    [0, 0.1 + 0.2, "0.3"],
    ["General", 1e21, "1e+21"],
    [1, 1.5, "2"],
    [2, 1.005, "1.01"],
    [2, -1.005, "-1.01"],
    [2, -0.001, "0.00"],
    [3, 1234567.4, "1,234,567"],
    [4, 999.995, "1,000.00"],
    [9, 0.285, "29%"],
    [11, 12345, "1.23E+04"],
    [11, 0, "0.00E+00"],
    [11, 9.999, "1.00E+01"],
    [48, 12345, "12.3E+3"],
    ["00000", 42, "00042"],
    ["000-0000", 5551234, "555-1234"],
    ["0.0#", 1.5, "1.5"],
    ["0.##", 2, "2."],
    ["#,##0.00 [$€-407]", 1234.5, "1,234.50 €"],
    ['"Nr. "0', 7, "Nr. 7"],
    ["0.00;[Red]-0.00", -3, "-3.00"],
    ["0;(0);\\-", -3, "(3)"],
    ["0;(0);\\-", 0, "-"],
    ["0,", 1234567, "1235"],
    ["0.0,,", 12345678, "12.3"],
    ["0,.0,", 12345678, "12.3"],
    ["#,##0.0#,%", 12345, "1,234.5%"],
    ["[<=9999999]###-####;(###) ###-####", 5551234, "5551234"],
    ["[<=9999999]###-####;(###) ###-####", -5551234, "-5551234"],
    ["[>1]0.0;[=1]h;0", 2, "2"],
    ["[Red]0.0", 2, "2.0"],
    ["0;-0;;@", 0, ""],
    [";;;", 5, ""],
    [";;;", -5, ""],
    ["0;", -5, ""],
    ["", 5.25, "5.25"],
    ["# ?/?", 0.5, "0.5"],
    ["@", 12, "12"],
    [14, 46355, "2026-11-29"],
    [22, 46355.5, "2026-11-29 12:00"],
    ["d. mmmm yyyy", 46355, "29. November 2026"],
    ["ddd dd/mm/yy", 46355, "Sun 29/11/26"],
    ["h:mm AM/PM", 0.75, "6:00 PM"],
    ["hh:mm:ss.000", 0.5 + 1.234 / 86_400, "12:00:01.234"],
    ["mm:ss", 0.5 + 61 / 86_400, "01:01"],
    ["[h]:mm", 1.5, "36:00"],
    ["yyyy-mm-dd", 1, "1900-01-01"],
    ["yyyy-mm-dd", 59, "1900-02-28"],
    ["yyyy-mm-dd", 61, "1900-03-01"],
    ["yyyy-mm-dd", 9_999_999, "9999999"],
    ["yyyy-mm-dd", -1, "-1"],
  ];
  for (const [format, value, shown] of cases) {
    test(`${value} with the format ${format} is ${shown}`, () =>
      assert.equal(numberFormat(format, false)(value), shown));
  }

  test("a workbook of old versions for macOS counts days from 1904", () => {
    assert.equal(numberFormat("yyyy-mm-dd", true)(0), "1904-01-01");
  });

  test("no format throws or takes long", () => {
    for (const piece of ["[", '"', "\\", "0", "#,", "E+", "y", "_", "*", ";", "0.0%", "[h", "😀"])
      for (const count of [1, 255, 100_000])
        for (const value of [0, -1.5, 1e300, 5e-324, 46355.3])
          assert.ok(numberFormat(piece.repeat(count), false)(value).length >= 0);
  });
});

/** A workbook with one sheet, as XML. */
function book({
  sheet,
  strings,
  before = "",
}: {
  readonly sheet: string;
  readonly strings?: string;
  readonly before?: string;
}) {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const relations = (...all: readonly string[]) => strToU8(`<Relationships>${all.join("")}</Relationships>`);
  return zipSync({
    "_rels/.rels": relations(relation("r1", "officeDocument", "/xl/workbook.xml")),
    "xl/_rels/workbook.xml.rels": relations(
      relation("r1", "worksheet", "worksheets/sheet1.xml"),
      relation("r2", "sharedStrings", "sharedStrings.xml"),
    ),
    "xl/workbook.xml": strToU8('<workbook><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>'),
    "xl/sharedStrings.xml": strToU8(strings ?? "<sst/>"),
    "xl/worksheets/sheet1.xml": strToU8(`${before}<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
  });
}
