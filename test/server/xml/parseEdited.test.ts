import assert from "node:assert/strict";
import { parseEdited } from "../../../server/src/xml/parseEdited.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import type { XmlDocument, XmlElement } from "../../../server/src/xml/tree.ts";
import { described, editMessage, editRequest } from "../../fuzz/edits.ts";
import { Random } from "../../fuzz/random.ts";

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => `<row><id>${i}</id><x a="${i}"/></row>\n`).join("");

/** The document after a replacement of the first occurrence of a text, and the elements of the document before it. */
function edit(text: string, from: string, to: string): { document: XmlDocument; before: ReadonlySet<XmlElement> } {
  const old = parseXml(text, 0, text.length, { variables: true });
  const before = new Set(rowsOf(old));
  const edited = text.replace(from, () => to);
  return { document: parseEdited(old, edited, 0, edited.length, { variables: true }), before };
}

function rowsOf({ root }: XmlDocument): readonly XmlElement[] {
  return root?.children.filter((child) => child.kind === "element") ?? [];
}

/** The names and ids of the elements in the root that were created after the edit. */
function readAgain(text: string, from: string, to: string): readonly string[] {
  const { document, before } = edit(text, from, to);
  const created = rowsOf(document).filter((element) => !before.has(element));
  return created.map(({ start, end }) => document.text.slice(start, end));
}

suite("the tree after an edit", () => {
  const text = `<r xmlns:p="urn:p">\n${rows(20)}</r>`;

  test("the tree keeps the elements around a changed text, attribute or name", () => {
    assert.deepEqual(readAgain(text, "<id>7</id>", "<id>77</id>"), []);
    assert.deepEqual(readAgain(text, "<id>7</id>", "<id><b/>7</id>"), []);
    assert.deepEqual(readAgain(text, '<x a="7"/>', '<x a="7" b=""/>'), []);
    assert.deepEqual(readAgain(text, "<row><id>7", '<row y=""><id>7'), ['<row y=""><id>7</id><x a="7"/></row>']);
  });

  test("the tree moves the elements that it keeps, and their attributes", () => {
    const { document } = edit(text, "<id>7</id>", "<id>77777</id>");
    const last = rowsOf(document).at(-1);
    assert.equal(last?.start, document.text.lastIndexOf("<row>"));
    assert.equal(last?.endTag?.end, document.text.lastIndexOf("</row>") + 6);
    const attribute = last?.children.at(-1);
    assert.equal(attribute?.kind === "element" && attribute.attributes[0]?.valueStart, document.text.lastIndexOf("19"));
    assert.equal(document.root?.end, document.text.length);
  });

  test("the tree keeps elements farther from a changed text between elements", () => {
    const read = readAgain(text, "</row>\n<row><id>7", "</row>new\n<row><id>7");
    assert.deepEqual(read, ['<row><id>6</id><x a="6"/></row>', '<row><id>7</id><x a="7"/></row>']);
  });

  test("the tree keeps elements while an element beside them is incomplete", () => {
    for (const typed of ["<", "<b", "<b>", "<b></", "</", "&", "<b a", '<b a="', "<q:b>"]) {
      assert.ok(readAgain(text, "<id>7</id>", `<id>7</id>${typed}`).length < 4, typed);
    }
    const { document } = edit(text.replace("<id>7</id>", "<id>7</id><b>"), "<id>7</id><b>", "<id>7</id><b></b>");
    assert.deepEqual(document.problems, []);
  });

  test("the tree knows the namespaces of the elements around the edit", () => {
    const { document } = edit(text, "<id>7</id>", "<p:id>7</p:id>");
    const [id] = rowsOf(document)[7]?.children ?? [];
    assert.equal(id?.kind === "element" && id.namespace, "urn:p");
    assert.equal(id?.kind === "element" && id.parent, rowsOf(document)[7]);
  });

  test("the tree is read again as a whole if the edit changes how text far away is read", () => {
    const one = "<id>1</id>";
    const seven = "<id>7</id>";
    const uses = "<q:b/>".repeat(12);
    /** The text of the first row, that of the seventh row, and an edit of one of them. */
    const cases = [
      ["<id>1</id><!--", seven, seven, "<id>7</id>-->"],
      ["<id>{{v</id>", seven, seven, "<id>7}}</id>"],
      ["<id><q:b/></id>", "<id><q:c/></id>", "<q:b/>", "<b/>"],
      [`<id>${uses}</id>`, "<id><q:c/></id>", uses, "<b/>"],
      ['<id xmlns:="u"/>', "<id><q:c/></id>", ' xmlns:="u"', ""],
      ["<id><!DOCTYPE a></id>", "<id>&a;</id>", "<!DOCTYPE a>", ""],
    ] as const;
    for (const [first, second, from, to] of cases) {
      const { document } = edit(text.replace(one, first).replace(seven, second), from, to);
      const whole = parseXml(document.text, 0, document.text.length, { variables: true });
      assert.equal(described(document), described(whole), first);
    }
  });

  test("after random edits, the tree is the same as after a whole parse", () => {
    let kept = 0;
    for (let seed = 0; seed < 10; seed++) kept += editMessage(new Random(seed), 20).kept;
    assert.ok(kept > 40, `kept parts of ${kept} trees`);
  });

  test("after random edits, the tree has the same findings and fixes as after a whole parse", () => {
    for (let seed = 100; seed < 105; seed++) editRequest(new Random(seed), 20);
  });
});
