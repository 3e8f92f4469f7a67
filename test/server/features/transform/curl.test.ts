import assert from "node:assert/strict";
import { fromCurl, isCurl } from "../../../../server/src/features/transform/paste/curl/curl.ts";
import { envelope11, envelope12, expectClean, findingsIn } from "../../../support/findings.ts";

/** The one request of a command. */
function pasted(command: string): string {
  assert.ok(isCurl(command), "this isn't taken for a curl command");
  const requests = fromCurl(command, "\n");
  assert.equal(requests.length, 1, requests.join("\n###\n"));
  return requests[0] ?? "";
}

const soap12 = "-H 'Content-Type: application/soap+xml; charset=utf-8'";
const request12 = (target: string, body = envelope12, before = "", host = "h") =>
  `${before}POST ${target} HTTP/1.1\nHost: ${host}\nContent-Type: application/soap+xml; charset=utf-8\nContent-Length: ${Buffer.byteLength(body)}\n\n${body}`;

/** Expects that the command becomes this request, and that the request is correct. */
function expectPasted(command: string, request: string): void {
  assert.equal(pasted(command), request);
  expectClean(request);
}

/** Expects this line in the header section. */
function expectLine(command: string, line: string): void {
  const head = pasted(command).split("\n\n")[0]?.split("\n") ?? [];
  assert.ok(head.includes(line), `“${line}” is not in:\n${head.join("\n")}`);
}

const note = (command: string) => pasted(command).match(/^# (?!@)(.*)$/m)?.[1];

suite("pasting cURL: conversion", () => {
  test("the conversion makes a correct SOAP request with Content-Length", () => {
    expectPasted(`curl ${soap12} -d '${envelope12}' http://h:81/s?x`, request12("/s?x", envelope12, "", "h:81"));
    expectPasted(`curl http://h/s -X POST ${soap12} --data-binary '${envelope12}'`, request12("/s"));
  });

  test("the conversion adds @scheme only if the port doesn't imply the scheme", () => {
    expectPasted(`curl https://h/s ${soap12} -d '${envelope12}'`, request12("/s", envelope12, "# @scheme https\n"));
    expectPasted(`curl https://h:8443/s ${soap12} -d '${envelope12}'`, request12("/s", envelope12, "", "h:8443"));
    expectLine("curl http://h:443/", "# @scheme http");
  });

  test("the conversion adds the quotes of SOAPAction", () => {
    const text = pasted(`curl h/s -H "Content-Type: text/xml" -H 'SOAPAction: urn:x' -d '${envelope11}'`);
    assert.match(text, /^SOAPAction: "urn:x"$/m);
    expectClean(text);
  });

  test("the conversion adds a missing Content-Type that matches the envelope, with a comment", () => {
    const text = pasted(`curl http://h/s -d '${envelope12}'`);
    assert.match(text, /^# The command has no Content-Type\. curl would send application\/x-www-form-urlencoded\./);
    assert.match(text, /^Content-Type: application\/soap\+xml; charset=utf-8$/m);
    expectClean(text);
    expectLine("curl http://h/s -d 'a=1'", "Content-Type: application/x-www-form-urlencoded");
  });

  test("the conversion counts bytes, not characters", () => {
    const body = envelope12.replace("<s:Body/>", "<s:Body><!-- € --></s:Body>");
    expectPasted(`curl http://h/s ${soap12} -d '${body}'`, request12("/s", body));
  });

  test("the conversion uses the line endings of the file", () => {
    const body = envelope12.replace("<s:Body/>", "\n<s:Body/>\n");
    expectPasted(`curl http://h/s ${soap12} -d '${body}'`, request12("/s", body));
    const [crlf = ""] = fromCurl(`curl http://h/s ${soap12} -d '${body}'`, "\r\n");
    assert.equal(
      crlf,
      request12("/s", body).replace("Content-Length: 86", "Content-Length: 88").replaceAll("\n", "\r\n"),
    );
    expectClean(crlf);
  });

  test("the conversion converts GET, HEAD and PUT", () => {
    assert.equal(pasted("curl http://h/s?wsdl"), "GET /s?wsdl HTTP/1.1\nHost: h\n");
    expectClean(pasted("curl http://h/s?wsdl"));
    expectLine("curl -I http://h/", "HEAD / HTTP/1.1");
    assert.match(
      pasted("curl -T ./a.xml http://h/s"),
      /^PUT \/s HTTP\/1\.1\nHost: h\nContent-Length: .*\n\n< \.\/a\.xml$/,
    );
    expectLine("curl -G -d a=1 -d b=2 http://h/s?c", "GET /s?c&a=1&b=2 HTTP/1.1");
    expectLine("curl -X DELETE http://h/", "DELETE / HTTP/1.1");
  });

  test("the conversion completes a URL without scheme or path, and encodes invalid characters", () => {
    expectLine("curl localhost:8000", "Host: localhost:8000");
    expectLine("curl localhost:8000", "GET / HTTP/1.1");
    expectLine("curl 'http://h/a b?c=ü'", "GET /a%20b?c=%C3%BC HTTP/1.1");
    expectLine("curl 'http://h?x'", "GET /?x HTTP/1.1");
    expectLine("curl http://h/x#y", "GET /x HTTP/1.1");
    expectLine("curl 'http://[::1]:81/x'", "Host: [::1]:81");
    expectLine("curl -v --request-target '*' -X OPTIONS http://h", "OPTIONS * HTTP/1.1");
  });

  test("the conversion keeps the order and case of headers, and duplicates; Host comes first", () => {
    const text = pasted(
      "curl http://h/ -H 'x-A: 1' -H 'X-b:2' -H 'x-A: 3' -H 'Host: other' -H 'X-Empty;' -H 'Accept:'",
    );
    assert.equal(text, "GET / HTTP/1.1\nHost: other\nx-A: 1\nX-b: 2\nx-A: 3\nX-Empty:\n");
  });

  test("the conversion converts options to headers", () => {
    expectLine("curl -u user:pass http://h", "Authorization: Basic dXNlcjpwYXNz");
    expectLine("curl http://us%20er:pa:ss@h", `Authorization: Basic ${Buffer.from("us er:pa:ss").toString("base64")}`);
    expectLine("curl --oauth2-bearer tok http://h", "Authorization: Bearer tok");
    expectLine("curl -A 'me/1' http://h", "User-Agent: me/1");
    expectLine("curl -e http://a/b http://h", "Referer: http://a/b");
    expectLine("curl -b 'a=1; b=2' -b c=3 http://h", "Cookie: a=1; b=2; c=3");
    expectLine("curl --compressed http://h", "Accept-Encoding: gzip, deflate, br");
    expectLine("curl --json '{}' http://h", "Content-Type: application/json");
    expectLine("curl -r 0-9 http://h", "Range: bytes=0-9");
    expectLine("curl -m 2.5 http://h", "# @timeout 2.5s");
  });

  test("the conversion corrects a Content-Length in place", () => {
    const text = pasted(`curl http://h/s -H 'Content-Length: 7' ${soap12} -d '${envelope12}'`);
    assert.match(text, /\nContent-Length: 84\nContent-Type:/);
    expectClean(text);
  });

  test("the conversion joins the data of several options, and encodes data", () => {
    assert.match(pasted("curl h -d a -d 'b c' --data-raw @x"), /\n\na&b c&@x$/);
    assert.match(pasted("curl h --data-urlencode 'n=a b' --data-urlencode '=c&d'"), /\n\nn=a%20b&c%26d$/);
  });

  test("the conversion converts a file as the body", () => {
    assert.match(
      pasted(`curl h ${soap12} --data-binary @./a.xml`),
      /\nContent-Length: \{\{\$contentLength\}\}\n\n< \.\/a\.xml$/,
    );
    assert.equal(note("curl h -d @a.xml"), "curl's --data removes line breaks from the data. Here they are kept.");
    assert.match(pasted("curl h --data-binary @- < in.xml"), /\n\n< in\.xml$/);
  });

  test("the conversion escapes or indents body lines that begin with ###", () => {
    const text = pasted(
      `curl http://h/s ${soap12} -d '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><a xmlns="urn:a">\n### x</a></s:Body></s:Envelope>'`,
    );
    assert.match(text, /^&#35;## x/m);
    expectClean(text);
    assert.match(pasted("curl h -d 'a\n### b'"), /^ ### b$/m);
    assert.match(note("curl h -H 'Content-Type: a/b' -d 'a\n### b'") ?? "", /began with ###/);
  });
});

suite("pasting cURL: comments", () => {
  test("comments name options that can't be converted", () => {
    assert.equal(
      note("curl -k -L --proxy http://p:1 -o out.xml --retry 3 http://h"),
      "Not converted from the curl command: --insecure, --location, --proxy http://p:1, --output out.xml, --retry 3",
    );
    assert.equal(note("curl --frobnicate http://h"), "Not converted from the curl command: --frobnicate");
    assert.equal(note("curl -F a=@b http://h"), "Not converted from the curl command: --form a=@b");
    assert.equal(note("curl --http2 http://h"), "Not converted from the curl command: --http2");
    assert.equal(note("curl -b cookies.txt http://h"), "Not converted from the curl command: --cookie cookies.txt");
  });

  test("comments don't repeat passwords", () => {
    const text = pasted("curl -U me:secret --cert a.pem:secret --negotiate -u me:secret http://h");
    assert.ok(!text.includes("secret"));
    assert.equal(note("curl --negotiate -u me:x h"), "Not converted from the curl command: --negotiate");
  });

  test("Digest and NTLM are converted to @auth, unless only the shell knows the login", () => {
    assert.match(pasted(`curl --digest -u 'me:a"b:c' http://h`), /^# @auth digest "me" "a\\"b:c"$/m);
    assert.match(pasted("curl --negotiate -u : http://h"), /^# @auth negotiate$/m);
    assert.match(pasted("curl --ntlm -u 'EU\\me:x' http://h"), /^# @auth ntlm "EU\\me" "x"$/m);
    assert.equal(note("curl --digest -u me:x h"), undefined);
    assert.equal(note("curl --digest h"), "Not converted from the curl command: --digest");
  });

  test("comments don't name options that don't change the request", () => {
    assert.equal(note("curl -sSvifN -# -g -q --http1.1 --no-progress-meter http://h"), undefined);
  });

  test("comments name what only a shell does", () => {
    assert.equal(note("curl h | jq ."), "Not converted from the curl command: | jq .");
    assert.equal(note("curl h > out.xml 2>&1"), "Not converted from the curl command: > out.xml, 2>& 1");
    assert.equal(note('curl h -H "X: $(date)"'), "Not converted from the curl command: $(date)");
  });

  test("comments name unknown content", () => {
    assert.equal(
      note("curl h -H 'Content-Type: a/b' --data-binary @-"),
      "Not converted: the content of the standard input.",
    );
    assert.match(
      pasted("curl h -H 'Content-Type: a/b' -d x --data-binary @y"),
      /^# Not converted: the content of y, which is part of the body\.$/m,
    );
    assert.equal(note("curl h -H @headers.txt"), "Not converted, because it isn't a header: @headers.txt");
  });
});

suite("pasting cURL: shells", () => {
  const body = (command: string) => pasted(command).split("\n\n").slice(1).join("\n\n");

  test("the conversion reads quotes", () => {
    assert.equal(body("curl h -d 'a\"\\b'"), 'a"\\b');
    assert.equal(body('curl h -d "a\\"b\\\\c\\n\'"'), "a\"b\\c\\n'");
    assert.equal(body("curl h -d 'it'\\''s'"), "it's");
    assert.equal(body('curl h -d a\\ b\\"c'), 'a b"c');
    assert.equal(body("curl h -da"), "a");
    assert.equal(body("curl h -d 'no end"), "no end");
  });

  test("the conversion reads bash's $'…'", () => {
    assert.equal(body("curl h -d $'a\\n\\t\\'\\\\\\x41\\101\\u20ac'"), "a\n\t'\\AA€");
    assert.equal(body("curl h -d $'\\xe2\\x82\\xac'"), "€");
  });

  test("the conversion reads continued lines, prompts, comments and lines without their backslashes", () => {
    const expected = "GET / HTTP/1.1\nHost: h\nX: 1\n";
    for (const command of [
      "curl \\\n  -H 'X: 1' \\\n  http://h",
      "$ curl -H 'X: 1' http://h # a comment",
      "curl http://h\n  -H 'X: 1'\n",
      "curl http://h \\\r\n -H 'X: 1'\r\n",
      "HTTPS_PROXY= /usr/bin/curl -HX:1 http://h",
      'curl.exe -H "X: 1" http://h',
    ]) {
      assert.equal(pasted(command), expected, command);
    }
  });

  test("the conversion reads & in a URL without quotes", () =>
    expectLine("curl http://h/?a=1&b=2", "GET /?a=1&b=2 HTTP/1.1"));

  test("the conversion converts shell variables to $processEnv", () => {
    expectLine(`curl http://h -H "X: $A-\${B}"`, "X: {{$processEnv A}}-{{$processEnv B}}");
    expectLine("curl http://h -H 'X: $A'", "X: $A");
    expectLine("curl $URL/s", "GET {{$processEnv URL}}/s HTTP/1.1");
  });

  test("the conversion reads here-documents and here-strings", () => {
    assert.equal(body("curl h --data-binary @- <<'EOF'\n<a>$x</a>\n<b/>\nEOF\n"), "<a>$x</a>\n<b/>");
    assert.equal(body("curl h --data-binary @- <<EOF\n<a>$x</a>\nEOF\n"), "<a>{{$processEnv x}}</a>");
    assert.equal(body("curl h --data-binary @- <<-EOF\n\t<a/>\n\tEOF\n"), "<a/>");
    assert.equal(body("curl h --data-binary @- <<< 'a b'"), "a b");
  });

  test("the conversion reads commands for the Windows command prompt, as copied from browsers", () => {
    const command = [
      'curl ^"http://h/s^" ^',
      '  -H ^"Content-Type: application/soap+xml; charset=utf-8^" ^',
      `  --data-raw ^"${envelope12.replaceAll('"', '^\\^"').replaceAll("<", "^<").replaceAll(">", "^>")}^"`,
    ].join("\r\n");
    expectPasted(command, request12("/s"));
    assert.equal(body('curl "http://h" ^\n -d "a\\"b^\n\nc"').slice(0, 3), 'a"b');
    assert.equal(body('curl ^"http://h^" -d ^"a^\n\nb^"'), "a\nb");
    assert.equal(body('curl h ^\n -d "a\\\\" -H "X: 1"'), "a\\");
  });

  test("the conversion converts several commands, several URLs and --next to several requests", () => {
    assert.equal(fromCurl("curl http://a/1\ncurl http://b/2; echo x && curl http://c/3", "\n").length, 3);
    assert.equal(fromCurl("curl http://a/{1} http://b/2 -H X:1", "\n").length, 2);
    const [first = "", second = ""] = fromCurl("curl -d a http://a --next http://b", "\n");
    assert.match(first, /^POST/);
    assert.match(second, /^GET/);
  });

  test("the conversion ignores other texts", () => {
    assert.equal(isCurl("# curl http://h, copied with the prompt of root"), true);
    for (const text of ["", "POST / HTTP/1.1", "curly", "## curl http://h", "wget http://h"]) {
      assert.equal(isCurl(text), false, text);
    }
    assert.deepEqual(fromCurl("echo curl http://h", "\n"), []);
  });

  test("the conversion handles incomplete commands", () => {
    for (const text of [
      "curl",
      "curl -d",
      "curl -H",
      "curl ''",
      "curl 'x",
      'curl "$',
      "curl <<",
      "curl <<EOF",
      "curl $(",
      "curl `",
      "curl \\",
      "curl -",
      "curl --",
      "curl h -d $'\\x",
      "curl ^",
      "curl h -d $'\\u'",
    ]) {
      for (const request of fromCurl(text, "\n")) findingsIn(request);
    }
  });
});
