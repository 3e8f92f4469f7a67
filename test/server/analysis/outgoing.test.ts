import assert from "node:assert/strict";
import {
  analyze,
  outgoingOf,
  outgoingOfAgentText,
  requestAt,
  sendingDirectives,
} from "../../../server/src/service/languageService.ts";
import { envelope12, request } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { sentAround } from "../../support/resolver.ts";

function sent(text: string) {
  const analysis = analyze(text);
  const info = requestAt(analysis, 0);
  assert.ok(info);
  return outgoingOf(analysis, info, fixedSending);
}

suite("directives for sending", () => {
  test("directives say how to connect, but a language model can choose neither a client certificate nor a proxy", () => {
    const analysis = analyze(`# @tls me servername=a.b\n# @proxy socks5h://localhost:1080\n${request()}`);
    const placed = requestAt(analysis, 0);
    assert.ok(placed);
    const { tls, proxy } = sendingDirectives(placed);
    assert.deepEqual([tls, proxy], [{ key: "me", servername: "a.b" }, "socks5h://localhost:1080"]);
    const made = outgoingOfAgentText(analysis, undefined, fixedSending);
    assert.ok(made.kind === "message");
    assert.deepEqual([made.message.tls, made.message.proxy], [undefined, undefined]);
  });

  test("directives with a value that isn't valid change nothing about the connection", () => {
    for (const line of ["# @tls a b", "# @proxy http://ann:s3cret@proxy:3128", "# @proxy ftp://a"]) {
      const placed = requestAt(analyze(`${line}\n${request()}`), 0);
      assert.ok(placed);
      const { tls, proxy } = sendingDirectives(placed);
      assert.deepEqual([tls, proxy], [undefined, undefined], line);
    }
  });

  test("directives set a timeout, in any unit and case", () => {
    const timeout = (value: string) => {
      const info = requestAt(analyze(`# @timeout ${value}\n${request()}`), 0);
      return info && sendingDirectives(info).timeout;
    };
    assert.deepEqual(["500ms", "30", "30S", "1.5s", "2m", "2min", "1H", "soon"].map(timeout), [
      500,
      30_000,
      30_000,
      1500,
      120_000,
      120_000,
      3_600_000,
      undefined,
    ]);
  });
});

suite("changes between the typed and the sent request", () => {
  const outgoingOf = (text: string) => {
    const result = sent(text);
    assert.equal(result.kind, "message");
    return result.kind === "message" ? result.outgoing : undefined;
  };

  test("there are no changes if the text is the message", () => {
    assert.deepEqual(outgoingOf(request())?.changes, []);
  });

  test("the changes name the removed fragment, and keep the typed request line", () => {
    const made = outgoingOf(request({ Host: "h" }, undefined, "POST http://h/s?a#b HTTP/1.1"));
    assert.equal(made?.typedRequestLine, "POST http://h/s?a#b HTTP/1.1");
    assert.equal(made?.requestLine, "POST /s?a HTTP/1.1");
    assert.equal(made?.absoluteRequestLine, "POST http://h/s?a HTTP/1.1");
    assert.deepEqual(made?.changes, ["The fragment #b of the target is not sent."]);
  });

  test("the changes name the Host that is added for a target in absolute-form", () => {
    const text = request({}, undefined, "POST http://h:81/s HTTP/1.1").replace(/Host: .*\n/, "");
    const made = outgoingOf(`# @ignore host-missing\n${text}`);
    assert.match(made?.head ?? "", /^Host: h:81\r\n/);
    assert.deepEqual(made?.fields[0], { name: "Host", value: "h:81" });
    assert.deepEqual(made?.changes, ["The header Host: h:81 is added, as the target names it."]);
  });

  test("the changes name removed comments among the headers", () => {
    const comment = (lines: string) => outgoingOf(request().replace("Host:", `${lines}Host:`))?.changes;
    assert.deepEqual(comment("# a\n"), ["The comment among the headers is not sent."]);
    assert.deepEqual(comment("# a\n// b\n"), ["The 2 comments among the headers are not sent."]);
  });

  test("the changes name removed line breaks after the body, except those that Content-Length counts", () => {
    const after = (breaks: string, length?: number) =>
      outgoingOf(request(length ? { "Content-Length": String(length) } : {}, `${envelope12}${breaks}`))?.changes;
    assert.deepEqual(after("\n"), [], "the end of the last line");
    assert.deepEqual(after("\r\n\n"), [], "and an empty line");
    assert.deepEqual(after("\n\n\n"), ["The 3 line breaks at the end of the body are not sent."]);
    assert.deepEqual(after("\n", 85), []);
    assert.deepEqual(after("\n\n", 85), ["The line break at the end of the body is not sent."]);
  });
});

suite("the end of the body", () => {
  const bodyOf = (text: string) => {
    const result = sent(text);
    assert.equal(result.kind, "message");
    return result.kind === "message" ? [Buffer.from(result.outgoing.body).toString(), result.errors.length] : [];
  };
  const long = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">\n <s:Body/>\n</s:Envelope>';

  for (const [name, lineBreak] of [
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ] as const) {
    const as = (text: string) => text.replaceAll("\n", lineBreak);
    const body = as(long);
    test(`the body of ${name} includes trailing line breaks if Content-Length counts them`, () => {
      for (const count of [0, 1, 2]) {
        const length = body.length + count * lineBreak.length;
        const text = as(request({ "Content-Length": String(length) }, `${long}\n\n`));
        assert.deepEqual(bodyOf(text), [body + lineBreak.repeat(count), 0], `${count}`);
      }
    });

    test(`the body of ${name} includes trailing line breaks before a separator and with a variable`, () => {
      const value = as(long.replace("<s:Body/>", "<s:Body><a>{{v}}</a></s:Body>"));
      const sentBody = value.replace("{{v}}", "b&amp;c") + lineBreak;
      const text = `@v = b&c\n${request({ "Content-Length": String(sentBody.length) }, `${value}\n\n### n`)}`;
      assert.deepEqual(bodyOf(as(text.replaceAll(lineBreak, "\n"))), [sentBody, 0]);
    });

    test(`the body of ${name} excludes trailing line breaks for any other Content-Length, which is reported`, () => {
      for (const length of [body.length - 1, body.length + 3 * lineBreak.length, 1]) {
        const text = as(request({ "Content-Length": String(length) }, `${long}\n\n`));
        assert.deepEqual(bodyOf(text), [body, 1]);
      }
    });
  }
});

suite("a request to port 0", () => {
  test("a request to port 0 can't be sent, because nothing can connect to it", () => {
    for (const text of [request({ Host: "h:0" }), request({ Host: "h" }, undefined, "POST http://h:0/s HTTP/1.1")]) {
      const result = sent(text);
      const codes = result.kind === "unsendable" ? result.problems.map(({ code }) => code) : [];
      assert.equal(codes.length, 1, codes.join());
      assert.match(codes[0] ?? "", /^(host|target)-invalid$/);
    }
  });
});

suite("a request with a secret", () => {
  test("a request with a secret asks for the secret", () => {
    assert.deepEqual(sent(request({ Authorization: "Bearer {{$secret a b}}" })), { kind: "secrets", names: ["a b"] });
  });

  test("a request doesn't ask for a secret in a definition that it doesn't use", () => {
    const definitions = "@auth = Bearer {{$secret a}}\n@twice = {{auth}}\n";
    const other = `\n###\n${request({ Authorization: "{{twice}}" })}`;
    assert.equal(sent(`${definitions}${request()}${other}`).kind, "message");
    assert.deepEqual(sent(`${definitions}${request({ "X-A": "{{twice}}" })}${other}`), {
      kind: "secrets",
      names: ["a"],
    });
  });

  test("a request doesn't ask if it can't be sent anyway", () => {
    const result = sent(request({ Authorization: "Bearer {{$secret a}}", "X-A": "{{none}}" }));
    assert.deepEqual(result.kind === "unsendable" && result.problems.map(({ code }) => code), ["variable-undefined"]);
  });
});

suite("the places of secrets in an outgoing message", () => {
  const host = {
    files: {
      "/w/.env": "KEY=dotenv-value\n",
      "/w/http-client.private.env.json": '{"dev": {"own": "private-value"}}',
      "/w/http-client.env.json": '{"dev": {"plain": "plain-value"}}',
    },
    chosen: ["dev"],
    processEnv: () => "process-value",
  };
  const usesOf = (text: string) => {
    const { outgoing } = sentAround(text, host, { secret: () => "secret-value" });
    return outgoing.secretUses.map(({ place, header, source }) =>
      [place, ...(header ? [header] : []), source.from, source.name].join(" "),
    );
  };

  test("places name the source of each secret, also behind variables", () => {
    const body = envelope12.replace(
      "<s:Body/>",
      "<s:Body><a>{{$secret api key}}{{plain}}{{$guid}}{{$secret api key}}</a></s:Body>",
    );
    const text = request({ "X-A": "{{all}}", "X-B": "{{$dotenv KEY}} {{plain}}" }, body, "POST /s?a={{own}} HTTP/1.1");
    assert.deepEqual(usesOf(`@all = {{inner}}-{{own}}\n@inner = {{$processEnv  LEAK}}\n\n${text}`), [
      "target private own",
      "header X-A process LEAK",
      "header X-A private own",
      "header X-B dotenv KEY",
      "body secrets api key",
    ]);
  });

  test("places name the sources of a password, and a typed password", () => {
    const basic = (password: string) => usesOf(request({ Authorization: `Basic {{$basic "me" ${password}}}` }));
    assert.deepEqual(basic("own"), ["header Authorization private own"]);
    assert.deepEqual(basic('"typed"'), ["header Authorization typed "]);
    assert.deepEqual(usesOf(`@pw = {{$secret tok}}\n\n# @auth digest "me" pw\n${request()}`), ["login secrets tok"]);
  });

  test("places name a header of any form, and tell a host from a target", () => {
    const line = "POST http://{{own}}/s/{{$secret tok}} HTTP/1.1";
    const text = request({ "X-A": "a\n  {{$secret tok}}" }, envelope12, line);
    assert.deepEqual(usesOf(text), ["host private own", "target secrets tok", "header X-A secrets tok"]);
  });
});
