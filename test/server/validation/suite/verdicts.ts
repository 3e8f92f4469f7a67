import assert from "node:assert/strict";
import { analyze, diagnose } from "../../../../server/src/service/languageService.ts";
import { request11 } from "../../../support/findings.ts";
import { around } from "../../../support/resolver.ts";

/** A schema with elements that are valid for it, and elements that aren't. */
export interface Specification {
  /** The content of a schema without a target namespace, or a whole schema. */
  readonly schema: string;
  /** The files that the schema includes, imports and redefines, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Valid elements, in lines or with two spaces between them. `⏎` is a line break. */
  readonly valid?: string | readonly string[];
  readonly invalid?: string | readonly string[];
}

/** Declares a test for each entry: the whole check of requests gives each element its verdict. */
export function specify(title: string, entries: Readonly<Record<string, Specification>>): void {
  suite(title, () => {
    for (const [name, specification] of Object.entries(entries)) test(name, () => checkVerdicts(specification));
  });
}

/** Valid and invalid values of an element with a simple type; `&` and `<` are escaped. */
export function values(type: string, valid: readonly string[], invalid: readonly string[]): Specification {
  const isNamed = !type.includes("<");
  const elementOf = (value: string) =>
    `<v>${value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\r", "&#13;")}</v>`;
  return {
    schema: isNamed ? `<xs:element name="v" type="${type}"/>` : `<xs:element name="v">${type}</xs:element>`,
    valid: valid.map(elementOf),
    invalid: invalid.map(elementOf),
  };
}

/** Values without whitespace: `1 -0 +01` are three. */
export function words(text: string): readonly string[] {
  return text.split(" ");
}

/** An anonymous restriction with facets such as `minInclusive=1`. */
export function restricted(base: string, ...facets: readonly string[]): string {
  const elements = facets.map((facet) => {
    const equals = facet.indexOf("=");
    const value = facet
      .slice(equals + 1)
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll('"', "&quot;");
    return `<xs:${facet.slice(0, equals)} value="${value}"/>`;
  });
  const [own, attribute] = base.includes("<") ? [base, ""] : ["", ` base="${base}"`];
  return `<xs:simpleType><xs:restriction${attribute}>${own}${elements.join("")}</xs:restriction></xs:simpleType>`;
}

/** The specification of a schema whose target namespace `urn:t` has the prefix `t`; its local elements are qualified. */
export function qualified(content: string, attributes = ""): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t"
    elementFormDefault="qualified" ${attributes}>${content}</xs:schema>`;
}

/** A schema that no namespace is the target of. */
export function unqualified(content: string): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${content}</xs:schema>`;
}

const declarations = [
  'xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema"',
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
].join(" ");

function checkVerdicts({ schema, files = {}, valid = [], invalid = [] }: Specification): void {
  const whole = schema.startsWith("<xs:schema") ? schema : unqualified(schema);
  const target = /targetNamespace="([^"]*)"/.exec(whole)?.[1];
  const namespace = target === undefined ? "" : ` namespace="${target}"`;
  const documents = {
    ...files,
    "main.xsd": whole,
    "x.wsdl": `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:wsdl">
      <w:types><xs:schema targetNamespace="urn:wsdl"><xs:import${namespace} schemaLocation="main.xsd"/></xs:schema></w:types></w:definitions>`,
  };
  const right = documentsIn(valid);
  const payloads = [...right, ...documentsIn(invalid)];
  const wrong = verdictsOf(payloads, documents).flatMap((findings, at) =>
    (findings.length === 0) === at < right.length ? [] : [[payloads[at], ...findings].join(" ")],
  );
  assert.equal(wrong.join("\n"), "");
}

function documentsIn(text: string | readonly string[]): readonly string[] {
  if (typeof text !== "string") return text;
  const all = text.split("\n").flatMap((line) => line.trim().split(/(?<=>) {2}(?=<)/));
  return all.filter((one) => one !== "").map((one) => one.replaceAll("⏎", "\n"));
}

/** The findings about the contract in requests with these payloads, one after the other. */
export function verdictsOf(
  payloads: readonly string[],
  documents: Readonly<Record<string, string>>,
): readonly (readonly string[])[] {
  const files = Object.fromEntries(Object.entries(documents).map(([name, text]) => [`/w/a/b/${name}`, text]));
  const segments = payloads.map((payload) => {
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" ${declarations}><s:Body>${payload}</s:Body></s:Envelope>`;
    return `# @wsdl ./x.wsdl\n${request11({}, body)}\n`;
  });
  const codes = payloads.map((): string[] => []);
  const starts = segments.map((_, at) => segments.slice(0, at).join("###\n").length);
  for (const { at, code, message } of diagnose(analyze(segments.join("###\n"), undefined, around({ files })))) {
    const index = starts.findLastIndex((start) => start <= at.start);
    // A prefix may be undeclared in a value, such as that of xsi:type.
    assert.doesNotMatch(code, /^xml-(?!prefix-undeclared)/, `${payloads[index]} isn't well-formed: ${message}`);
    if (code.startsWith("schema-")) codes[index]?.push(`${code}: ${message}`);
  }
  return codes;
}
