import * as l10n from "@vscode/l10n";
import type { PlacedSegment, SoapHttpDocument } from "../../document.ts";
import { shift } from "../../text/span.ts";
import { type Rename, refused, replaced } from "./result.ts";

/** The name that `# @name` gives a request. */
export function requestName(document: SoapHttpDocument, placed: PlacedSegment, offset: number): Rename | undefined {
  const at = offset - placed.start;
  const own = requestNames(placed).find(({ value }) => value.start <= at && at <= value.end);
  if (!own || own.name === "") return undefined;
  return {
    kind: "renamable",
    at: shift(own.value, placed.start),
    name: own.name,
    to(newName) {
      if (newName.trim() === "" || /[\r\n]/.test(newName)) {
        return refused(l10n.t("Enter a name for the request, on one line. The current name is {0}.", own.name));
      }
      const others = document.segments.flatMap(requestNames);
      if (newName !== own.name && others.some(({ name }) => name === newName)) {
        return refused(
          l10n.t("Another request is already named {0}. A request name must be unique in its file.", newName),
        );
      }
      return replaced([shift(own.value, placed.start)], newName);
    },
  };
}

function requestNames({ segment: { preamble, text } }: PlacedSegment) {
  return preamble.flatMap((item) => {
    if (item.kind !== "directive" || text.slice(item.name.start, item.name.end) !== "name") return [];
    return [{ value: item.value, name: text.slice(item.value.start, item.value.end) }];
  });
}
