import assert from "node:assert/strict";
import { withCatalogEntry } from "../../../server/src/contract/catalogEntry.ts";

const namespace = "urn:oasis:names:tc:entity:xmlns:xml:catalog";
const address = "http://example.org/o.xsd";
const latin1 = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString("latin1");
const extended = (text: string, encoding: BufferEncoding = "utf8", file = "o.xsd", at = address) =>
  withCatalogEntry(Buffer.from(text, encoding), at, file);
const entry = `<uri name="${address}" uri="o.xsd"/>`;

suite("entries of XML catalogs", () => {
  test("a new catalog has the one entry", () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<catalog xmlns="${namespace}">\n  ${entry}\n</catalog>\n`;
    assert.equal(latin1(withCatalogEntry(undefined, address, "o.xsd")), text);
  });

  test("an entry comes before all others, with the prefix and the line endings of the catalog", () => {
    for (const [before, inserted, after] of [
      [`<catalog xmlns='${namespace}' a='>'>`, `\n  ${entry}`, "\n  <!-- x --><uri name='a' uri='b'/></catalog>\n"],
      [`\r\n<c:catalog xmlns:c="${namespace}">`, `\r\n  <c:${entry.slice(1)}`, "</c:catalog>"],
      [`<!DOCTYPE catalog SYSTEM "<catalog>"><catalog xmlns="${namespace}"\n>`, `\n  ${entry}`, "</catalog>"],
    ] as const)
      assert.equal(latin1(extended(before + after)), before + inserted + after);
    const c = `<c:catalog xmlns:c="${namespace}"`;
    assert.equal(latin1(extended(`${c} />`)), `${c} >\n  <c:${entry.slice(1)}\n</c:catalog>`);
  });

  test("the bytes of a catalog in another charset stay the same", () => {
    const before = `<?xml version="1.0" encoding="ISO-8859-1"?><!-- \xe9 --><catalog xmlns="${namespace}">`;
    const after = "<!-- \xfc --></catalog>";
    assert.equal(latin1(extended(before + after, "latin1")), `${before}\n  ${entry}${after}`);
    const utf16 = extended(`\ufeff<catalog xmlns="${namespace}"></catalog>`, "utf16le");
    const text = `\ufeff<catalog xmlns="${namespace}">\n  ${entry}</catalog>`;
    assert.equal(utf16 && Buffer.from(utf16).toString("utf16le"), text);
  });

  test("an address and a file can't end their attributes", () => {
    const bytes = extended(`<catalog xmlns="${namespace}"/>`, "utf8", 'a"&<é#.xsd', 'http://a/?a="&b=<c>');
    const attributes = 'name="http://a/?a=&quot;&amp;b=&lt;c&gt;" uri="a%22%26%3C%C3%A9%23.xsd"';
    assert.ok(latin1(bytes)?.includes(`<uri ${attributes}/>`), latin1(bytes));
  });

  test("a catalog that isn't used, or whose base is elsewhere, gets no entry", () => {
    for (const text of ["", "<catalog/>", `<catalog xmlns="${namespace}">`, `<a xmlns="${namespace}"/>`])
      assert.equal(extended(text), undefined, text);
    assert.equal(extended(`<catalog xmlns="${namespace}" xml:base="x/"/>`), undefined);
  });
});
