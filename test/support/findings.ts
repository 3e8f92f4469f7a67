import assert from "node:assert/strict";
import {
  analyze,
  applyEdits,
  type DocumentFinding,
  defaultOptions,
  diagnose,
  type Finding,
  fixEverything,
  fixesOf,
  type HostResolver,
} from "../../server/src/service/languageService.ts";
import { mark, marked } from "./marked.ts";

export const envelope12 = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body/></s:Envelope>';
export const envelope11 = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>';

/** Returns a valid request. `changes` replaces headers by name, `undefined` removes one. */
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

export function request11(
  changes: Readonly<Record<string, string | undefined>> = {},
  body: string = envelope11,
): string {
  return request({ "Content-Type": "text/xml; charset=utf-8", SOAPAction: '""', ...changes }, body);
}

export function findingsIn(
  text: string,
  options = defaultOptions,
  resolver?: HostResolver,
): readonly DocumentFinding[] {
  return diagnose(analyze(text, options, resolver));
}

export const ofMock: typeof defaultOptions = { rules: {}, kind: "response" };

/** Asserts that exactly the marked spans have findings with this code, and no others except those in `besides`. */
export function expectRule(
  code: string,
  source: string,
  besides: readonly string[] = [],
  options = defaultOptions,
  resolver?: HostResolver,
): readonly DocumentFinding[] {
  const own = expectCode(code, source, besides, (text) => findingsIn(text, options, resolver));
  for (const finding of own) expectFixHolds(marked(source).text, finding, options, resolver);
  return own;
}

/** Like `expectRule`, for the findings that `check` returns, which needn't have fixes. */
export function expectCode<F extends Finding>(
  code: string,
  source: string,
  besides: readonly string[],
  check: (text: string) => readonly F[],
): readonly F[] {
  const { text, spans } = marked(source);
  const all = check(text);
  const own = all.filter((finding) => finding.code === code);
  const places = own.map(({ at }) => at);
  assert.equal(mark(text, places), mark(text, spans), `${code} stands elsewhere; found: ${describe(all)}`);
  const others = all.filter((finding) => finding.code !== code && !besides.includes(finding.code));
  assert.deepEqual(codesOf(others), [], `found besides: ${describe(others)}`);
  return own;
}

/** Errors that may remain after a fix: only the author can fix them, or they were hidden before. */
const leftBy: Readonly<Record<string, readonly string[]>> = {
  "host-missing": ["placeholder"],
  "variable-undefined": ["host-invalid", "content-length-mismatch"],
  "request-line-missing": ["host-missing", "content-type-missing", "content-length-missing", "placeholder"],
  "soap-envelope-missing": ["soap-version-unknown"],
  "schema-element-level": ["schema-attribute-missing"],
  "schema-payload": ["schema-element-missing", "schema-element-unexpected"],
};

/** Asserts that the preferred fix of a finding removes it and adds no error. Returns whether there is one. */
export function expectFixHolds(
  text: string,
  finding: DocumentFinding,
  options = defaultOptions,
  resolver?: HostResolver,
): boolean {
  const analysis = analyze(text, options, resolver);
  const [fix] = fixesOf(analysis, finding);
  if (!fix || fix.chooseKey) return false;
  const edited = applyEdits(text, fix.edits);
  const after = fix.lineEnds ? edited.replace(/\r\n?|\n/g, fix.lineEnds) : edited;
  const left = findingsIn(after, options, resolver);
  const unexpected = left.filter(({ code, severity }) => {
    const count = (all: readonly DocumentFinding[]) => all.filter((one) => one.code === code).length;
    if (code === finding.code) return count(left) >= count(diagnose(analysis));
    return severity === "error" && !leftBy[finding.code]?.includes(code) && count(left) > count(diagnose(analysis));
  });
  assert.equal(describe(unexpected), "nothing", `${finding.code}: "${fix.title}" leaves them in ${edited}`);
  return true;
}

export function expectClean(source: string, options = defaultOptions): void {
  const findings = findingsIn(source, options);
  assert.deepEqual(codesOf(findings), [], describe(findings));
}

/** Asserts that the first finding with this code has a fix with this title, which changes `source` to `expected`. */
export function expectFix(
  code: string,
  source: string,
  title: string,
  expected: string,
  options = defaultOptions,
  resolver?: HostResolver,
): void {
  const { text } = marked(source);
  const analysis = analyze(text, options, resolver);
  const finding = diagnose(analysis).find((one) => one.code === code);
  assert.ok(finding, `${code} isn't found; found: ${describe(diagnose(analysis))}`);
  const fixes = fixesOf(analysis, finding);
  const fix = fixes.find((one) => one.title === title);
  assert.ok(fix, `no fix "${title}"; there are: ${fixes.map((one) => one.title).join(", ") || "none"}`);
  assert.equal(applyEdits(text, fix.edits), expected);
}

/** Returns the text after all automatic fixes. */
export function fixed(text: string): string {
  return applyEdits(text, fixEverything(analyze(text, defaultOptions)));
}

export function codesOf(findings: readonly { readonly code: string }[]): readonly string[] {
  return findings.map(({ code }) => code);
}

export function messagesOf(findings: readonly { readonly message: string }[]): readonly string[] {
  return findings.map(({ message }) => message);
}

export function describe(findings: readonly Finding[]): string {
  return findings.map(({ code, at, message }) => `${code}@${at.start}-${at.end} (${message})`).join("; ") || "nothing";
}
