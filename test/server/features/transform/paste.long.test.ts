import { convert } from "../../../../server/src/features/transform/paste/paste.ts";
import { envelope12, findingsIn } from "../../../support/findings.ts";

suite("pasting any text", () => {
  const texts = [
    `$ A=1 curl -sX POST "http://h/$X?a=1" -H 'A: b' \\\n --data-binary @- <<'EOF' | jq .\n${envelope12}\nEOF\n`,
    `curl ^"http://h/^" ^\r\n -H ^"A: \\^"b\\^"^" --data-raw ^"a^\r\n\r\nb^"`,
    `> POST /s HTTP/1.1\r\n> Host: h\r\n> Transfer-Encoding: chunked\r\n> \r\n5\r\n<a/>\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n`,
    ":method: POST\n:path: /\n:authority: h\ncontent-type: a/b\n\n### x\n",
    `@a = {{b}}\n### t\n< {% x %}\n# @timeout 1\nPOST {{a}}\n  ?x\nAuthorization: Basic a b\n\n# c\n${envelope12}\n\n> {%\n y\n%}\n`,
  ];
  for (const [index, text] of texts.entries()) {
    test(`pasting handles text ${index + 1} wherever it is cut off or a character is missing`, () => {
      for (let end = 0; end <= text.length; end++) {
        for (const part of [text.slice(0, end), text.slice(0, end) + text.slice(end + 1)]) {
          for (const lineBreak of ["\n", "\r\n"] as const) findingsIn(convert(part, lineBreak)?.text ?? "");
        }
      }
    });
  }

  test("pasting handles a long text", () => {
    for (const piece of ["\n", "# a\n", "a ", "'\\''", "$(", "&", "<", "{{", "A: b\n", "POST /s HTTP/1.1\n"]) {
      const long = piece.repeat(20_000 / piece.length);
      for (const start of ["curl ", "POST http://h\n", "POST http://h HTTP/1.1\n", "curl -d '"])
        convert(start + long, "\n");
    }
  });
});
