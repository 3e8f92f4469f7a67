import assert from "node:assert/strict";
import { CountedRequests } from "../../../server/src/variants/countedRequests.ts";

const request = (body: string, length = "{{$contentLength}}") =>
  `POST / HTTP/1.1\nContent-Type: text/xml\nContent-Length: ${length}\n\n${body}`;

/** The sample with another text in the place of one that it contains. */
function changed(sample: string, old: string, newText: string): string {
  const start = sample.lastIndexOf(old);
  return new CountedRequests(sample).after([{ start, end: start + old.length, newText }]);
}

suite("the Content-Length of a changed sample", () => {
  test("Content-Length counts the bytes of the changed body", () => {
    assert.equal(changed(request("<é>x</é>"), "x", "漢字"), request("<é>漢字</é>", "15"));
    assert.equal(changed(request("<a>漢</a>"), "漢", ""), request("<a></a>", "7"));
  });

  test("Content-Length is that of the body if the header section is changed", () => {
    const expected = request("<a/>", "4").replace("text/xml", "application/json");
    assert.equal(changed(request("<a/>"), "text/xml", "application/json"), expected);
  });

  test("Content-Length counts an identifier that is made when the request is sent", () => {
    assert.equal(changed(request("<a>x</a>"), "x", "{{$guid}}"), request("<a>{{$guid}}</a>", "43"));
    assert.equal(changed(request("<a>{{$guid}}x</a>"), "x", ""), request("<a>{{$guid}}</a>", "43"));
  });

  test("Content-Length stays a variable if the body has a value that is known only then", () => {
    assert.equal(changed(request("<a>{{$timestamp}}x</a>"), "x", "y"), request("<a>{{$timestamp}}y</a>"));
  });

  test("Content-Length of the request after a change counts its whole body", () => {
    assert.equal(new CountedRequests(request("<a/>")).after(request("<aé/>")), request("<aé/>", "6"));
  });
});
