import type { Span } from "../../../../server/src/text/span.ts";
import { type Change, changedSpans } from "./changedSpans.ts";

/*
 * What is known of the end tags that the editor has inserted while the author types. Without VS Code: each function gives
 * the state after an event. All offsets are UTF-16, in the document as it is after that event.
 */

/** An end tag that was inserted and not touched since, with the white space that Enter put before it. */
export interface OwnEndTag extends Span {
  /** Where the content of its element begins. */
  readonly contentStart: number;
  /** The author has typed this end tag as well: the inserted one is to be removed. */
  readonly isTyped: boolean;
}

export interface OwnEndTags {
  /** In the order of the text. */
  readonly tags: readonly OwnEndTag[];
  /** Right behind each `>` that was typed last, as long as nothing else is typed: there an end tag may be inserted. */
  readonly places: readonly number[];
  /** What is being inserted at the places. */
  readonly inserting: string | undefined;
}

export const noEndTags: OwnEndTags = { tags: [], places: [], inserting: undefined };

/** The changes of one event, and the text that they made. */
export interface TextChange {
  readonly changes: readonly Change[];
  readonly isUndoOrRedo: boolean;
  /** Whether the author wants end tags here. */
  readonly isWanted: boolean;
  readonly textOf: (span: Span) => string;
}

export function afterChange(state: OwnEndTags, { changes, isUndoOrRedo, isWanted, textOf }: TextChange): OwnEndTags {
  if (changes.length === 0) return state;
  if (isUndoOrRedo) return noEndTags;
  const spans = changedSpans(changes);
  const moved = state.tags.flatMap((tag) => movedTag(tag, changes) ?? []);
  if (isInsertion(state, changes)) {
    const inserted = spans.map((span) => ({ ...span, contentStart: span.start, isTyped: false }));
    return { ...noEndTags, tags: [...moved, ...inserted].sort((a, b) => a.start - b.start) };
  }
  const tags = spans.reduce((all, span) => withTyped(all, span, textOf), moved);
  const isGreater = changes.every(({ text }) => text === ">");
  if (isWanted && isGreater) return { ...noEndTags, tags, places: spans.map(({ end }) => end) };
  const places = state.places.flatMap((place) => movedPlace(place, changes) ?? []);
  return { ...state, tags, places: places.length === state.places.length ? places : [] };
}

/**
 * Forgets the end tags of elements that no cursor is in any more, and the places that no cursor is at. The end of an
 * element is still in it: until the next key, VS Code reports the cursor behind what it has inserted.
 */
export function afterMove(state: OwnEndTags, cursors: readonly number[]): OwnEndTags {
  const isInside = ({ contentStart, end }: OwnEndTag) => cursors.some((at) => contentStart <= at && at <= end);
  return {
    ...state,
    tags: state.tags.filter((tag) => tag.isTyped || isInside(tag)),
    places: state.places.every((place) => cursors.includes(place)) ? state.places : [],
  };
}

/** The inserted end tags that the author has typed too. They are behind the cursor, and never where somebody types. */
export function toRemove({ tags }: OwnEndTags): readonly OwnEndTag[] {
  return tags.filter(({ isTyped }) => isTyped);
}

function isInsertion({ places, inserting }: OwnEndTags, changes: readonly Change[]): boolean {
  return (
    inserting !== undefined &&
    changes.length === places.length &&
    changes.every(({ rangeOffset, rangeLength, text }) => {
      return rangeLength === 0 && text === inserting && places.includes(rangeOffset);
    })
  );
}

/** `undefined` where the changes touch the tag. */
function movedTag(tag: OwnEndTag, changes: readonly Change[]): OwnEndTag | undefined {
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

/** Of what Enter types between two tags: the line break that puts the end tag on a line of its own. */
function secondLine(text: string): string {
  return /^\r?\n[ \t]*(\r?\n[ \t]*)$/.exec(text)?.[1] ?? "";
}

/** `undefined` where something was typed right at the place. */
function movedPlace(place: number, changes: readonly Change[]): number | undefined {
  let moved = place;
  for (const { rangeOffset, rangeLength, text } of changes) {
    if (rangeOffset > place) continue;
    if (rangeOffset + rangeLength >= place) return undefined;
    moved += text.length - rangeLength;
  }
  return moved;
}

/** An end tag that was completed by hand is the inserted one of this name that follows. */
function withTyped(tags: readonly OwnEndTag[], typed: Span, textOf: TextChange["textOf"]): OwnEndTag[] {
  const name = nameOfEndTag(typed, textOf);
  const found = name === undefined ? undefined : nextTag(tags, typed.end, textOf);
  const isSame = found && textOf(found).trim() === `</${name}>`;
  return tags.map((tag) => (isSame && tag === found ? { ...tag, isTyped: true } : tag));
}

/** How far an end tag goes back at the most, in characters. */
const longest = 300;

function nameOfEndTag({ start, end }: Span, textOf: TextChange["textOf"]): string | undefined {
  if (!/^(?:<?\/)?[^<>]*>$/.test(textOf({ start, end }))) return undefined;
  return /<\/([^\s<>/]+)[ \t]*>$/.exec(textOf({ start: Math.max(0, end - longest), end }))?.[1];
}

/** The next one that isn't typed yet; only white space and typed ones are before it. */
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
