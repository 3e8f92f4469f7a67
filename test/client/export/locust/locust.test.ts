import assert from "node:assert/strict";
import { locustExport, locustSteps } from "../../../../client/src/export/locust/locust.ts";
import { steps } from "../../../../server/src/variables/computed/steps.ts";
import { type Given, planFor } from "../planned.ts";

const post = (name: string, body: string, directives = "", fields = "") =>
  `# @name ${name}\n${directives}POST /calc HTTP/1.1\nHost: a.example:8080\nContent-Type: text/xml; charset=utf-8\n${fields}Content-Length: {{$contentLength}}\n\n${body}\n`;

function filesFor(text: string, given: Given = {}, wait?: readonly [number, number]): ReadonlyMap<string, string> {
  const { files } = locustExport(planFor(text, given), { wait });
  return new Map(files.map(({ path, content }) => [path, Buffer.from(content).toString("latin1")]));
}

function locustfile(text: string, given: Given = {}, wait?: readonly [number, number]): string {
  return filesFor(text, given, wait).get("locustfile.py") ?? "";
}

suite("a locustfile", () => {
  test("the locustfile waits before a request with # @wait", () => {
    const text = locustfile(`${post("a", "<a/>", "# @wait 1.5 s\n")}###\n${post("b", "<a/>")}`);
    assert.deepEqual(text.match(/^ +wait=.*/gm), ["    wait=1.5,"]);
  });

  test("the locustfile defines each request with its slots and checks, and a user with tasks", () => {
    const text = locustfile(
      `@id = order-{{$guid}}\n${post("add", "<m:a xmlns:m='urn:m' b='{{$timestamp -1 d}}'>{{id}} {{id}}</m:a>", '# @weight 3\n# @expect //m:r = 5\n# @expect header X contains "a b"\n# @expect body contains "c"\n# @expect body not contains "d"\n# @expect time < 2 s\n# @timeout 5s\n', "Connection: close\n")}`,
      {},
      [1, 3],
    );
    assert.equal(
      text.slice(text.indexOf("\nfrom ")),
      `
from exact_http import (
    Body,
    Check,
    ExactUser,
    Header,
    Limit,
    Not,
    Request,
    Slot,
    XPath,
    content_length,
    guid,
    timestamp,
    xml_attribute,
    xml_text,
)
from locust import between, task

ADD_VALUE_1 = guid()
ADD = Request(
    "add",
    "POST",
    "http://a.example:8080",
    "add.bin",
    body_at=139,
    slots=[
        Slot(117, 135, content_length),
        Slot(163, 182, timestamp(-1, "d"), xml_attribute),
        Slot(190, 199, ADD_VALUE_1, xml_text),
        Slot(206, 215, ADD_VALUE_1, xml_text),
    ],
    checks=[
        Check("//m:r = 5", XPath("//m:r"), "=", "5"),
        Check("header X contains \\"a b\\"", Header("X"), "contains", "a b", quoted=True),
        Check("body contains \\"c\\"", Body(), "contains", "c", quoted=True),
        Not("body not contains \\"d\\"", Check("body not contains \\"d\\"", Body(), "contains", "d", quoted=True)),
        Limit("time < 2 s", "time", "<", 2000),
    ],
    prefixes={"m": "urn:m"},
    timeout=5,
    keep_alive=False,
)


class One(ExactUser):
    """A user of the requests in one.soaphttp."""

    wait_time = between(1, 3)

    @task(3)
    def add(self):
        self.send(ADD)
`,
    );
  });

  test("the locustfile has the bytes of each request and the rows of its data in files", () => {
    const files = filesFor(post("log in", "<a>{{user}}</a>", "# @data u.csv\n"), {
      files: { "/w/a/b/u.csv": "user\nann\n" },
      rows: [{ user: "ann" }],
    });
    assert.deepEqual([...files.keys()], ["locustfile.py", "exact_http.py", "requests/log_in.bin", "data/log_in.json"]);
    assert.match(
      files.get("requests/log_in.bin") ?? "",
      /^POST \/calc HTTP\/1\.1\r\nHost: .*\r\n\r\n<a>\{\{user\}\}<\/a>$/s,
    );
    assert.deepEqual(JSON.parse(files.get("data/log_in.json") ?? ""), [{ user: "ann" }]);
  });

  test("the locustfile sends a request that others need only when they need it", () => {
    const text = locustfile(
      `${post("login", "<m:a xmlns:m='urn:m'/>", "# @set token = //m:Token\n")}\n###\n${post("add", "<a>{{token}} {{login.response.body.//m:User}} {{login.response.status}} {{login.response.headers.X}}</a>")}`,
    );
    assert.match(text, /sets=\{\n +"token": \[XPath\("\/\/m:Token"\)\],\n +\}/);
    assert.match(text, /prefixes=\{"m": "urn:m"\}/);
    for (const value of [
      'variable("token")',
      'response_of(LOGIN, XPath("//m:User"))',
      "response_of(LOGIN, Status())",
      'response_of(LOGIN, Header("X"))',
      "needs=[LOGIN]",
    ]) {
      assert.ok(text.includes(value), value);
    }
    assert.deepEqual(text.match(/(?<=def )\w+/g), ["add"]);
  });

  test("the locustfile names environment variables instead of secrets, and what isn't carried over", () => {
    const text = locustfile(post("a", "<a>{{$secret pin}}</a>", "# @retry 2\n# @expect body = x.xml\n"));
    assert.match(text, /^SECRETS = \[\n {4}"SOAPHTTP_SECRET_PIN",\n\]$/m);
    assert.match(text, /^NOT_CARRIED_OVER = \[\n(?: {4}.*\n)* {4}"a: # @retry: Requests are not sent again\.",\n/m);
    assert.match(text, /environment\("SOAPHTTP_SECRET_PIN"\)/);
  });

  test("the locustfile uses names that Python and Locust don't use, and quotes hostile text", () => {
    const text = locustfile(
      `${post("class", "<a/>")}\n###\n${post('"""\\', "<a/>", '# @title """ \\n\n')}\n###\n${post("send", "<a/>")}\n###\n${post("1st", "<a/>")}`,
    );
    assert.deepEqual(text.match(/(?<=def )\w+/g), ["class_request", "request", "send_request", "request1st"]);
    assert.ok(text.includes('"\\"\\"\\"\\\\"'));
  });

  test("the locustfile has texts of the user only as ASCII literals, and declares its encoding first", () => {
    const plan = planFor(`# @title +AAo-pwn()\n${post("\u00e9 \ud83d\ude00 \u2028", "<a/>", "# @retry 2\n")}`);
    const requests = plan.requests.map((one) => ({ ...one, file: "coding=utf-7/\u00fc.soaphttp" }));
    const [file] = locustExport({ ...plan, requests }, { wait: undefined }).files;
    const [first, second, ...lines] = String(file?.content).split("\n");
    assert.equal(first, "# -*- coding: utf-8 -*-");
    assert.doesNotMatch(second ?? "", /coding/);
    assert.doesNotMatch(String(file?.content), /[^\n -~]/);
    assert.ok(lines.includes('    "\\u00e9 \\U0001f600 \\u2028",'));
    for (const text of ["+AAo-pwn()", "coding=utf-7", "@retry"]) {
      for (const line of lines.filter((one) => one.includes(text))) assert.match(line, /^ +(?:\w+=)?(?:""|)".*",?/);
    }
  });

  test("the locustfile gives a class a name that no request and no import has", () => {
    const plan = planFor(`${post("a", "<a>{{$guid}}</a>")}\n###\n${post("a value 1", "<a/>")}`);
    const names = (file: string) => {
      const requests = plan.requests.map((one) => ({ ...one, file }));
      const text = String(locustExport({ ...plan, requests }, { wait: undefined }).files[0]?.content);
      return [...text.matchAll(/^(?:class )?(\w+)(?: = Request)?\(/gm)].map(([, name]) => name);
    };
    assert.deepEqual(names("a.soaphttp"), ["A", "A_VALUE_1", "A2"]);
    assert.deepEqual(names("check.soaphttp"), ["A", "A_VALUE_1", "CheckUser"]);
    assert.deepEqual(names("none.soaphttp"), ["A", "A_VALUE_1", "NoneUser"]);
  });

  test("the locustfile has a class of users for each file", () => {
    const plan = planFor(post("a", "<a/>"));
    const requests = ["x/my-calc.soaphttp", "y/my-calc.soaphttp", "<stdin>"].map((file, index) => {
      return { ...plan.requests[0], file, id: `a${index}` } as (typeof plan.requests)[0];
    });
    const [file] = locustExport({ ...plan, requests }, { wait: undefined }).files;
    assert.deepEqual(String(file?.content).match(/(?<=class )\w+/g), ["MyCalc", "MyCalc2", "Stdin"]);
  });

  test("the locustfile knows the namespace of the prefix of a Fault's code", () => {
    const text = locustfile(
      post("busy", '<m:a xmlns:m="urn:m" xmlns:n="urn:n"/>', "# @expect fault m:Busy\n# @expect fault Client\n"),
    );
    assert.match(
      text,
      /Fault\("fault m:Busy", None, "=", "m:Busy"\),\n +Fault\("fault Client", None, "=", "Client"\),/,
    );
    assert.match(text, /prefixes=\{"m": "urn:m"\},/);
  });
});

suite("paths of computed values in a locustfile", () => {
  const first = `${post("list", "<m:a xmlns:m='urn:m'/>", "# @set n = //m:doc | decode base64 | xpath //m:ID\n# @expect //m:doc | xpath //m:a[1]/@b = 5\n")}\n###\n`;

  test("paths are applied as steps, with the prefixes of the request", () => {
    const value = "list.response.body.//*:doc | decode gzip | xpath /m:r/m:ID | jsonpath $.a[0] | hex";
    const text = locustfile(`${first}${post("get", `<m:a xmlns:m='urn:m'>{{${value}}}</m:a>`)}`);
    assert.match(text, /"n": \[XPath\("\/\/m:doc"\), step\("decode base64"\), XPath\("\/\/m:ID"\)\],/);
    assert.match(text, /Check\("[^"]*", XPath\("\/\/m:doc"\), "=", "5", steps=\[XPath\("\/\/m:a\[1\]\/@b"\)\]\),/);
    const computed = 'step("decode gzip"), XPath("/m:r/m:ID"), JsonPath("$.a[0]"), step("hex")';
    assert.ok(text.includes(computed), text);
    assert.equal(text.match(/prefixes=\{"m": "urn:m"\},/g)?.length, 2);
  });

  test("a request whose path Python can't read is left out and named, and an expectation isn't checked", () => {
    const value = "{{list.response.body.//*:doc | xpath count(//a)}}";
    const plan = planFor(`${first.replace("xpath //m:a[1]/@b", "xpath count(//a)")}${post("get", value)}`);
    assert.deepEqual(
      plan.requests.map(({ name, checks }) => [name, checks.length]),
      [["list", 0]],
    );
    assert.match(JSON.stringify(plan.losses), /get.*Locust can't compute xpath count\(\/\/a\)/);
  });
});

suite("credentials in a locustfile", () => {
  const token = "<Nonce>{{$wsse.nonce}}</Nonce><Created>{{$wsse.created}}</Created>";
  const body = `<UsernameToken><Password>{{$wsse.digest password}}</Password>${token}</UsernameToken><Expires>{{$wsu.expires 2 m}}</Expires>`;

  test("credentials are computed, with passwords from the environment and the nonce of the message", () => {
    const text = locustfile(`@password = {{$secret pin}}\n\n${post("add", body)}`);
    const lines = text.split("\n");
    assert.ok(lines.includes("ADD_VALUE_1 = nonce()"), text);
    assert.ok(lines.includes('ADD_VALUE_2 = date_time("YYYY-MM-DD[T]HH:mm:ss[Z]")'), text);
    const digest =
      'password_digest([environment("SOAPHTTP_SECRET_PIN")], nonce_text=[ADD_VALUE_1], created=[ADD_VALUE_2])';
    assert.ok(text.includes(digest), text);
    assert.ok(text.includes('date_time("YYYY-MM-DD[T]HH:mm:ss[Z]", 2, "m")'), text);
  });

  test("credentials hold no typed password, which is in the environment, too", () => {
    const plain = post("add", body, "", 'Authorization: Basic {{$basic "an\\"n" password}}\n');
    const files = filesFor(`@password = Typed-Password-1\n\n${plain}`);
    for (const [path, content] of files) assert.ok(!content.includes("Typed-Password-1"), path);
    const text = files.get("locustfile.py") ?? "";
    assert.ok(text.includes('basic(["an\\"n"], [environment("SOAPHTTP_PRIVATE_PASSWORD")])'), text);
    assert.ok(
      !filesFor(post("add", body.replace(" password", ' "Quoted-1"')))
        .get("locustfile.py")
        ?.includes("Quoted"),
    );
  });

  test("exact_http.py has each step that a locustfile may use, and a request with any other step is left out", () => {
    const python = filesFor(post("a", "<a/>")).get("exact_http.py") ?? "";
    const own = python.slice(python.indexOf("STEPS = {"), python.indexOf("\n}", python.indexOf("STEPS = {")));
    const patterns = Array.from(own.matchAll(/^ {4}"([^"]+)": /gm), ([, name]) => name ?? "");
    for (const name of locustSteps) {
      const isFamily = /^(?:hmac |decode )?(?:md5|sha\S+|gzip|zlib|deflate)$/.test(name);
      assert.ok(isFamily || /path$/.test(name) || patterns.includes(name), name);
    }
    // Steps that need a key, XML, or our regular expressions.
    const others = steps.map(({ name }) => name).filter((name) => !locustSteps.has(name));
    for (const name of others)
      assert.match(name, /^(?:sign|cms|jwt|encrypt|decrypt|xenc|xml|c14n|without|replace)(?: |$)/);
  });
});
