import assert from "node:assert/strict";
import { findingsIn } from "../../../support/findings.ts";
import {
  assertion,
  bodyIn,
  calcSoap,
  caseFile,
  caseProject,
  caseText,
  envelope,
  imported,
  outcomes,
  project,
  properties,
  soapStep,
  step,
  textOf,
  transfer,
} from "../../../support/soapuiProjects.ts";

const add = (name: string) => soapStep(name, { body: envelope("<m:Add><m:a>?</m:a><m:b/></m:Add>") });
const login = (inner = "") => soapStep("Login", { body: envelope("<m:Login/>"), inner });

/** The segments of a text, without the requests below the request line. */
function preambles(text: string): readonly string[] {
  return text
    .split(/^(?=###)/m)
    .map((segment) => segment.split(/^(?:POST|GET) /m)[0]?.trim() ?? "")
    .filter((segment) => segment !== "");
}

suite("steps of SoapUI", () => {
  test("steps keep their order; scripts stay at their place, whole", () => {
    const text = caseText(
      [
        add("First"),
        step("groovy", "Script", "<script>@Grab('x')\n### title\n\n# @skip\nlog.info 1</script>"),
        add("Second"),
      ].join(""),
    );
    assert.deepEqual(preambles(text), [
      "### First\n# @name First",
      "### Script\n# | groovy \"Script\"\n# | @Grab('x')\n# | ### title\n# |\n# | # @skip\n# | log.info 1",
      "### Second\n# @name Second",
    ]);
  });

  test("a delay is a wait before the next request, and a comment without one", () => {
    const delay = (content: string, attributes = "") => step("delay", "Delay", content, attributes);
    const plain = "<delay>1000</delay>";
    const others = [
      delay("<delay>$" + "{#Project#wait}</delay>"),
      delay(plain, ' disabled="true"'),
      delay("<delay>9999999</delay>"),
    ];
    const text = caseText(
      [add("First"), delay(plain), delay("<delay>50</delay>"), add("Second"), ...others, add("Third")].join(""),
    );
    assert.match(text, /# @name First\nPOST/);
    assert.match(text, /\n### Second\n# @name Second\n# @wait 1050 ms\nPOST/);
    assert.match(text, /# @name Third\nPOST/);
    assert.equal(text.split(/\n# \| (?:disabled )?delay/).length, 4, text);
    assert.deepEqual(outcomes(imported(caseProject(delay(plain) + add("Add"))), "Suite", "Case", "Delay"), [
      "step delay: translated",
    ]);
  });

  test("a delay waits before the next request that is sent, and is a comment before a MockResponse step", () => {
    const delay = step("delay", "Delay", "<delay>1000</delay>");
    const disabled = add("Off").replace("<con:testStep ", '<con:testStep disabled="true" ');
    assert.match(
      caseText(delay + disabled + add("On")),
      /# @name Off\n(?:# @skip .*\n)POST[\s\S]*# @name On\n# @wait 1000 ms\n/,
    );
    const mock = step("mockresponse", "Mock", "<con:path>/a</con:path><con:response/>");
    const text = caseText(add("First") + delay + mock + add("Second"));
    assert.ok(!text.includes("@wait"), text);
    assert.match(text, /\n# \| delay 1000 ms\n/);
  });

  test("steps without an equivalent become comments", () => {
    const others = [
      step("delay", "Delay", "<delay>1000</delay>"),
      step("goto", "Goto", "<con:condition><con:name>c</con:name><con:targetStep>Add</con:targetStep></con:condition>"),
      step("calltestcase", "Call", "<con:targetTestCase>1</con:targetTestCase>"),
      step("mockresponse", "Mock", "<con:path>/a</con:path>"),
      step(
        "jdbc",
        "Database",
        "<con:password>pin</con:password><con:connectionString>jdbc:x?password=pin&amp;a=1</con:connectionString>",
      ),
      step("manualTestStep", "Manual", "<con:expectedResult>ok</con:expectedResult>"),
      step("VirtRunnerTestStep", "Plugin", "<url>localhost</url>"),
    ];
    const result = imported(caseProject(add("Add") + others.join("")));
    const text = textOf(result, caseFile);
    assert.match(text, /\n### Delay\n# \| delay 1000 ms\n/);
    assert.match(text, /\n# \| goto "Goto"\n# \| <con:condition><con:name>c<\/con:name>/);
    assert.match(text, /\n# \| VirtRunnerTestStep "Plugin"\n# \| <url>localhost<\/url>\n?$/);
    assert.ok(!text.includes("pin"), text);
    for (const name of ["Delay", "Goto", "Call", "Mock", "Database", "Manual", "Plugin"]) {
      assert.match(outcomes(result, "Suite", "Case", name).join(), /^step \w+: kept$/);
    }
  });

  test("the query of a MockResponse step may be an expression, and its match a property", () => {
    const text = (query: string, match: string) => {
      const parts = `<con:path>/a</con:path><con:response name="R"/><con:query>${query}</con:query><con:match>${match}</con:match>`;
      return textOf(imported(caseProject(add("Add") + step("mockresponse", "Done", parts))), caseFile);
    };
    assert.match(text("//m:Id = 5", "true"), /# @expect \(\/\/m:Id = 5\) = "?true"?\n/);
    assert.match(text("//m:Id", "${#TestCase#v}"), /# @expect \/\/m:Id = .*\{\{case_v\}\}/);
    assert.doesNotMatch(text("${Add#Response#//a}", "x"), /# @expect/);
  });

  test("a MockResponse step waits for the request of a service, and responds", () => {
    const response =
      '<con:response name="R" httpResponseStatus="202"><con:settings/><con:header><con:name>X-A</con:name><con:value>${#TestCase#v}</con:value></con:header><con:responseContent>&lt;ok/></con:responseContent></con:response>';
    const mock = step(
      "mockresponse",
      "Done",
      `<con:interface>Calc</con:interface><con:operation>Add</con:operation><con:port>8089</con:port><con:path>/done?x</con:path>${response}${assertion("Simple Contains", { token: "ready" })}${assertion("Valid HTTP Status Codes", { codes: "200" })}<con:startStep>Login</con:startStep><con:timeout>4500</con:timeout><con:query>//m:State</con:query><con:match>done</con:match>`,
    );
    const after = soapStep("After", { body: envelope("<m:Add><m:a>${Done#Request#//*:Id}</m:a></m:Add>") });
    const result = imported(caseProject(login() + add("Add") + mock + after));
    const text = textOf(result, caseFile);
    const [, segment = ""] = /^(### Done\n[\s\S]*?)\n###/m.exec(text) ?? [];
    assert.equal(
      segment.trim(),
      [
        "### Done",
        "# @name Done",
        "# @receive POST /done within 5 s",
        '# @expect //m:State = "done"',
        '# @expect body contains "ready"',
        "# | assertion Valid HTTP Status Codes",
        "# | codes: 200",
        "HTTP/1.1 202 Accepted",
        "Content-Type: text/xml; charset=UTF-8",
        "X-A: {{case_v}}",
        "Content-Length: {{$contentLength}}",
        "",
        "<ok/>",
      ].join("\n"),
    );
    assert.match(text, /<m:a>\{\{Done\.request\.body\.\(\/\/\*:Id\)\[1\]\}\}<\/m:a>/);
    const done = textOf(result, "import.md");
    assert.match(done, /SoapUI listens on port 8089\. Write/);
    assert.match(done, /SoapUI listens from the step Login on/);
    assert.match(done, /It is about a response/);
    assert.deepEqual(
      findingsIn(`@case_v = 1\n${segment.replace("//m:", "//*:")}`).filter(({ severity }) => severity === "error"),
      [],
    );
  });

  test("steps that become comments have their assertions as comments", () => {
    const result = imported(
      caseProject(add("Add") + step("jdbc", "Database", assertion("JDBC Timeout", { timeout: "200" }))),
    );
    assert.deepEqual(outcomes(result, "Suite", "Case", "Database"), [
      "step jdbc: kept",
      "assertion JDBC Timeout: kept",
    ]);
  });

  test("steps that are disabled, also by their case or suite, are skipped", () => {
    const skipped = "### Add\n# @name Add\n# @skip disabled in SoapUI";
    assert.deepEqual(preambles(caseText(soapStep("Add", {}, ' disabled="true"'))), [skipped]);
    const text = caseProject(soapStep("Add"));
    for (const element of ["testCase", "testSuite"]) {
      const result = imported(text.replace(`<con:${element} `, `<con:${element} disabled="true" `));
      assert.ok(textOf(result, caseFile).includes(skipped), element);
    }
  });

  test("steps with equal names are kept", () => {
    const text = caseText(add("Add") + add("Add"));
    assert.deepEqual(
      preambles(text).map((segment) => segment.split("\n")[1]),
      ["# @name Add", "# @name Add-2"],
    );
  });

  test("steps have # @cookies if their case keeps its session", () => {
    const text = textOf(imported(caseProject(add("Add"), "", ' keepSession="true"')), caseFile);
    assert.match(text, /\n# @name Add\n# @cookies\nPOST /);
  });

  test("steps have the scripts and the description of their case above them", () => {
    const result = imported(
      caseProject(
        `<con:description>What it is\nabout</con:description>${add("Add")}<con:setupScript>def a = 1</con:setupScript><con:tearDownScript/>`,
      ),
    );
    const text = textOf(result, caseFile);
    assert.match(text, /# \| What it is\n# \| about\n/);
    assert.match(text, /# \| setupScript of Case\n# \| def a = 1\n/);
    assert.deepEqual(outcomes(result, "Suite", "Case"), ["script setupScript: kept"]);
  });

  suite("steps of SoapUI that transfer properties", () => {
    const move = (values: Readonly<Record<string, string>>, attributes = "") =>
      step(
        "transfer",
        "Move",
        transfer({ name: "token", sourceStep: "Login", sourceType: "Response", ...values }, attributes),
      );

    test("a transfer sets a variable at the source, and inserts it at the target", () => {
      const values = {
        sourcePath: "declare namespace x='urn:calc';\n//x:token",
        targetStep: "Add",
        targetType: "Request",
        targetPath: "declare namespace x='urn:calc';\n//x:Add[1]/x:a[1]",
      };
      const result = imported(caseProject(login() + move(values) + add("Add")));
      const text = textOf(result, caseFile);
      assert.match(text, /\n# @name Login\n# @set token = \(\/\/m:token\)\[1\]\nPOST /);
      assert.equal(bodyIn(text), envelope("<m:Add><m:a>{{token}}</m:a><m:b/></m:Add>"));
      assert.deepEqual(outcomes(result, "Suite", "Case", "Move"), ["step transfer: translated"]);
      assert.deepEqual(outcomes(result, "Suite", "Case", "Move", "token"), ["transfer transfer: translated"]);
    });

    test("a transfer reads a JSONPath without a dollar sign", () => {
      const line = (sourcePath: string) => {
        const values = { sourcePath, type: "JSONPATH", targetStep: "#TestCase#", targetType: "x" };
        return /^# @set .*$/m.exec(caseText(login() + move(values) + add("Add")))?.[0];
      };
      assert.equal(line("data.token"), "# @set case_x = $.data.token");
      assert.equal(line("[0].id"), "# @set case_x = $[0].id");
      assert.equal(line("$.a"), "# @set case_x = $.a");
    });

    test("a transfer inserts the variable in an empty element, an attribute, and all nodes", () => {
      const body = (target: string, content: string, attributes = "") => {
        const values = { sourcePath: "//token", targetStep: "Add", targetType: "Request", targetPath: target };
        return bodyIn(caseText(login() + move(values, attributes) + soapStep("Add", { body: envelope(content) })));
      };
      assert.equal(body("//*:b", "<m:b x='1'/>"), envelope("<m:b x='1'>{{token}}</m:b>"));
      assert.equal(body("//*:b/@x", "<m:b x='1'/>"), envelope("<m:b x='{{token}}'/>"));
      assert.equal(body("//*:b/text()", "<m:b>1</m:b>"), envelope("<m:b>{{token}}</m:b>"));
      assert.equal(body("//*:b", "<m:b>1</m:b><m:b>2</m:b>"), envelope("<m:b>{{token}}</m:b><m:b>2</m:b>"));
      assert.equal(
        body("//*:a/*[1]", "<m:a><!--b--><m:b/></m:a>"),
        envelope("<m:a><!--b--><m:b>{{token}}</m:b></m:a>"),
      );
      assert.equal(
        body("//*:b", "<m:b>1</m:b><m:b>2</m:b>", ' transferToAll="true"'),
        envelope("<m:b>{{token}}</m:b><m:b>{{token}}</m:b>"),
      );
    });

    test("a transfer sets the variable of a property", () => {
      const values = { sourcePath: "$.token", targetStep: "Props", targetType: "Token" };
      const text = caseText(
        step("properties", "Props", properties({ token: "old" })) +
          login() +
          move(values) +
          soapStep("Add", { body: "<a>${Props#token}</a>" }),
      );
      assert.match(text, /^@Props_token = \{\{Props_token-2\}\}$/m);
      assert.match(text, /^# @set Props_token = \$\.token$/m);
      assert.equal(bodyIn(text), "<a>{{Props_token}}</a>");
      const scoped = caseText(
        login() +
          move({ sourcePath: "//t", targetStep: "#TestCase#", targetType: "x" }) +
          soapStep("Add", { body: "<a>${#TestCase#x}</a>" }) +
          properties({ x: "1" }),
      );
      assert.match(scoped, /^# @set case_x = \(\/\/t\)\[1\]$/m);
      assert.equal(bodyIn(scoped), "<a>{{case_x}}</a>");
    });

    test("a transfer inserts a property in a request", () => {
      const values = {
        sourceStep: "Props",
        sourceType: "user",
        targetStep: "Add",
        targetType: "Request",
        targetPath: "//*:a",
      };
      const text = caseText(step("properties", "Props", properties({ user: "ann" })) + move(values) + add("Add"));
      assert.equal(bodyIn(text), envelope("<m:Add><m:a>{{Props_user}}</m:a><m:b/></m:Add>"));
    });

    test("transfers become comments if they can't be translated, or are disabled", () => {
      const target = { targetStep: "Add", targetType: "Request", targetPath: "//*:a" };
      for (const [values, attributes] of [
        [{ ...target, sourcePath: "//t" }, ' disabled="true"'],
        [{ ...target, sourcePath: "//t" }, ' useXQuery="true"'],
        [{ ...target, sourcePath: "" }, ""],
        [{ ...target, sourcePath: "//t", targetPath: "//*:none" }, ""],
        [{ ...target, sourcePath: "//t", targetPath: "//*:a/text()/.." }, ""],
        [{ ...target, sourcePath: "//t", targetPath: "//*:Add/text()/*:a" }, ""],
        [{ ...target, sourcePath: "//t", targetStep: "None" }, ""],
        [{ ...target, sourceStep: "Script", sourceType: "result" }, ""],
      ] as const) {
        const result = imported(caseProject(login() + move(values, attributes) + add("Add")));
        assert.deepEqual(outcomes(result, "Suite", "Case", "Move"), ["step transfer: kept"]);
        assert.deepEqual(outcomes(result, "Suite", "Case", "Move", "token"), ["transfer transfer: kept"]);
        assert.match(textOf(result, caseFile), /\n### Move\n# \| transfer "Move"\n# \| /);
      }
    });
  });

  suite("steps of SoapUI with data", () => {
    const row = (...cells: readonly string[]) =>
      `<row>&lt;xml-fragment&gt;${cells.map((cell) => `&lt;con:entry xmlns:con=&quot;http://eviware.com/soapui/config&quot;&gt;${cell}&lt;/con:entry&gt;`).join("")}&lt;/xml-fragment&gt;</row>`;
    const grid = (rows: string) =>
      step(
        "datasource",
        "Rows",
        `<con:dataSource type="Grid"><con:configuration>${rows}</con:configuration></con:dataSource><con:property>a</con:property><con:property>the b</con:property>`,
      );
    const loop = step("datasourceloop", "Loop", "<dataSourceStep>Rows</dataSourceStep><targetStep>Add</targetStep>");
    const sent = soapStep("Add", { body: "<a>${Rows#A} ${Rows#the b}</a>" });

    test("a grid sends a request for each row", () => {
      const result = imported(caseProject(grid(row("1", 'x, "y"', "") + row("2", "")) + sent + loop + add("After")));
      assert.equal(textOf(result, "data/Case.csv"), 'a,the-b\n1,"x, ""y"""\n2,""\n');
      const text = textOf(result, caseFile);
      assert.match(text, /\n# @name Add\n# @data \.\.\/\.\.\/data\/Case\.csv\nPOST /);
      assert.match(text, /<a>\{\{a\}\} \{\{the-b\}\}<\/a>/);
      assert.equal(text.split("# @data").length, 2);
      assert.deepEqual(outcomes(result, "Suite", "Case", "Rows"), ["step datasource: translated"]);
      assert.deepEqual(outcomes(result, "Suite", "Case", "Loop"), ["step datasourceloop: translated"]);
    });

    test("a loop of several requests sends the file for each row, and what is before it once", () => {
      const all = add("Before") + grid(row("1", "x")) + sent + add("Second") + loop;
      const result = imported(caseProject(all));
      const text = textOf(result, caseFile);
      const [head = ""] = text.split("\n###");
      assert.match(head, /^# @data \.\.\/\.\.\/data\/Case\.csv$/m);
      assert.match(text, /# @name Before\n# @before once\nPOST/);
      assert.match(text, /# @name Add\nPOST/);
      assert.match(text, /# @name Second\nPOST/);
      assert.deepEqual(outcomes(result, "Suite", "Case", "Rows"), ["step datasource: translated"]);
    });

    test("a loop of several requests with one behind it sends each of them for all rows", () => {
      const all = grid(row("1", "x")) + sent + add("Second") + loop + add("After");
      const result = imported(caseProject(all));
      const text = textOf(result, caseFile);
      assert.equal(text.match(/# @name (?:Add|Second)\n# @data /g)?.length, 2, text);
      assert.deepEqual(outcomes(result, "Suite", "Case", "Rows"), ["step datasource: partly"]);
    });

    test("data with a column of passwords is listed in .gitignore and in the checklist", () => {
      const secret = grid(row("s3cr3t-value", "x")).replace(">a<", ">user password<");
      const result = imported(caseProject(secret + sent + loop));
      assert.match(textOf(result, ".gitignore"), /^\/data\/Case\.csv$/m);
      assert.match(textOf(result, "import.md"), /^- \[data\/Case\.csv\]\(data\/Case\.csv\)$/m);
      const other = imported(caseProject(grid(row("1", "x")) + sent + loop));
      assert.ok(!other.files.has(".gitignore"));
    });

    test("data without a loop has only the first row", () => {
      const text = caseText(grid(row("1", "x") + row("2", "y")) + sent);
      assert.match(text, /^@a = 1$/m);
      assert.match(text, /^@the-b = x$/m);
      assert.ok(!text.includes("@data"));
    });

    test("a loop that is disabled is a comment: its data has only the first row", () => {
      const disabled = loop.replace("<con:testStep ", '<con:testStep disabled="true" ');
      const result = imported(caseProject(grid(row("1", "x") + row("2", "y")) + sent + add("Second") + disabled));
      const text = textOf(result, caseFile);
      assert.match(text, /^@a = 1$/m);
      assert.ok(!text.includes("@data"), text);
      assert.deepEqual(outcomes(result, "Suite", "Case", "Loop"), ["step datasourceloop: kept"]);
      const both = grid(row("1", "x")) + sent + add("Second") + disabled.replaceAll("Rows", "None") + loop;
      assert.match(textOf(imported(caseProject(both)), caseFile).split("\n###", 1)[0] ?? "", /^# @data /m);
    });

    test("a delay before a loop that would be repeated for each row needs a review", () => {
      const delay = step("delay", "Delay", "<delay>2000</delay>");
      const ofDelay = (steps: string) => outcomes(imported(caseProject(steps)), "Suite", "Case", "Delay");
      assert.deepEqual(ofDelay(delay + grid(row("1", "x")) + sent + loop), ["step delay: partly"]);
      const inside = loop.replace(">Add<", ">Before<");
      assert.deepEqual(ofDelay(grid(row("1", "x")) + add("Before") + delay + sent + inside), [
        "step delay: translated",
      ]);
      assert.deepEqual(ofDelay(delay + add("Before") + grid(row("1", "x")) + sent + loop), ["step delay: translated"]);
    });

    test("data files have to be copied", () => {
      const source = step(
        "datasource",
        "Rows",
        '<con:dataSource type="File"><con:configuration><fileName>C:/rows.txt</fileName></con:configuration></con:dataSource><con:property>a</con:property>',
      );
      const result = imported(caseProject(source + sent + loop));
      assert.equal(textOf(result, "data/Case.csv"), "a\n");
      assert.deepEqual(outcomes(result, "Suite", "Case", "Rows"), ["step datasource: partly"]);
    });

    test("steps with data from a database become comments", () => {
      const source = step(
        "datasource",
        "Rows",
        '<con:dataSource type="JDBC"><con:configuration><query>select</query></con:configuration></con:dataSource>',
      );
      const result = imported(caseProject(source + sent + loop));
      assert.deepEqual(outcomes(result, "Suite", "Case", "Rows"), ["step datasource: kept"]);
    });
  });

  test("steps are sent to the addresses of environments", () => {
    const environment = (name: string, address: string) =>
      `<con:environment name="${name}"><con:service name="CalcSoap" type="SOAP"><con:endpoint>${address}</con:endpoint></con:service></con:environment>`;
    const result = imported(
      caseProject(
        add("Add") + soapStep("Other", { endpoint: "http://other/" }),
        environment("Live", "http://live:9/calc"),
      ),
    );
    const text = textOf(result, caseFile);
    assert.deepEqual(text.match(/^(?:POST|Host).*$/gm), [
      "POST {{CalcSoap-address}} HTTP/1.1",
      "Host: {{CalcSoap-address.host}}",
      "POST http://other/ HTTP/1.1",
      "Host: other",
    ]);
    assert.deepEqual(JSON.parse(textOf(result, "http-client.env.json")), {
      $shared: { "CalcSoap-address": "http://localhost:8000/calc", "CalcSoap-address.host": "localhost:8000" },
      Live: { "CalcSoap-address": "http://live:9/calc", "CalcSoap-address.host": "live:9" },
    });
  });

  suite("steps of SoapUI whose interface has further addresses", () => {
    const withEndpoints = (text: string, ...addresses: readonly string[]) =>
      text.replace(
        "</con:endpoints>",
        () => `${addresses.map((one) => `<con:endpoint>${one}</con:endpoint>`).join("")}</con:endpoints>`,
      );

    test("each further address has an environment, to which the steps are sent", () => {
      const steps = add("Add") + soapStep("Test", { endpoint: "http://test:1/calc" });
      const result = imported(withEndpoints(caseProject(steps), "http://test:1/calc", "http://ann:pin@live/calc"));
      assert.deepEqual(textOf(result, caseFile).match(/^(?:POST|Host).*$/gm), [
        "POST {{CalcSoap-address}} HTTP/1.1",
        "Host: {{CalcSoap-address.host}}",
        "POST http://test:1/calc HTTP/1.1",
        "Host: test:1",
      ]);
      const { $shared, ...others } = JSON.parse(textOf(result, "http-client.env.json"));
      assert.deepEqual($shared, {
        "CalcSoap-address": "http://localhost:8000/calc",
        "CalcSoap-address.host": "localhost:8000",
      });
      assert.deepEqual(others["test:1"], {
        "CalcSoap-address": "http://test:1/calc",
        "CalcSoap-address.host": "test:1",
      });
      assert.deepEqual(Object.keys(others), ["test:1", "live"]);
    });

    test("addresses of several interfaces on the same host share an environment", () => {
      const other = calcSoap().replace("CalcSoap", "Other").replaceAll("8000", "8001");
      const text = withEndpoints(project(other), "http://test:1/other", "http://test:1/third").replace(
        "</con:soapui-project>",
        `${withEndpoints(calcSoap(), "https://test:1/calc")}</con:soapui-project>`,
      );
      const environments = JSON.parse(textOf(imported(text), "http-client.env.json"));
      assert.deepEqual(environments, {
        $shared: { "Other-address": "http://localhost:8001/calc", "CalcSoap-address": "http://localhost:8000/calc" },
        "test:1": { "Other-address": "http://test:1/other", "CalcSoap-address": "https://test:1/calc" },
        "test:1/third": { "Other-address": "http://test:1/third" },
      });
    });

    test("the checklist names the environments", () => {
      const result = imported(withEndpoints(caseProject(add("Add")), "http://test:1/calc", "${#Project#ep}/calc"));
      assert.deepEqual(outcomes(result, "CalcSoap", "test:1/calc"), ["environment endpoint: partly"]);
      const list = textOf(result, "import.md");
      assert.match(
        list,
        /CalcSoap \/ test.*endpoint\]\(http-client\.env\.json#L\d+\) – .*Choose the environment test:1 to use it\./,
      );
      assert.match(list, /endpoint\]\(http-client\.env\.json#L\d+\) – .*Choose the environment /);
    });
  });

  test("the summary has each item of a project", () => {
    const result = imported(
      project(
        `${calcSoap()}<con:testSuite name="Suite"><con:testCase name="Case">${add("Add")}<con:loadTest name="Load"/><con:securityTest name="Scan"/></con:testCase><con:setupScript>x</con:setupScript>${properties({ s: "1" })}</con:testSuite><con:testSuite name="Empty">${properties({ s: "1" })}</con:testSuite>${properties({ p: "1" })}<con:afterLoadScript>y</con:afterLoadScript><con:wssContainer><con:crypto><con:source>a.jks</con:source></con:crypto></con:wssContainer><con:databaseConnectionContainer><con:databaseConnection><con:name>db</con:name></con:databaseConnection></con:databaseConnectionContainer><con:environment name="Test"><con:property><con:name>p</con:name><con:value>2</con:value></con:property></con:environment>`,
      ),
    );
    assert.deepEqual(
      result.items.map(({ kind, type, path, outcome }) => `${kind} ${type} ${path.join("/")} ${outcome}`),
      [
        "wsdl definition CalcSoap translated",
        "property Project p translated",
        "environment environment Test translated",
        "property Environment Test/p translated",
        "script afterLoadScript Calculator kept",
        "security keystore a.jks kept",
        "property TestSuite Suite/s translated",
        "script setupScript Suite kept",
        "step request Suite/Case/Add translated",
        "request request Suite/Case/Add translated",
        "load loadTest Suite/Case/Load dropped",
        "security securityTest Suite/Case/Scan dropped",
        "property TestSuite Empty/s dropped",
        "step databaseConnection db dropped",
      ],
    );
    assert.deepEqual(JSON.parse(textOf(result, "http-client.env.json")), { $shared: { p: "1" }, Test: { p: "2" } });
  });
});
