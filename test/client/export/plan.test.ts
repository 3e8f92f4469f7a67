import assert from "node:assert/strict";
import type { PlannedRequest } from "../../../client/src/export/plan.ts";
import { request, secured, testKeys } from "../../support/signing.ts";
import { type Given, planFor, plannedOf } from "./planned.ts";

const post = (body: string, fields = "Content-Type: text/xml; charset=utf-8\n") =>
  `POST /calc HTTP/1.1\nHost: a.example:8080\n${fields}Content-Length: {{$contentLength}}\n\n${body}\n`;

/** The bytes of a request as ISO-8859-1, with guillemets around its slots. */
function marked({ head, body, slots }: PlannedRequest): string {
  return (["head", "body"] as const)
    .map((part) => {
      let text = Buffer.from(part === "head" ? head : body).toString("latin1");
      for (const { start, end } of slots.filter((one) => one.part === part).toReversed()) {
        text = `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`;
      }
      return text;
    })
    .join("");
}

function first(text: string, given?: Given): PlannedRequest {
  const [request] = planFor(text, given).requests;
  assert.ok(request);
  return request;
}

suite("planned requests", () => {
  test("requests have the bytes that are sent, without slots if nothing differs", () => {
    const request = first("@n = 5\nPOST /calc?{{n}} HTTP/1.1\nhost: a.example\nx: 1\nx: 2\n\n<a>{{n}}é</a>", {
      asWritten: true,
    });
    assert.equal(marked(request), "POST /calc?5 HTTP/1.1\r\nhost: a.example\r\nx: 1\r\nx: 2\r\n\r\n<a>5Ã©</a>");
    assert.deepEqual([request.destination, request.keepAlive], [{ scheme: "http", host: "a.example", port: 80 }, true]);
  });

  test("the rows of a whole file are named as left out", () => {
    const text = `# @data ./rows.csv\n###\n# @name a\n${post("<a>1</a>")}`;
    const { losses } = planFor(text, { files: { "/w/a/b/rows.csv": "sku\nB-7\n" } });
    assert.deepEqual(losses, [{ request: "a", text: "# @data of the file: Requests aren't sent for its rows." }]);
  });

  test("requests have slots for generated values, one value for each reference and each definition", () => {
    const request = first(`@id = order-{{$guid}}\n${post("<a b='{{$randomInt 1 9}}'>{{id}} {{id}} {{$guid}}</a>")}`);
    assert.match(
      marked(request),
      /Content-Length: «\{\{\$contentLength\}\}»\r\n\r\n<a b='«\{\{\$randomInt 1 9\}\}»'>order-«.*» order-«.*» «\{\{\$guid\}\}»<\/a>$/,
    );
    const [, attribute, one, same, other] = request.slots;
    assert.deepEqual(
      [attribute?.escape, one?.escape, request.values[attribute?.value ?? -1]],
      ["attribute", "text", { kind: "randomInt", min: 1, max: 9 }],
    );
    assert.equal(one?.value, same?.value);
    assert.notEqual(one?.value, other?.value);
  });

  test("requests have slots in the values of definitions, whose own text is escaped around them", () => {
    const body = "<a b='{{id}}' c='{{$datetime \"[<]YYYY\"}}'>{{id}}<!--{{id}}--></a>";
    const request = first(`@sign = <&\n@id = {{sign}}{{$guid}}&{{$guid}}>\n${post(body)}`);
    const guid = "«{{$guid}}»";
    const escaped = `&lt;&amp;${guid}&amp;${guid}&gt;`;
    assert.equal(
      marked(request).split("\r\n\r\n")[1],
      `<a b='${escaped}' c='«{{$datetime ?[?]YYYY?}}»'>${escaped}<!--<&${guid}&${guid}>--></a>`,
    );
    assert.deepEqual(
      request.slots.map(({ escape: how }) => how),
      ["none", "attribute", "attribute", "attribute", "text", "text", "none", "none"],
    );
  });

  test("requests have slots in the path of a URL and in names and values of headers, after other characters than ASCII", () => {
    const text = "POST http://a.example/é/{{$guid}}?a HTTP/1.1\nHost: a.example\nX-é{{$guid}}: é{{$guid}}é{{$guid}}\n";
    assert.match(
      marked(first(text)),
      /^POST \/Ã©\/«\{\{\$guid\}\}»\?a HTTP\/1\.1\r\nHost: a\.example\r\nX-Ã©«\S*»: Ã©«\S*»Ã©«\S*»\r\n\r\n$/,
    );
  });

  test("requests have a slot for a typed Content-Length that is right, and keep one that is wrong", () => {
    const typed = (length: number) => post("<a>{{$guid}}</a>").replace("{{$contentLength}}", String(length));
    assert.match(marked(first(typed(43))), /Content-Length: «\{\{\$contentLength\}\}»\r\n/);
    assert.match(marked(first(typed(44))), /Content-Length: «\{\{\$contentLength\}\}»\r\n\r\n.*\n$/);
    assert.match(marked(first(typed(99))), /Content-Length: 99\r\n/);
    assert.match(
      plannedOf(typed(99), { asWritten: false })
        .problems.map(({ text }) => text)
        .join(),
      /Content-Length is 99/,
    );
  });

  for (const [charset, expected] of [
    ["utf-16le", "<\0a\0>\0é\0«{\0{\0$\0g\0u\0i\0d\0}\0}\0»<\0/\0a\0>\0"],
    ["utf-16be", "\0<\0a\0>\0é«\0{\0{\0$\0g\0u\0i\0d\0}\0}»\0<\0/\0a\0>"],
    ["utf-16", "ÿþ<\0a\0>\0é\0«{\0{\0$\0g\0u\0i\0d\0}\0}\0»<\0/\0a\0>\0"],
    ["iso-8859-1", "<a>é«{{$guid}}»</a>"],
    ["shift_jis", undefined],
  ] as const) {
    test(`requests have slots at the bytes of ${charset}`, () => {
      if (expected === undefined) {
        assert.match(
          marked(first(post("<a>ア{{$guid}}</a>", `Content-Type: text/xml; charset=${charset}\n`))),
          /<a>\x83A«\{\{\$guid\}\}»<\/a>$/,
        );
        return;
      }
      const body = marked(first(post("<a>é{{$guid}}</a>", `Content-Type: text/xml; charset=${charset}\n`))).split(
        "\r\n\r\n",
      )[1];
      assert.equal(body, expected);
    });
  }

  test("values are inserted in body files and in headers of parts, and without escapes in CDATA", () => {
    const files = { "/w/a/b/body.xml": "<a><![CDATA[{{$guid}}]]></a>" };
    const file = first(post("<@ body.xml"), { files });
    assert.equal(marked(file).split("\r\n\r\n")[1], "<a><![CDATA[«{{$guid}}»]]></a>");
    assert.equal(file.slots.at(-1)?.escape, "none");
    const type = 'Content-Type: multipart/related; type="text/xml"; boundary=b; start="<r>"\n';
    const parts =
      "--b\nContent-Type: text/xml\nContent-ID: <r>\n\n<a>{{$guid}}</a>\n--b\nX: {{$timestamp}}\n\nx\n--b--";
    const request = `${post(parts, type)}`.replaceAll("\n", "\r\n");
    assert.match(marked(first(request)), /<a>«\{\{\$guid\}\}»<\/a>\r\n--b\r\nX: «\{\{\$timestamp\}\}»/);
  });

  test("requests read secrets from environment variables, and contain none", () => {
    const files = {
      "/w/a/b/http-client.env.json": '{"dev": {"user": "ann", "auth": "Basic {{token}}"}}',
      "/w/a/b/http-client.private.env.json": '{"dev": {"token": "t0ps3cret"}}',
      "/w/a/b/.env": "PIN=s3cr3tpin",
    };
    const text = post(
      "<a>{{user}} {{token}} {{$secret api key}} {{$dotenv PIN}} {{$processEnv HOME}}</a>",
      "Content-Type: text/xml\nAuthorization: {{auth}}\n",
    );
    const plan = planFor(text, { files, chosen: ["dev"], processEnv: () => "s3cr3thome" });
    assert.doesNotMatch(JSON.stringify(plan) + marked(plan.requests[0] as PlannedRequest), /t0ps3cret|s3cr3t/);
    assert.deepEqual(plan.environment, ["HOME", "PIN", "SOAPHTTP_PRIVATE_TOKEN", "SOAPHTTP_SECRET_API_KEY"]);
    assert.match(marked(plan.requests[0] as PlannedRequest), /Authorization: Basic «\{\{token\}\}»\r\n/);
  });

  test("requests can't use a built-in variable that doesn't exist", () => {
    const { problems } = plannedOf("GET / HTTP/1.1\nHost: a.example\nX: {{$private token}}\n");
    assert.match(problems.map(({ text }) => text).join(), /\{\{\$private token\}\} has no value/);
  });

  test("only a path of # @set is exported", () => {
    const sets = plannedOf('# @set id = body matches "id=(.)"\nGET / HTTP/1.1\nHost: a.example\n').problems;
    assert.deepEqual(
      sets.map(({ text }) => text),
      ['@set id = body matches "id=(.)": Only paths can be exported.'],
    );
  });

  test("requests don't contain an address that is a secret", () => {
    const files = { "/w/a/b/http-client.private.env.json": '{"dev": {"service": "hidden.example"}}' };
    for (const head of ["GET / HTTP/1.1\nHost: {{service}}\n", "GET http://{{service}}/ HTTP/1.1\nHost: a\n"]) {
      const plan = planFor(head, { files, chosen: ["dev"] });
      assert.equal(plan.requests[0]?.destination.host, undefined);
      assert.deepEqual(
        plan.losses.map(({ text }) => text),
        ["Its host is a secret. Give the engine the address of the service."],
      );
    }
  });

  test("requests need others, take values from their responses, and from rows", () => {
    const login =
      "# @name login\n# @data users.csv\n# @set token = //*:Token\nPOST /login HTTP/1.1\nHost: a.example\nContent-Type: text/xml\nContent-Length: {{$contentLength}}\n\n<a>{{user}}</a>\n";
    const add =
      "# @name add\n# @weight 3\nGET /?{{token}} HTTP/1.1\nHost: a.example\nX: {{login.response.body.//m:a[2]}}\nConnection: close\n";
    const files = { "/w/a/b/users.csv": "user\nann\n" };
    const { requests } = planFor(`${add}\n###\n${login}`, { files, rows: [{ user: "ann" }] });
    assert.deepEqual(
      requests.map(({ name, weight, needs, keepAlive }) => ({ name, weight, needs, keepAlive })),
      [
        { name: "login", weight: undefined, needs: [], keepAlive: true },
        { name: "add", weight: 3, needs: [0], keepAlive: false },
      ],
    );
    assert.deepEqual(requests[0]?.values, [{ kind: "column", name: "user" }, { kind: "contentLength" }].reverse());
    assert.deepEqual(
      requests[1]?.values.map(({ kind }) => kind),
      ["set", "exchange"],
    );
    assert.deepEqual(requests[0]?.data, { file: "users.csv", rows: [{ user: "ann" }] });
  });

  test("requests are the selected ones, and those that they need", () => {
    const text = ["a", "b", "c"]
      .map((name) => `# @name ${name}\n${name === "c" ? "# @needs a\n" : ""}GET /${name} HTTP/1.1\nHost: a.example\n`)
      .join("\n###\n");
    const names = planFor(text, { selected: [2] }).requests.map(({ name, weight }) => [name, weight]);
    assert.deepEqual(names, [
      ["a", undefined],
      ["c", 1],
    ]);
  });

  test("requests check what the file expects, or say why not", () => {
    const expectations = [
      "status 200",
      "time < 2 s",
      "//m:a = {{n}}",
      'header X contains "y"',
      '//m:a matches "^5"',
      "//a[b > 5] exists",
      "body = a.xml",
      "//m:d < 2026-01-01",
    ];
    const text = `@n = 5\n${expectations.map((one) => `# @expect ${one}\n`).join("")}GET / HTTP/1.1\nHost: a.example\n`;
    const { requests, losses } = planFor(text, { files: { "/w/a/b/a.xml": "<a/>" } });
    assert.deepEqual(
      requests[0]?.checks.map(({ subject, operator, operand }) => [subject, operator, operand.join("")]),
      [
        ["status", "=", "200"],
        ["time", "<", "2000"],
        ["path", "=", "5"],
        ["header", "contains", "y"],
      ],
    );
    assert.deepEqual(
      losses.map(({ text }) => text.split(":")[0]?.slice(0, 16)),
      ["# @expect //m", "# @expect //a[b ", "# @expect body =", "# @expect //m"],
    );
  });

  test("requests apply the steps behind the paths of @expect and @set, or name the one that the engine lacks", () => {
    const text = [
      '# @expect //a | hmac sha256 pin | hex = "x"',
      "# @expect //b | decode base64 | without //c exists",
      "# @set token = //t | sha256 | HEX",
      "GET / HTTP/1.1\nHost: a.example\n",
    ].join("\n");
    const source = `@pin = {{$secret pin}}\n\n${text}`;
    const { requests, losses, environment } = planFor(source);
    assert.deepEqual(
      losses.map((loss) => loss.text),
      ["# @expect //b | decode base64 | without //c exists: Locust can't compute without //c."],
    );
    const [check] = requests[0]?.checks ?? [];
    const secret = { kind: "environment", name: "SOAPHTTP_SECRET_PIN" };
    assert.deepEqual(check?.steps, [
      { name: "hmac sha256", arguments: [[secret]] },
      { name: "hex", arguments: [] },
    ]);
    assert.deepEqual(
      requests[0]?.sets.map(({ steps }) => steps.map(({ name }) => name)),
      [["sha256", "HEX"]],
    );
    assert.deepEqual(environment, ["SOAPHTTP_SECRET_PIN"]);
    const whys = planFor(source, { engine: "jmeter" }).losses.map((loss) => loss.text);
    assert.deepEqual(whys, ["It is left out: JMeter can't compute sha256."]);
    const unset = planFor(source.replace(/# @set.*\n/, ""), { engine: "jmeter" }).losses.map((loss) => loss.text);
    assert.deepEqual(unset, [
      '# @expect //a | hmac sha256 pin | hex = "x": JMeter can\'t compute hmac sha256.',
      "# @expect //b | decode base64 | without //c exists: JMeter can't compute decode base64.",
    ]);
  });

  test("requests without expectations must have a 2xx status and no Fault", () => {
    assert.deepEqual(
      first("GET / HTTP/1.1\nHost: a.example\n").checks.map(({ text }) => text),
      ["status >= 200", "status < 300", "no fault"],
    );
  });

  test("requests are refused if their form depends on a value", () => {
    const text = `# @data rows.csv\nPOST / HTTP/1.1\nHost: a.example\nContent-Type: text/xml\nContent-Length: {{$contentLength}}\n\n< {{file}}\n`;
    const { problems } = plannedOf(text, { files: { "/w/a/b/rows.csv": "file\na.xml\n" }, rows: [{ file: "a.xml" }] });
    assert.equal(problems.length, 1);
  });

  for (const [what, field] of [
    ["charset", "Content-Type: text/xml; charset={{x}}"],
    ["framing", "Content-Type: text/xml\nTransfer-Encoding: {{x}}"],
  ]) {
    test(`requests are refused if their ${what} is a value`, () => {
      const text = `# @data rows.csv\n${post("<a>{{x}}</a>", `${field}\n`)}`;
      const { problems } = plannedOf(text, { files: { "/w/a/b/rows.csv": "x\nutf-8\n" }, rows: [{ x: "utf-8" }] });
      assert.equal(problems.length, 1, problems.map((one) => one.text).join());
    });
  }

  test("requests name what is lost with directives, and leave out skipped requests", () => {
    const text =
      "# @name a\n# @retry 3 every 1 s\nGET / HTTP/1.1\nHost: a.example\n\n###\n# @name b\n# @skip broken\nGET / HTTP/1.1\nHost: a.example\n";
    const { requests, losses } = planFor(text);
    assert.deepEqual([requests.map(({ name }) => name), losses.map(({ request }) => request)], [["a"], ["b", "a"]]);
  });

  test("requests leave out requests that no engine can send, and those that need them, and name them", () => {
    const host = "Host: a.example\n";
    const text = [
      `# @name a\n# @auth digest "u" "p"\nGET / HTTP/1.1\n${host}`,
      `# @name b\n# @needs a\nGET / HTTP/1.1\n${host}`,
      `# @name c\nGET / HTTP/1.1\n${host}`,
      `# @name d\n# @needs b\nGET / HTTP/1.1\n${host}`,
    ].join("\n###\n");
    const { requests, losses } = planFor(text);
    assert.deepEqual(
      requests.map(({ name }) => name),
      ["c"],
    );
    assert.deepEqual(
      losses.map(({ request, text: why }) => `${request}: ${why}`),
      [
        "a: It is left out: @auth answers challenges, which only this extension and its command line can do.",
        "b: It needs a, which is left out, so it is left out, too.",
        "d: It needs b, which is left out, so it is left out, too.",
      ],
    );
  });

  test("a request that is sent for each value of a response is left out and named", () => {
    const data = "# @name item\n# @data id = list.response.body.//*:Id\n";
    const text = `# @name list\n${post("<a/>")}\n###\n${data}${post("<a>{{id}}</a>")}`;
    const { requests, losses } = planFor(text);
    assert.deepEqual(
      requests.map(({ name }) => name),
      ["list"],
    );
    assert.deepEqual(
      losses.map(({ request: name, text: why }) => `${name}: ${why}`),
      ["item: It is left out: an export can't send a request for each value of a response (# @data)."],
    );
  });

  test("the plan names directives about the connection, which have no effect", () => {
    const { losses } = planFor("# @tls minVersion=TLSv1\n# @proxy none\nGET / HTTP/1.1\nHost: a.example\n");
    assert.deepEqual(
      losses.map(({ text }) => text),
      ["# @tls: The engine connects with its own settings.", "# @proxy: The engine connects with its own settings."],
    );
  });

  test("an encrypted request is left out and named", () => {
    const text = `# @name secret\n${request(secured("{{$encrypted me}}"), "Content-Length: {{$contentLength}}\n")}`;
    const { problems, plan } = plannedOf(text, { keys: testKeys });
    assert.deepEqual(problems, []);
    assert.deepEqual(
      plan.losses.map(({ text }) => text),
      ["It is left out: an export can't compute $encrypted."],
    );
  });

  test("requests have ids that can be names of files", () => {
    const names = ["_init_", "CON", "con", "x".repeat(300), "x".repeat(301), "5", "\u00e9"];
    const { requests } = planFor(
      names.map((one) => `# @name ${one}\nGET / HTTP/1.1\nHost: a.example\n`).join("\n###\n"),
    );
    const long = "x".repeat(60);
    assert.deepEqual(
      requests.map(({ id }) => id),
      ["init", "CON_2", "con_3", long, `${long}_2`, "request5", "request"],
    );
  });

  test("requests can't read an environment variable whose name a command line can't set", () => {
    const { problems } = plannedOf("GET / HTTP/1.1\nHost: a.example\nX: {{$processEnv a),b}}\n", {
      processEnv: () => "1",
    });
    assert.match(problems.map(({ text }) => text).join(), /environment variable a\),b needs a name of/);
  });

  test("requests lose a limit that isn't a number of milliseconds or bytes", () => {
    const { losses } = planFor(`@n = ${"9".repeat(400)}\n# @expect time < {{n}} s\nGET / HTTP/1.1\nHost: a.example\n`);
    assert.match(losses.map(({ text }) => text).join(), /number too large/);
  });

  test("requests lose loops, requests that are sent again and files, each with a sentence", () => {
    const directives = [
      "# @name again",
      "# @retry 2",
      "# @repeat 5 until //*:Page = 5",
      "# @renew login when //*:SessionExpired exists",
      "# @save ./last.xml = body",
    ];
    const login = "# @name login\nGET / HTTP/1.1\nHost: a.example\n";
    const { losses } = planFor(`${login}###\n${directives.join("\n")}\nGET / HTTP/1.1\nHost: a.example\n`);
    assert.deepEqual(losses.map(({ request, text }) => `${request}: ${text}`).toSorted(), [
      "again: # @renew: Other requests are not sent again for this one.",
      "again: # @repeat: The engine decides how often requests are sent.",
      "again: # @retry: Requests are not sent again.",
      "again: # @save: Responses are not saved.",
    ]);
  });
});
