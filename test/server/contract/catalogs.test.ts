import assert from "node:assert/strict";
import type { ContractFile } from "../../../server/src/contract/contract.ts";
import { Contracts } from "../../../server/src/contract/contracts.ts";
import { contractFiles } from "../../../server/src/contract/files.ts";

const wsdl = (...locations: readonly string[]) =>
  `<definitions name="D" targetNamespace="urn:d" xmlns="http://schemas.xmlsoap.org/wsdl/"><types><x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:s">${locations
    .map((location, at) => `<x:import namespace="urn:${at}" schemaLocation="${location}"/>`)
    .join("")}</x:schema></types></definitions>`;
const schema = (content = "") =>
  `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">${content}</x:schema>`;
const catalog = (content: string, attributes = "") =>
  `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog" ${attributes}>${content}</catalog>`;

interface Read {
  /** The paths of the documents below `file:///w/`, and other URIs, in order. */
  readonly documents: readonly string[];
  readonly problems: readonly string[];
  /** The URIs that were asked for in each round. */
  readonly rounds: readonly (readonly string[])[];
  readonly contracts: Contracts;
}

/** Reads `a.wsdl` as a host that has nothing read at first. */
function read(files: Readonly<Record<string, string>>, catalogs?: readonly string[], main = "file:///w/a.wsdl"): Read {
  const hostFiles = new Map<string, ContractFile>();
  const bytes = new Map(
    Object.entries(files).map(([name, text]) => [new URL(name, "file:///w/").href, new TextEncoder().encode(text)]),
  );
  let changes = 0;
  const contracts = new Contracts({
    get: (uri) => (hostFiles.has(uri) ? hostFiles.get(uri) : "pending"),
    edition: (uri) => (hostFiles.has(uri) ? 1 : 0),
    get changes() {
      return changes;
    },
    catalogs,
  });
  const short = (uri: string) => uri.replace("file:///w/", "");
  const rounds: string[][] = [];
  for (;;) {
    const contract = contracts.get(main);
    const { pending } = contract;
    if (pending.length === 0) {
      const problems = contract.problems().map(({ uri, message }) => `${short(uri)}: ${message}`);
      return { documents: contract.documents.map(({ uri }) => short(uri)), problems, rounds, contracts };
    }
    assert.ok(rounds.length < 20, "it ends");
    rounds.push(pending.map(short));
    for (const uri of pending) {
      const content = bytes.get(uri);
      hostFiles.set(uri, content && { bytes: content });
    }
    changes++;
  }
}

suite("XML catalogs", () => {
  const address = "http://example.org/schemas/t.xsd";

  const entries: readonly (readonly [what: string, entry: string, expected: string])[] = [
    ["uri", `<uri name="${address}" uri="x.xsd"/>`, "x.xsd"],
    ["system", `<system systemId="${address}" uri="x.xsd"/>`, "x.xsd"],
    ["rewriteURI", '<rewriteURI uriStartString="http://example.org/schemas/" rewritePrefix="s/"/>', "s/t.xsd"],
    [
      "rewriteSystem",
      '<rewriteSystem systemIdStartString="http://example.org/" rewritePrefix="s/"/>',
      "s/schemas/t.xsd",
    ],
    ["uriSuffix", '<uriSuffix uriSuffix="/t.xsd" uri="x.xsd"/>', "x.xsd"],
    ["systemSuffix", '<systemSuffix systemIdSuffix="t.xsd" uri="x.xsd"/>', "x.xsd"],
    [
      "group with xml:base",
      `<group xml:base="s/" prefer="system"><uri name="${address}" uri="x.xsd"/></group>`,
      "s/x.xsd",
    ],
    ["nextCatalog", '<nextCatalog catalog="s/next.xml"/>', "s/n.xsd"],
    ["delegateURI", '<delegateURI uriStartString="http://example.org/" catalog="s/next.xml"/>', "s/n.xsd"],
    [
      "delegateSystem, after which no other catalog is searched",
      `<nextCatalog catalog="s/next.xml"/><delegateSystem systemIdStartString="http://example.org/" catalog="other.xml"/>`,
      "y.xsd",
    ],
    [
      "whole address before a longer start",
      `<rewriteURI uriStartString="http://example.org/" rewritePrefix="s/"/><uri name="${address}" uri="x.xsd"/>`,
      "x.xsd",
    ],
    [
      "longest start",
      '<rewriteURI uriStartString="http://example.org/" rewritePrefix="q/"/><rewriteURI uriStartString="http://example.org/schemas/" rewritePrefix="s/"/>',
      "s/t.xsd",
    ],
    [
      "public, which has no effect, before uri",
      `<public publicId="p" uri="q.xsd"/><uri name="${address}" uri="x.xsd"/>`,
      "x.xsd",
    ],
  ];
  for (const [what, entry, expected] of entries) {
    test(`an address is redirected by ${what}`, () => {
      const { documents, problems, rounds } = read({
        "a.wsdl": wsdl(address),
        "catalog.xml": catalog(entry),
        "s/next.xml": catalog(`<system systemId="${address}" uri="n.xsd"/>`),
        "other.xml": catalog(`<system systemId="${address}" uri="y.xsd"/>`),
        [expected]: schema(),
      });
      assert.deepEqual(documents, ["a.wsdl", expected]);
      assert.deepEqual(problems, []);
      assert.ok(rounds.flat().every((one) => !one.startsWith("http")));
    });
  }

  test("what a redirected schema includes is beside it, and two addresses of one file are one document", () => {
    const { documents, problems } = read({
      "a.wsdl": wsdl(address, "http://example.org/other.xsd"),
      "catalog.xml": catalog(
        '<uriSuffix uriSuffix=".xsd" uri="s/x.xsd"/>'.replace('".xsd"', '"org/schemas/t.xsd"') +
          '<uri name="http://example.org/other.xsd" uri="s/x.xsd"/>',
      ),
      "s/x.xsd": schema('<x:include schemaLocation="y.xsd"/>'),
      "s/y.xsd": schema(),
    });
    assert.deepEqual([documents, problems], [["a.wsdl", "s/x.xsd", "s/y.xsd"], []]);
  });

  test("a relative identifier is a place beside the catalog", () => {
    const { documents } = read({
      "a.wsdl": wsdl("o.xsd"),
      "catalog.xml": catalog('<system systemId="o.xsd" uri="s/o.xsd"/>'),
      "s/o.xsd": schema(),
    });
    assert.deepEqual(documents, ["a.wsdl", "s/o.xsd"]);
  });

  test("a catalog isn't read for a WSDL without imports, or beside a WSDL at an address", () => {
    assert.deepEqual(read({ "a.wsdl": wsdl(), "catalog.xml": "<no/>" }).rounds, [["a.wsdl"]]);
    const main = "http://example.org/a?wsdl";
    const { rounds } = read({ [main]: wsdl("t.xsd"), "http://example.org/t.xsd": schema() }, undefined, main);
    assert.deepEqual(rounds, [[main], ["http://example.org/t.xsd"]]);
  });

  test("the catalogs of a setting come after the one beside the WSDL, also for a WSDL at an address", () => {
    const files = {
      "a.wsdl": wsdl(address),
      "catalog.xml": catalog(""),
      "all/c.xml": catalog(`<uri name="${address}" uri="x.xsd"/>`),
      "all/x.xsd": schema(),
    };
    assert.deepEqual(read(files, ["file:///w/all/c.xml"]).documents, ["a.wsdl", "all/x.xsd"]);
    const main = "http://example.org/schemas/a.wsdl";
    const { documents } = read({ ...files, [main]: wsdl("t.xsd") }, ["file:///w/all/c.xml"], main);
    assert.deepEqual(documents, [main, "all/x.xsd"]);
  });

  test("a WSDL at an address is itself a file where a catalog of the setting says so, with what it imports from there", () => {
    const main = "https://example.org/orders?wsdl";
    const { documents, problems, rounds, contracts } = read(
      {
        "all/c.xml": catalog(`<uri name="${main}" uri="orders.wsdl"/>`),
        "all/orders.wsdl": wsdl("t.xsd"),
        "all/t.xsd": schema(),
      },
      ["file:///w/all/c.xml"],
      main,
    );
    assert.deepEqual([documents, problems], [["all/orders.wsdl", "all/t.xsd"], []]);
    assert.deepEqual(rounds, [["all/c.xml"], ["all/orders.wsdl"], ["all/t.xsd"]]);
    const contract = contracts.get(main);
    assert.equal(contract.uri, main);
    assert.ok(typeof contract.file === "object" && "bytes" in contract.file);
    assert.deepEqual(
      contractFiles(contract).files.map(({ name }) => name),
      ["orders.wsdl", "t.xsd"],
    );
  });

  test("a catalog never replaces a WSDL in a file", () => {
    const { documents } = read({
      "a.wsdl": wsdl(address),
      "catalog.xml": catalog(`<uri name="a.wsdl" uri="b.wsdl"/><uri name="${address}" uri="x.xsd"/>`),
      "x.xsd": schema(),
    });
    assert.deepEqual(documents, ["a.wsdl", "x.xsd"]);
  });

  test("catalogs that name each other end, and what they redirect to addresses or to other computers isn't used", () => {
    const round = read({
      "a.wsdl": wsdl(address),
      "catalog.xml": catalog('<nextCatalog catalog="b.xml"/>'),
      "b.xml": catalog('<nextCatalog catalog="catalog.xml"/><nextCatalog catalog="b.xml"/>'),
    });
    assert.deepEqual(round.rounds, [["a.wsdl"], ["catalog.xml"], ["b.xml"], [address]]);
    for (const target of ["https://evil.example/x.xsd", "//evil.example/x.xsd", "ftp://evil.example/x"]) {
      const { rounds, problems } = read({
        "a.wsdl": wsdl(address),
        "catalog.xml": catalog(`<uri name="${address}" uri="${target}"/><nextCatalog catalog="${target}"/>`),
      });
      assert.deepEqual(rounds.at(-1), [address]);
      const text = `catalog.xml: ${target} is not a file of the workspace. Catalogs redirect to files only.`;
      assert.equal(problems.filter((one) => one === text).length, 1, problems.join("\n"));
    }
  });

  test("a catalog file that contains something else is a problem at this file", () => {
    for (const [text, expected] of [
      ["<catalog/>", /^catalog\.xml: This file is no XML catalog/],
      [catalog("<uri"), /^catalog\.xml: The catalog is not well-formed/],
    ] as const) {
      const { problems } = read({ "a.wsdl": wsdl("t.xsd"), "t.xsd": schema(), "catalog.xml": text });
      assert.equal(problems.length, 1);
      assert.match(problems.join(), expected);
    }
  });

  test("a copy of a WSDL has the paths of the files that its addresses were redirected to", () => {
    const { contracts } = read({
      "a.wsdl": wsdl(address),
      "catalog.xml": catalog(`<uri name="${address}" uri="s/x.xsd"/>`),
      "s/x.xsd": schema(),
    });
    const { files, unread } = contractFiles(contracts.get("file:///w/a.wsdl"));
    assert.deepEqual(
      files.map(({ name }) => name),
      ["a.wsdl", "s/x.xsd"],
    );
    assert.match(new TextDecoder().decode(files[0]?.bytes), /schemaLocation="s\/x\.xsd"/);
    assert.deepEqual(unread, []);
  });

  test("many entries and many addresses take linear time", () => {
    const count = 3_000;
    const numbers = Array.from({ length: count }, (_, at) => at);
    const content = numbers
      .map((at) => `<rewriteURI uriStartString="urn:a:${at}:" rewritePrefix="s/${at}/"/>`)
      .join("");
    const locations = numbers.map((at) => `urn:a:${at}:x.xsd`);
    const { documents } = read({
      "a.wsdl": wsdl(...locations),
      "catalog.xml": catalog(content),
      ...Object.fromEntries(numbers.map((at) => [`s/${at}/x.xsd`, schema()])),
    });
    assert.equal(documents.length, count + 1);
  });
});
