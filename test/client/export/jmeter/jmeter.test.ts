import assert from "node:assert/strict";
import { jmeterExport } from "../../../../client/src/export/jmeter/jmeter.ts";
import { timeFormat } from "../../../../client/src/export/jmeter/jmeterValues.ts";
import { parseXml } from "../../../../server/src/xml/parser.ts";
import { attribute, attributeValue, elements, textContent } from "../../../../server/src/xml/query.ts";
import { type Given, planFor } from "../planned.ts";

const soap = "Content-Type: text/xml; charset=utf-8\n";
const post = (body: string, fields = soap) =>
  `POST /calc HTTP/1.1\nHost: a.example:8080\n${fields}Content-Length: {{$contentLength}}\n\n${body}\n`;

/** A plan as an XML tree, with the values of its properties and the names of its elements. */
function planOf(text: string, given: Given & { readonly wait?: readonly [number, number] } = {}) {
  const { files, losses } = jmeterExport(planFor(text, given), { wait: given.wait });
  const [plan, ...others] = files;
  assert.ok(plan?.path === "plan.jmx" && typeof plan.content === "string");
  const document = parseXml(plan.content);
  assert.deepEqual(document.problems, []);
  const all = [...elements(document)];
  const nameOf = (one: (typeof all)[number]) => attributeValue(document, attribute(one, "", "name") ?? assert.fail());
  const values = (property: string) =>
    all
      .filter((one) => attribute(one, "", "name") && nameOf(one) === property)
      .map((one) => textContent(document, one));
  const tests = all.flatMap((one) => (attribute(one, "", "testclass") ? [one.local] : []));
  return { text: plan.content, files: others, losses: losses.map((one) => one.text), values, tests };
}

/** The value of a property after JMeter's parser of functions, with a function for expressions. */
function evaluated(text: string): string {
  const functions: Readonly<Record<string, string>> = { "__char(36)": "$" };
  if (!text.includes(dollars("§{"))) return text;
  return text.replace(/\\([$,\\])|\$\{([^}]*)\}/g, (_, escaped, call) => escaped ?? functions[call] ?? `«${call}»`);
}

/** `§` instead of `$`, which in a string looks like a mistake. */
function dollars(text: string): string {
  return text.replaceAll("§", "$");
}

suite("a plan for JMeter", () => {
  test("the plan has a sampler with a file for a body that is always the same", () => {
    const { values, files, tests } = planOf(
      "POST /calc?a=%e9 HTTP/1.1\nHost: a.example\nContent-Type: text/xml\n\n<a>é\n</a>",
    );
    assert.deepEqual(tests, [
      ...["TestPlan", "ThreadGroup", "HTTPSamplerProxy", "HeaderManager", "ResponseAssertion", "XPathAssertion"],
    ]);
    assert.deepEqual(values("HTTPSampler.domain"), [dollars("§{__P(host,a.example)}")]);
    assert.deepEqual(values("HTTPSampler.port"), [dollars("§{__P(port,80)}")]);
    assert.deepEqual(values("HTTPSampler.path"), ["/calc?a=%e9"]);
    assert.deepEqual(values("HTTPSampler.use_keepalive"), ["true"]);
    assert.deepEqual(values("File.path"), ["requests/POST_calc_a_e9.bin"]);
    assert.deepEqual(
      files.map(({ path, content }) => [path, Buffer.from(content).toString()]),
      [["requests/POST_calc_a_e9.bin", "<a>é\n</a>"]],
    );
  });

  test("the plan has the headers in order and case, with duplicates, without those that JMeter writes", () => {
    const { values, losses } = planOf(
      'POST / HTTP/1.1\nhOST: a.example\nx: 1\nConnection: close\nSOAPAction: "a\\b"\nx:2\nContent-Type: text/xml\nContent-Length: 4\n\n<a/>',
    );
    assert.deepEqual(values("Header.name"), ["hOST", "x", "SOAPAction", "x", "Content-Type"]);
    assert.deepEqual(values("Header.value"), ["a.example", "1", '"a\\b"', "2", "text/xml"]);
    assert.deepEqual(values("HTTPSampler.use_keepalive"), ["false"]);
    assert.deepEqual(losses.length, 1);
  });

  test("the plan reports what JMeter writes differently", () => {
    const { losses } = planOf(
      "QUERY / HTTP/1.0\nHost: a.example\nX: ä\nContent-Length: 9\nConnection: close, x\nTransfer-Encoding: chunked\nno colon\n\n<a/>",
    );
    for (const word of [
      ...[
        "aren't ASCII",
        "method QUERY",
        "instead of HTTP/1.0",
        "right Content-Length instead of 9",
        "instead of close, x",
      ],
      ...["chunks", "can't write it: no colon", "adds a Content-Type"],
    ]) {
      assert.ok(
        losses.some((one) => one.includes(word)),
        `${word}: ${losses.join("\n")}`,
      );
    }
  });

  test("the plan has a text with values for other bodies, and one value for each reference", () => {
    const { values, text } = planOf(
      `@id = {{$guid}}\n${post("<a b='{{$randomInt 1 9}}'>\n{{id}} {{id}} €{{$timestamp}}</a>")}`,
    );
    assert.deepEqual(values("Argument.value"), [
      dollars("<a b='§{POST_calc_randomInt}'>\n§{POST_calc_guid} §{POST_calc_guid} €§{POST_calc_timestamp}</a>"),
    ]);
    assert.deepEqual(values("HTTPSampler.contentEncoding"), ["utf-8"]);
    const names = text.slice(text.indexOf("UserParameters.names"), text.indexOf("UserParameters.per_iteration"));
    assert.match(
      names,
      /_randomInt<.*_guid<.*_timestamp<.*\$\{__Random\(1,8,\)\}.*\$\{__UUID\(\)\}.*\$\{__time\(\/1000,\)\}/s,
    );
  });

  test("the plan keeps all line endings, and text that looks like JMeter's or XML's", () => {
    const body = dollars('<a b="§{x}\\\\">\r\n\ry$\\{ \\$ ]]> & $§{z}\t</a>');
    const inside = `POST / HTTP/1.1\r\nHost: a.example\r\n${soap.replace("\n", "\r\n")}\r\n<!--{{$guid}}-->${body}`;
    const [value = ""] = planOf(inside).values("Argument.value");
    assert.equal(evaluated(value), `<!--«POST_1_guid»-->${body}`.replace("POST_1", "POST"));
    const [plain = ""] = planOf(`POST / HTTP/1.1\nHost: a.example\nX: a\\$b \${c}\n`).values("Header.value").slice(1);
    assert.equal(evaluated(plain), dollars("a\\$b §{c}"));
  });

  test("the plan encodes a text in the charset of its request", () => {
    const latin1 = post("<a>é{{$guid}}</a>", "Content-Type: text/xml; charset=iso-8859-1\n");
    const { values } = planOf(latin1);
    assert.deepEqual(values("HTTPSampler.contentEncoding"), ["iso-8859-1"]);
    assert.match(values("Argument.value")[0] ?? "", /^<a>é\$\{/);
  });

  test("the plan reads rows from a file, escaped where they are inserted into XML", () => {
    const rows = [
      { user: 'a<&"b', n: "1" },
      { user: "ü,", n: "2" },
    ];
    const { values, files } = planOf(
      `# @data users.csv\n${post('<a b="{{user}}">{{user}}</a>', `${soap}X: {{user}}\n`)}`,
      {
        rows,
        files: { "/w/a/b/users.csv": "user,n\na,1\n" },
      },
    );
    const names = (values("variableNames")[0] ?? "").split(",");
    assert.equal(names.length, 3);
    assert.deepEqual(values("filename"), ["data/POST_calc.csv"]);
    assert.equal(values("Argument.value")[0], `<a b="\${${names[1]}}">\${${names[2]}}</a>`);
    assert.equal(files[0]?.content, '"a<&""b","a&#60;&#38;&#34;b","a&#60;&#38;""b"\n"ü,","ü,","ü,"\n');
  });

  test("the plan reads secrets from properties, and contains none", () => {
    const files = { "/w/a/b/http-client.private.env.json": '{"dev": {"token": "t0ps3cret"}}' };
    const { text, values } = planOf(post("<a>{{$secret pin}}</a>", `${soap}Authorization: Bearer {{token}}\n`), {
      files,
      chosen: ["dev"],
    });
    assert.doesNotMatch(text, /t0ps3cret/);
    assert.equal(values("Header.value")[2], dollars("Bearer §{__P(SOAPHTTP_PRIVATE_TOKEN,)}"));
    assert.match(text, /-JSOAPHTTP_PRIVATE_TOKEN=… -JSOAPHTTP_SECRET_PIN=…/);
  });

  for (const [name, body, isSaid] of [
    ["a secret", "<a>{{$secret pin}}</a>", true],
    ["no secret", "<a/>", false],
  ] as const) {
    test(`the plan ${isSaid ? "says" : "doesn't say"} how to give secrets with ${name}`, () => {
      assert.equal(planOf(post(body, soap)).text.includes("The others are secrets."), isSaid);
    });
  }

  test("the plan reads values from responses, and fails if they are missing", () => {
    const login = `# @name login\n# @set token = //m:Token[@id="5"]\n${post('<a xmlns:m="urn:m"/>')}`;
    const add = `# @name add\n# @weight 1\nGET /{{token}} HTTP/1.1\nHost: a.example\nX: {{login.response.headers.X-Id}} {{login.response.status}}\n`;
    const { values, tests } = planOf(`${login}\n###\n${add}\n###\n# @weight 4\nGET /other HTTP/1.1\nHost: b.example\n`);
    assert.deepEqual(values("XPathExtractor.xpathQuery"), [
      '//*[local-name()="Token" and namespace-uri()="urn:m"][@*[local-name()="id" and namespace-uri()=""]="5"]',
    ]);
    assert.match(values("XPath.xpath")[0] ?? "", /^count\(.*\)=1$/);
    assert.deepEqual(values("RegexExtractor.regex"), ["(?im)^X-Id:[ \\t]*([^\\r\\n]*)", "([\\s\\S]*)"]);
    assert.equal(values("HTTPSampler.path")[1], dollars("/§{token}"));
    assert.equal(
      values("Header.value").find((one) => one.includes("login")),
      dollars("§{login_X_Id} §{login_status}"),
    );
    assert.deepEqual(values("ThreadGroup.on_sample_error"), ["startnextloop"]);
    assert.equal(tests.filter((one) => one === "ThroughputController").length, 1);
  });

  test("the plan has assertions for expectations, and reports those that it can't express", () => {
    const expected = [
      ...["status < 400", "status != 204", "no fault", "//*:a = 5", '//*:a = "x"', "//*:a contains b", "//*:a absent"],
      ...["header Content-Type contains xml", "time < 500 ms", "size <= 2 KB", "$.a = 1"],
      ...['body contains "a (b)"', 'body not contains "c"', 'body matches "d"'],
    ];
    const { values, losses } = planOf(
      `${expected.map((one) => `# @expect ${one}\n`).join("")}${post("<a>{{$guid}}</a>")}`,
    );
    const [status = "", header, ...body] = values("Asserion.test_strings").map((one) => one.trim());
    const matches = (code: number) => new RegExp(`^(?:${status})$`).test(String(code));
    assert.deepEqual([100, 200, 203, 204, 205, 399, 400, 500].map(matches), [
      true,
      true,
      true,
      false,
      true,
      true,
      false,
      false,
    ]);
    assert.equal(header, "(?im)^Content-Type:[ \\t]*.*xml");
    assert.deepEqual(
      [body, values("Assertion.test_type").slice(2)],
      [
        ["a \\(b\\)", "c"],
        ["2", "6"],
      ],
    );
    const path = '//*[local-name()="a"]';
    assert.deepEqual(values("XPath.xpath").slice(1), [
      `boolean(${path}[number(.)=5])`,
      `boolean(${path}[string(.)="x"])`,
      `boolean(${path}[contains(.,"b")])`,
      `not(${path})`,
    ]);
    assert.match(values("XPath.xpath")[0] ?? "", /^not\(.*"Fault".*\)$/);
    assert.deepEqual(values("DurationAssertion.duration"), ["499"]);
    assert.deepEqual([values("SizeAssertion.size"), values("SizeAssertion.operator")], [["2048"], ["6"]]);
    assert.ok(losses.some((one) => one.startsWith("# @expect $.a = 1: ")));
  });

  test("the plan compares the code of a Fault without its prefix, which the service chooses", () => {
    const { values } = planOf(`# @expect fault soap:Client\n# @expect fault Busy\n${post("<a/>")}`);
    const [client = "", busy = ""] = values("XPath.xpath");
    assert.match(client, /="Client" or starts-with\(.*,"Client\."\)\]\)$/);
    assert.doesNotMatch(client, /soap:/);
    assert.equal(busy, client.replaceAll("Client", "Busy"));
  });

  test("the plan waits between requests, and says in a comment how to run it and what JMeter changes", () => {
    const { values, text } = planOf("# --> a --\nGET / HTTP/1.1\nHost: a.example\n", { wait: [1, 3.5] });
    assert.deepEqual([values("ConstantTimer.delay"), values("RandomTimer.range")], [["1000"], ["2500"]]);
    assert.match(text, /^<\?xml.*\n<!--\nMade by soaphttp export.*jmeter -n -t plan\.jmx.*It adds User-Agent/s);
  });

  test("the plan waits before a request with # @wait", () => {
    const { values } = planOf("# @wait 1.5 s\nGET / HTTP/1.1\nHost: a.example\n");
    assert.deepEqual(values("ConstantTimer.delay"), ["1500"]);
  });

  test("the plan has a comment that is well-formed XML, even if something is lost", () => {
    const { text } = planOf("# @name a---->--\n# @retry 2\nGET / HTTP/1.1\nHost: a.example\n");
    assert.doesNotMatch(text.slice(text.indexOf("<!--") + 4, text.indexOf("-->\n<")), /--/);
  });

  test("the plan has no text of the user in a JMeter function", () => {
    const format = '"[a),\\$b(] YYYY"';
    const { text } = planOf(`POST / HTTP/1.1\nHost: a.example\n${soap}\n<a>{{$datetime ${format}}}</a>`);
    const call = "§{__time('a§{__char(41)}§{__char(44)}§{__char(92)}§{__char(36)}b§{__char(40)}' yyyy,)}";
    assert.ok(text.includes(dollars(call)));
  });

  test("no extractor writes to the variables of the plan itself", () => {
    const sets = ["a", "a_g", "a_g1", "a_1", "a_matchNr"];
    const { values } = planOf(
      `# @name login\n${sets.map((one) => `# @set ${one} = //a\n`).join("")}GET / HTTP/1.1\nHost: a.example\n`,
    );
    assert.deepEqual(values("XPathExtractor.refname"), [
      "a",
      "a_g_value",
      "a_g1_value",
      "a_1_value",
      "a_matchNr_value",
    ]);
  });

  test("the plan writes times in the formats of Java", () => {
    assert.equal(timeFormat("YYYY-MM-DD[T]HH:mm:ss.SSS[Z]"), "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'");
    assert.equal(timeFormat("ddd, D MMM YY h:m:s A Z"), "EEE, d MMM yy h:m:s a '+00:00'");
    assert.equal(timeFormat("Q"), undefined);
  });
});

suite("credentials in a plan for JMeter", () => {
  const body =
    "<UsernameToken><Password>{{$wsse.digest password}}</Password><Nonce>{{$wsse.nonce}}</Nonce><Created>a{{$wsse.created}}</Created></UsernameToken><Expires>{{$wsu.expires 2 m}}</Expires>";

  test("credentials are computed by a script before each sending, with passwords from properties", () => {
    const { values, tests, losses } = planOf(`# @expect status = 200\n@password = {{$secret pin}}\n\n${post(body)}`);
    assert.ok(tests.includes("BeanShellPreProcessor"));
    assert.deepEqual(losses, []);
    const [script = ""] = values("script");
    const set = script.split("\n").filter((line) => line.startsWith("vars.put"));
    assert.deepEqual(set, [
      'vars.put("POST_calc_nonce", nonce());',
      'vars.put("POST_calc_tokenTime", time(Calendar.SECOND, 0));',
      'vars.put("POST_calc_tokenTime2", time(Calendar.MINUTE, 2));',
      'vars.put("POST_calc_digest", digest("" + vars.get("POST_calc_nonce"), "" + text("YQ==") + vars.get("POST_calc_tokenTime"), "" + props.getProperty("SOAPHTTP_SECRET_PIN", "")));',
    ]);
    const [sent = ""] = values("Argument.value");
    assert.ok(
      sent.includes(dollars("<Password>§{POST_calc_digest}</Password><Nonce>§{POST_calc_nonce}</Nonce>")),
      sent,
    );
  });

  test("the plan contains no typed password, and values in credentials can't end a string of its script", () => {
    const fields = `${soap}Authorization: Basic {{$basic user password}}\n`;
    const user = '"); System.exit(1); //';
    const { text, values } = planOf(`@user = ${user}\n@password = Typed-Password-1\n\n${post("<a/>", fields)}`);
    assert.ok(!text.includes("Typed-Password-1"));
    assert.ok(!text.includes("System.exit"));
    assert.match(
      values("script").join(),
      /basic\("" \+ text\("[A-Za-z0-9+/=]+"\), "" \+ props\.getProperty\("SOAPHTTP_PRIVATE_PASSWORD", ""\)\)/,
    );
  });
});
