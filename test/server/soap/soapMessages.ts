import assert from "node:assert/strict";
import { analyze, applyEdits, diagnose, fixesOf } from "../../../server/src/service/languageService.ts";
import { describe, expectClean, expectRule, request, request11 } from "../../support/findings.ts";
import { marked } from "../../support/marked.ts";

export const namespace11 = "http://schemas.xmlsoap.org/soap/envelope/";
export const namespace12 = "http://www.w3.org/2003/05/soap-envelope";

/** A SOAP 1.2 envelope around `inside`, with the prefix `s` for SOAP and `x` for anything else. */
export function soap12(inside: string): string {
  return request({}, `<s:Envelope xmlns:s="${namespace12}" xmlns:x="urn:x">${inside}</s:Envelope>`);
}

export function soap11(inside: string): string {
  return request11({}, `<s:Envelope xmlns:s="${namespace11}" xmlns:x="urn:x">${inside}</s:Envelope>`);
}

/** One header block with the given attributes. */
export function block12(attributes: string): string {
  return soap12(`<s:Header><x:T ${attributes}/></s:Header><s:Body/>`);
}

export function block11(attributes: string): string {
  return soap11(`<s:Header><x:T ${attributes}/></s:Header><s:Body/>`);
}

/** Defines the variable `v`, and replaces Content-Length by `{{$contentLength}}`. */
export function withVariable(source: string): string {
  return `@v = text\n${source.replace(/(Content-Length: )\d+/, "$1{{$$contentLength}}")}`;
}

/** A message with a finding, and the title of a fix with the message that it makes. */
export interface Breaking {
  readonly what: string;
  readonly source: string;
  readonly besides?: readonly string[];
  readonly fix?: readonly [title: string, becomes: string];
  readonly noFix?: true;
}

/** A suite that checks a rule with messages that break it and messages that nearly do. */
export function ruleSuite(code: string, breaking: readonly Breaking[], fine: Readonly<Record<string, string>>): void {
  suite(code, () => {
    for (const { what, source, besides, fix, noFix } of breaking) {
      test(what, () => {
        const found = expectRule(code, source, besides);
        if (noFix)
          assert.deepEqual(
            found.flatMap((one) => one.fixes?.() ?? []),
            [],
          );
        if (fix) expectFixed(code, source, ...fix, besides ?? []);
      });
    }
    for (const [what, source] of Object.entries(fine)) test(`fine: ${what}`, () => expectClean(source));
  });
}

/** The fix changes `source` to `becomes`, with a correct Content-Length, and removes the finding. */
function expectFixed(code: string, source: string, title: string, becomes: string, besides: readonly string[]): void {
  const { text } = marked(source);
  const analysis = analyze(text);
  const finding = diagnose(analysis).find((one) => one.code === code);
  assert.ok(finding);
  const fixes = fixesOf(analysis, finding);
  const fix = fixes.find((one) => one.title === title);
  assert.ok(fix, `no fix "${title}"; there are: ${fixes.map((one) => one.title).join(", ") || "none"}`);
  const after = applyEdits(text, fix.edits);
  assert.equal(after, becomes);
  const left = diagnose(analyze(after)).filter((one) => !besides.includes(one.code));
  assert.equal(describe(left), "nothing");
}
