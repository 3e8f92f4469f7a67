import assert from "node:assert/strict";
import type { Problem } from "../../../server/src/validation/problems.ts";
import { type ValidationOptions, Validator } from "../../../server/src/validation/validate.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import type { XmlDocument } from "../../../server/src/xml/tree.ts";
import type { SchemaProblem } from "../../../server/src/xsd/components.ts";
import { Declarations, schemasIn } from "../../../server/src/xsd/declarations.ts";
import { readDocument } from "../../../server/src/xsd/document.ts";
import { Schemas } from "../../../server/src/xsd/schemas.ts";
import { messagesOf } from "../../support/findings.ts";

export interface Judge {
  /** Returns the problems of a document, whose root is an element of the schema. */
  readonly problemsOf: (instance: string) => readonly Problem[];
  readonly problemsIn: (document: XmlDocument) => readonly Problem[];
  /** The problems of the schema itself. */
  readonly schemaProblems: readonly SchemaProblem[];
}

/** A judge of documents by a schema; `files` are what it includes and imports, by their names. */
export function judge(
  schema: string,
  files: Readonly<Record<string, string>> = {},
  options: ValidationOptions = { resolve: () => undefined, ignores: () => false, isMultipart: false },
): Judge {
  const main = readDocument("file:///main.xsd", schema);
  const declarations = new Declarations(schemasIn(main), (uri) => {
    const name = uri.replace("file:///", "");
    const text = files[name];
    return name === "main.xsd" ? main : text === undefined ? undefined : readDocument(uri, text);
  });
  const schemas = new Schemas(declarations);
  const validator = new Validator(schemas);
  const problemsIn = (document: XmlDocument) => {
    const { root } = document;
    if (root === undefined) throw new Error(`no root: ${document.text}`);
    return validator.validate(document, root, { kind: "global", process: "strict" }, options);
  };
  return {
    schemaProblems: schemas.problems,
    problemsOf: (instance) => problemsIn(parseXml(instance, 0, instance.length, { variables: true })),
    problemsIn,
  };
}

/** A schema whose target namespace `urn:t` has the prefix `t`; elements are qualified. */
export function schemaOf(content: string, attributes = ""): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" xmlns="urn:t" targetNamespace="urn:t"
    elementFormDefault="qualified" ${attributes}>${content}</xs:schema>`;
}

const declarations = `xmlns="urn:t" xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`;

/** A document whose root has the usual declarations: `urn:t` is the default namespace. */
export function withDeclarations(instance: string): string {
  return instance.replace(/^<[^\s/>]+/, (start) => `${start} ${declarations}`);
}

/**
 * A tag that asserts what is found in documents of a schema (its content, or a whole schema): one in each line, or
 * several that are valid, with two spaces between them. «…» marks each problem, in the order of the text; their kinds follow
 * it. `⏎` is a line break.
 *
 *     <r><a/><b/></r>  <r><a/><!-- c --><b/></r>
 *     <r><a/>«text»<b/></r> | text-unexpected
 */
export function documentsOf(schema: string) {
  return (strings: TemplateStringsArray, ...values: readonly string[]): void => {
    const { problemsOf, schemaProblems } = judge(schema.startsWith("<xs:schema") ? schema : schemaOf(schema));
    const lines = String.raw({ raw: strings }, ...values).split("\n");
    for (const example of lines.flatMap((line) => line.trim().split(/(?<=>) {2}(?=<)/))) {
      if (example === "") continue;
      const [, marked = "", kinds = ""] = /^(<.*?>)(?: \| (.*))?$/s.exec(example.replaceAll("⏎", "\n")) ?? [];
      const text = withDeclarations(marked.replace(/[«»]/g, ""));
      const problems = problemsOf(text);
      let shown = text;
      for (const { at } of [...problems].reverse()) {
        shown = `${shown.slice(0, at.start)}«${text.slice(at.start, at.end)}»${shown.slice(at.end)}`;
      }
      const actual = [withoutDeclarations(shown), problems.map(({ kind }) => kind).join(" ")];
      assert.deepEqual(actual, [marked, kinds]);
    }
    assert.deepEqual(messagesOf(schemaProblems), []);
  };
}

function withoutDeclarations(text: string): string {
  return text.replace(` ${declarations}`, "");
}
