import assert from "node:assert/strict";
import type { SpanChange } from "../../../../client/src/extension/typing/changedSpans.ts";
import { afterChange, afterMove, noEndTags, toRemove } from "../../../../client/src/extension/typing/ownEndTags.ts";
import { endTagFor } from "../../../../server/src/features/onType.ts";
import { Random } from "../../../fuzz/random.ts";
import { atCursor, withBody } from "../../../support/typing.ts";

/*
 * A model of VS Code's window, the extension host and the language server: each receives the others' events later, in
 * order, and the window rejects edits of an outdated version. A run is a random order of key presses, delivered events,
 * responses and edits.
 */

const texts = [
  "<a>1</a>",
  "<a><b>2</b><c>3</c></a>",
  "<a>\n<b>\n1\n</b>\n<b/>\n</a>",
  "<a><a><a>1</a></a><a></a></a>",
  "<Add><AddResult><A>1</A></AddResult></Add>",
  '<a b=">" c="</a>"><d>x</d ></a >',
  "<a><!-- <b></a> --><c><![CDATA[</c></a>]]></c></a>",
  "<a>\n\n<b>1</b> text <c>\n</c>\n\n</a>\n",
  "<x:a><y:b><z/></y:b></x:a><!-- > -->",
];

interface Event {
  readonly changes: readonly SpanChange[];
  readonly text: string;
  readonly version: number;
  readonly cursor: number;
}

class Model {
  readonly #choose: (count: number) => number;
  readonly #keys: string[];
  // The window: the current text.
  #text = "";
  #cursor = 0;
  #version = 1;
  // Events that the extension host has not received yet.
  readonly #events: Event[] = [];
  // The extension host: the last text it received.
  #known: Pick<Event, "text" | "version"> = { text: "", version: 1 };
  #state = noEndTags;
  /** Completes the pending request: a response of the server, then an edit of the window. */
  #waiting: (() => void) | undefined;

  /** @param choose returns the index of the next step, given the number of possible steps */
  constructor(typed: string, choose: (count: number) => number) {
    this.#choose = choose;
    this.#keys = [...typed];
  }

  run(): string {
    for (let steps = 0; steps < 100_000; steps++) {
      const possible = [
        ...(this.#keys.length > 0 ? [() => this.#press()] : []),
        ...(this.#events.length > 0 ? [() => this.#hear()] : []),
        // A response arrives after the events of earlier changes.
        ...(this.#waiting && this.#events.length === 0 ? [this.#waiting] : []),
        ...(this.#waiting === undefined && this.#hasWork() ? [() => this.#work()] : []),
      ];
      const next = possible[this.#choose(possible.length)];
      if (!next) return this.#text;
      next();
    }
    throw new Error("comes to no end");
  }

  #press(): void {
    const key = this.#keys.shift() ?? "";
    const [before, after] = [this.#text.slice(0, this.#cursor), this.#text.slice(this.#cursor)];
    const isBetweenTags =
      key === "\n" && /<[^\s<>/!?](?:[^<>]*[^<>/])?>[ \t]*$/.test(before) && /^[ \t]*<\//.test(after);
    const text = isBetweenTags ? "\n  \n" : key;
    this.#edit([{ rangeOffset: this.#cursor, rangeLength: 0, text }], this.#cursor + (isBetweenTags ? 3 : key.length));
  }

  /** @param reported the cursor in VS Code's event, which is wrong after VS Code inserted text behind the cursor */
  #edit(changes: readonly SpanChange[], cursor: number, reported = cursor): void {
    for (const { rangeOffset, rangeLength, text } of changes.toSorted((a, b) => b.rangeOffset - a.rangeOffset)) {
      this.#text = this.#text.slice(0, rangeOffset) + text + this.#text.slice(rangeOffset + rangeLength);
    }
    this.#cursor = cursor;
    this.#version++;
    this.#events.push({ changes, text: this.#text, version: this.#version, cursor: reported });
  }

  #hear(): void {
    const event = this.#events.shift();
    if (!event) return;
    const { changes, text, cursor } = event;
    this.#known = event;
    const textOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
    this.#state = afterChange(this.#state, { changes, isUndoOrRedo: false, isEnabled: true, textOf });
    this.#state = afterMove(this.#state, [cursor]);
  }

  #hasWork(): boolean {
    return this.#state.places.length > 0 || toRemove(this.#state).length > 0;
  }

  /** Does the same as `EndTags`. */
  #work(): void {
    const removed = toRemove(this.#state);
    if (removed.length > 0) this.#remove(removed.map(({ start, end }) => ({ start, end })));
    else this.#insert();
  }

  #remove(spans: readonly { start: number; end: number }[]): void {
    const { version } = this.#known;
    this.#waiting = () => {
      this.#waiting = undefined;
      if (version !== this.#version) return;
      const changes = spans.map(({ start, end }) => ({ rangeOffset: start, rangeLength: end - start, text: "" }));
      assert.ok(spans.every(({ start }) => start >= this.#cursor));
      this.#edit(changes, this.#cursor);
    };
  }

  #insert(): void {
    const { text, version } = this.#known;
    const { places } = this.#state;
    const [place = 0] = places;
    const answer = endTagOf(text, place) ?? undefined;
    this.#waiting = () => {
      this.#waiting = undefined;
      if (this.#known.version !== version || this.#state.places !== places) return;
      this.#state = { ...this.#state, inserting: answer, places: answer === undefined ? [] : places };
      if (answer === undefined) return;
      this.#waiting = () => {
        this.#waiting = undefined;
        // The event of the insertion arrives before the result of the edit.
        if (version === this.#version) {
          this.#edit([{ rangeOffset: place, rangeLength: 0, text: answer }], this.#cursor, place + answer.length);
          this.#hear();
        }
        this.#state = { ...this.#state, inserting: undefined };
      };
    };
  }
}

function endTagOf(body: string, offset: number): string | undefined {
  const { message, offset: at } = atCursor(withBody(`${body.slice(0, offset)}|${body.slice(offset)}`));
  return endTagFor(message, at);
}

/** Chooses keys and other steps in bursts: otherwise, end tags would rarely be inserted or typed without a pause. */
function inBursts(random: Random): (count: number) => number {
  let isKey = true;
  return (count) => {
    if (random.below(6) === 0) isKey = !isKey;
    return isKey || count === 1 ? 0 : 1 + random.below(count - 1);
  };
}

suite("typed text is kept as typed, in any order of keys, events and responses", () => {
  for (const typed of texts) {
    test(JSON.stringify(typed), () => {
      for (let seed = 1; seed <= 100; seed++) {
        const text = new Model(typed, inBursts(new Random(seed))).run();
        assert.equal(text.replace(/\n +/g, "\n"), typed, `seed ${seed}`);
      }
    });
  }

  test("end tags are inserted when the author pauses, not while typing", () => {
    assert.equal(new Model("<a>1", (count) => count - 1).run(), "<a>1</a>");
    assert.equal(new Model("<a>1", () => 0).run(), "<a>1");
  });
});
