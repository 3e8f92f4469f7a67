import type { Span } from "../../../../server/src/text/span.ts";
import { changedSpans, type SpanChange } from "./changedSpans.ts";

/* Each function returns the state after an event, without VS Code. Offsets are UTF-16, in the document after it. */

/** An inserted end tag that wasn't changed, with the whitespace that Enter inserted before it. */
interface OwnEndTag extends Span {
  readonly contentStart: number;
  /** Whether the user has typed this end tag as well, so that the inserted one must be removed. */
  readonly isTyped: boolean;
}

export interface OwnEndTags {
  /** The inserted end tags, in the order of the text. */
  readonly tags: readonly OwnEndTag[];
  /** The places after each last typed `>`. An end tag may be inserted there until something else is typed. */
  readonly places: readonly number[];
  /** The text that is being inserted at the places. */
  readonly inserting: string | undefined;
}

export const noEndTags: OwnEndTags = { tags: [], places: [], inserting: undefined };

/** The changes of one event, and the resulting text. */
interface TextChange {
  readonly changes: readonly SpanChange[];
  readonly isUndoOrRedo: boolean;
  readonly isEnabled: boolean;
  readonly textOf: (span: Span) => string;
}

export function afterChange(state: OwnEndTags, { changes, isUndoOrRedo, isEnabled, textOf }: TextChange): OwnEndTags {
  if (changes.length === 0) return state;
  if (isUndoOrRedo) return noEndTags;
  const spans = changedSpans(changes);
  const moved = state.tags.flatMap((tag) => movedTag(tag, changes) ?? []);
  if (isInsertion(state, changes)) {
    const inserted = spans.map((span) => ({ ...span, contentStart: span.start, isTyped: false }));
    return { ...noEndTags, tags: [...moved, ...inserted].sort((a, b) => a.start - b.start) };
  }
  const tags = spans.reduce((all, span) => withTyped(all, span, textOf), moved);
  if (isEnabled && changes.every(({ text }) => text === ">")) {
    return { ...noEndTags, tags, places: spans.map(({ end }) => end) };
  }
  const places = state.places.flatMap((place) => movedPlace(place, changes) ?? []);
  return { ...state, tags, places: places.length === state.places.length ? places : [] };
}

/**
 * Forgets the end tags of elements without a cursor, and the places without a cursor. The end of an element belongs
 * to the element: until the next key, VS Code reports the cursor after the inserted text.
 */
export function afterMove(state: OwnEndTags, cursors: readonly number[]): OwnEndTags {
  const isInside = ({ contentStart, end }: OwnEndTag) => cursors.some((at) => contentStart <= at && at <= end);
  return {
    ...state,
    tags: state.tags.filter((tag) => tag.isTyped || isInside(tag)),
    places: state.places.every((place) => cursors.includes(place)) ? state.places : [],
  };
}

/** The tags that the user has typed too. They are after the cursor, so removing them doesn't disturb typing. */
export function toRemove({ tags }: OwnEndTags): readonly OwnEndTag[] {
  return tags.filter(({ isTyped }) => isTyped);
}

function isInsertion({ places, inserting }: OwnEndTags, changes: readonly SpanChange[]): boolean {
  return (
    inserting !== undefined &&
    changes.length === places.length &&
    changes.every((one) => one.rangeLength === 0 && one.text === inserting && places.includes(one.rangeOffset))
  );
}

/** Returns an end tag after changes of the text; undefined if they touch it. */
function movedTag(tag: OwnEndTag, changes: readonly SpanChange[]): OwnEndTag | undefined {
  let { start, end, contentStart } = tag;
  for (const { rangeOffset, rangeLength, text } of changes) {
    const rangeEnd = rangeOffset + rangeLength;
    if (rangeOffset >= tag.end) continue;
    if (rangeEnd > tag.start) return undefined;
    const by = text.length - rangeLength;
    start += by - (rangeEnd === tag.start ? secondLine(text).length : 0);
    end += by;
    if (rangeOffset < tag.contentStart) contentStart += Math.max(by, rangeOffset - tag.contentStart);
  }
  return { ...tag, start, end, contentStart };
}

/** Returns the second line break, before the end tag, if Enter was typed between two tags. */
function secondLine(text: string): string {
  return /^\r?\n[ \t]*(\r?\n[ \t]*)$/.exec(text)?.[1] ?? "";
}

/** Returns a place after changes of the text; undefined if something was typed there. */
function movedPlace(place: number, changes: readonly SpanChange[]): number | undefined {
  let moved = place;
  for (const { rangeOffset, rangeLength, text } of changes) {
    if (rangeOffset > place) continue;
    if (rangeOffset + rangeLength >= place) return undefined;
    moved += text.length - rangeLength;
  }
  return moved;
}

/** Marks the next inserted end tag of the same name as typed, if the user has typed an end tag completely. */
function withTyped(tags: readonly OwnEndTag[], typed: Span, textOf: TextChange["textOf"]): OwnEndTag[] {
  const name = nameOfEndTag(typed, textOf);
  const next = name === undefined ? undefined : nextTag(tags, typed.end, textOf);
  const isSame = next && textOf(next).trim() === `</${name}>`;
  return tags.map((tag) => (isSame && tag === next ? { ...tag, isTyped: true } : tag));
}

/** The maximum length of an end tag, in characters. */
const longest = 300;

function nameOfEndTag({ start, end }: Span, textOf: TextChange["textOf"]): string | undefined {
  if (!/^(?:<?\/)?[^<>]*>$/.test(textOf({ start, end }))) return undefined;
  return /<\/([^\s<>/]+)[ \t]*>$/.exec(textOf({ start: Math.max(0, end - longest), end }))?.[1];
}

/** The next tag that isn't typed yet, with only whitespace and typed tags before it. */
function nextTag(tags: readonly OwnEndTag[], from: number, textOf: TextChange["textOf"]): OwnEndTag | undefined {
  let at = from;
  for (const tag of tags) {
    if (tag.start < from) continue;
    if (textOf({ start: at, end: tag.start }).trim() !== "") return undefined;
    if (!tag.isTyped) return tag;
    at = tag.end;
  }
  return undefined;
}
