import assert from "node:assert/strict";
import { RequestReader } from "../../../client/src/mock/node/requestReader.ts";

suite("a request that arrives in pieces", () => {
  const states = (...pieces: readonly string[]) => {
    const reader = new RequestReader(100);
    return pieces.map((piece) => {
      reader.push(Buffer.from(piece, "latin1"), 0);
      return reader.state;
    });
  };

  test("the request is complete wherever its pieces end", () => {
    const request = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab";
    for (let at = 1; at < request.length; at++) {
      assert.equal(
        states(request.slice(0, at), request.slice(at)).at(-1),
        "complete",
        JSON.stringify(request.slice(0, at)),
      );
    }
  });

  test("the request is refused at the first piece that shows that it isn't HTTP", () => {
    assert.deepEqual(states("GET / HTTP/1.1\r", "Host: h"), ["head", "refused"]);
    assert.deepEqual(states("GET / HTTP/1.1", "\nHost: h"), ["head", "refused"]);
    assert.deepEqual(states("GET / HTTP/1.1", "\x01"), ["head", "refused"]);
    assert.deepEqual(states("GET / HTTP/1.1\r", "\nHost: h\r", "\n"), ["head", "head", "head"]);
  });
});
