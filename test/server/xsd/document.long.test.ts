import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readDocument, type SourceElement } from "../../../server/src/xsd/document.ts";
import { effort, Random } from "../../fuzz/random.ts";
import { growthTests } from "../../support/steps.ts";
import { readBySax, treeOf } from "./saxTree.ts";

const stacks = "test/server/wsdl/stacks";
const insertions = [
  "<",
  ">",
  "&",
  "/",
  '"',
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<xs:schema>",
  "</xs:schema>",
  "<a>",
  " ",
];

suite("documents that are changed at random", () => {
  for (const name of readdirSync(stacks)) {
    test(`changed documents are read as sax reads the whole: ${name}`, () => {
      const source = readFileSync(join(stacks, name), "utf8");
      const random = new Random(1);
      for (let round = 0; round < 40 * effort; round++) {
        const at = random.below(source.length);
        const changed = source.slice(0, at) + random.pick(insertions) + source.slice(at + random.below(3));
        assert.deepEqual(treeOf(readDocument("a.wsdl", changed)), readBySax(changed));
      }
    });
  }
});

suite("growing documents", () => {
  const grows = growthTests();
  const all = (source: string) => {
    const open: SourceElement[] = [...(readDocument("a.xsd", source).root?.children ?? [])];
    for (let one = open.pop(); one; one = open.pop()) open.push(...one.children);
  };
  const start = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">';
  const component = '<xs:element name="a"><xs:complexType/></xs:element>';

  grows("components", (n) => `${start}${component.repeat(n)}</xs:schema>`, all);
  grows("schemas", (n) => `<w>${`${start}${component}</xs:schema>`.repeat(n)}</w>`, all);
  grows("schemas that aren't closed", (n) => start.repeat(n), all);
  grows("schemas in comments that aren't closed", (n) => `${start}<!-- `.repeat(n), all);
  grows("ampersands", (n) => `${start}${"&".repeat(n)}</xs:schema>`, all);
  grows("whitespace in tags", (n) => `${start}<xs:a${" ".repeat(n)}b="c"${" ".repeat(n)}</xs:schema>`, all);
  grows("names", (n) => `${start}<xs:${"a".repeat(n)}</xs:schema>`, all);
  grows("the beginnings of a schema's tag", (n) => `<w>${"<schema ".repeat(n)}</w>`, all);
});
