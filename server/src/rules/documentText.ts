import * as l10n from "@vscode/l10n";
import type { SoapHttpDocument } from "../format/document.ts";
import type { DocumentSyntax } from "../format/documentText.ts";
import { isRequestLine } from "../http/startLine.ts";
import type { Message } from "../message/message.ts";
import { mostDocuments } from "../text/limits.ts";
import { firstBreak, lineEnd } from "../text/lines.ts";
import { type Span, shift, slice } from "../text/span.ts";
import { automaticFix, firstWord, fix, insert, removeDuplicateLine, removeLine } from "./edits.ts";
import type { Report } from "./rule.ts";

/** The problems of `# @document` and of where its text is. */
export function* documentInvalid(message: Message): Iterable<Report> {
  const { document, preamble } = message.segment;
  if (!document) return;
  const { text } = message;
  const { directive } = document;
  const name = slice(text, directive.value);
  if (name === "") yield { at: directive.name, message: l10n.t("@document needs a name.") };
  else if (!/^[A-Za-z_][^\s={}|"]*$/.test(name)) {
    const why = l10n.t(
      "{0} isn't a valid name. Begin with a letter or _, and don't use whitespace, =, |, quotes, or braces.",
      name,
    );
    yield { at: directive.value, message: why };
  }
  for (const item of preamble) {
    if (item.kind !== "directive" || item.start === directive.start || slice(text, item.name) !== "document") continue;
    yield {
      at: item.name,
      message: l10n.t("A segment has only one document. Write ### between them."),
      fixes: () => [removeDuplicateLine(text, item)],
    };
  }
  yield* ofText(message, document);
}

function* ofText({ text, hasBody }: Message, { directive, boundary, start }: DocumentSyntax): Iterable<Report> {
  const line = { start, end: lineEnd(text, start) };
  if (!hasBody) yield { at: directive.name, message: l10n.t("The document is empty.") };
  else if (boundary?.kind === "missing" && isRequestLine(text, line)) {
    yield {
      at: line,
      message: l10n.t("A document has no request line. Write ### between the document and the request."),
      fixes: () => [fix(l10n.t("Remove {0}", "@document"), removeLine(text, directive))],
    };
  } else if (boundary?.kind === "missing") {
    yield {
      at: firstWord(text, start),
      message: l10n.t("The text of a document begins after an empty line."),
      fixes: () => [automaticFix(l10n.t("Insert an empty line"), insert(start, firstBreak(text)))],
    };
  }
}

/** Reports the documents that exceed the maximum number in a file. Spans are in the document's text. */
export function* documentsTooMany({ segments }: SoapHttpDocument): Iterable<Report> {
  const documents = segments.flatMap(({ start, segment }): readonly Span[] =>
    segment.document ? [shift(segment.document.directive.name, start)] : [],
  );
  for (const at of documents.slice(mostDocuments))
    yield { at, message: l10n.t("A file has at most {0} documents.", mostDocuments) };
}
