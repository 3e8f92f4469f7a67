import assert from "node:assert/strict";
import type { SpanChange } from "../../../../client/src/extension/typing/changedSpans.ts";
import {
  afterChange,
  afterMove,
  noEndTags,
  type OwnEndTags,
  toRemove,
} from "../../../../client/src/extension/typing/ownEndTags.ts";
import { mark, withCursor } from "../../../support/marked.ts";

/** A text with a cursor, which tracks the inserted end tags key by key. */
class Editor {
  text: string;
  cursor: number;
  state: OwnEndTags = noEndTags;

  /** @param source the text, with the cursor at `|` */
  constructor(source: string) {
    const { text, offset } = withCursor(source);
    this.text = text;
    this.cursor = offset;
  }

  change(...changes: readonly SpanChange[]): void {
    this.#apply(changes, false);
  }

  undo(...changes: readonly SpanChange[]): void {
    this.#apply(changes, true);
  }

  type(text: string): this {
    for (const key of text) {
      const { cursor } = this;
      this.cursor += key.length;
      this.change({ rangeOffset: cursor, rangeLength: 0, text: key });
      this.state = afterMove(this.state, [this.cursor]);
    }
    return this;
  }

  /** Presses Enter between a start tag and an end tag. */
  enter(before: string, after: string): this {
    const { cursor } = this;
    this.cursor += before.length;
    this.change({ rangeOffset: cursor, rangeLength: 0, text: before + after });
    this.state = afterMove(this.state, [this.cursor]);
    return this;
  }

  insert(tag: string): this {
    this.state = { ...this.state, inserting: tag };
    this.change({ rangeOffset: this.cursor, rangeLength: 0, text: tag });
    return this;
  }

  move(cursor: number): this {
    this.cursor = cursor;
    this.state = afterMove(this.state, [cursor]);
    return this;
  }

  /** Returns the text with the inserted end tags «marked». */
  own(): string {
    return mark(this.text, this.state.tags);
  }

  removed(): string {
    return mark(this.text, toRemove(this.state));
  }

  #apply(changes: readonly SpanChange[], isUndoOrRedo: boolean): void {
    for (const { rangeOffset, rangeLength, text } of changes.toSorted((a, b) => b.rangeOffset - a.rangeOffset)) {
      this.text = this.text.slice(0, rangeOffset) + text + this.text.slice(rangeOffset + rangeLength);
    }
    const textOf = ({ start, end }: { start: number; end: number }) => this.text.slice(start, end);
    this.state = afterChange(this.state, { changes, isUndoOrRedo, isEnabled: true, textOf });
  }
}

suite("inserted end tags", () => {
  test("end tags are requested after > only until something else is typed", () => {
    const editor = new Editor("<a|").type(">");
    assert.deepEqual(editor.state.places, [3]);
    assert.deepEqual(editor.type("1").state.places, []);
  });

  test("end tags follow changes elsewhere in the text", () => {
    const editor = new Editor("9\n<a|").type(">");
    editor.change({ rangeOffset: 0, rangeLength: 1, text: "10" });
    assert.deepEqual(editor.state.places, [6]);
  });

  test("end tags are not requested after the cursor moved away", () => {
    assert.deepEqual(new Editor("<a|").type(">").move(0).state.places, []);
  });

  test("end tags move with text typed before them, but not with text typed after them", () => {
    const editor = new Editor("<a|").type(">").insert("</a>").type("1<b/>");
    assert.equal(editor.own(), "<a>1<b/>«</a>»");
    editor.change({ rangeOffset: editor.text.length, rangeLength: 0, text: "!" });
    assert.equal(editor.own(), "<a>1<b/>«</a>»!");
  });

  test("end tags are removed when the author types the end tag", () => {
    assert.equal(new Editor("<a|").type(">").insert("</a>").type("1</a>").removed(), "<a>1</a>«</a>»");
    assert.equal(new Editor("<a|").type(">").insert("</a>").type("1</a >").removed(), "<a>1</a >«</a>»");
  });

  test("end tags are removed when the author accepts the end tag from the list", () => {
    const editor = new Editor("<a|").type(">").insert("</a>").type("<");
    editor.change({ rangeOffset: 4, rangeLength: 0, text: "/a>" });
    assert.equal(editor.removed(), "<a></a>«</a>»");
  });

  test("end tags are kept when an element is pasted", () => {
    const editor = new Editor("<a|").type(">").insert("</a>");
    editor.change({ rangeOffset: 3, rangeLength: 0, text: "<a>1</a>" });
    assert.equal(editor.removed(), "<a><a>1</a></a>");
  });

  test("end tags are kept when the author types an end tag with another name", () => {
    assert.equal(new Editor("<a|").type(">").insert("</a>").type("<b>1</b>").removed(), "<a><b>1</b></a>");
  });

  test("end tags are kept if text follows the typed end tag", () => {
    const editor = new Editor("<a|").type(">").insert("</a>").type("x").move(3).type("</a>");
    assert.equal(editor.removed(), "<a></a>x</a>");
  });

  test("end tags are removed from the innermost element first", () => {
    const editor = new Editor("<a|").type(">").insert("</a>").type("<a>").insert("</a>");
    assert.equal(editor.own(), "<a><a>«</a>»«</a>»");
    assert.equal(editor.type("</a>").removed(), "<a><a></a>«</a>»</a>");
    assert.equal(editor.type("</a>").removed(), "<a><a></a></a>«</a>»«</a>»");
  });

  test("end tags are removed with the line break that Enter inserted before them", () => {
    const editor = new Editor("<a|").type(">").insert("</a>").enter("\n  ", "\n").type("1");
    assert.equal(editor.own(), "<a>\n  1«\n</a>»");
    assert.equal(editor.type("</a>").removed(), "<a>\n  1</a>«\n</a>»");
  });

  test("end tags are forgotten when edited, when the cursor leaves the element, and on undo", () => {
    const inserted = () => new Editor("<r><a|").type(">").insert("</a>").type("1");
    const edited = inserted();
    edited.change({ rangeOffset: 9, rangeLength: 1, text: "b" });
    assert.deepEqual(edited.state, noEndTags);
    assert.equal(inserted().move(2).move(7).own(), "<r><a>1</a>");
    assert.equal(inserted().move(6).own(), "<r><a>1«</a>»");
    const undone = inserted();
    undone.undo({ rangeOffset: 6, rangeLength: 1, text: "" });
    assert.deepEqual(undone.state, noEndTags);
  });

  test("end tags support several cursors", () => {
    const editor = new Editor("|<a<a");
    const insertAt = (...offsets: number[]) =>
      offsets.map((rangeOffset) => ({ rangeOffset, rangeLength: 0, text: ">" }));
    editor.change(...insertAt(2, 4));
    assert.deepEqual(editor.state.places, [3, 6]);
    editor.state = { ...editor.state, inserting: "</a>" };
    editor.change(...[3, 6].map((rangeOffset) => ({ rangeOffset, rangeLength: 0, text: "</a>" })));
    assert.equal(editor.own(), "<a>«</a>»<a>«</a>»");
  });
});
