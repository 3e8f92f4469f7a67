import assert from "node:assert/strict";
import { provideXPathHere } from "../../../server/src/node/xpath.ts";
import { labelsAt } from "../../support/completions.ts";
import { codesOf, expectClean, expectFix, expectRule, findingsIn, request } from "../../support/findings.ts";

provideXPathHere();

const named = (name: string, directives = "", text = request()) => `# @name ${name}\n${directives}${text}`;
const uses = (reference: string) => request({ "X-Token": reference });

suite("rules of tests", () => {
  test("expect-invalid marks an unknown word, and changes it to the nearest one", () => {
    expectRule("expect-invalid", `# @expect «statsu» 200\n${request()}`);
    expectFix(
      "expect-invalid",
      `# @expect statsu 200\n${request()}`,
      "Change to status",
      `# @expect status 200\n${request()}`,
    );
  });

  test("expect-invalid marks p95 of a request that is sent once", () => {
    expectRule("expect-invalid", `# @expect «p95 < 5 ms»\n${request()}`);
    expectClean(`# @repeat 2\n# @expect p95 < 5 ms\n${request()}`);
  });

  test("expect-invalid marks a path where it can't be read", () => {
    expectRule("expect-invalid", `# @expect //m:a«[ = 5»\n${request()}`);
    expectRule("expect-invalid", `# «@expect»\n${request()}`.replace("«@expect»", "@«expect»"));
  });

  test("directive-without-request reports the first directive between two ###, or at the end of the file", () => {
    const code = "directive-without-request";
    expectRule(code, `«# @name login»\n# @expect status 200\n###\n${request()}\n###\n# text\n«# @needs login»\n`);
    expectRule(code, `${request()}\n###\n«# @expct status 200»\n`);
    expectRule(code, `«# @expect status 200»\n`);
    expectRule(code, `${request()}\n###\n«# @wsdl ./a.wsdl»\n`);
    expectClean(`# @no-log\n# @ignore variable-unused\n###\n${request()}\n###\n# the end\n`);
  });

  test("directive-value reports wrong values of the other directives", () => {
    for (const line of [
      "@«needs»",
      "@set «token»",
      "@set a = //b«[»",
      "@retry «often»",
      "@save «./a.xml»",
      "@save «../a.xml» = body",
      "@save «./x/.git/config» = body",
      "@save «/a.xml» = body",
      "@save «./a/nul.txt» = body",
      "@save ./a.xml = //a«[»",
      "@renew «login»",
      "@renew «login when»",
      "@repeat «0»",
      "@repeat «5 untl //a = 1»",
      "@repeat «5 until»",
      "@repeat «100001 until //a exists»",
      "@repeat 5 every 2 s until //a = //b«[»",
      "@repeat 5 until «statsu» 200",
      "@weight «heavy»",
      "@weight «0»",
      "@data «rows.txt»",
      "@data id = «list.response.body.//a[»",
      "@data id = «list.response.bodi»",
      "@data id = «token»",
    ]) {
      expectRule("directive-value", `# ${line}\n${request()}`);
    }
  });

  test("data-file-missing reports a file that doesn't exist", () => {
    const findings = findingsIn(`# @data rows.csv\n${request()}`);
    assert.deepEqual(codesOf(findings), ["data-file-missing"]);
  });

  test("needs-unknown reports the name of no request, and changes it to the nearest one", () => {
    const text = `${named("login")}\n###\n# @needs «logn»\n${request()}`;
    expectRule("needs-unknown", text);
    expectRule("needs-unknown", `${named("login")}\n###\n# @renew «logn» when status 401\n${request()}`);
  });

  test("a request can be sent for the values of another response, which it needs", () => {
    const list = named("list");
    const item = (data: string) => `${list}\n###\n# @data ${data}\n${uses("{{id}}")}`;
    expectClean(item("id = list.response.body.//*:Id"));
    expectClean(item("id = list.response.body.//*:rows.csv | decode base64 | text"));
    expectRule("needs-unknown", item("id = «lst».response.body.//*:Id"));
    expectRule("step-unknown", item("id = list.response.body.//*:Id | «decod» base64"));
    expectRule("directive-value", item("id = list.response.body.//*:Id\n# @data «id» = list.response.status"));
    const mixed = findingsIn(item("id = list.response.body.//*:Id\n# @data rows.csv"));
    assert.ok(mixed.some(({ message }) => message.includes("can't have another @data")));
    const own = "# @data id = own.response.body.//a\n";
    assert.deepEqual(codesOf(findingsIn(named("own", own, uses("{{id}}")))), ["needs-cycle"]);
  });

  test("completion completes the values of # @data", () => {
    const at = (data: string) => labelsAt(`${named("list")}\n###\n# @name own\n# @data ${data}|\n${request()}`);
    assert.deepEqual(at("id = "), ["list.response.body.//*:"]);
    assert.deepEqual(at(""), []);
  });

  test("needs-cycle reports a renewal that leads to its own request, and no other", () => {
    const codes = (text: string) => findingsIn(text).map(({ code }) => code);
    const renewing = (name: string, renewed: string) => named(name, `# @renew ${renewed} when status 401\n`);
    assert.deepEqual(codes(renewing("a", "a")), ["needs-cycle"]);
    assert.deepEqual(codes(`${renewing("a", "b")}\n###\n${renewing("b", "a")}`), ["needs-cycle", "needs-cycle"]);
    const needing = named("b", "# @needs a\n");
    assert.deepEqual(codes(`${renewing("a", "b")}\n###\n${needing}`), ["needs-cycle", "needs-cycle"]);
    expectClean(`${renewing("b", "a")}\n###\n${named("a")}`);
    expectClean(`${named("a")}\n###\n${named("b", "# @needs a\n# @renew a when status 401\n")}`);
  });

  test("needs-cycle reports requests that need each other", () => {
    const b = named("b", "", uses("{{a.response.body.//x}}"));
    const findings = findingsIn(`${named("a", "# @needs b\n")}\n###\n${b}`);
    assert.deepEqual(codesOf(findings), ["needs-cycle", "needs-cycle"]);
    expectClean(`${named("a")}\n###\n${b}`);
  });

  test("variable-undefined accepts values of other responses, and variables that they set", () => {
    expectClean(
      `${named("login", "# @set token = //*:Token\n")}\n###\n${uses("{{login.response.headers.X}} {{token}}")}`,
    );
  });

  test("variable-undefined reports an unknown request, part or path in a reference", () => {
    for (const reference of ["logn.response.body.//a", "login.response.bodi", "login.response.body.//a["]) {
      expectRule("variable-undefined", `${named("login")}\n###\n${uses(`«{{${reference}}}»`)}`);
    }
  });

  test("variables in expectations are used", () => {
    expectClean(`@sum = 5\n# @expect //a = {{sum}}\n${request()}`);
    expectRule("variable-undefined", `# @expect //a = «{{sum}}»\n${request()}`);
  });
});

suite("completion of tests", () => {
  test("completion completes the words of an expectation at their places", () => {
    const at = (line: string) => labelsAt(`# @expect ${line}|\n${request()}`);
    assert.deepEqual(at("").slice(0, 4), ["status", "no fault", "fault", "header"]);
    assert.ok(at("header ").includes("Content-Type"));
    assert.ok(at("//a ").includes("contains"));
    assert.ok(at("//a type ").includes("xs:date"));
    assert.deepEqual(at("time "), ["< 500 ms", "< 2 s"]);
  });

  test("completion completes values of other exchanges in references, also in expectations", () => {
    const file = (text: string) => `${named("login")}\n###\n${text}`;
    const own = ["login.response.body", "login.response.headers", "login.response.status"];
    const inHeader = labelsAt(file(`# @name own\n${uses("{{lo|}}")}`));
    for (const label of own) assert.ok(inHeader.includes(label), inHeader.join());
    assert.ok(!inHeader.includes("own.response.status"));
    assert.ok(labelsAt(file(uses("{{login.response.headers.|}}"))).includes("login.response.headers.Set-Cookie"));
    const inExpectation = labelsAt(file(`# @name own\n# @expect //a = {{|}}\n${request()}`));
    for (const label of [...own, "own.request.body"]) assert.ok(inExpectation.includes(label), inExpectation.join());
  });

  test("@save accepts variables in its path, and steps that give bytes", () => {
    expectClean(`@page = 1\n# @save ./out/{{page}}.bin = //*:Blob | decode base64 | decode gzip\n${request()}`);
    expectRule("step-unknown", `# @save ./a.bin = //*:Blob | «decod» base64\n${request()}`);
  });

  test("directive-value corrects the condition of @renew", () => {
    expectRule("directive-value", `${named("login")}\n###\n# @renew login when «statsu» 200\n${request()}`);
  });

  test("completion completes the name, the word and the condition of @renew", () => {
    const file = (line: string) => `${named("login")}\n###\n# @name own\n${line}\n${request()}`;
    assert.deepEqual(labelsAt(file("# @renew |")), ["login"]);
    assert.deepEqual(labelsAt(file("# @renew login |")), ["when"]);
    assert.ok(labelsAt(file("# @renew login when |")).includes("status"));
  });

  test("completion completes the values of @retry and @repeat", () => {
    assert.deepEqual(labelsAt(`# @retry |\n${request()}`), ["5 every 2 s"]);
    assert.deepEqual(labelsAt(`# @retry 5 |\n${request()}`), ["every 2 s"]);
    assert.deepEqual(labelsAt(`# @repeat |\n${request()}`), ["10", "100", "20 every 2 s until"]);
    assert.ok(labelsAt(`# @repeat 5 until |\n${request()}`).includes("status"));
  });

  test("completion completes the directives, and the names of the other requests after @needs", () => {
    assert.ok(labelsAt(`# @|\n${request()}`).includes("@expect"));
    assert.deepEqual(labelsAt(`${named("login")}\n###\n# @name own\n# @needs |\n${request()}`), ["login"]);
  });
});
