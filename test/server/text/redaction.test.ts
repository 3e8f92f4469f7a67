import assert from "node:assert/strict";
import { withoutNamedSecrets } from "../../../server/src/text/redaction.ts";

suite("redaction by names in JSON", () => {
  function redacts(texts: Readonly<Record<string, string>>): void {
    for (const [text, expected] of Object.entries(texts)) assert.equal(withoutNamedSecrets(text), expected);
  }

  test("redaction replaces the value of a property whose name suggests a secret, and nothing else", () => {
    redacts({
      '{ "user":"ada",\r\n\t"password" : "t0p" , "access_token":"x"}':
        '{ "user":"ada",\r\n\t"password" : "[redacted]" , "access_token":"[redacted]"}',
      '{"pin": 1234, "apiKey": -1.5e3 }\n': '{"pin": "[redacted]", "apiKey": "[redacted]" }\n',
      '{"m:pin": "1", "pass\\u0077ord": "2"}': '{"m:pin": "[redacted]", "pass\\u0077ord": "[redacted]"}',
      '{"token": "a\\"b\\\\", "id": "c"}': '{"token": "[redacted]", "id": "c"}',
    });
  });

  test("redaction keeps what contains no secret", () => {
    for (const text of [
      '{"token": "", "secret": null, "id": "password", "a": ["token", "b"]}',
      '{"UsernameToken": {"user": "ada"}, "spinning": 7}',
      '<a token="b">"token"</a>',
      "",
    ]) {
      assert.equal(withoutNamedSecrets(text), text);
    }
  });

  test("redaction includes the values of arrays, and examines the properties of objects", () => {
    redacts({
      '{"tokens": ["a", [1, null], "b"], "id": [2]}':
        '{"tokens": ["[redacted]", ["[redacted]", null], "[redacted]"], "id": [2]}',
      '{"session": {"id": 7, "key": "k"}, "tokens": [{"id": 8, "secret": "s"}]}':
        '{"session": {"id": 7, "key": "[redacted]"}, "tokens": [{"id": 8, "secret": "[redacted]"}]}',
    });
  });

  test("redaction also replaces values in JSON that is cut or broken", () => {
    redacts({
      '{"password": "t0p-sec': '{"password": "[redacted]',
      '{"tokens": ["a", "b': '{"tokens": ["[redacted]", "[redacted]',
      '{"a": "b"c", "password": "t0p"}': '{"a": "b"c", "password": "[redacted]"}',
      '{"password": "t0p, "id": 7, "pin": 1': '{"password": "[redacted]"id": 7, "pin": "[redacted]"',
      '{"privateKey": "a\nb", "id": 7': '{"privateKey": "[redacted]", "id": 7',
      '{"token": [1, "id": 7}': '{"token": ["[redacted]", "[redacted]": 7}',
      '{"token"': '{"token"',
      '{"token": ': '{"token": ',
    });
  });

  test("redaction also replaces values in other text, and in JSON that is escaped in a string", () => {
    redacts({
      'X-Size: 5"\r\n\r\n{"pwd":"t0p"}': 'X-Size: 5"\r\n\r\n{"pwd":"[redacted]"}',
      '<a>{"pwd":"t0p"}</a><pin>12</pin>': '<a>{"pwd":"[redacted]"}</a><pin>[redacted]</pin>',
      '-   "token": "t0p",': '-   "token": "[redacted]",',
      [JSON.stringify(JSON.stringify({ pin: 12, token: 'a"b\\', id: "c" }))]: JSON.stringify(
        JSON.stringify({ pin: "[redacted]", token: "[redacted]", id: "c" }),
      ),
      [JSON.stringify(JSON.stringify(JSON.stringify({ token: 'a"', id: "c" })))]: JSON.stringify(
        JSON.stringify(JSON.stringify({ token: "[redacted]", id: "c" })),
      ),
    });
  });
});
