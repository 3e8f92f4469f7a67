import * as l10n from "@vscode/l10n";
import type { Message } from "../../message.ts";
import type { Span } from "../../text/span.ts";
import { endName, startName, tagNameAt } from "../support/tagName.ts";
import { isNCName, isQName } from "../support/xmlNames.ts";
import { type Rename, refused, replaced } from "./result.ts";

/** The local name of an element, in its start tag and its end tag. */
export function elementName({ xml, text }: Message, offset: number): Rename | undefined {
  const found = xml && tagNameAt(xml, offset);
  if (!found) return undefined;
  const { element, at } = found;
  const end = endName(element);
  const names = [startName(element), ...(end ? [end] : [])];
  // An end tag that differs is renamed as a whole, so that it closes its element afterwards.
  const same = end === undefined || text.slice(end.start, end.end) === element.name;
  const locals = same && element.prefix !== "" ? names.map((name) => localPart(text, name)) : names;
  const own = locals.find((local) => local.start >= at.start && local.end <= at.end) ?? at;
  const withPrefix = own.start > at.start;
  return {
    kind: "renamable",
    at: own,
    name: text.slice(own.start, own.end),
    to(newName) {
      if (withPrefix ? isNCName(newName) : isQName(newName)) return replaced(locals, newName);
      return refused(
        withPrefix
          ? l10n.t(
              "{0} isn't a valid local name. Use letters, digits, -, _, and ., but don't begin with a digit, -, or .",
              newName,
            )
          : l10n.t(
              "{0} isn't a valid element name. Use letters, digits, -, _, and ., and one colon after a prefix.",
              newName,
            ),
      );
    },
  };
}

function localPart(text: string, { start, end }: Span): Span {
  return { start: text.indexOf(":", start) + 1, end };
}
