import assert from "node:assert/strict";
import { provideXPathHere } from "../../../server/src/node/xpath.ts";
import { labelsAt } from "../../support/completions.ts";
import { codesOf, findingsIn, request } from "../../support/findings.ts";
import { rulesIn } from "../../support/ruleExamples.ts";

provideXPathHere();

const named = (name: string, directives = "", text = request()) => `# @name ${name}\n${directives}${text}`;
const uses = (reference: string) => request({ "X-Token": reference });

const list = named("list");
const item = (data: string) => `${list}\n###\n# @data ${data}\n${uses("{{id}}")}`;
const renewing = (name: string, renewed: string) => named(name, `# @renew ${renewed} when status 401\n`);
const below = (text: string) => `${named("login")}\n###\n${text}`;
const usesA = named("b", "", uses("{{a.response.body.//x}}"));
const needingA = named("b", "# @needs a\n");
const renewingA = named("b", "# @needs a\n# @renew a when status 401\n");

rulesIn((line) => `# ${line}\n${request()}`)`
  expect-invalid
    an unknown word | @expect «statsu» 200
      → Change to status | @expect status 200
    p95 of a request that is sent once | @expect «p95 < 5 ms»
    p95 of a request that is sent several times | @repeat 2⏎# @expect p95 < 5 ms
    a path where it can't be read | @expect //m:a«[ = 5»
    a missing expectation | @«expect»

  directive-value
    a missing name | @«needs»
    a missing path of @set | @set «token»
    a path of @set where it can't be read | @set a = //b«[»
    a number of retries in words | @retry «often»
    a missing value of @save | @save «./a.xml»
    a file in another folder | @save «../a.xml» = body
    a file in a folder of Git | @save «./x/.git/config» = body
    an absolute path | @save «/a.xml» = body
    a name of a device | @save «./a/nul.txt» = body
    a path of @save where it can't be read | @save ./a.xml = //a«[»
    a missing when | @renew «login»
    a missing condition of @renew | @renew «login when»
    no sendings | @repeat «0»
    a misspelled until | @repeat «5 untl //a = 1»
    a missing condition of @repeat | @repeat «5 until»
    too many sendings | @repeat «100001 until //a exists»
    a path of @repeat where it can't be read | @repeat 5 every 2 s until //a = //b«[»
    an unknown word of @repeat | @repeat 5 until «statsu» 200
    a weight in words | @weight «heavy»
    no weight | @weight «0»
    another kind of data file | @data «rows.txt»
    a path of @data where it can't be read | @data id = «list.response.body.//a[»
    an unknown part of a response | @data id = «list.response.bodi»
    a variable instead of a part | @data id = «token»

  step-unknown
    an unknown step of @save | @save ./a.bin = //*:Blob | «decod» base64

  variable-undefined
    a variable in an expectation | @expect //a = «{{sum}}»
`;

rulesIn((text) => text)`
  directive-without-request
    the first directive between two ###, and at the end of the file | «# @name login»⏎# @expect status 200⏎###⏎${request()}⏎###⏎# text⏎«# @needs login»⏎
    a misspelled directive of a test at the end of the file | ${request()}⏎###⏎«# @expct status 200»⏎
    a directive in a file without requests | «# @expect status 200»⏎
    a WSDL at the end of the file | ${request()}⏎###⏎«# @wsdl ./a.wsdl»⏎
    directives of the whole file, and a comment | # @no-log⏎# @ignore variable-unused⏎###⏎${request()}⏎###⏎# the end⏎

  data-file-missing
    a file that doesn't exist | # @data «rows.csv»⏎${request()}

  directive-value
    an unknown word in the condition of @renew | ${below(`# @renew login when «statsu» 200\n${request()}`)}
    a second name for data of a response | ${item("id = list.response.body.//*:Id\n# @data «id» = list.response.status")}

  needs-unknown
    the name of no request | ${below(`# @needs «logn»\n${request()}`)}
    the name of no request in @renew | ${below(`# @renew «logn» when status 401\n${request()}`)}
    the name of no request in @data | ${item("id = «lst».response.body.//*:Id")}
    data of another response | ${item("id = list.response.body.//*:Id")}
    data of another response that are decoded | ${item("id = list.response.body.//*:rows.csv | decode base64 | text")}

  step-unknown
    known steps of @save, and a variable in its path | @page = 1⏎# @save ./out/{{page}}.bin = //*:Blob | decode base64 | decode gzip⏎${request()}
    an unknown step of @data | ${item("id = list.response.body.//*:Id | «decod» base64")}

  needs-cycle
    data of the request's own response | # @name own⏎# @data id = «own».response.body.//a⏎${uses("{{id}}")}
    a renewal of the request itself | # @name a⏎# @renew «a» when status 401⏎${request()}
    a renewal of a request before this one | ${renewing("b", "a")}⏎###⏎${named("a")}
    a renewal of a needed request | ${named("a")}⏎###⏎${renewingA}
    a value of a request before this one | ${named("a")}⏎###⏎${usesA}

  variable-undefined
    values of other responses, and variables that they set | ${named("login", "# @set token = //*:Token\n")}⏎###⏎${uses("{{login.response.headers.X}} {{token}}")}
    an unknown request in a reference | ${below(uses("«{{logn.response.body.//a}}»"))}
    an unknown part in a reference | ${below(uses("«{{login.response.bodi}}»"))}
    an unknown path in a reference | ${below(uses("«{{login.response.body.//a[}}»"))}
    a variable that only an expectation uses | @sum = 5⏎# @expect //a = {{sum}}⏎${request()}
`;

suite("rules of tests", () => {
  test("needs-cycle reports requests that renew or need each other", () => {
    for (const text of [
      `${renewing("a", "b")}\n###\n${renewing("b", "a")}`,
      `${renewing("a", "b")}\n###\n${needingA}`,
      `${named("a", "# @needs b\n")}\n###\n${usesA}`,
    ])
      assert.deepEqual(codesOf(findingsIn(text)), ["needs-cycle", "needs-cycle"], text);
  });

  test("directive-value reports a data file beside the data of a response", () => {
    const mixed = findingsIn(item("id = list.response.body.//*:Id\n# @data rows.csv"));
    assert.ok(mixed.some(({ message }) => message.includes("can't have another @data")));
  });
});

suite("completion of tests", () => {
  test("completion completes the values of # @data", () => {
    const at = (data: string) => labelsAt(`${named("list")}\n###\n# @name own\n# @data ${data}|\n${request()}`);
    assert.deepEqual(at("id = "), ["list.response.body.//*:"]);
    assert.deepEqual(at(""), []);
  });

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
