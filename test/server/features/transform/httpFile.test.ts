import assert from "node:assert/strict";
import {
  fromHttpFile,
  hasHttpRequests,
  isHttpFileSegment,
} from "../../../../server/src/features/transform/paste/httpFile/httpFile.ts";
import { envelope11, envelope12, expectClean, findingsIn, request } from "../../../support/findings.ts";
import { messagesAround } from "../../../support/resolver.ts";

const converted = (text: string) => fromHttpFile(text, "\n");
const soap12 = "Content-Type: application/soap+xml; charset=utf-8";

function lines(...all: readonly string[]): string {
  return all.join("\n");
}

suite("converting .http files: requests", () => {
  test("the conversion adds what the tools add: version, Host, Content-Length, Content-Type", () => {
    const text = converted(`POST http://h:81/s\n\n${envelope12}\n`);
    assert.equal(text, `${request({ Host: "h:81" }, envelope12, "POST http://h:81/s HTTP/1.1")}\n`);
    expectClean(text);
  });

  test("the conversion inserts an empty line before the envelope, but only one", () => {
    const expected = request({}, envelope12, "POST http://h/s HTTP/1.1");
    assert.equal(converted(`POST http://h/s\n${soap12}\n${envelope12}`).replace(/(Host.*\n)/, "$1"), expected);
    assert.equal(converted(`POST http://h/s\n${soap12}\n\n\n${envelope12}`), expected);
  });

  test("the conversion converts a URL alone to a GET, and completes scheme and Host", () => {
    assert.equal(converted("http://h/s?wsdl\n"), "GET http://h/s?wsdl HTTP/1.1\nHost: h\n");
    assert.equal(converted("GET localhost:8000/s\n"), "GET http://localhost:8000/s HTTP/1.1\nHost: localhost:8000\n");
    assert.equal(converted("GET /s HTTP/1.1\nHost: h\n"), "GET /s HTTP/1.1\nHost: h\n");
    expectClean(converted("http://h/s?wsdl\n"));
  });

  test("the conversion joins a URL on several lines", () => {
    const expected = "GET http://h/s?a=1&b=2 HTTP/1.1\nHost: h\nX: 1\n";
    assert.equal(converted("GET http://h/s\n  ?a=1\n  &b=2\nX: 1\n"), expected);
    assert.equal(converted("GET http://h\n    /s\n    ?a=1&b=2\nX: 1\n"), expected);
  });

  test("the conversion keeps titles, names and comments of several requests", () => {
    const file = lines(
      "@base = http://h:81",
      "",
      "### first",
      "# a comment",
      "# @name one",
      "POST {{base}}/s",
      soap12,
      "",
      envelope12,
      "",
      "###",
      "// another",
      "GET {{base}}/s?wsdl",
      "",
    );
    const text = converted(file);
    expectClean(text);
    assert.equal(
      text,
      lines(
        "@base = http://h:81",
        "",
        "### first",
        "# a comment",
        "# @name one",
        "POST {{base}}/s HTTP/1.1",
        "Host: h:81",
        soap12,
        "Content-Length: 84",
        "",
        envelope12,
        "",
        "###",
        "// another",
        "GET {{base}}/s?wsdl HTTP/1.1",
        "Host: h:81",
        "",
      ),
    );
  });

  test("the conversion adds the scheme before a variable that contains only a host", () => {
    const text = converted("@host = h:81\n###\nGET {{host}}/s\n");
    assert.match(text, /^GET http:\/\/\{\{host\}\}\/s HTTP\/1\.1\nHost: \{\{host\}\}$/m);
    expectClean(text);
  });

  test("the conversion keeps variables in Host, defined or not", () => {
    const text = converted("POST https://{{host}}:{{port}}/s?x=1\nContent-Type: text/xml\n\n<a>{{x}}</a>\n");
    assert.match(text, /^Host: \{\{host\}\}:\{\{port\}\}$/m);
    assert.match(text, /^Content-Length: \{\{\$contentLength\}\}\n\n<a>\{\{x\}\}<\/a>$/m);
  });

  test("the conversion adds {{$contentLength}} to a body file", () => {
    const text = converted("POST http://h/s\nContent-Type: text/xml; charset=utf-8\n\n< ./add.xml\n");
    assert.match(text, /\nContent-Length: \{\{\$contentLength\}\}\n\n< \.\/add\.xml\n$/);
  });

  test("the conversion keeps a correct file byte for byte", () => {
    for (const text of [
      request(),
      `${request()}\n\n### b\n\n${request()}\n\n\n`,
      "@a = 1\n\n### x\n",
      "### a\n# @name n\n# @timeout 5s\nGET /s HTTP/1.1\nHost: h\n\n",
      request({}, envelope12.replace("<s:Body/>", '<s:Body><a xmlns="urn:a">\n\n> {% x %}\n?? y\n</a></s:Body>')),
    ]) {
      assert.equal(converted(text), text);
      assert.equal(
        fromHttpFile(text.replaceAll("\n", "\r\n"), "\r\n").replaceAll("\r\n", "\n").replace(/\d+/g, ""),
        text.replace(/\d+/g, ""),
      );
    }
  });

  test("the conversion encodes Basic credentials, as the tools do on sending", () => {
    const header = (value: string) =>
      converted(`GET http://h\nAuthorization: ${value}\n`).match(/^Authorization: (.*)$/m)?.[1];
    assert.equal(header("Basic user pass word"), `Basic ${btoa("user:pass word")}`);
    assert.equal(header("Basic user:pass"), `Basic ${btoa("user:pass")}`);
    assert.equal(header("Basic dXNlcjpwYXNz"), "Basic dXNlcjpwYXNz");
    assert.equal(header("Bearer abc"), "Bearer abc");
    assert.match(converted("GET http://h\nAuthorization: Basic {{u}} {{p}}\n"), /^# The header is sent as written/m);
    assert.match(converted("GET http://h\nAuthorization: Digest u p\n"), /^# The header is sent as written\. Digest/m);
  });

  test("the conversion converts a body file with an encoding", () => {
    assert.match(
      converted(`POST http://h/s\n${soap12}\n\n< ./a.xml\n`),
      /\nContent-Length: \{\{\$contentLength\}\}\n\n< \.\/a\.xml\n$/,
    );
    assert.match(converted("POST http://h/s\n\n<@ ./a.xml\n"), /\n\n<@ \.\/a\.xml\n$/);
    const encoded = converted("POST http://h/s\n\n<@latin1 ./a.xml\n");
    assert.match(encoded, /^# The file was read as latin1\./);
    assert.match(encoded, /\n\n<@ \.\/a\.xml\n$/);
  });

  test("the conversion converts SOAP 1.1 and uses the given line endings", () => {
    const text = fromHttpFile(
      `POST http://h/s\nContent-Type: text/xml; charset=utf-8\nSOAPAction: urn:x\n\n${envelope11}\n`,
      "\r\n",
    );
    assert.match(text, /^SOAPAction: "urn:x"\r$/m);
    assert.doesNotMatch(text, /[^\r]\n/);
    expectClean(text);
  });
});

suite("converting .http files: comments for what can't be converted", () => {
  test("comments show scripts above the request", () => {
    const text = converted(
      lines(
        "< {% request.variables.set('a', 1) %}",
        `POST http://h/s`,
        soap12,
        "",
        envelope12,
        "",
        "> {%",
        "  client.test('x', () => {});",
        "%}",
        "",
      ),
    );
    expectClean(text);
    assert.equal(
      text.split("POST")[0],
      lines(
        "# Not converted: < {% request.variables.set('a', 1) %}",
        "# Not converted, because scripts aren't supported:",
        "#   > {%",
        "#     client.test('x', () => {});",
        "#   %}",
        "",
      ),
    );
  });

  test("comments show handlers, references to responses, redirections and assertions", () => {
    for (const line of ["> ./handler.js", "<> 2024-01-01.200.xml", ">> out.xml", ">>! out.xml", "?? status == 200"]) {
      const text = converted(`POST http://h/s\n${soap12}\n\n${envelope12}\n\n${line}\n`);
      assert.ok(text.startsWith(`# Not converted: ${line}\nPOST`), text);
      expectClean(text);
    }
    assert.match(
      converted("import a.http\nrun #x\nGET http://h\n"),
      /^# Not converted: import a\.http\n# Not converted: run #x\nGET/,
    );
    assert.match(
      converted("{{\n  exports.a = 1;\n}}\nGET http://h\n"),
      /^# Not converted, because .*\n# {3}\{\{\n# {5}exports/,
    );
  });

  test("comments include what is written after the envelope", () => {
    const text = converted(`POST http://h/s\n${soap12}\n\n# before\n${envelope12}\n# behind\n// too\n`);
    assert.ok(text.startsWith("# before\n# behind\n// too\nPOST"));
    expectClean(text);
  });

  test("comments warn about body lines that REST Client treats as comments", () => {
    const body = envelope12.replace("<s:Body/>", '<s:Body><a xmlns="urn:a">\n# x\n</a></s:Body>');
    const text = converted(`POST http://h/s\n${soap12}\n\n${body}`);
    assert.match(text, /^# REST Client treats this line of the body as a comment. Here it is sent: # x\n/);
    assert.ok(text.endsWith(body));
  });

  test("comments warn about files in the middle of a body, which markup isn't", () => {
    const body = envelope12.replace("<s:Body/>", '<s:Body>\n< ./part.xml\n<a xmlns="urn:a"\n/>\n</s:Body>');
    const text = converted(`POST http://h/s\n${soap12}\n\n${body}`);
    assert.match(text, /^# A part of the body comes from a file, which isn't read here: < \.\/part\.xml\nPOST/);
    assert.ok(text.endsWith(body));
  });

  test("comments show directives of other tools, unless they can be converted", () => {
    const text = converted(
      "# @no-log\n// @prompt user Who?\n# @timeout 600\n# @timeout 2 m\n# @no-redirect\n# @note\nGET http://h\n",
    );
    assert.equal(
      text,
      lines(
        "# Not converted: @no-log",
        "// Not converted: @prompt user Who?",
        "# @timeout 600s",
        "# @timeout 2m",
        "# @no-redirect",
        "# @note Send this request?",
        "GET http://h HTTP/1.1",
        "Host: h",
        "",
      ),
    );
    expectClean(text);
  });

  test("comments show variables of other tools, unless they can be converted", () => {
    const header = (value: string) => converted(`GET http://h\nX: ${value}\n`).match(/^X: (.*)$/m)?.[1];
    assert.equal(header("{{$uuid}} {{ $random.uuid }}"), "{{$guid}} {{$guid}}");
    assert.equal(header("{{$isoTimestamp}}"), "{{$datetime iso8601}}");
    assert.equal(header("{{$random.integer(1, 9)}} {{$randomInt}}"), "{{$randomInt 1 9}} {{$randomInt 0 1000}}");
    assert.equal(header("{{$env.HOME}}"), "{{$processEnv HOME}}");
    assert.equal(header("{{$guid}} {{$timestamp -1 d}} {{x}}"), "{{$guid}} {{$timestamp -1 d}} {{x}}");
    assert.equal(header("{{%x}}"), "{{x}}");
    const note = (value: string) => converted(`GET http://h\nX: ${value}\n`).match(/^# (.*)$/m)?.[1];
    assert.equal(note("{{$aadToken}}"), "{{$aadToken}} has no value here.");
    assert.equal(note("{{login.response.body.$.token}}"), "{{login.response.body.$.token}} has no value here.");
    assert.equal(note("{{%x}}"), "{{%x}}: the value isn't percent-encoded here.");
    assert.equal(note("{{$guid}} {{x}}"), undefined);
    assert.equal(header("{{$localDatetime 'YYYY' 1 d}}"), "{{$datetime 'YYYY' 1 d}}");
    assert.equal(note("{{$localDatetime 'YYYY'}}"), "{{$localDatetime 'YYYY'}}: the time is in UTC here.");
    for (const indirect of ["{{$processEnv %x}}", "{{$dotenv %x}}"]) {
      assert.equal(note(indirect), `${indirect} has no value here.`);
    }
  });

  test("comments aren't necessary for built-in variables with the same meaning", () => {
    const signs = [
      ...["{{$uuid}}", "{{$random.uuid}}", "{{$isoTimestamp}}", "{{$randomInt}}", "{{$random.integer(1, 9)}}"],
      ...["{{$env.HOME}}", "{{$guid}}", "{{$timestamp -1 d}}", "{{$randomInt 5 200}}", "{{$processEnv HOME}}"],
      ...["{{$datetime rfc1123 1 h}}", '{{$datetime "DD-MM-YYYY" 1 y}}', "{{$localDatetime iso8601}}", "{{$dotenv A}}"],
    ].map((typed) => `X: ${typed}`);
    const outside = { files: { "/w/.env": "A=1" }, processEnv: () => "x" };
    assert.deepEqual(messagesAround(converted(`GET http://h\n${signs.join("\n")}\n`), outside), []);
  });

  test("comments show a changed HTTP version and an unknown protocol", () => {
    assert.match(
      converted("GET http://h HTTP/2\n"),
      /^# HTTP\/2 was changed to HTTP\/1\.1\.\nGET http:\/\/h HTTP\/1\.1$/m,
    );
    assert.match(converted("GRAPHQL http://h\n"), /^# GRPC|GRAPHQL isn't an HTTP method\.$/m);
  });
});

suite("recognizing .http files", () => {
  test("the recognition finds requests", () => {
    for (const text of ["GET http://h", "POST {{base}}/s\n\n<a/>", "### x\nhttp://h/s", "@a = 1\n\nPUT /x\n"]) {
      assert.ok(hasHttpRequests(text), text);
    }
    for (const text of ["", "some text", "# a comment", "<a/>", "@a = 1", "http is a protocol"])
      assert.ok(!hasHttpRequests(text), text);
  });

  test("the recognition finds syntax that only .http files have", () => {
    for (const text of [
      "POST http://h/s\n\n<a/>",
      "http://h/s",
      "GET {{x}}",
      "POST /s HTTP/1.1\n\n<a/>\n> {% x %}\n",
    ]) {
      assert.ok(isHttpFileSegment(text), text);
    }
    for (const text of [request(), "GET /s HTTP/1.1\nHost: h\n", "@a = 1\n", "curl http://h", "Host: h", "<a/>"]) {
      assert.ok(!isHttpFileSegment(text), text);
    }
  });

  test("the recognition handles incomplete files", () => {
    for (const text of [
      "",
      "###",
      "### \n",
      "> {%",
      "{{",
      "GET",
      "GET \n ?",
      "POST http://h\n\n<",
      "POST http://h\n\n<a",
      "@",
      "< {%\n",
      "<@",
      "\r",
      "POST h\n\n# x",
      "Basic",
    ]) {
      findingsIn(converted(text));
      isHttpFileSegment(text);
      hasHttpRequests(text);
    }
  });
});
