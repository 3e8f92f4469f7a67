import * as l10n from "@vscode/l10n";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  analyze,
  diagnose,
  type Finding,
  type Resolver,
  type Severity,
  type Span,
} from "../../../../server/src/languageService.ts";
import { redactor } from "../../core/redaction/redactor.ts";
import type { ForeignByte, SourceText } from "../sourceText.ts";

/** A file and what is found in it, as the output formats need it. */
export interface CheckedFile {
  /** As the user named it. */
  readonly name: string;
  readonly document: TextDocument;
  readonly findings: readonly PlacedFinding[];
}

/** Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface PlacedFinding extends Place {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly related: readonly (Place & { readonly message: string })[];
}

export type RuleSettings = Readonly<Record<string, Severity | "off">>;

/** The command line's own finding; it is about bytes, of which the rules know nothing. */
export const fileEncodingCode = "file-encoding";

export function checkText(
  name: string,
  { text, foreign, ...origin }: SourceText,
  rules: RuleSettings,
  resolver?: Resolver,
): CheckedFile {
  const analysis = analyze(text, { rules, mixedLineEnds: true }, undefined, resolver, origin);
  const findings = diagnose(analysis);
  const found = findings.map(withoutSecrets(analysis.scope.secrets));
  const severity = rules[fileEncodingCode] ?? "warning";
  if (foreign && severity !== "off") {
    found.unshift({
      at: { start: foreign.at, end: foreign.at + 1 },
      severity,
      code: fileEncodingCode,
      message: encodingMessage(foreign),
    });
  }
  return placed(name, text, found);
}

type FoundInText = Pick<Finding, "at" | "severity" | "code" | "message" | "related">;

/** What is found is printed, and kept in logs: no value of a private environment or of the machine stands in its words. */
export function withoutSecrets(secrets: Iterable<string>): (finding: FoundInText) => FoundInText {
  const hide = redactor([...secrets]);
  return ({ related = [], ...finding }) => ({
    ...finding,
    message: hide(finding.message),
    related: related.map((one) => ({ ...one, message: hide(one.message) })),
  });
}

/** Findings, with their spans as lines and columns. */
export function placed(name: string, text: string, found: readonly FoundInText[]): CheckedFile {
  const document = documentOf(text);
  const findings = found.map(({ at, severity, code, message, related = [] }) => ({
    ...placeOf(document, at),
    severity,
    code,
    message,
    related: related.map((one) => ({ ...placeOf(document, one.at), message: one.message })),
  }));
  return { name, document, findings };
}

/** A text of which only lines are asked. */
export function documentOf(text: string): TextDocument {
  return TextDocument.create("", "", 0, text);
}

/** A line, counted from 1, without its line break; empty where there are not so many. */
export function lineIn(document: TextDocument, line: number): Span {
  const start = document.offsetAt({ line: line - 1, character: 0 });
  return { start, end: document.offsetAt({ line: line - 1, character: Number.MAX_SAFE_INTEGER }) };
}

function placeOf(document: TextDocument, { start, end }: Span): Place {
  const [from, to] = [document.positionAt(start), document.positionAt(end)];
  return { line: from.line + 1, column: from.character + 1, endLine: to.line + 1, endColumn: to.character + 1 };
}

function encodingMessage({ byte, readAs }: ForeignByte): string {
  const hex = byte.toString(16).toUpperCase().padStart(2, "0");
  return readAs === undefined
    ? l10n.t("The file is not valid UTF-8: the byte {0} can't be decoded. Save the file as UTF-8.", hex)
    : l10n.t(
        "The file is not valid UTF-8 (byte {0}) and is read as {1}. Bodies are sent byte for byte, but an editor that reads the file as UTF-8 shows and sends other characters.",
        hex,
        readAs,
      );
}
