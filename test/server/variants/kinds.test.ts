import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { analyze, diagnose, VariantTexts } from "../../../server/src/service/languageService.ts";
import {
  invalidKinds,
  type MessageKind,
  messageKinds,
  type SchemaKind,
  type ValidKind,
  validKinds,
} from "../../../server/src/variants/variant.ts";
import { contractOf } from "../../support/contracts.ts";
import { around } from "../../support/resolver.ts";

/*
 * A contract that has a test of each kind. The tests of other stacks send the same ones to JAX-WS, which validates them by
 * Xerces.
 */
const wsdl = new Uint8Array(readFileSync("test/interop/services/orders.wsdl"));

/** The title of the first test of a kind. */
const valid: Readonly<Record<ValidKind, string>> = {
  required: "only what is required",
  optional: "with everything that is optional",
  choice: "invoice in place of card in Place",
  enumeration: 'currency "USD"',
  minInclusive: "day 2020-01-01, its minimum",
  maxInclusive: "Place @priority 5, its maximum",
  minExclusive: "discount 0.1, just above 0",
  maxExclusive: "discount 99.9, just below 100",
  length: 'customer "cus", with the length 3',
  occurs: "no discount",
  nil: "note nil",
  "xsi-type": "party with the type Person",
  substitution: "pickup in place of parcel",
  whitespace: "whitespace around Place @priority",
  unicode: 'customer "Zoë Ω 漢字 😀"',
  prefixes: "other prefixes and quotes",
};

/** The title of the first test of a kind, and its finding with the place. */
const invalid: Readonly<Record<SchemaKind, readonly [title: string, finding: string]>> = {
  "element-missing": ["customer missing in Place", "schema-element-missing «o:day»"],
  "element-order": ["customer after day", "schema-element-order «o:day»"],
  "element-unexpected": ["an unexpected element in Place", "schema-element-unexpected «unexpected»"],
  "element-too-many": ["customer twice in Place, allowed once", "schema-element-unexpected «o:customer»"],
  "element-namespace": ["customer in another namespace", "schema-element-namespace «other:customer»"],
  "choice-empty": ["no branch of the choice card | invoice in Place", "schema-element-missing «o:parcel»"],
  "choice-both": ["two branches of the choice card | invoice in Place", "schema-element-unexpected «o:invoice»"],
  "attribute-missing": ["attribute version missing in Place", "schema-attribute-missing «o:Place»"],
  "attribute-unexpected": ["an unexpected attribute in Place", "schema-attribute-unexpected «unexpected»"],
  type: ["Place @priority 1.1, which isn't a valid xs:int", "schema-value «1.1»"],
  enumeration: ['currency "EUR_", which isn\'t one of its values', "schema-value «EUR_»"],
  pattern: ['card "1234-6789_", which doesn\'t match its pattern', "schema-value «1234-6789_»"],
  length: ['pin "pin", whose length isn\'t 4', "schema-value «pin»"],
  minLength: ['customer "cu", shorter than 3', "schema-value «cu»"],
  maxLength: ['customer "customercustomercusto", longer than 20', "schema-value «customercustomercusto»"],
  minInclusive: ["Place @priority 0, below its minimum of 1", "schema-value «0»"],
  maxInclusive: ["Place @priority 6, above its maximum of 5", "schema-value «6»"],
  minExclusive: ["discount 0, which must be more than 0", "schema-value «0»"],
  maxExclusive: ["discount 100, which must be less than 100", "schema-value «100»"],
  totalDigits: ["total 1111111, with more than 6 digits", "schema-value «1111111»"],
  fractionDigits: ["total 1.111, with more than 2 decimal places", "schema-value «1.111»"],
  fixed: ["Place @version with another value than 1.0", "schema-value «other»"],
  nil: ["Place nil, which isn't allowed", "schema-nil «i:nil»"],
  "xsi-type": ["customer with a type that isn't derived from its own", "schema-type «xs:NMTOKENS»"],
  abstract: ["the abstract delivery in place of parcel", "schema-type «o:delivery»"],
  text: ["text between the elements of Place", "schema-text «text»"],
  key: ["line repeated with the same values, which must be unique", "schema-key «o:line»"],
  keyref: ["first refers to a key that doesn't exist", "schema-key «o:first»"],
  unique: ["tag repeated with the same values, which must be unique", "schema-key «o:tag»"],
  id: ["sheet repeated with the same ID", "schema-id «id»"],
};

/** The title of the first test of a kind, and its finding, which depends on the message alone. */
const ofMessages: Readonly<Record<MessageKind, readonly [title: string, ...findings: string[]]>> = {
  version: [
    "the envelope of the other SOAP version",
    "soap-version-media «text/xml»",
    "soapaction-in-soap12 «SOAPAction»",
    "schema-version «http://www.w3.org/2003/05/soap-envelope»",
  ],
  "must-understand": ["an unknown header block that must be understood"],
  "body-missing": ["no Body", "soap-body-missing «soap:Envelope»"],
  dtd: ["a document type declaration", "soap-doctype «<!DOCTYPE soap:Envelope>»"],
  "not-well-formed": ["the end tag of Body missing", "xml-tag-unclosed «soap:Body»"],
  "header-unqualified": ["a header block without a namespace", "soap-block-unqualified «Unqualified»"],
  "content-type": ["Content-Type application/json", "content-type-unexpected «application/json»"],
  action: ["a SOAPAction that no operation has", 'schema-action «"urn:unknown-action"»'],
};

suite("each kind of test from the contract", () => {
  const tests = firstTests();

  for (const kind of validKinds)
    test(`valid.${kind}: ${valid[kind]}`, () => assert.deepEqual(tests.get(`valid.${kind}`), [valid[kind]]));
  for (const kind of invalidKinds)
    test(`invalid.${kind}: ${invalid[kind][0]}`, () => assert.deepEqual(tests.get(`invalid.${kind}`), invalid[kind]));
  for (const kind of messageKinds)
    test(`invalid.${kind}: ${ofMessages[kind][0]}`, () =>
      assert.deepEqual(tests.get(`invalid.${kind}`), ofMessages[kind]));

  test("the page has no other kinds", () => {
    const kinds = [
      ...validKinds.map((kind) => `valid.${kind}`),
      ...[...invalidKinds, ...messageKinds].map((kind) => `invalid.${kind}`),
    ];
    assert.deepEqual([...tests.keys()].toSorted(), kinds.toSorted());
  });
});

/** By validity and kind: the title of the first test, and what is found in it without its `# @ignore`, which names the codes. */
function firstTests(): ReadonlyMap<string, readonly string[]> {
  const contract = contractOf({ "file:///w/a/b/s.wsdl": wsdl });
  const options = { which: "all", limit: 1000, seed: 0, wsdl: "./s.wsdl" } as const;
  const resolver = around({ files: { "/w/a/b/s.wsdl": wsdl } });
  const tests = new Map<string, readonly string[]>();
  const texts = [...new VariantTexts(contract, [0], options)].join("").split(/^(?=### )/m);
  for (const text of texts.slice(1)) {
    const [, title = "", kind = ""] = /^### Place: (.*)\n# @name Place\.(.*)\.\d+$/m.exec(text) ?? [];
    if (tests.has(kind)) continue;
    const unignored = text.replace(/^# @ignore .*\n/m, "");
    const findings = diagnose(analyze(unignored, undefined, resolver));
    const codes = /^# @ignore (.*)$/m.exec(text)?.[1]?.split(" ") ?? [];
    assert.deepEqual([...new Set(findings.map(({ code }) => code))], codes);
    tests.set(kind, [title, ...findings.map(({ code, at }) => `${code} «${unignored.slice(at.start, at.end)}»`)]);
  }
  return tests;
}
