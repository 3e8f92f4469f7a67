import * as l10n from "@vscode/l10n";
import { dataRows } from "../data/dataRows.ts";
import { testDirectives } from "../expectations/directives.ts";
import type { DirectiveProblem } from "../expectations/problem.ts";
import { unknownDirective } from "../format/directiveChecks.ts";
import { directiveInfo, valueProblem } from "../format/directives.ts";
import type { Directive } from "../format/preamble.ts";
import type { BodyFile, BodyFileText, ContentFile } from "../message/bodyFile.ts";
import type { Message } from "../message/message.ts";
import type { Scope } from "../message/scope.ts";
import { firstBreak } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import { changeTo, fix, insert, insertFix, removeDuplicateLine } from "./edits.ts";
import { type Report, type Rule, rule } from "./rule.ts";

/** Rules of the file format that check a message or a document. */
export const segmentTextRules: readonly Rule[] = [
  rule("body-file-missing", "error", "the .soaphttp format", bodyFile, { preventsSending: true }),
  rule("directive-unknown", "warning", "the .soaphttp format", directiveUnknown),
];

/** Rules of the file format that check a single message. The rules in `file.ts` check the whole file. */
export const segmentRules: readonly Rule[] = [
  rule("xml-missing", "error", "SOAP over HTTP binding", xmlMissing, {
    about: "body",
    inBodyFile: true,
    ofJoinedLines: true,
    ofSoap: true,
    waitsFor: "request",
  }),
  rule("separator-missing", "error", "the .soaphttp format", separatorMissing, { ofBoundary: "next" }),
  ...segmentTextRules,
  rule("directive-value", "error", "the .soaphttp format", directiveValue),
  rule("expect-invalid", "error", "the .soaphttp format", expectInvalid),
  rule("data-file-missing", "error", "the .soaphttp format", dataFileMissing),
];

/** Rules of directives that also check a response below `# @receive`. */
export const callbackRules = segmentRules.filter(({ code }) => /^(?:directive|expect)-/.test(code));

function* xmlMissing(message: Message): Iterable<Report> {
  if (!message.isPost || message.isBare || message.hasBody) return;
  const { syntax, text } = message;
  const lineBreak = firstBreak(text);
  const envelope = [
    '<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">',
    "  <soap:Body>",
    "  </soap:Body>",
    "</soap:Envelope>",
  ].join(lineBreak);
  yield {
    at: message.headPlace,
    message: l10n.t("Missing body. A POST request must contain a SOAP message."),
    fixes: () => {
      const { body } = syntax;
      const end = body?.start ?? syntax.headerLines.at(-1)?.end ?? syntax.requestLine?.end ?? syntax.end;
      const before = body ? "" : `${lineBreak}${lineBreak}`;
      // A separator may follow. It must start a line.
      const after = body && end === text.length ? lineBreak : "";
      return [fix(l10n.t("Insert envelope"), insert(end, `${before}${envelope}${after}`))];
    },
  };
}

function* separatorMissing(message: Message): Iterable<Report> {
  const at = message.strayRequestLine;
  const { text, syntax } = message;
  if (!at) return;
  const isCopy =
    syntax.requestLine !== undefined &&
    message.slice(syntax.requestLine) === message.slice(at) &&
    text.slice(syntax.requestLine.end, at.start).trim() === "";
  yield {
    at,
    message: l10n.t("Missing ### before the next request. Without it, this request line is part of the body above."),
    fixes: () => [
      ...(isCopy ? [removeDuplicateLine(text, at)] : []),
      insertFix(at.start, `###${firstBreak(text)}`, "###"),
    ],
  };
}

function* bodyFile(message: Message): Iterable<Report> {
  const { bodyFile, bodyFileText, fileParts } = message;
  const why = bodyFile && (whyUnread(bodyFile) ?? whyUndecoded(bodyFile, bodyFileText));
  if (bodyFile && why !== undefined) yield { at: spanOf(bodyFile), message: why };
  for (const part of fileParts) {
    const unread = whyUnread(part);
    if (unread !== undefined) yield { at: spanOf(part), message: unread };
  }
}

function whyUndecoded({ path, replaced }: BodyFile, text: BodyFileText | undefined): string | undefined {
  return replaced && text && text.invalid > 0
    ? l10n.t(
        "Variables in {0} can't be replaced, because {1} bytes or byte sequences aren't valid in its charset. Use < instead of <@ to send the file unchanged.",
        path,
        text.invalid,
      )
    : undefined;
}

function whyUnread({ path, file }: ContentFile): string | undefined {
  switch (file.kind) {
    case "missing":
      return l10n.t("The file {0} doesn't exist. The path is relative to the folder of this file.", path);
    case "refused":
      return l10n.t("The body file {0} can't be read: {1}", path, file.why);
    case "bytes":
    case "pending":
      return undefined;
  }
}

function* directiveUnknown(message: Message): Iterable<Report> {
  const { kind } = message.segment;
  for (const { name } of directives(message)) {
    if (directiveInfo(kind, message.slice(name))) continue;
    const { message: sentence, instead } = unknownDirective(kind, message.slice(name));
    const fixes = () => (instead === undefined ? [] : [changeTo(name, instead, `@${instead}`)]);
    yield { at: name, message: sentence, fixes };
  }
}

/** Reports invalid values of directives. Such a value is ignored, so the request would be sent in an unexpected way. */
function* directiveValue(message: Message): Iterable<Report> {
  const { kind, text } = message.segment;
  const others = directives(message).filter(({ name }) => !directiveInfo(kind, message.slice(name))?.ofTests);
  const values = others.map((one) => valueProblem(kind, text, one) ?? wsdlMissing(one, message));
  for (const problem of [...values, ...testDirectives(message.segment).problems]) if (problem) yield withFix(problem);
}

function wsdlMissing({ name, value }: Directive, message: Message) {
  const path = message.slice(value);
  if (message.slice(name) !== "wsdl" || /^https?:/i.test(path)) return undefined;
  const contract = message.scope.resolver.contracts.at(path);
  if (!contract || contract.pending.length > 0 || contract.file !== undefined) return undefined;
  const sentence = l10n.t("The file {0} doesn't exist. The path is relative to the folder of this file.", path);
  return { ...value, message: sentence };
}

function* expectInvalid({ segment }: Message): Iterable<Report> {
  for (const problem of testDirectives(segment).expectationProblems) yield withFix(problem);
}

function withFix(problem: DirectiveProblem): Report {
  const { message, instead } = problem;
  const at = spanOf(problem);
  return { at, message, fixes: () => (instead === undefined ? [] : [changeTo(at, instead)]) };
}

/** Reports a missing data file. A file that is still being read has no finding. */
export function* dataFileMissing({ segment, scope }: Pick<Message, "segment" | "scope">): Iterable<Report> {
  const { data } = testDirectives(segment);
  if (data?.kind !== "file") return;
  yield* unreadFile(data, scope);
  const file = scope.resolver.file(data.path);
  const rows = file.kind === "bytes" && dataRows(data, file);
  if (typeof rows === "string") yield { at: spanOf(data), message: rows };
}

/** Reports a file that can't be read, at its path. */
export function* unreadFile(of: Span & { readonly path: string }, scope: Scope): Iterable<Report> {
  const file = scope.resolver.file(of.path);
  if (file.kind === "missing") {
    const message = l10n.t("The file {0} doesn't exist. The path is relative to the folder of this file.", of.path);
    yield { at: spanOf(of), message };
  } else if (file.kind === "refused") {
    yield { at: spanOf(of), message: l10n.t("The file {0} can't be read: {1}", of.path, file.why) };
  }
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

function directives({ segment }: Message) {
  return segment.preamble.filter((item) => item.kind === "directive");
}
