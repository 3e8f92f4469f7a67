import assert from "node:assert/strict";
import { Contract, ContractDocuments } from "../../../server/src/contract/contract.ts";
import { growthTests } from "../../support/steps.ts";

const uri = "file:///service.wsdl";

function wsdl(operations: number): Uint8Array {
  const portType = Array.from(
    { length: operations },
    (_, index) => `<operation name="o${index}"><input message="t:m${index}"/></operation>\n`,
  ).join("");
  return new TextEncoder().encode(
    `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"><portType name="P">\n${portType}</portType></definitions>`,
  );
}

suite("the problems of a growing WSDL", () => {
  const grows = growthTests();

  grows("operations whose messages are missing", wsdl, (bytes) => {
    const contract = new Contract(uri, () => ({ bytes }), new ContractDocuments());
    if (contract.problems().length < 10) throw new Error("no problems were found");
  });
});

/** A WSDL whose only schema is in the first of `n` files; each includes the next one, the last one the first. */
function circle(files: number): ReadonlyMap<string, { readonly bytes: Uint8Array }> {
  const schema = (next: number, content = "") =>
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:include schemaLocation="${next}.xsd"/>${content}</xs:schema>`;
  const all = Array.from({ length: files }, (_, index): [string, string] => [
    `file:///${index}.xsd`,
    schema((index + 1) % files, `<xs:element name="e${index}" type="xs:int"/>`),
  ]);
  const wsdlText = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t"><types>${schema(0)}</types><portType name="P"><operation name="o"/></portType></definitions>`;
  return new Map(all.concat([[uri, wsdlText]]).map(([at, text]) => [at, { bytes: new TextEncoder().encode(text) }]));
}

suite("a contract of more and more documents", () => {
  const grows = growthTests();

  grows("schemas in a circle", circle, (files) => {
    const contract = new Contract(uri, (one) => files.get(one), new ContractDocuments());
    if (contract.pending.length > 0 || contract.documents.length !== files.size) throw new Error("not all were read");
  });

  test("a contract reads only the document again that has changed", () => {
    const files = circle(3);
    const documents = new ContractDocuments();
    const before = new Contract(uri, (one) => files.get(one), documents).documents;
    const changed = new Map(files).set("file:///1.xsd", {
      bytes: files.get("file:///1.xsd")?.bytes.slice() ?? new Uint8Array(),
    });
    const after = new Contract(uri, (one) => changed.get(one), documents).documents;
    const again = after.filter((document, at) => document !== before[at]);
    assert.deepEqual(
      again.map((document) => document.uri),
      ["file:///1.xsd"],
    );
  });
});
