import assert from "node:assert/strict";
import { linkedNamePattern, linkedNames } from "../../../server/src/features/onType.ts";
import { mark, withCursor } from "../../support/marked.ts";
import { atCursor, withBody } from "../../support/typing.ts";

/** Expects the marked names to be linked at the cursor. */
function expectLinked(body: string): void {
  const { message, offset, text } = atCursor(withBody(body.replace(/[«»]/g, "")));
  assert.equal(mark(text, linkedNames(message, offset) ?? []), mark(text, withCursor(withBody(body)).spans));
}

suite("linked editing", () => {
  const linked = [
    "<«|a»></«a»>",
    "<«a|»></«a»>",
    "<«a»></«|a»>",
    "<«s:Bo|dy» x='1'><s:x/></«s:Body»>",
    "<a><«b»><b/></«b|» ></a>",
    "<a><«näm|e»></«näme»></a>",
  ];
  for (const body of linked) test(body, () => expectLinked(body));

  const alone: readonly (readonly [string, string])[] = [
    ["an empty-element tag", "<a|/>"],
    ["no end tag", "<a|>"],
    ["an end tag with another name", "<r><a|></b></r>"],
    ["an attribute", "<a b|='1'></a>"],
    ["text", "<a>a|</a>"],
    ["a comment", "<a><!-- <b|></b> --></a>"],
    ["a cursor after the name", "<a |></a>"],
    ["a start tag that is being typed", "<Add><Add|</Add>"],
    ["an end tag that is being typed", "<Add><AddResult>1</Add|"],
    ["an end tag that is being typed before another", "<a>1</a|</a>"],
  ];
  for (const [what, body] of alone) test(`linked editing doesn't link names for ${what}`, () => expectLinked(body));

  test("linked editing accepts characters of names, and ends at others", () => {
    const pattern = new RegExp(`^(?:${linkedNamePattern})$`);
    for (const name of ["a", "soap:Body", "näme", "a-1.b", "x:"]) assert.match(name, pattern);
    for (const text of ["a b", "a>", "a/", "<a", 'a="']) assert.doesNotMatch(text, pattern);
  });
});
