import { type PlacedSegment, type SoapHttpDocument, segmentAt } from "../../document.ts";
import type { Message } from "../../message.ts";
import { completeFix } from "../../rules/fixes.ts";
import type { Edit } from "../../rules/rule.ts";
import { shift } from "../../text/span.ts";
import { elementName } from "./element.ts";
import { namespaceName } from "./namespace.ts";
import { prefixName } from "./prefix.ts";
import { requestName } from "./requestName.ts";
import type { MessageOf, Rename, Renamed } from "./result.ts";
import { variableName } from "./variable.ts";

/**
 * What an offset of a document is in and can be renamed: a variable, the name of a request, a prefix, a namespace, an
 * element. `undefined` where there is nothing of that kind. Spans: in the document.
 */
export function renameAt(document: SoapHttpDocument, messageOf: MessageOf, offset: number): Rename | undefined {
  const placed = segmentAt(document, offset);
  if (!placed) return undefined;
  const ofFile = variableName(document, placed, messageOf, offset) ?? requestName(document, placed, offset);
  if (ofFile) return ofFile;
  const message = messageOf(placed);
  const at = offset - placed.start;
  const found = message && (namespaceName(message, at) ?? prefixName(message, at) ?? elementName(message, at));
  return found && inDocument(placed, message, found);
}

/** The rename of something in a request, with the Content-Length that follows it. */
function inDocument({ start }: PlacedSegment, message: Message, found: Rename): Rename {
  if (found.kind === "refused") return found;
  return {
    ...found,
    at: shift(found.at, start),
    to(newName): Renamed {
      const renamed = found.to(newName);
      if (renamed.kind === "refused") return renamed;
      const edits = completeFix(message, renamed);
      return { kind: "edits", edits: edits.map((edit): Edit => ({ ...edit, ...shift(edit, start) })) };
    },
  };
}
