import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { isIP } from "node:net";
import { join } from "node:path";
import { Ajv } from "ajv";
import { XmlDocument, type XmlElement } from "libxml2-wasm";

/*
 * Reads the files that we write with the parsers of other tools.
 */

export interface ReadElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly ReadElement[];
}

/** The tree that libxml2 reads. Throws if the text isn't well-formed. */
export function readXml(text: string): ReadElement {
  const document = XmlDocument.fromString(text);
  try {
    return readElement(document.root);
  } finally {
    document.dispose();
  }
}

/** A text without U+FEFF at its beginning: libxml2-wasm sometimes takes it for a mark. */
export function asRead(text: string): string {
  return text.replace(/^\ufeff+/, "");
}

function readElement(element: XmlElement): ReadElement {
  const children: ReadElement[] = [];
  for (let child = element.firstChild; child; child = child.next) {
    if (isElement(child)) children.push(readElement(child));
  }
  const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, asRead(value)]));
  return { name: element.name, attributes, text: element.content, children };
}

function isElement(node: object): node is XmlElement {
  return "attrs" in node;
}

export function* all(element: ReadElement): Generator<ReadElement> {
  yield element;
  for (const child of element.children) yield* all(child);
}

export interface ReadTest {
  readonly ok: boolean;
  readonly description: string;
  readonly skipped: boolean;
  readonly message: string | undefined;
}

/** The tests in a document of TAP 14. Throws for anything but a version, test points with diagnostics, and a plan. */
export function readTap(text: string): readonly ReadTest[] {
  const lines = text.split("\n");
  assert.equal(lines.shift(), "TAP version 14");
  assert.equal(lines.pop(), "");
  assert.equal(lines.pop(), `1..${lines.filter((line) => /^(?:not )?ok /.test(line)).length}`);
  const tests: ReadTest[] = [];
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line.startsWith("# ")) continue;
    const [, not, number, described = ""] = /^(not )?ok (\d+) - (.*)$/.exec(line) ?? assert.fail(line);
    assert.equal(number, String(tests.length + 1));
    // A directive begins with the first # that isn't escaped.
    const [, description = "", directive] = /^((?:[^\\#]|\\.)*)(#.*)?$/.exec(described) ?? assert.fail(described);
    assert.match(directive ?? "# SKIP", /^# SKIP/);
    const diagnostics = lines[0] === "  ---" ? lines.splice(0, lines.indexOf("  ...") + 1).slice(2, -1) : undefined;
    tests.push({
      ok: not === undefined,
      description: description.replace(/\\(.)/g, "$1").trimEnd(),
      skipped: directive !== undefined,
      message: diagnostics && blockScalar(diagnostics),
    });
  }
  return tests;
}

/** The value of `message: |` or `message: |2`, the last entry of diagnostics (YAML 1.2 section 8.1). */
function blockScalar([key = "", ...lines]: readonly string[]): string {
  const [, indicator] = /^ {2}message: \|(\d?)$/.exec(key) ?? assert.fail(key);
  const first = lines.find((line) => line.trim() !== "") ?? "";
  const indent = indicator ? 2 + Number(indicator) : (/^ */.exec(first)?.[0].length ?? 0);
  for (const line of lines) assert.ok(line.trim() === "" || line.startsWith(" ".repeat(indent)), line);
  return lines.map((line) => line.slice(indent)).join("\n");
}

const ajv = new Ajv({
  strict: false,
  formats: {
    "date-time": (text) => !Number.isNaN(Date.parse(text)),
    uri: (text) => URL.canParse(text),
    "uri-reference": (text) => URL.canParse(text, "http://a.example/"),
    ipv4: (text) => isIP(text) === 4,
    ipv6: (text) => isIP(text) === 6,
  },
});
const require = createRequire(join(process.cwd(), "package.json"));
ajv.addMetaSchema(require("ajv/dist/refs/json-schema-draft-06.json"));
const schemas: Readonly<Record<string, object>> = require("har-schema");
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

export function readHar(text: string): unknown {
  const har: unknown = JSON.parse(text);
  assert.ok(ajv.validate("har.json#", har), ajv.errorsText());
  return har;
}

const text = { type: "string" };
const object = (properties: Readonly<Record<string, unknown>>, ...optional: readonly string[]) => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const listOf = (items: object) => ({ type: "array", items });
const message = object({ text });
const uri = { type: "string", format: "uri" };
const position = { type: "integer", minimum: 1 };
const region = object({ startLine: position, startColumn: position, endLine: position, endColumn: position });
const artifactLocation = object({ uri: { type: "string", format: "uri-reference", pattern: "^[\\x21-\\x7e]*$" } });
const physicalLocation = object({ artifactLocation, region });
const level = { enum: ["none", "note", "warning", "error"] };
const result = object(
  {
    ...{ ruleId: text, ruleIndex: { type: "integer", minimum: 0 }, level, message },
    locations: listOf(object({ physicalLocation })),
    relatedLocations: listOf(object({ physicalLocation, message })),
  },
  "relatedLocations",
);
const rule = object(
  {
    ...{ id: text, shortDescription: message, helpUri: uri, defaultConfiguration: object({ level }), properties: {} },
  },
  "properties",
);
const invocation = object(
  { executionSuccessful: { type: "boolean" }, toolExecutionNotifications: listOf(object({ level, message })) },
  "toolExecutionNotifications",
);
const driver = object({ name: text, version: text, informationUri: uri, rules: listOf(rule) });

/** The part of SARIF 2.1.0 that we write (OASIS, section 3): nothing else may be in a log. */
const isSarif = ajv.compile<{
  readonly runs: readonly [{ readonly results: readonly { readonly message: { readonly text: string } }[] }];
}>(
  object({
    ...{ $schema: uri, version: { const: "2.1.0" } },
    runs: listOf(
      object({
        ...{ columnKind: { const: "utf16CodeUnits" }, results: listOf(result), invocations: listOf(invocation) },
        tool: object({ driver }),
      }),
    ),
  }),
);

export function readSarif(log: string): readonly string[] {
  const read: unknown = JSON.parse(log);
  if (!isSarif(read)) assert.fail(ajv.errorsText(isSarif.errors));
  return read.runs[0].results.map((one) => one.message.text);
}
