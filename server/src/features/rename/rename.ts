import type { Message } from "../../message.ts";
import { completeFix } from "../../rules/fixes.ts";
import { shift } from "../../text/span.ts";
import { type Section, sectionAt } from "../support/section.ts";
import { elementName } from "./element.ts";
import { namespaceName } from "./namespace.ts";
import { prefixName } from "./prefix.ts";
import { requestName } from "./requestName.ts";
import type { Rename, Renamed } from "./result.ts";
import { variableName } from "./variable.ts";

/**
 * What an offset of a document is in and can be renamed: a variable, the name of a request, a prefix, a namespace, an
 * element. `undefined` where there is nothing of that kind. Spans: in the document.
 */
export function renameAt(sections: readonly Section[], offset: number): Rename | undefined {
  const section = sectionAt(sections, offset);
  if (!section) return undefined;
  const ofFile = variableName(sections, section, offset) ?? requestName(sections, section, offset);
  if (ofFile) return ofFile;
  const { message } = section;
  const at = offset - section.start;
  const found = message && (namespaceName(message, at) ?? prefixName(message, at) ?? elementName(message, at));
  return found && inDocument(section, message, found);
}

/** The rename of something in a request, with the Content-Length that follows it. */
function inDocument({ start }: Section, message: Message, found: Rename): Rename {
  if (found.kind === "refused") return found;
  return {
    ...found,
    at: shift(found.at, start),
    to(newName): Renamed {
      const renamed = found.to(newName);
      if (renamed.kind === "refused") return renamed;
      const edits = completeFix(message, renamed);
      return { kind: "edits", edits: edits.map((edit) => shift(edit, start)) };
    },
  };
}
