import assert from "node:assert/strict";
import { findingsIn } from "../../support/findings.ts";

/* `# @receive`: a response in a `.soaphttp` file. */

const response = "HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: 2\n\nok\n";

const order = (value = "x") => `GET /order HTTP/1.1\nHost: localhost\nX-To: ${value}\n\n###\n`;

/** Each finding as `code: text at the place: message`. */
function problems(text: string): readonly string[] {
  return findingsIn(text)
    .filter(({ severity }) => severity !== "hint" && severity !== "information")
    .map(({ code, at, message }) => `${code}: ${text.slice(at.start, at.end)}: ${message}`);
}

suite("@receive", () => {
  test("a response below @receive is no request, and its address is a variable", () => {
    const text = order("{{callback.address}} {{callback.host}}");
    assert.deepEqual(problems(`${text}# @receive POST /callback within 30 s\n${response}`), []);
    assert.match(problems(`${text}# @receive PUT /a/*\n${response}`).join(), /The paths of # @receive differ/);
    assert.match(problems(text).join(), /This file receives no request/);
  });

  test("several paths have no common address", () => {
    const two = `# @receive POST /a\n${response}\n###\n# @receive POST /b\n${response}`;
    assert.match(
      problems(order("{{callback.address}}") + two).join(),
      /callback\.address.*has no value.*The paths of # @receive differ.*callback\.host/,
    );
    assert.deepEqual(problems(order("{{callback.host}}") + two), []);
  });

  test("a wrong value is reported at its place", () => {
    for (const value of [
      "",
      "/callback",
      "post /c",
      "POST c",
      "POST /c?x=1",
      "POST /c within soon",
      "POST /c within 2 h",
    ])
      assert.match(
        problems(`# @receive ${value}\n${response}`).join(),
        /directive-value: .*@receive must be a method/,
        value,
      );
  });

  test("directives without an effect are reported, and unknown ones with the nearest name", () => {
    assert.match(
      problems(`# @receive POST /c\n# @timeout 3s\n${response}`).join(),
      /directive-unknown: timeout: @timeout has no effect under @receive/,
    );
    assert.match(problems(`# @receive POST /c\n# @expct //a\n${response}`).join(), /Did you mean @expect/);
    assert.match(problems(`# @recieve POST /c\n${order()}`).join(), /Did you mean @receive/);
  });

  test("@receive can't stand below a request that is sent several times, unless that is for all rows of the file", () => {
    const below = (above: string) =>
      problems(`${above}${order("{{callback.address}}")}# @receive POST /c\n${response}`).filter((one) =>
        one.startsWith("directive-value"),
      );
    for (const [directive, value] of [
      ["data", "rows.csv"],
      ["repeat", "3"],
    ])
      assert.deepEqual(below(`# @${directive} ${value}\n`), [
        `directive-value: POST /c: @receive can't stand below a request with @${directive}. Write @data at the top of the file.`,
      ]);
    assert.deepEqual(below("# @data rows.csv\n###\n"), []);
    assert.deepEqual(below("# @repeat 3 until status 200\n"), []);
  });

  test("the expectations of @receive are about a request", () => {
    const expecting = (expectation: string) => problems(`# @receive POST /c\n# @expect ${expectation}\n${response}`);
    assert.match(expecting("status 200").join(), /expect-invalid: status 200: Under @receive/);
    assert.deepEqual(expecting("//m:Id = 5"), []);
    assert.deepEqual(expecting("header SOAPAction contains Add"), []);
  });

  test("a response needs @receive, and @receive needs a response", () => {
    assert.match(
      problems(response).join(),
      /HTTP\/1\.1 200 OK: A response stands in a \.soapmock file, or below # @receive/,
    );
    assert.match(
      problems(`# @receive POST /c\n\n###\n${order()}`).join(),
      /directive-without-request.*@receive needs a response below it/,
    );
  });

  test("a request may be named request, as the one that a mock service received", () => {
    const named = `# @name request\n${order()}${order("{{request.response.headers.Date}} {{request.body}}")}`;
    assert.deepEqual(problems(named), []);
  });

  test("a variable without a value would be sent as text, so it is an error", () => {
    const text = `# @receive POST /c\n${response.replace("ok", "{{a}}")}`;
    const findings = findingsIn(text).find(({ code }) => code === "variable-undefined");
    assert.equal(findings?.severity, "error");
  });
});
