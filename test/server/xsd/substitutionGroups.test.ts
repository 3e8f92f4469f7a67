import { deepEqual, equal, ok } from "node:assert/strict";
import { typeName } from "../../../server/src/rules/schema/words.ts";
import { Declarations } from "../../../server/src/xsd/declarations.ts";
import { readDocument } from "../../../server/src/xsd/document.ts";
import { Schemas } from "../../../server/src/xsd/schemas.ts";

/** Elements of which each stands for the next one. */
function chain(length: number, last: string): string {
  const element = (_: unknown, at: number) => `<xs:element name="e${at}" substitutionGroup="t:e${at + 1}"/>`;
  return `${Array.from({ length }, element).join("")}<xs:element name="e${length}" ${last}/>`;
}

/** The names of the types of all elements, and how often an element was searched by its name to find them. */
function typesIn(content: string): { readonly types: readonly string[]; readonly searches: number } {
  const text = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">${content}</xs:schema>`;
  const { root } = readDocument("file:///t.xsd", text);
  const declarations = new Declarations(root ? [root] : [], () => undefined);
  const schemas = new Schemas(declarations);
  const elements = Array.from(declarations.all("element"), ({ name }) => schemas.element(name));
  const find = declarations.find.bind(declarations);
  let searches = 0;
  declarations.find = (kind, name) => {
    if (kind === "element") searches++;
    return find(kind, name);
  };
  const types = elements.map((one) => (one ? typeName(one.type) : ""));
  return { types, searches };
}

suite("the type of an element in a substitution group", () => {
  test("an element without a type has the type of the first head that has one", () => {
    deepEqual(typesIn(chain(3, 'type="xs:int"')).types, ["xs:int", "xs:int", "xs:int", "xs:int"]);
    const { types } = typesIn(
      `${chain(2, 'type="xs:int"')}<xs:element name="f" substitutionGroup="t:g"/><xs:element name="g" type="xs:date" substitutionGroup="t:e0"/>`,
    );
    deepEqual(types, ["xs:int", "xs:int", "xs:int", "xs:date", "xs:date"]);
  });

  test("heads that stand for each other, and a head that is missing, give any type", () => {
    deepEqual(typesIn(chain(3, 'substitutionGroup="t:e1"')).types, Array(4).fill("xs:anyType"));
    deepEqual(typesIn(chain(2, 'substitutionGroup="t:none"')).types, Array(3).fill("xs:anyType"));
  });

  for (const last of ['type="xs:int"', "", 'substitutionGroup="t:e0"'])
    test(`the head of each element of a long chain is searched once: ${last || "without a type"}`, () => {
      const { types, searches } = typesIn(chain(2_000, last));
      equal(types.length, 2_001);
      ok(searches <= 3 * 2_001, String(searches));
    });
});
