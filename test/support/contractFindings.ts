import {
  analyze,
  applyEdits,
  type DocumentFinding,
  diagnose,
  fixesOf,
} from "../../server/src/service/languageService.ts";
import { expectAtMarks, marked } from "./marked.ts";
import { around } from "./resolver.ts";

export interface FixedFinding extends DocumentFinding {
  readonly fixed: readonly (readonly [title: string, text: string, isAutomatic: boolean])[];
}

/** The findings in a request with `# @wsdl`; «…» marks them. */
export function contractFindings(source: string, wsdl: string): readonly FixedFinding[] {
  const typed = marked(`# @wsdl ./s.wsdl\n${source}`);
  const findings = allFindings(typed.text, wsdl);
  expectAtMarks(typed, findings);
  return findings;
}

/** The findings about the contract in a text that names `./s.wsdl`. */
export function allFindings(text: string, wsdl: string): readonly FixedFinding[] {
  const analysis = analyze(text, undefined, around({ files: { "/w/a/b/s.wsdl": wsdl } }));
  const findings = diagnose(analysis).filter(
    ({ code }) => !/^(?:content-length|wsdl-problem|soap-envelope)/.test(code),
  );
  return findings.map((finding) => ({
    ...finding,
    fixed: fixesOf(analysis, finding).map(
      ({ title, edits, automatic = false }) => [title, applyEdits(text, edits), automatic] as const,
    ),
  }));
}
