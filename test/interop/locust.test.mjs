// Runs an export with Locust, one master and two workers, against a service that records: the bytes must be those that
// soaphttp sends.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { requirePackages } from "../support/debian.mjs";
import { freePort } from "./processes.mjs";
import { startRecorder } from "./recorder.mjs";
import { folder, run } from "./soaphttp.mjs";
import { emptyFolder } from "./stacks.mjs";

/** How many requests the service must have received before the load is stopped. */
const enough = 300;

suite("an export to Locust", () => {
  let recorder;
  let sent;
  let received;
  let stats;
  let connections;

  suiteSetup(async function () {
    requirePackages(this, "Locust", ["python3-locust"]);
    recorder = await startRecorder();
    const place = emptyFolder(folder, "locust");
    const files = writeRequests(place, recorder.port);
    const out = join(place, "load");
    for (const [command, ...args] of [
      ["send", "--as-written", files.exact],
      ["test", files.chain],
    ]) {
      await run([command, ...args], { SOAPHTTP_SECRET_PIN: "1<2" });
    }
    sent = recorder.requests.splice(0);
    const to = ["--to", "locust", "--as-written", "--out", out];
    const { code, error } = await run(["export", ...to, files.exact, files.chain]);
    assert.equal(code, 0, error);
    const before = recorder.connections();
    stats = await load(out, recorder);
    connections = recorder.connections() - before;
    received = recorder.requests;
  });

  suiteTeardown(() => recorder?.close());

  /** The requests to a path, with the values that differ replaced. */
  const requestsTo = (requests, path) => requests.filter((one) => one.startsWith(`POST ${path}`)).map(withoutValues);

  for (const path of ["/exact?%e9=1", "/chunked", "/close", "/fault", "/login", "/add"]) {
    test(`the locustfile sends each request to ${path} as soaphttp does`, () => {
      const [expected] = requestsTo(sent, path);
      const all = requestsTo(received, path);
      assert.ok(expected !== undefined && all.length >= 2, `${all.length} requests`);
      assert.deepEqual([...new Set(all)], [expected]);
    });
  }

  test(`the locustfile sends at least ${enough} requests from two workers`, () => {
    assert.ok(received.length >= enough);
    assert.equal(stats.workers, 2);
  });

  test("the locustfile keeps connections open, and closes those of Connection: close", () => {
    const closing = ["/close", "/exact"].reduce((sum, path) => sum + requestsTo(received, path).length, 0);
    assert.ok(
      connections >= closing && connections < received.length,
      `${connections} for ${received.length} requests`,
    );
  });

  test("the locustfile logs in once for each user, and uses its token and the rows of the data", () => {
    const logins = received.filter((one) => one.startsWith("POST /login"));
    const users = new Set(logins.map((one) => /<m:user>(.*)<\/m:user>/.exec(one)?.[1]));
    assert.deepEqual([...users].sort(), ["Ann &amp; &lt;Bob&gt;", "zo\u00c3\u00ab"]);
    const tokens = received.flatMap((one) => /^X-Token: (.*)\r$/m.exec(one)?.[1] ?? []);
    assert.ok(tokens.every((token) => recorder.tokens.has(token)));
    assert.ok(tokens.length > new Set(tokens).size);
  });

  test("the locustfile gives each request a new value, and the same one everywhere in it", () => {
    const pairs = received.flatMap((one) => {
      const [, a, b] = /<m:a>order-(.*)<\/m:a><m:b>order-(.*)<\/m:b>/.exec(one) ?? [];
      return a === undefined ? [] : [[a, b]];
    });
    assert.ok(pairs.every(([a, b]) => a === b));
    assert.equal(new Set(pairs.map(([a]) => a)).size, pairs.length);
  });

  test("Locust computes each value of each request as Node does", () => {
    const computed = received.filter((request) => request.startsWith("POST /computed"));
    const elementText = (request, name) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(request)?.[1];
    assert.ok(computed.length >= 2);
    for (const request of computed) {
      const id = elementText(request, "id");
      for (const [name, [reference, compute]] of Object.entries(computedValues))
        assert.equal(elementText(request, name), compute(id), reference);
      assert.ok(request.includes(`\r\nX-Hash: ${hashOf("md5", id).toString("hex")}\r\n`));
    }
    assert.equal(new Set(computed.map((request) => elementText(request, "random"))).size, computed.length);
  });

  test("the locustfile counts a Fault as a failure unless its code is expected, with any prefix of its namespace", () => {
    const failed = stats.entries.filter(({ failures }) => failures > 0);
    assert.deepEqual(failed.map(({ name, failures, requests }) => [name, failures === requests]).sort(), [
      ["fault", true],
      ["foreign", true],
      ["hashed", true],
    ]);
    assert.ok(stats.entries.some(({ name }) => name === "coded"));
  });
});

suite("the names of an export to Locust", () => {
  // Names of Python, of Locust, of our own Python, and those that a plan makes of other names.
  const names = [
    ...["a", "A", "a value 1", "a_2", "A2", "class", "None", "self", "list", "ValueError", "task", "constant", "User"],
    ...["exact", "ExactUser", "send", "exchange", "variables", "wait_time", "on_start", "Check", "XPath", "guid"],
    ...["request", "secrets", "not carried over", "_state", "__init__", "con", "1", "\u00e9"],
  ];

  test("any names of requests and files can be combined in one locustfile", async function () {
    requirePackages(this, "Locust", ["python3-locust"]);
    const recorder = await startRecorder();
    try {
      const place = emptyFolder(folder, "names");
      const files = names.map((name, file) => {
        const requests = names.map(
          (one, index) => `# @name ${one}
POST /${file}/${index} HTTP/1.1
Host: 127.0.0.1:${recorder.port}
Content-Type: text/xml
Content-Length: {{$contentLength}}

<a>{{id}}{{id}}{{$secret pin}}</a>
`,
        );
        // Each file has a folder: not all systems distinguish a and A.
        const path = join(emptyFolder(place, String(file)), `${name}.soaphttp`);
        writeFileSync(path, `@id = {{$guid}}\n\n${requests.join("\n###\n")}`);
        return path;
      });
      const out = join(place, "load");
      const { code, error } = await run(["export", "--to", "locust", "--as-written", "--out", out, ...files]);
      assert.equal(code, 0, error);
      writeFileSync(join(out, "each.py"), each);
      const child = spawn("/usr/bin/python3", ["each.py"], {
        cwd: out,
        env: { PATH: "/usr/bin:/bin", SOAPHTTP_SECRET_PIN: "1" },
        stdio: ["ignore", "pipe", "inherit"],
      });
      let text = "";
      child.stdout.on("data", (data) => {
        text += data;
      });
      const [status] = await once(child, "close");
      assert.equal(status, 0);
      const { users, failures } = JSON.parse(text.split("\n").at(-2) ?? "");
      assert.deepEqual([users, failures], [names.length, []]);
      const targets = recorder.requests.map((one) => one.split(" ", 2)[1]);
      const expected = names.flatMap((_, file) => names.map((_, index) => `/${file}/${index}`));
      assert.deepEqual(targets.sort(), expected.sort());
    } finally {
      await recorder.close();
    }
  });
});

/** Sends each request of each user once. Prints how many users Locust finds, and what failed. */
const each = `import json
from locust.env import Environment
from locust.main import load_locustfile

users = list(load_locustfile("locustfile.py")[1].values())
environment = Environment(user_classes=users)
for user in users:
    for task in user.tasks:
        task(user(environment))
print(json.dumps({"users": len(users), "failures": [one.to_dict() for one in environment.stats.errors.values()]}))
`;

/** Computed values, and what Node computes for an id. */
const computedValues = {
  hash: ["id | sha256 | HEX", (id) => hashOf("sha256", id).toString("hex").toUpperCase()],
  newer: ["id | sha3-256 | base64url", (id) => hashOf("sha3-256", id).toString("base64url")],
  code: ["mac | base64", (id) => createHmac("sha256", "1<2").update(`${id}&1<2`).digest("base64")],
  number: ["id | md5 | decimal", (id) => BigInt(`0x${hashOf("md5", id).toString("hex")}`).toString()],
  url: ['$concat id " \u00e9&~" | url', (id) => `${id}%20%C3%A9%26~`],
  back: ["id | gzip | base64 | decode base64 | decode gzip | text | upper", (id) => id.toUpperCase()],
  zipped: ['id | zip "a.xml" | decode zip "a.xml" | hex | decode hex | text utf-8 | trim', (id) => id],
  size: ["id | zlib | decode zlib | deflate | decode deflate | bytes utf-16le | size", (id) => String(2 * id.length)],
  path: ['box | xpath /r/*:b[@c="2"] | decode base64 | text | xpath //m:d', (id) => id],
  json: ["list | jsonpath $.a[-1]", (id) => `{"b":["${id}","\u00c3\u00a9",1]}`],
};
const computedElements = [
  "<id>{{id}}</id>",
  ...Object.entries(computedValues).map(([name, [value]]) => `<${name}>{{${value}}}</${name}>`),
  "<random>{{$random 8 | hex}}</random>",
].join("");

function hashOf(name, text) {
  return createHash(name).update(text).digest();
}

/** Writes the requests: those without values, and a login with data whose token another request uses. */
function writeRequests(place, port) {
  const exact = join(place, "exact.soaphttp");
  const chain = join(place, "chain.soaphttp");
  const host = `127.0.0.1:${port}`;
  const body =
    "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>\n<s:Body>\r\n<a>\xe9</a>\r</s:Body></s:Envelope>";
  const length = body.length;
  const plain = (name, path, more = "") =>
    `# @name ${name}\nPOST ${path} HTTP/1.1\nHost: ${host}\nContent-Type: text/xml; charset=iso-8859-1\n${more}Content-Length: ${length}\n\n${body}\n`;
  const requests = [
    `# @name exact\nPOST /exact?%e9=1 HTTP/1.1\nhost: ${host}\ncontent-type: text/xml; charset=iso-8859-1\nx-twice: 1\nX-Twice:2  \nConnection: close\ncontent-length:  ${length}\n\n${body}\n`,
    plain("chunked", "/chunked", 'SOAPAction: ""\n').replace("# @name", "# @expect //m:Result = 5.5\n# @name"),
    plain("closing", "/close"),
    plain("hashed", "/hashed").replace("# @name", "# @expect //m:Result | sha256 | hex = 00\n# @name"),
    plain("fault", "/fault"),
    plain("coded", "/coded").replace("# @name", "# @expect fault soap:Client\n# @name"),
    plain("foreign", "/coded").replace("# @name", "# @expect fault m:Client\n# @name"),
  ];
  writeFileSync(exact, Buffer.from(requests.join("\n###\n"), "latin1"));
  writeFileSync(join(place, "users.csv"), 'user\n"Ann & <Bob>"\nzo\u00eb\n');
  writeFileSync(
    chain,
    `@id = order-{{$guid}}
@pin = {{$secret pin}}
@inner = <a xmlns:m='urn:m'><m:d>{{id}}</m:d></a>
@box = <r><b c='1'/><n:b c='2' xmlns:n='urn:n'>{{inner | base64}}</n:b></r>
@list = {"a":[1,{"b":["{{id}}","\u00e9",1.0]}]}
@mac = {{$concat id "&" pin | hmac sha256 pin}}

# @name login
# @data users.csv
# @expect status 200
# @set token = //*:Token | base64 | decode base64 | text
POST /login HTTP/1.1
Host: ${host}
Content-Type: text/xml; charset=utf-8
SOAPAction: "login"
Content-Length: {{$contentLength}}

<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:m="urn:calc"><s:Body><m:login><m:user>{{user}}</m:user><m:pin a='{{$secret pin}}'/></m:login></s:Body></s:Envelope>

###
# @name add
# @weight 3
# @expect //m:Result = 5.5
# @expect //m:Result | trim | hmac sha256 pin | base64 = ${createHmac("sha256", "1<2").update("5.50").digest("base64")}
# @expect header Content-Type contains xml
# @expect body contains "Result"
# @expect body not contains "Fault>"
# @expect time < 60 s
POST /add HTTP/1.1
Host: ${host}
Content-Type: text/xml; charset=utf-8
SOAPAction: "add"
X-Token: {{token}}
Content-Length: {{$contentLength}}

<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:m="urn:calc"><s:Body><m:add><m:a>{{id}}</m:a><m:b>{{id}}</m:b><m:n>{{$randomInt 1 1000}}</m:n><m:t>{{login.response.body.//*:Token}}</m:t></m:add></s:Body></s:Envelope>

###
# @name computed
POST /computed HTTP/1.1
Host: ${host}
Content-Type: text/xml; charset=utf-8
SOAPAction: "computed"
X-Hash: {{id | md5 | hex}}
Content-Length: {{$contentLength}}

<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${computedElements}</s:Body></s:Envelope>
`,
  );
  return { exact, chain };
}

/** A request without the values that differ each time. A wrong Content-Length stays. */
function withoutValues(request) {
  const [head, body] = request.split(/(?<=\r\n\r\n)/);
  return head
    .replace(/^(Content-Length: )(\d+)/m, (field, name, length) =>
      /POST \/(?:add|login)/.test(head) && Number(length) === body.length ? `${name}*` : field,
    )
    .concat(body)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "*")
    .replace(/(<m:user>|<m:n>|<m:t>|X-Token: )[^<\r]*/g, "$1*");
}

/** Runs the load until the service has received enough requests. Resolves with the statistics. */
async function load(out, { requests }) {
  const port = String(await freePort());
  writeFileSync(join(out, "counted.py"), counted);
  const env = { PATH: "/usr/bin:/bin", HOME: out, SOAPHTTP_SECRET_PIN: "1<2", PYTHONUNBUFFERED: "1" };
  const locust = (...args) => {
    const child = spawn("/usr/bin/python3", ["-m", "locust", "-f", join(out, "counted.py"), ...args], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [text, errors] = ["", ""];
    child.stdout.on("data", (data) => {
      text += data;
    });
    child.stderr.on("data", (data) => {
      errors += data;
    });
    return { child, ended: once(child, "close"), text: () => text, errors: () => errors };
  };
  const master = locust(
    ...["--master", "--master-bind-host", "127.0.0.1", "--master-bind-port", port, "--expect-workers", "2"],
    ...["--headless", "--users", "10", "--spawn-rate", "10", "--stop-timeout", "10"],
  );
  const worker = ["--worker", "--master-host", "127.0.0.1", "--master-port", port];
  const all = [master, locust(...worker), locust(...worker)];
  const kill = () => {
    for (const { child } of all) child.kill("SIGKILL");
  };
  process.once("exit", kill);
  try {
    while (requests.length < enough || paths(requests) < 6) {
      assert.equal(master.child.exitCode, null, master.errors());
      await Promise.race([sleep(100), master.ended]);
    }
    master.child.kill("SIGTERM");
    await Promise.all(all.map(({ ended }) => ended));
  } finally {
    kill();
    process.off("exit", kill);
  }
  const workers = new Set(master.errors().match(/(?<=Worker )\S+(?= \(index \d+\) reported as ready)/g)).size;
  return { workers, entries: JSON.parse(/^\[.*\]$/m.exec(master.text())?.[0] ?? "[]") };
}

/** The exported file, whose statistics are printed at the end. */
const counted = `import json
from locust import events
from locustfile import *

@events.init.add_listener
def remember(environment, **_):
    if "Master" in type(environment.runner).__name__:
        events.quit.add_listener(lambda **_: print(json.dumps([
            {"name": name, "requests": one.num_requests, "failures": one.num_failures}
            for (name, _), one in environment.stats.entries.items()
        ])))
`;

function paths(requests) {
  return new Set(requests.map((one) => one.split("?", 1)[0].split(" HTTP", 1)[0])).size;
}
