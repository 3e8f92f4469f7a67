import assert from "node:assert/strict";
import type { Item } from "../../server/src/import/ledger.ts";
import { soapui } from "../../server/src/import/soapui/reader.ts";
import type { SourceFile } from "../../server/src/import/source.ts";
import { writeCollection } from "../../server/src/import/write/write.ts";
import { importTools } from "../../server/src/service/languageService.ts";

/*
 * SoapUI projects as the tests write them: the parts that a test is about, in the XML that SoapUI saves.
 */

export const soap11 = "http://schemas.xmlsoap.org/soap/envelope/";
const config = "http://eviware.com/soapui/config";

/** A message of the calculator; `m` is its namespace. */
export function envelope(content: string, header = ""): string {
  return `<s:Envelope xmlns:s="${soap11}" xmlns:m="urn:calc"><s:Header>${header}</s:Header><s:Body>${content}</s:Body></s:Envelope>`;
}

export const addBody = envelope("<m:Add><m:a>2</m:a></m:Add>");

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

export function project(content: string, name = "Calculator"): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<con:soapui-project name="${name}" soapui-version="5.7.2" xmlns:con="${config}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</con:soapui-project>`;
}

export function properties(values: Readonly<Record<string, string>>): string {
  const all = Object.entries(values).map(
    ([name, value]) =>
      `<con:property><con:name>${name}</con:name><con:value>${escaped(value)}</con:value></con:property>`,
  );
  return `<con:properties>${all.join("")}</con:properties>`;
}

const wsdl = `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:calc"/>`;

export function calcSoap({ version = "1_1", calls = "", cache = true } = {}): string {
  const part = `<con:part><con:url>http://localhost:8000/calc?wsdl</con:url><con:content>${escaped(wsdl)}</con:content></con:part>`;
  const cached = cache
    ? `<con:definitionCache type="TEXT" rootPart="http://localhost:8000/calc?wsdl">${part}</con:definitionCache>`
    : "";
  return `<con:interface xsi:type="con:WsdlInterface" type="wsdl" name="CalcSoap" soapVersion="${version}" definition="http://localhost:8000/calc?wsdl">${cached}<con:endpoints><con:endpoint>http://localhost:8000/calc</con:endpoint></con:endpoints><con:operation name="Add" action="urn:calc/Add">${calls}</con:operation></con:interface>`;
}

export interface RequestParts {
  readonly body?: string;
  readonly endpoint?: string;
  readonly attributes?: string;
  /** Content of `con:request`, such as assertions, credentials and attachments. */
  readonly inner?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

function requestContent({
  body = addBody,
  endpoint = "http://localhost:8000/calc",
  inner = "",
  settings = {},
}: RequestParts) {
  const all = Object.entries(settings).map(([id, value]) => `<con:setting id="${id}">${escaped(value)}</con:setting>`);
  return `<con:settings>${all.join("")}</con:settings><con:encoding>UTF-8</con:encoding><con:endpoint>${escaped(endpoint)}</con:endpoint><con:request><![CDATA[${body}]]></con:request>${inner}`;
}

export function soapStep(name: string, parts: RequestParts = {}, attributes = ""): string {
  return `<con:testStep type="request" name="${name}"${attributes}><con:config xsi:type="con:RequestStep"><con:interface>CalcSoap</con:interface><con:operation>Add</con:operation><con:request name="${name}" ${parts.attributes ?? ""}>${requestContent(parts)}</con:request></con:config></con:testStep>`;
}

export function call(name: string, parts: RequestParts = {}): string {
  return `<con:call name="${name}" ${parts.attributes ?? ""}>${requestContent(parts)}</con:call>`;
}

export function step(type: string, name: string, content: string, attributes = ""): string {
  return `<con:testStep type="${type}" name="${name}"${attributes}><con:config>${content}</con:config></con:testStep>`;
}

export function assertion(type: string, values: Readonly<Record<string, string>> = {}, attributes = ""): string {
  const rows = Object.entries(values).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`);
  return `<con:assertion type="${type}" name="${type}"${attributes}><con:configuration>${rows.join("")}</con:configuration></con:assertion>`;
}

export function transfer(values: Readonly<Record<string, string>>, attributes = ""): string {
  const rows = Object.entries(values).map(([name, value]) => `<con:${name}>${escaped(value)}</con:${name}>`);
  return `<con:transfers${attributes}>${rows.join("")}</con:transfers>`;
}

/** A suite with one case, Suite / Case, of the steps. */
export function suiteOf(steps: string, attributes = ""): string {
  return `<con:testSuite name="Suite"><con:testCase name="Case"${attributes}>${steps}</con:testCase></con:testSuite>`;
}

/** A project with one case, Suite / Case, of the steps. */
export function caseProject(steps: string, more = "", attributes = ""): string {
  return project(calcSoap() + suiteOf(steps, attributes) + more);
}

export interface Imported {
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly items: readonly Item[];
  readonly secrets: readonly string[];
}

export function sourceFile(path: string, content: string | Uint8Array): SourceFile {
  return { path, bytes: typeof content === "string" ? new TextEncoder().encode(content) : content };
}

/** Imports a project, whose text is one file, or its files by path; the first one is the main file. */
export function imported(content: string | Readonly<Record<string, string>>): Imported {
  const source = typeof content === "string" ? { "project.xml": content } : content;
  const [main, ...others] = Object.entries(source).map(([path, text]) => sourceFile(path, text));
  assert.ok(main);
  const collection = soapui.read({ path: "project", files: [main, ...others] });
  if ("problem" in collection) throw new assert.AssertionError({ message: collection.problem });
  const written = writeCollection(collection, importTools);
  return {
    files: new Map(Array.from(written.files, (file) => [file.path, file.content])),
    items: collection.ledger.items,
    secrets: written.secrets,
  };
}

export function textOf({ files }: Imported, path: string): string {
  const content = files.get(path);
  assert.ok(content !== undefined, `${path} is missing among ${[...files.keys()].join(", ")}`);
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}

export const caseFile = "tests/Suite/Case.soaphttp";

/** The file of the case of a project with these steps, without the line that leads to the WSDL. */
export function caseText(steps: string, more = ""): string {
  return textOf(imported(caseProject(steps, more)), caseFile).replace(/^# @wsdl .*\n\n?/, "");
}

/** The lines of directives and comments above the first request of a case. */
export function preambleOf(parts: RequestParts, more = ""): readonly string[] {
  const lines = caseText(soapStep("Add", parts), more).split("\n");
  const from = lines.indexOf("# @name Add") + 1;
  return lines.slice(
    from,
    lines.findIndex((line) => line.startsWith("POST ")),
  );
}

export function bodyOf(parts: RequestParts, more = ""): string {
  return bodyIn(caseText(soapStep("Add", parts), more));
}

export function bodyIn(text: string): string {
  return text.slice(text.lastIndexOf("{{$contentLength}}\n\n") + "{{$contentLength}}\n\n".length).trimEnd();
}

/** The header lines of the last request of a text, without Host and Content-Length. */
export function headersIn(text: string): readonly string[] {
  const end = text.lastIndexOf("\nContent-Length: ");
  const head = text.slice(0, end).split("\n");
  return head.slice(head.findLastIndex((line) => line.startsWith("Host: ")) + 1);
}

export function headersOf(parts: RequestParts, more = ""): readonly string[] {
  return headersIn(caseText(soapStep("Add", parts), more));
}

/** `kind type outcome` of the items at a path. */
export function outcomes({ items }: Imported, ...path: readonly string[]): readonly string[] {
  return items
    .filter((item) => item.path.join("/") === path.join("/"))
    .map(({ kind, type, outcome }) => `${kind} ${type}: ${outcome}`);
}
