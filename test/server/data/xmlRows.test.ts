import assert from "node:assert/strict";
import { columnNames, columnSpan } from "../../../server/src/data/columns.ts";
import { rowLines } from "../../../server/src/data/dataRows.ts";
import { provideXPathHere } from "../../../server/src/node/xpath.ts";
import { bytesOf, rowsOf } from "../../support/dataFiles.ts";

suite("rows of an XML file", () => {
  suiteSetup(provideXPathHere);
  const orders = `<?xml version="1.0" encoding="ISO-8859-1"?>
<orders>
  <order id="7" city="attribute"><city>Z\u00fcrich</city><address kind="home"><zip>8000</zip></address></order>
  <order id="8"><item>1</item><item>2</item><note><![CDATA[a < b]]> &amp; c</note></order>
</orders>`;
  const bytes = Uint8Array.from(orders, (character) => character.charCodeAt(0));

  test("an XPath finds the rows; attributes, child elements and their values are columns", () => {
    const rows = [
      {
        id: "7",
        city: "Z\u00fcrich",
        address: '<address kind="home"><zip>8000</zip></address>',
        "address.kind": "home",
        "address.zip": "8000",
      },
      { id: "8", item: "1", note: "a < b & c" },
    ];
    assert.deepEqual(rowsOf("./a.xml //order", bytes), rows);
    assert.deepEqual(rowsOf("./a.xml", bytes), rows, "the children of the root, without a path");
    assert.deepEqual(rowsOf("./my a.xml //order[@id > 7]", bytes), rows.slice(1));
    const names = ["id", "city", "address", "address.kind", "address.zip", "item", "note"];
    assert.deepEqual(columnNames({ path: "./a.xml", rows: "//order" }, bytes), names);
  });

  test("rows have the lines of their elements, and a column its first place", () => {
    assert.deepEqual(rowLines({ path: "./a.xml", rows: "//order" }, bytes), [2, 3]);
    const { text = "", at } = columnSpan({ path: "./a.xml" }, bytes, "address.zip") ?? {};
    assert.equal(text.slice((at?.start ?? 0) - 1, at?.end), "<zip");
    assert.equal(columnSpan({ path: "./a.xml" }, bytes, "address.(+zip"), undefined);
  });

  test("the place of a column is a name in a tag, which may have a hyphen, and no word in a text", () => {
    const words = "<!-- <a-b c=''> --><?x a-b c=''?><t n='a-b ' m=\" c= \">don't a-b c= <![CDATA[<a-b c='']]> a-b </t>";
    const text = `<x xmlns:c='urn:c'>${words}<c:a-b  c = '1'/><a-b c='2'/></x>`;
    const place = (name: string) => columnSpan({ path: "./a.xml" }, bytesOf(text), name)?.at;
    const start = text.indexOf("<c:a-b ");
    assert.deepEqual(place("a-b"), { start: start + 3, end: start + 6 });
    assert.deepEqual(place("a-b.c"), { start: start + 8, end: start + 9 });
    assert.equal(place("don't"), undefined);
  });

  test("prefixes mean the namespaces that the file declares for them", () => {
    const text = '<o:orders xmlns:o="urn:o"><o:order><o:id>1</o:id></o:order></o:orders>';
    assert.deepEqual(rowsOf("./a.xml //o:order", text), [{ id: "1" }]);
    const hint = "./a.xml: //order finds nothing, because its elements are in a namespace. Write //*:order.";
    assert.equal(rowsOf("./a.xml //order", text), hint);
    assert.deepEqual(rowsOf("./a.xml //*:order", text), [{ id: "1" }]);
    assert.match(String(rowsOf("./a.xml //x:order", text)), /The prefix x isn't declared/);
  });

  for (const [typed, content, problem] of [
    ["./a.xml //order", "<orders/>", "./a.xml: //order finds nothing."],
    ["./a.xml //@id", '<a id="1"/>', "./a.xml: item 1 isn't an element."],
    ["./a.xml (1 to 3)", "<a/>", "./a.xml: item 1 isn't an element."],
    ["./a.xml", "<a>\n<b></a>", "./a.xml: line 2 isn't well-formed XML."],
  ] as const) {
    test(`rows can't be read: ${problem}`, () => assert.equal(rowsOf(typed, content), problem));
  }

  test("no entity and no document type is read", () => {
    const text = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><b><c>&x;</c></b></a>';
    assert.doesNotMatch(JSON.stringify(rowsOf("./a.xml", text)), /root/);
  });

  test("more than 100,000 rows and many elements are errors", () => {
    const rows = (count: number) => `<a>${"<b/>".repeat(count)}</a>`;
    assert.equal(rowsOf("./a.xml //b", rows(100_000)).length, 100_000);
    const many = "./a.xml has more than 100000 rows. Split it into several files.";
    assert.equal(rowsOf("./a.xml //b", rows(100_001)), many);
    const elements = "./a.xml: it has more than 2000000 elements and attributes. Split it into several files.";
    assert.equal(rowsOf("./a.xml /a/b", rows(2_000_000)), elements);
  });

  test("more than 2,000,000 cells of rows in rows are an error", () => {
    const leaves = Array.from({ length: 300 }, (_, at) => `<c${at}/>`).join("");
    const text = `<a>${`${"<b>".repeat(9)}${leaves}${"</b>".repeat(9)}`.repeat(1000)}</a>`;
    const cells = "./a.xml: it has more than 2000000 cells. Split it into several files.";
    assert.equal(rowsOf("./a.xml //b", text), cells);
  });

  test("deeply nested values are columns to a depth of ten", () => {
    const text = `<a><b>${"<c>".repeat(3000)}x${"</c>".repeat(3000)}</b></a>`;
    assert.equal(Object.keys(rowsOf("./a.xml", text)[0] ?? {}).length, 10);
  });
});
