import assert from "node:assert/strict";
import { elements, namespaceOf, prefixesIn, scopes } from "../../../server/src/xml/query.ts";
import { expectProblems, expectWellFormed } from "./trace.ts";

suite("namespaces", () => {
  const source =
    "<a xmlns='urn:1' xmlns:p='urn:&#x32;'><p:b c='1' p:d='2'><e xmlns='' xmlns:p='urn:3'><p:f/></e></p:b><p:g/><xml:h xml:i=''/></a>";
  const document = expectWellFormed(source);
  const byName = new Map([...elements(document)].map((element) => [element.name, element]));

  test("elements have the namespaces of their prefixes", () => {
    const all = [...byName].map(([name, { prefix, local, namespace }]) => [name, prefix, local, namespace]);
    assert.deepEqual(all, [
      ["a", "", "a", "urn:1"],
      ["p:b", "p", "b", "urn:2"],
      ["e", "", "e", ""],
      ["p:f", "p", "f", "urn:3"],
      ["p:g", "p", "g", "urn:2"],
      ["xml:h", "xml", "h", "http://www.w3.org/XML/1998/namespace"],
    ]);
  });

  test("namespaces of attributes are empty without a prefix, and fixed for declarations", () => {
    const of = (name: string) => byName.get(name)?.attributes.map((one) => [one.prefix, one.local, one.namespace]);
    assert.deepEqual(of("p:b"), [
      ["", "c", ""],
      ["p", "d", "urn:2"],
    ]);
    assert.deepEqual(of("a"), [
      ["", "xmlns", "http://www.w3.org/2000/xmlns/"],
      ["xmlns", "p", "http://www.w3.org/2000/xmlns/"],
    ]);
  });

  test("the namespace of a prefix is found at an element", () => {
    const f = byName.get("p:f");
    const g = byName.get("p:g");
    assert.ok(f && g);
    assert.deepEqual(
      ["", "p", "q", "xml"].map((prefix) => namespaceOf(document, f, prefix)),
      ["", "urn:3", undefined, "http://www.w3.org/XML/1998/namespace"],
    );
    assert.deepEqual(
      ["", "p"].map((prefix) => namespaceOf(document, g, prefix)),
      ["urn:1", "urn:2"],
    );
    assert.deepEqual(
      [...prefixesIn(document, f)],
      [
        ["", ""],
        ["p", "urn:3"],
      ],
    );
  });

  test("namespaces are known while walking the elements", () => {
    const twice = expectWellFormed("<a><b xmlns:p='u'><c xmlns:p='v'/><d/></b><e/></a>");
    assert.deepEqual(
      Array.from(scopes(twice, ""), ({ element, declares }) => `${element.name} ${declares("p")}`),
      ["a false", "b true", "c true", "d true", "e false"],
    );
  });

  test("the namespaces of xml and xmlns can't be declared", () => {
    const { root } = expectProblems("<a xmlns:xml='«u»' xmlns:«xmlns»='u'><xml:b/></a>", [
      "prefix-xml-rebound",
      "prefix-xmlns-declared",
    ]);
    const [child] = root?.children ?? [];
    assert.equal(child?.kind === "element" && child.namespace, "http://www.w3.org/XML/1998/namespace");
  });

  test("namespaces are ignored on request", () => {
    const { root } = expectWellFormed("<p:a p:b=''/>", { namespaces: false });
    assert.deepEqual([root?.prefix, root?.local, root?.namespace], ["", "p:a", ""]);
  });
});
