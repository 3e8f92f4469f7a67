import * as l10n from "@vscode/l10n";
import { replace } from "../../rules/edits.ts";
import { difference } from "../../rules/fixes.ts";
import { firstBreak } from "../../text/lines.ts";
import { isCurl } from "./paste/curl/curl.ts";
import { httpFileSegments, isHttpFileSegment } from "./paste/httpFile/httpFile.ts";
import { convert } from "./paste/paste.ts";
import { inDocument, type Transform, type TransformContext } from "./transform.ts";

/** In UTF-16 units. Longer texts weren't just pasted, and this runs at every movement of the cursor. */
const maxLength = 200_000;

export function convertText(context: TransformContext): Transform[] {
  return [...curlCommand(context), ...httpFile(context)];
}

function curlCommand({ message, section }: TransformContext): Transform[] {
  const { request, text } = message;
  const at = { start: request.start, end: text.trimEnd().length };
  if (!isCurl(text.slice(at.start, at.start + 1000))) return [];
  return [
    {
      title: l10n.t("Convert the curl command to a request"),
      kind: "rewrite",
      at: request.first,
      edits: () => {
        const converted = convert(message.slice(at), firstBreak(text));
        return converted ? inDocument(section, [replace(at, converted.text)]) : [];
      },
    },
  ];
}

/** Converts the whole file, because its requests share their variables. */
function httpFile({ message, section: { analysis } }: TransformContext): Transform[] {
  if (message.text.length > maxLength || !isHttpFileSegment(message.text)) return [];
  return [
    {
      title: l10n.t("Convert the .http file (REST Client, JetBrains)"),
      kind: "rewrite",
      at: message.request.first,
      edits: () => {
        const { document } = analysis;
        const converted = httpFileSegments(document.text, firstBreak(document.text));
        return document.segments.flatMap((placed, index) =>
          inDocument(placed, difference(placed.segment.text, converted[index] ?? placed.segment.text)),
        );
      },
    },
  ];
}
