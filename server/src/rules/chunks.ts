import * as l10n from "@vscode/l10n";
import { type ChunkProblem, chunkProblem } from "../http/chunks.ts";
import type { BodyText } from "../message/body.ts";
import { bytesUpTo } from "../message/bodyBytes.ts";
import type { Message } from "../message/message.ts";
import type { Charset } from "../text/charset.ts";
import { lineEnd } from "../text/lines.ts";
import { firstIndex } from "../text/search.ts";
import type { Span } from "../text/span.ts";
import { trimTrailing } from "../text/trailing.ts";
import { lineEndsFix } from "./edits.ts";
import type { Report } from "./rule.ts";

export function* chunksMalformed(message: Message): Iterable<Report> {
  const { body, isInChunks } = message;
  const { charset } = message.charset;
  if (!isInChunks || !body?.known || !charset) return;
  const problem = chunkProblem(bytesUpTo(body, charset, body.canonicalEnd));
  if (problem === undefined) return;
  yield {
    at: spanOf(problem, message, body, charset),
    message: wording(problem),
    fixes: () => (problem.kind === "line-end" ? [lineEndsFix("\r\n")] : []),
  };
}

function wording(problem: ChunkProblem): string {
  switch (problem.kind) {
    case "size":
      return l10n.t("A chunk must start with its size in hexadecimal digits, on a separate line.");
    case "line-end":
      return l10n.t(
        "Lines of chunked encoding must end with CRLF. This line ends with LF, which most services reject.",
      );
    case "data":
      return l10n.t(
        "Expected CRLF after the {0} bytes of this chunk ({1} in hexadecimal).",
        problem.size,
        problem.size.toString(16),
      );
    case "unfinished":
      return l10n.t("The last chunk is missing. Chunks must end with a chunk of size 0 and an empty line.");
  }
}

/** The line with the problem; the last line if the end is missing. */
function spanOf({ kind, at }: ChunkProblem, { text }: Message, body: BodyText, charset: Charset): Span {
  if (kind === "unfinished") {
    const end = body.at({ start: body.canonicalEnd, end: body.canonicalEnd }).start;
    const typed = trimTrailing(text.slice(0, end), "\r\n");
    return { start: Math.max(typed.lastIndexOf("\n"), typed.lastIndexOf("\r")) + 1, end: typed.length };
  }
  const { source } = body;
  const start = firstIndex(body.start, body.end, (offset) => charset.byteLength(source, body.start, offset) >= at);
  return body.at({ start, end: Math.max(start + 1, lineEnd(source, start, body.end)) });
}
