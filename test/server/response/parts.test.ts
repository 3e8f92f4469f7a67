import assert from "node:assert/strict";
import { receivedParts } from "../../../server/src/response/parts.ts";

const type = 'Multipart/Related; boundary="b1"; type="application/xop+xml"; start="<root@x>"';
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]);
const part = (headers: readonly string[], body: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--b1\r\n${headers.map((one) => `${one}\r\n`).join("")}\r\n`),
    Buffer.from(body),
    Buffer.from("\r\n"),
  ]);
const bodyOf = (...parts: readonly Buffer[]) => Buffer.concat([...parts, Buffer.from("--b1--\r\n")]);
const read = (body: Buffer) => receivedParts({ contentType: type, body: body.toString("base64") });

suite("the parts of a multipart response", () => {
  test("parts have exact bytes, and the root that start names", () => {
    const body = bodyOf(
      part(["Content-Type: image/png", "Content-ID: <logo>"], png),
      part(["Content-Type: application/xop+xml", "Content-ID: <root@x>"], "<ü/>"),
    );
    const { boundary, parts } = read(body);
    assert.equal(boundary, "b1");
    assert.deepEqual(
      parts.map(({ start, end }) => body.subarray(start, end)),
      [png, Buffer.from("<ü/>")],
    );
    assert.deepEqual(
      parts.map(({ isRoot, mediaType, contentId }) => [isRoot, mediaType, contentId]),
      [
        [false, "image/png", "logo"],
        [true, "application/xop+xml", "root@x"],
      ],
    );
  });

  const names = (...heads: readonly (readonly string[])[]) =>
    read(bodyOf(...heads.map((head) => part(head, "x")))).parts.map(({ name }) => name);

  test("parts are named after Content-Disposition, the media type, Content-ID or their number", () => {
    assert.deepEqual(
      names(
        ['Content-Disposition: attachment; filename="chart.png"', "Content-Type: image/png"],
        ["Content-Type: text/csv; name=sums.csv", "Content-ID: <a>"],
        ["Content-Type: application/pdf", "Content-ID: <doc@x>"],
        ["Content-Type: text/plain"],
      ),
      ["chart.png", "sums.csv", "doc@x.pdf", "part-4.txt"],
    );
  });

  test("parts have the extension of their media type, or of their content", () => {
    const { parts } = read(bodyOf(part([], png), part([], "<a/>"), part(["Content-Type: image/jpeg"], png)));
    assert.deepEqual(
      parts.map(({ name }) => name),
      ["part-1.bin", "part-2.txt", "part-3.jpg"],
    );
  });

  test("parts have unique names without a path", () => {
    const bad = 'Content-Disposition: attachment; filename="../../a.txt"';
    assert.deepEqual(names([bad], [bad], ["Content-Type: text/plain; name=A.txt"]), ["a.txt", "a-2.txt", "A-3.txt"]);
  });

  test("parts have names without characters that change the direction of text", () => {
    const turned = 'Content-Disposition: attachment; filename="photo\u202etxt.txt"';
    const [name = ""] = names([turned, "Content-Type: text/plain"]);
    assert.doesNotMatch(name, /\u202e/);
  });

  test("there are no parts without a boundary", () => {
    assert.deepEqual(receivedParts({ contentType: "multipart/related", body: "" }), { boundary: "", parts: [] });
  });
});
