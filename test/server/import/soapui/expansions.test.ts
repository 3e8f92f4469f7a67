import assert from "node:assert/strict";
import {
  bodyIn,
  bodyOf,
  calcSoap,
  call,
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
} from "../../../support/soapuiProjects.ts";

/** Asserts the text that a text in the body of a step becomes. */
function become(typed: string, expected: string, more = ""): void {
  assert.equal(bodyOf({ body: envelope(`<m:a>${typed}</m:a>`) }, more), envelope(`<m:a>${expected}</m:a>`));
}

/** Asserts the text that a text in the body of a step becomes after other steps. */
function becomeAfter(steps: string, typed: string, expected: string): void {
  const text = caseText(steps + soapStep("Last", { body: envelope(`<m:a>${typed}</m:a>`) }));
  assert.equal(bodyIn(text), envelope(`<m:a>${expected}</m:a>`));
}

suite("expansions of SoapUI", () => {
  test("properties of the project become variables, so that environments can switch them", () => {
    const more = properties({ url: "http://localhost:8000" });
    become("${#Project#url}", "{{url}}", more);
    const result = imported(caseProject(soapStep("Add"), more));
    assert.deepEqual(JSON.parse(textOf(result, "http-client.env.json")), {
      $shared: { url: "http://localhost:8000" },
    });
  });

  test("expansions find a property in any case, the one with the same case first", () => {
    become("${#Project#URL} ${#Project#Url}", "{{Url}} {{Url}}", properties({ Url: "1" }));
    become("${#Project#url} ${#Project#Url}", "{{url}} {{Url}}", properties({ Url: "1", url: "2" }));
  });

  test("properties of the suite, the case and a Properties step become variables at the top of the file", () => {
    const text = textOf(
      imported(
        project(
          `${calcSoap()}<con:testSuite name="Suite"><con:testCase name="Case">${step("properties", "Props", properties({ p: "3" }))}${soapStep("Add", { body: envelope("<m:a>${#TestSuite#s} ${#TestCase#c} ${Props#p} ${p}</m:a>") })}${properties({ c: "2 ${#TestSuite#s}" })}</con:testCase>${properties({ s: "1" })}</con:testSuite>`,
        ),
      ),
      caseFile,
    );
    assert.ok(text.includes("@suite_s = 1\n@case_c = 2 {{suite_s}}\n@Props_p = 3\n"), text);
    assert.equal(bodyIn(text), envelope("<m:a>{{suite_s}} {{case_c}} {{Props_p}} {{Props_p}}</m:a>"));
  });

  test("expansions write out values with markup or line breaks", () => {
    become("${#Project#xml}", "<m:b>{{x}}</m:b>", properties({ xml: "<m:b>${#Project#x}</m:b>", x: "1" }));
    become("${#Project#lines}", "a\nb", properties({ lines: "a\nb" }));
  });

  test("expansions of responses become references to them", () => {
    const login = soapStep("Log in", { body: envelope("<m:Login/>") });
    becomeAfter(login, "${Log in#Response#//m:token}", "{{Log-in.response.body.(//m:token)[1]}}");
    becomeAfter(
      login,
      "${Log in#Response#declare namespace n='urn:calc'; //n:token[1]/@n:id}",
      "{{Log-in.response.body.(//m:token[1]/@m:id)[1]}}",
    );
    becomeAfter(
      login,
      "${Log in#ResponseAsXml#declare namespace n='urn:other'; //n:token}",
      "{{Log-in.response.body.(//*:token)[1]}}",
    );
    becomeAfter(login, "${Log in#Response#count(//m:token)}", "{{Log-in.response.body.count(//m:token)}}");
    becomeAfter(login, "${Log in#Request#//m:user}", "{{Log-in.request.body.(//m:user)[1]}}");
    becomeAfter(login, "${Log in#Response#$.token}", "{{Log-in.response.body.$.token}}");
    becomeAfter(login, "${Log in#Response#$['token']}", "{{Log-in.response.body.$['token']}}");
    becomeAfter(login, "${Log in#Response#data.token}", "{{Log-in.response.body.(data.token)[1]}}");
    becomeAfter(login, "${Log in#Endpoint}", "http://localhost:8000/calc");
  });

  test("expansions of UUIDs, dates and random numbers become built-in variables", () => {
    become("${=java.util.UUID.randomUUID()}", "{{$guid}}");
    become("${=UUID.randomUUID().toString()}", "{{$guid}}");
    become('${=new java.text.SimpleDateFormat("yyyy-MM-dd").format(new Date())}', '{{$datetime "YYYY-MM-DD"}}');
    become(
      "${=import java.text.SimpleDateFormat; new SimpleDateFormat(\"yyyy-MM-dd'T'HH:mm:ss.SSS\").format(new Date())}",
      '{{$datetime "YYYY-MM-DD[T]HH:mm:ss.SSS"}}',
    );
    become("${=(new Date() + 3).format('dd.MM.yyyy')}", '{{$datetime "DD.MM.YYYY" 3 d}}');
    become("${=new Date().minus(1).format('yyyy')}", '{{$datetime "YYYY" -1 d}}');
    become("${=(int)(Math.random()*1000)}", "{{$randomInt 0 1000}}");
  });

  test("expansions that only SoapUI can compute, or that aren't set, become variables without a value", () => {
    const body = envelope("<m:a>${=testRunner.x} ${#TestCase#none} ${none}</m:a>");
    const result = imported(caseProject(soapStep("Add", { body })));
    assert.equal(
      bodyIn(textOf(result, caseFile)),
      envelope("<m:a>{{soapui-testRunner-x}} {{case_none}} {{none}}</m:a>"),
    );
    assert.deepEqual(outcomes(result, "Suite", "Case", "Add"), ["step request: translated", "request request: partly"]);
    const note = result.items.find(({ kind }) => kind === "request")?.note ?? "";
    for (const part of ["${=testRunner.x}", "${#TestCase#none}", "${none}"]) assert.ok(note.includes(part), note);
  });

  test("expansions behind another dollar sign, or without a closing brace, are text", () => {
    become("$${x} ${y", "${x} ${y");
    become("$$${x}", "$${x}");
  });

  test("braces in text stay text", () => {
    become("{{x}} {x}", "&#123;{x}} {x}");
  });

  test("braces in secrets stay text", () => {
    const result = imported(caseProject(soapStep("Add"), properties({ password: "{{x}}" })));
    assert.deepEqual(JSON.parse(textOf(result, "http-client.private.env.json")), {
      $shared: { password: "{{brace}}{x}}" },
    });
    assert.deepEqual(JSON.parse(textOf(result, "http-client.env.json")), { $shared: { brace: "{" } });
  });

  test("expansions in a suspected secret with markup are written out", () => {
    become("${#Project#token}", "<m:t/>", properties({ token: "<m:t/>" }));
  });

  test("expansions are found behind one that is not closed", () => {
    become("${ ${#Project#x}", "${ {{x}}", properties({ x: "1" }));
  });

  test("addresses, headers and credentials can have expansions, too", () => {
    const settings = {
      "com.eviware.soapui.impl.wsdl.WsdlRequest@request-headers":
        '<entry key="X" value="${#Project#x}" xmlns="http://eviware.com/soapui/config"/>',
    };
    const credentials =
      "<con:credentials><con:username>${#Project#user}</con:username><con:password>${#Project#password}</con:password><con:authType>Preemptive</con:authType></con:credentials>";
    const text = caseText(
      soapStep("Add", { endpoint: "${#Project#url}/calc?a=1", settings, inner: credentials }),
      properties({ url: "http://localhost:8000", x: "1", user: "ann", password: "pin" }),
    );
    for (const line of [
      "POST {{url}}/calc?a=1 HTTP/1.1",
      "Host: {{url.host}}",
      "X: {{x}}",
      "Authorization: Basic {{$basic user password}}",
    ]) {
      assert.ok(text.split("\n").includes(line), `${line} in ${text}`);
    }
  });

  test("an address has an empty host if the property for it is empty", () => {
    const other = soapStep("Other", { endpoint: "${#TestCase#own}/calc" });
    const steps = soapStep("Add", { endpoint: "${#Project#url}/calc" }) + other + properties({ own: "" });
    const result = imported(caseProject(steps, properties({ url: "" })));
    assert.deepEqual(JSON.parse(textOf(result, "http-client.env.json")), { $shared: { url: "", "url.host": "" } });
    assert.match(textOf(result, caseFile), /^@case_own =\n@case_own\.host =\n/m);
  });

  test("expansions in a sample request use the properties of the project", () => {
    const text = textOf(
      imported(
        project(
          `${calcSoap({ calls: call("Request 1", { body: envelope("<m:a>${#Project#x}</m:a>") }) })}${properties({ x: "1" })}`,
        ),
      ),
      "requests/CalcSoap.soaphttp",
    );
    assert.equal(bodyIn(text), envelope("<m:a>{{x}}</m:a>"));
  });
});
