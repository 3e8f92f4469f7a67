import * as l10n from "@vscode/l10n";
import { headerFact } from "../../http/facts.ts";
import type { Message } from "../../message.ts";
import { acceptedCounts, countsOf, lineEndsOf } from "../support/counts.ts";
import { paragraphs, prose, strong, table } from "../support/markdown.ts";
import { sourceMarkdown } from "../support/sources.ts";

const comparedCharsets = ["utf-8", "iso-8859-1", "utf-16"];

/** The number of bytes in the body, also with other line ends and charsets. */
export function contentLengthMarkdown(message: Message): string {
  const fact = headerFact("content-length");
  return paragraphs(
    countMarkdown(message),
    fact && prose(fact.meaning()),
    sourceMarkdown(fact?.source ?? "RFC 9110 section 8.6"),
  );
}

function countMarkdown(message: Message): string {
  const { body, bodyLength, charset, bodyFile } = message;
  if (bodyFile && bodyLength !== undefined) {
    return l10n.t("The body is the file {0}: {1} bytes.", prose(bodyFile.path), strong(String(bodyLength)));
  }
  if (bodyFile) return prose(l10n.t("The body is a file; its bytes are counted when the request is sent."));
  if (!body) return prose(l10n.t("There is no body: 0 bytes."));
  if (!charset.charset) return prose(l10n.t("Charset {0} is unknown, so the bytes can't be counted.", charset.name));
  if (bodyLength === undefined) {
    return prose(l10n.t("A variable in the body has no value yet, so the bytes can't be counted."));
  }
  return paragraphs(summary(message, bodyLength), comparison(message), acceptedText(message));
}

function summary(message: Message, bytes: number): string {
  const charset = prose(message.charset.charset?.name ?? "");
  const count = strong(String(bytes));
  switch (lineEndsOf(message)) {
    case "none":
      return l10n.t("The body is {0} bytes in {1}, without line breaks.", count, charset);
    case "mixed":
      return l10n.t("The body is {0} bytes in {1}, with mixed line endings.", count, charset);
    case "LF":
      return l10n.t("The body is {0} bytes in {1}, with LF line endings.", count, charset);
    case "CRLF":
      return l10n.t("The body is {0} bytes in {1}, with CRLF line endings.", count, charset);
  }
}

/** The count that the body has now is strong. */
function comparison(message: Message): string {
  const present = lineEndsOf(message);
  const show = (count: number | undefined, isPresent: boolean) =>
    count === undefined ? l10n.t("can't be encoded") : isPresent ? strong(String(count)) : String(count);
  const columns = present === "none" ? (["LF"] as const) : (["LF", "CRLF"] as const);
  const rows = countsOf(message, comparedCharsets).map((counts, index) => [
    prose(counts.charset),
    ...columns.map((ends) => show(counts[ends], index === 0 && (present === ends || present === "none"))),
  ]);
  return table(["", ...(present === "none" ? [l10n.t("bytes")] : columns)], rows);
}

/** Content-Length may include line breaks after the body, which editors often add. */
function acceptedText(message: Message): string | undefined {
  const [, ...more] = acceptedCounts(message);
  if (more.length === 0) return undefined;
  const shown = more.length > 4 ? [...more.slice(0, 3), "…", more.at(-1)] : more;
  return prose(l10n.t("Also correct, with line breaks after the body: {0}.", shown.join(", ")));
}
