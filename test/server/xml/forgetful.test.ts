import assert from "node:assert/strict";
import { applyEdits } from "../../../server/src/text/edits.ts";
import { formatXml } from "../../../server/src/xml/format.ts";
import { parseEdited } from "../../../server/src/xml/parseEdited.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { elementAt, elements } from "../../../server/src/xml/query.ts";
import { damage, message } from "../../fuzz/documents.ts";
import { described } from "../../fuzz/edits.ts";
import { Random } from "../../fuzz/random.ts";
import { checkTree } from "../../fuzz/tree.ts";

const forgetful = { forgetful: true };

suite("a tree that forgets content until it is needed", () => {
  const row = `<p:row id="1" p:a="é&amp;"><x xmlns:p="urn:q"><p:y>${"text ".repeat(20)}</p:y></x><!-- c --><p:z/></p:row>`;
  const text = `<r xmlns:p="urn:p">${`${row}\n`.repeat(100)}</r>`;

  test("the tree is the same as one that keeps everything, in whatever order it is read", () => {
    let forgotten = 0;
    for (let seed = 0; seed < 400; seed++) {
      const random = new Random(seed);
      const text = damage(random, message(random), random.below(2));
      const kept = parseXml(text);
      const read = parseXml(text, 0, text.length, forgetful);
      if (kept.isResumable && !read.isResumable) forgotten++;
      for (let i = 0; i < 5; i++) {
        const at = random.below(text.length + 1);
        assert.equal(elementAt(read, at)?.start, elementAt(kept, at)?.start, text);
      }
      assert.equal(described({ ...read, isResumable: kept.isResumable }), described(kept), text);
      checkTree(read);
    }
    assert.ok(forgotten > 50, `${forgotten}`);
  });

  test("the tree keeps what was read", () => {
    const { root } = parseXml(text, 0, text.length, forgetful);
    const [first] = root?.markup ?? [];
    assert.ok(first?.kind === "element");
    const { markup } = first;
    assert.ok(first.markup === markup);
  });

  test("the tree knows the namespaces of the elements around forgotten content", () => {
    const read = parseXml(text, 0, text.length, forgetful);
    const names = Array.from(elements(read), ({ name, namespace }) => `${name} ${namespace}`);
    assert.deepEqual(names.slice(-4), ["p:row urn:p", "x ", "p:y urn:q", "p:z urn:p"]);
  });

  test("the tree is formatted in the same way", () => {
    const options = { indent: "  ", lineBreak: "\n" };
    const read = parseXml(text, 0, text.length, forgetful);
    assert.equal(applyEdits(text, formatXml(read, options)), applyEdits(text, formatXml(parseXml(text), options)));
  });

  test("the tree is read again as a whole after an edit, and then keeps everything", () => {
    const before = parseXml(text, 0, text.length, forgetful);
    const edited = text.replace("text", "texts");
    const after = parseEdited(before, edited, 0, edited.length, forgetful);
    assert.equal(described(after), described(parseXml(edited)));
    assert.equal(after.isResumable, true);
  });

  test("the tree keeps content in many elements or attributes, which would be read each time", () => {
    const long = "x".repeat(200);
    const inside = (depth: number, attributes: string) =>
      parseXml(`${`<a${attributes}>`.repeat(depth)}<b><c/>${long}</b>${"</a>".repeat(depth)}`, 0, undefined, forgetful);
    const many = Array.from({ length: 100 }, (_, i) => ` a${i}="${long}"`).join("");
    assert.equal(inside(10, " ".repeat(1000)).isResumable, false);
    assert.equal(inside(100, " ".repeat(1000)).isResumable, true);
    assert.equal(inside(1, many).isResumable, true);
  });

  test("the tree of a document of more than 2,000,000 characters forgets content", () => {
    const many = (length: number) => `<r xmlns:p="urn:p">${row.repeat(Math.ceil(length / row.length))}</r>`;
    assert.equal(parseXml(many(1_900_000)).isResumable, true);
    assert.equal(parseXml(many(2_000_000)).isResumable, false);
  });
});
