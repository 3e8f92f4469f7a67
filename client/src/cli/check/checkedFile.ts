import { TextDocument } from "vscode-languageserver-textdocument";
import {
  type Analysis,
  analyze,
  type Contract,
  diagnose,
  type Finding,
  messagesOf,
  type Resolver,
  type Severity,
  type Span,
} from "../../../../server/src/service/languageService.ts";
import { lazily } from "../../../../server/src/text/memoized.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import type { FileBlock } from "../markdownFile.ts";
import { fileEncodingCode, type RuleSettings } from "../sharedOptions.ts";
import type { ForeignByte, SourceText } from "../sourceText.ts";

export interface CheckedFile {
  /** Name of the file, as the user wrote it. */
  readonly name: string;
  readonly document: TextLines;
  readonly findings: readonly PlacedFinding[];
}

/** A range in a file. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface FilePlace {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface PlacedFinding extends FilePlace {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly related: readonly (FilePlace & { readonly message: string })[];
}

export function checkText(
  name: string,
  { kind, text, foreign, ...origin }: SourceText,
  rules: RuleSettings,
  resolver?: Resolver,
): CheckedFile & { readonly contracts: readonly Contract[]; readonly hosts: readonly string[] } {
  const analysis = analyze(text, { rules, kind, mixedLineEnds: true }, resolver, origin);
  const findings = diagnose(analysis).map(redactFinding(analysis.scope.secrets.keys()));
  const severity = rules[fileEncodingCode] ?? "warning";
  if (foreign && severity !== "off") {
    findings.unshift({
      at: { start: foreign.at, end: foreign.at + 1 },
      severity,
      code: fileEncodingCode,
      message: encodingMessage(foreign),
    });
  }
  const contracts = messagesOf(analysis).flatMap(({ message: { contract } }) => {
    return contract.kind === "found" ? [contract.contract] : [];
  });
  return { ...placed(name, text, findings), contracts, hosts: hostsOf(analysis) };
}

export function hostsOf(analysis: Analysis): readonly string[] {
  return messagesOf(analysis).flatMap(({ message: { address } }) => address?.host.toLowerCase() ?? []);
}

type FoundInText = Pick<Finding, "at" | "severity" | "code" | "message" | "related">;

/** Returns a function that redacts values of private environments and of the machine in findings: output is logged. */
export function redactFinding(secrets: Iterable<string>): (finding: FoundInText) => FoundInText {
  const hide = redactor([...secrets]);
  return ({ related = [], ...finding }) => ({
    ...finding,
    message: hide(finding.message),
    related: related.map((one) => ({ ...one, message: hide(one.message) })),
  });
}

/** `document`: the same text as a document, if there is one already. */
export function placed(
  name: string,
  text: string,
  textFindings: readonly FoundInText[],
  document = documentOf(text),
): CheckedFile {
  const findings = textFindings.map(({ at, severity, code, message, related = [] }) => ({
    ...placeOf(document, at),
    severity,
    code,
    message,
    related: related.map((one) => ({ ...placeOf(document, one.at), message: one.message })),
  }));
  return { name, document, findings };
}

/** The findings of a block, in the columns of its Markdown file. Findings of another file are unchanged. */
export function inMarkdown(file: CheckedFile, block: FileBlock | undefined): CheckedFile {
  if (!block) return file;
  return { ...file, document: block.document, findings: file.findings.map((finding) => indented(finding, block)) };
}

function indented({ related, ...finding }: PlacedFinding, { line: first, removed }: FileBlock): PlacedFinding {
  const moved = <Place extends FilePlace>(place: Place): Place => ({
    ...place,
    column: place.column + (removed[place.line - first] ?? 0),
    endColumn: place.endColumn + (removed[place.endLine - first] ?? 0),
  });
  return { ...moved(finding), related: related.map(moved) };
}

export interface TextLines extends Pick<TextDocument, "lineCount" | "offsetAt" | "positionAt"> {
  getText(): string;
}

/** Positions near the beginning of a long text are found without splitting the rest into lines. */
export function documentOf(text: string): TextLines {
  const reading = (end: number) => lazily(() => TextDocument.create("", "", 0, text.slice(0, end)));
  const [beginning, whole] = [reading(linesReadFirst), reading(text.length)];
  return {
    getText: () => text,
    get lineCount() {
      return whole().lineCount;
    },
    positionAt: (offset) => (offset < linesReadFirst - 1 ? beginning() : whole()).positionAt(offset),
    // The last line of the beginning may be cut off, so places in it are found in the whole text.
    offsetAt: (place) => (place.line + 2 < beginning().lineCount ? beginning() : whole()).offsetAt(place),
  };
}

/** Length of the beginning that is split into lines first, in UTF-16 units. */
const linesReadFirst = 65_536;

/** The span of a line, counted from 1, without its line break; empty if there is no such line. */
export function lineIn(document: TextLines, line: number): Span {
  const start = document.offsetAt({ line: line - 1, character: 0 });
  return { start, end: document.offsetAt({ line: line - 1, character: Number.MAX_SAFE_INTEGER }) };
}

function placeOf(document: TextLines, { start, end }: Span): FilePlace {
  const [from, to] = [document.positionAt(start), document.positionAt(end)];
  return { line: from.line + 1, column: from.character + 1, endLine: to.line + 1, endColumn: to.character + 1 };
}

function encodingMessage({ byte, readAs }: ForeignByte): string {
  const hex = byte.toString(16).toUpperCase().padStart(2, "0");
  return readAs === undefined
    ? `The file is not valid UTF-8: the byte ${hex} can't be decoded. Save the file as UTF-8.`
    : `The file is not valid UTF-8 (byte ${hex}) and is read as ${readAs}. Bodies are sent byte for byte, but an editor that reads the file as UTF-8 shows and sends other characters.`;
}
