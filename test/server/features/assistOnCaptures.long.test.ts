import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { complete } from "../../../server/src/features/completion/completion.ts";
import { hover } from "../../../server/src/features/hover/hover.ts";
import { sectionOfReceived } from "../../../server/src/features/support/section.ts";
import { presentResponse } from "../../../server/src/response/present.ts";
import { readReceived } from "../../../server/src/response/receivedMessage.ts";
import { requestSections } from "../../support/structure.ts";
import { captured } from "../response/captured.ts";

/*
 * Hover and completion work at each place in messages of real clients and services, and know their headers and statuses.
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
    test(`hover and completion handle each place in the request ${name}`, () => {
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

  test("hover and completion explain every header of real requests", () => {
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
    test(`hover and completion handle each place in the response ${name}, and explain its status`, () => {
      const { text } = presentResponse(captured(name));
      const shown = sectionOfReceived(readReceived(text, undefined));
      for (let at = 0; at <= text.length; at++) {
        const found = hover(shown, at);
        if (found) assert.ok(found.start <= at && at <= found.end, `${at} in ${JSON.stringify(found)}`);
      }
      assert.ok(hover(shown, text.indexOf(" ") + 1)?.markdown.includes("rfc9110"));
    });
  }
});
