import assert from "node:assert/strict";
import type { XmlAttribute, XmlDocument, XmlElement, XmlNode } from "../../server/src/xml/tree.ts";

/** Throws if the tree of any text, correct or not, has inconsistent offsets or parents. */
export function checkTree(document: XmlDocument): void {
  checkChildren(document.children, document.start, document.end, undefined);
  const elements = document.children.filter((node) => node.kind === "element");
  assert.equal(document.root, elements[0], "the root is the first element");
  let before = -1;
  for (const problem of document.problems) {
    assert.ok(problem.start >= document.start && problem.end <= document.end, `${problem.reason} lies outside`);
    assert.ok(problem.start <= problem.end, `${problem.reason} ends before it begins`);
    assert.ok(problem.start >= before, `${problem.reason} is out of order`);
    before = problem.start;
    for (const { start, end } of problem.related) {
      assert.ok(start >= document.start && start <= end && end <= document.end, `related of ${problem.reason}`);
    }
  }
}

/** Checks that children are in order, without overlaps, inside their parent. Not recursive, for deeply nested documents. */
function checkChildren(nodes: readonly XmlNode[], start: number, end: number, parent: XmlElement | undefined): void {
  const pending = [{ nodes, start, end, parent }];
  for (let level = pending.pop(); level !== undefined; level = pending.pop()) {
    let from = level.start;
    for (const node of level.nodes) {
      assert.ok(node.start >= from && node.end <= level.end && node.start < node.end, `${node.kind} ${node.start}`);
      from = node.end;
      if (node.kind !== "element") continue;
      assert.equal(node.parent, level.parent, `${node.name} has another parent`);
      checkElement(node);
      const inside = { start: node.startTagEnd, end: node.endTag?.start ?? node.end };
      pending.push({ nodes: node.children, ...inside, parent: node });
    }
  }
}

function checkElement(element: XmlElement): void {
  const { start, nameStart, nameEnd, startTagEnd, end, endTag, attributes } = element;
  assertOrder(element.name, start, nameStart, nameEnd, startTagEnd, endTag?.start ?? end, end);
  if (endTag !== undefined) assertOrder(element.name, endTag.start, endTag.nameStart, endTag.nameEnd, endTag.end);
  let from = nameEnd;
  for (const attribute of attributes) {
    checkAttribute(attribute, from, startTagEnd);
    from = attribute.end;
  }
}

function checkAttribute(
  { name, start, end, nameStart, nameEnd, valueStart, valueEnd }: XmlAttribute,
  from: number,
  to: number,
) {
  if (valueStart < 0) assertOrder(name, from, start, nameStart, nameEnd, end, to);
  else assertOrder(name, from, start, nameStart, nameEnd, valueStart, valueEnd, end, to);
}

function assertOrder(name: string, ...offsets: readonly number[]): void {
  const sorted = [...offsets].sort((a, b) => a - b);
  assert.deepEqual(offsets, sorted, `the offsets of ${name} are out of order`);
}
