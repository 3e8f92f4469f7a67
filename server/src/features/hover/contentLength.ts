import * as l10n from "@vscode/l10n";
import { headerFact } from "../../http/facts.ts";
import { canonicalLength, lengthWith } from "../../message/bodyBytes.ts";
import type { Message } from "../../message/message.ts";
import { findCharset } from "../../text/charset.ts";
import { acceptedCounts } from "../support/counts.ts";
import { paragraphs, prose, strong, table } from "../support/markdown.ts";
import { sourceMarkdown } from "../support/sources.ts";

const comparedCharsets = ["utf-8", "iso-8859-1", "utf-16"];

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
  if (message.fileParts.some(({ file }) => file.kind !== "bytes")) {
    return prose(l10n.t("A file of the body hasn't been read, so the bytes can't be counted."));
  }
  if (bodyLength === undefined) {
    return prose(l10n.t("A variable in the body has no value yet, so the bytes can't be counted."));
  }
  return paragraphs(summary(message, bodyLength), filesText(message), comparison(message), acceptedText(message));
}

/** The sizes of the files of parts, which are counted. */
function filesText({ fileParts }: Message): string | undefined {
  const sizes = fileParts.flatMap(({ path, file }) =>
    file.kind === "bytes" ? [`${path} (${file.bytes.length})`] : [],
  );
  return sizes.length === 0 ? undefined : prose(l10n.t("With the bytes of these files: {0}.", sizes.join(", ")));
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

/** The counts with either line ending; the current one is bold. */
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

/** The bytes of a body in one charset, with either line end; `undefined` if the charset can't encode the body. */
interface Count {
  readonly charset: string;
  readonly LF: number | undefined;
  readonly CRLF: number | undefined;
}

/** The line endings of a body up to its canonical end. */
type BodyLineEnds = "none" | "LF" | "CRLF" | "mixed";

/** The counts of a body in its own charset, then in others; empty if they are unknown. */
function countsOf({ body, charset: { charset } }: Message, others: readonly string[]): readonly Count[] {
  if (!body?.known || !charset) return [];
  const all = new Set([charset, ...others.flatMap((name) => findCharset(name)?.charset ?? [])]);
  return [...all].map((one) => {
    const isEncodable = one.unencodable(body.source, body.start, body.canonicalEnd, 1).length === 0;
    const canonical = isEncodable ? canonicalLength(body, one) : 0;
    const length = (lineEnds: "\n" | "\r\n") =>
      isEncodable ? lengthWith(body, one, canonical, lineEnds).length : undefined;
    return { charset: one.name, LF: length("\n"), CRLF: length("\r\n") };
  });
}

function lineEndsOf({ body }: Message): BodyLineEnds {
  const kinds = new Set<BodyLineEnds>();
  for (const [lineBreak] of body?.source.slice(body.start, body.canonicalEnd).matchAll(/\r\n?|\n/g) ?? []) {
    kinds.add(lineBreak === "\n" ? "LF" : lineBreak === "\r\n" ? "CRLF" : "mixed");
    if (kinds.size > 1) return "mixed";
  }
  const [kind = "none"] = kinds;
  return kind;
}
