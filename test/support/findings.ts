import assert from "node:assert/strict";
import {
  analyze,
  applyEdits,
  type DocumentFinding,
  defaultOptions,
  diagnose,
  fixEverything,
  fixesOf,
} from "../../server/src/languageService.ts";
import { mark, marked } from "./marked.ts";

/** Envelopes without a line break in them: what most tests need and nothing more. */
export const envelope12 = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body/></s:Envelope>';
export const envelope11 = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>';

/** A request in which nothing is wrong; `changes` replaces header lines by their name, `undefined` removes one. */
export function request(
  changes: Readonly<Record<string, string | undefined>> = {},
  body: string = envelope12,
  line = "POST /s HTTP/1.1",
): string {
  const fields: Record<string, string | undefined> = {
    Host: "h",
    "Content-Type": "application/soap+xml; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(marked(body).text.replace(/[\r\n]+$/, ""))),
    ...changes,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}`));
  return [line, ...lines, "", body].join("\n");
}

/** The same with SOAP 1.1. */
export function request11(
  changes: Readonly<Record<string, string | undefined>> = {},
  body: string = envelope11,
): string {
  return request({ "Content-Type": "text/xml; charset=utf-8", SOAPAction: '""', ...changes }, body);
}

export function findingsIn(text: string): readonly DocumentFinding[] {
  return diagnose(analyze(text));
}

/** The findings of `code` stand exactly at the marks. What else is found must be named in `besides`. */
export function expectRule(code: string, source: string, besides: readonly string[] = []): readonly DocumentFinding[] {
  const { text, spans } = marked(source);
  const all = findingsIn(text);
  const own = all.filter((finding) => finding.code === code);
  const places = own.map(({ at }) => ({ start: at.start, end: at.end }));
  assert.equal(mark(text, places), mark(text, spans), `${code} stands elsewhere; found: ${describe(all)}`);
  const others = all.filter((finding) => finding.code !== code && !besides.includes(finding.code));
  assert.deepEqual(
    others.map(({ code: other }) => other),
    [],
    `found besides: ${describe(others)}`,
  );
  return own;
}

/** Nothing at all is found. */
export function expectClean(source: string): void {
  const found = findingsIn(source);
  assert.deepEqual(
    found.map(({ code }) => code),
    [],
    describe(found),
  );
}

/** The first finding of `code` has a fix of that title, which makes `source` into `expected`. */
export function expectFix(code: string, source: string, title: string, expected: string): void {
  const { text } = marked(source);
  const analysis = analyze(text);
  const finding = diagnose(analysis).find((one) => one.code === code);
  assert.ok(finding, `${code} isn't found; found: ${describe(diagnose(analysis))}`);
  const fixes = fixesOf(analysis, finding);
  const fix = fixes.find((one) => one.title === title);
  assert.ok(fix, `no fix "${title}"; there are: ${fixes.map((one) => one.title).join(", ")}`);
  assert.equal(applyEdits(text, fix.edits), expected);
}

/** What all automatic fixes make of a text. */
export function fixed(text: string): string {
  return applyEdits(text, fixEverything(analyze(text, defaultOptions)));
}

export function describe(findings: readonly DocumentFinding[]): string {
  return findings.map(({ code, at, message }) => `${code}@${at.start}-${at.end} (${message})`).join("; ") || "nothing";
}
