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

export function insertConverted(context: TransformContext): Transform[] {
  return [...curlCommand(context), ...httpFile(context)];
}

function curlCommand({ message, section }: TransformContext): Transform[] {
  const { syntax, text } = message;
  const at = { start: syntax.start, end: text.trimEnd().length };
  if (!isCurl(text.slice(at.start, at.start + 1000))) return [];
  const title = l10n.t("Convert the curl command to a request");
  const edits = () => {
    const converted = convert(message.slice(at), firstBreak(text));
    return converted ? inDocument(section, [replace(at, converted.text)]) : [];
  };
  return [{ title, kind: "rewrite", at: syntax.first, edits }];
}

/** Converts the whole file, because its requests share their variables. */
function httpFile({ message, section: { analysis } }: TransformContext): Transform[] {
  if (message.text.length > maxLength || !isHttpFileSegment(message.text)) return [];
  const title = l10n.t("Convert the .http file (REST Client, JetBrains)");
  const edits = () => {
    const { text, segments } = analysis.document;
    const converted = httpFileSegments(text, firstBreak(text));
    return segments.flatMap((placed, index) => {
      const before = placed.segment.text;
      return inDocument(placed, difference(before, converted[index] ?? before));
    });
  };
  return [{ title, kind: "rewrite", at: message.syntax.first, edits }];
}
