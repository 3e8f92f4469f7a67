import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { complete } from "../../../server/src/features/completion/completion.ts";
import { hover } from "../../../server/src/features/hover/hover.ts";
import { hoverResponse } from "../../../server/src/features/hover/response.ts";
import { presentResponse } from "../../../server/src/response/present.ts";
import { readReceived } from "../../../server/src/response/received.ts";
import { requestSections } from "../../support/structure.ts";
import { captured } from "../response/captured.ts";

/*
 * Messages of real clients and services: nothing fails at any place, and what is in them is known.
 */
const requests = names("requests");
const responses = names("responses");

function names(folder: string): readonly string[] {
  const found = readdirSync(join("test", "fixtures", folder)).filter((file) => file.endsWith(".http"));
  assert.ok(found.length > 10, folder);
  return found.map((file) => file.replace(/\.http$/, ""));
}

suite("hover and completion on captured messages", () => {
  for (const name of requests) {
    test(`the request ${name}: every place answers around itself`, () => {
      const text = readFileSync(join("test", "fixtures", "requests", `${name}.http`), "latin1");
      const [section] = requestSections(text);
      assert.ok(section?.message);
      for (let at = 0; at <= text.length; at++) {
        const found = hover(section, at);
        if (found) assert.ok(found.start <= at && at < found.end, `${at} in ${JSON.stringify(found)}`);
        for (const { replace } of complete({ section, trigger: undefined }, at)) {
          assert.ok(replace.start <= at && at <= replace.end, `${at}`);
        }
      }
    });
  }

  test("every header of real requests is explained", () => {
    const unknown = new Set<string>();
    for (const name of requests) {
      const text = readFileSync(join("test", "fixtures", "requests", `${name}.http`), "latin1");
      const [section] = requestSections(text);
      assert.ok(section?.message);
      for (const { line, name: field } of section.message.fields) {
        if (!hover(section, line.name.start)) unknown.add(field);
      }
    }
    assert.deepEqual([...unknown], []);
  });

  for (const name of responses) {
    test(`the response ${name}: every place answers around itself, and its status is explained`, () => {
      const { text } = presentResponse(captured(name));
      const shown = readReceived(text, undefined);
      for (let at = 0; at <= text.length; at++) {
        const found = hoverResponse(shown, at);
        if (found) assert.ok(found.start <= at && at <= found.end, `${at} in ${JSON.stringify(found)}`);
      }
      assert.ok(hoverResponse(shown, text.indexOf(" ") + 1)?.markdown.includes("rfc9110"));
    });
  }
});
