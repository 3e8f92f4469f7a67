import assert from "node:assert/strict";
import { jsonValues, parseJsonPath } from "../../../server/src/expectations/jsonPath.ts";
import { decryptMessage } from "../../../server/src/security/encryption/decrypt.ts";
import { mostEncryptedParts } from "../../../server/src/text/limits.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { nodesOf, stringValue } from "../../../server/src/xpath/domNodes.ts";

/** More values than a call of a JavaScript function can have arguments. */
const many = 300_000;

suite("a body of very many values", () => {
  test("the text of a body with very many values is read", () => {
    const text = `<r>${"<a>1</a>".repeat(many)}</r>`;
    assert.equal(stringValue(nodesOf(parseXml(text, 0, text.length))), "1".repeat(many));
  });

  test("a body with very many values is searched by a JSON path", () => {
    const path = parseJsonPath("$..a");
    assert.ok(!("why" in path));
    assert.equal(jsonValues(new Array(many).fill({ a: 1 }), path).length, many);
  });

  test("a body with very many encrypted parts is read", async () => {
    const part = '<EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"/>';
    const text = `<r>${part.repeat(many)}</r>`;
    const decryption = await decryptMessage(parseXml(text, 0, text.length), [], async () => []);
    assert.equal(decryption?.parts.length, mostEncryptedParts + 1);
  });
});
