import { lazily } from "../text/memoized.ts";
import { references } from "../text/references.ts";
import { contains, type Span } from "../text/span.ts";
import type { XmlDocument } from "../xml/tree.ts";
import type { Attachment } from "./attachments.ts";
import { idIndex } from "./ids.ts";

/** The references in a text whose values aren't known before the text is sent. */
export interface OpenValues {
  /** Whether a reference in this span of the text inserts markup. */
  hasMarkup(within: Span): boolean;
  /** Whether the values may contain a part with this name that isn't in the text yet. */
  mayBring(name: string): boolean;
}

export function openValues(
  document: XmlDocument,
  attachments: ReadonlyMap<string, Attachment>,
  isMarkup: (reference: string) => boolean,
): OpenValues {
  const isOpen = (id: string) => id.includes("{{");
  const markup = lazily(() => references(document.text).filter(({ name }) => isMarkup(name)));
  const isIdOpen = lazily(() => [...idIndex(document).keys()].some(isOpen));
  const isContentIdOpen = lazily(() => [...attachments.keys()].some(isOpen));
  return {
    hasMarkup: (within) => markup().some((one) => contains(within, one)),
    mayBring: (name) =>
      name.startsWith("cid:") ? isContentIdOpen() : markup().length > 0 || (name.includes("#") && isIdOpen()),
  };
}
