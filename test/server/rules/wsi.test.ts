import assert from "node:assert/strict";
import { checkResponse } from "../../../server/src/rules/response.ts";
import { wsiResponseRules } from "../../../server/src/rules/wsi.ts";
import {
  analyze,
  applyEdits,
  diagnose,
  fixesOf,
  withProfile,
  withSettings,
} from "../../../server/src/service/languageService.ts";
import { codesOf, request11 } from "../../support/findings.ts";
import { expectAtMarks, marked } from "../../support/marked.ts";
import { around } from "../../support/resolver.ts";
import { shopMessage, shopWsdl } from "../../support/shopWsdl.ts";
import { received } from "../response/captured.ts";

const files = { "/w/a/b/s.wsdl": shopWsdl() };
const rules = withProfile("ws-i-bp-1.1", {});

/** The codes and messages of this family in a request; «…» marks them. `fixed`: after the first fix. */
function findings(source: string, settings = rules) {
  const typed = marked(source);
  const { text } = typed;
  const analysis = analyze(text, { rules: settings }, around({ files }));
  const findings = diagnose(analysis).filter(({ code }) => code.startsWith("wsi-"));
  expectAtMarks(typed, findings);
  return findings.map((finding) => {
    const [fix] = fixesOf(analysis, finding);
    return { code: finding.code, message: finding.message, fixed: fix && applyEdits(text, fix.edits) };
  });
}

const only = (source: string) => {
  const [finding, ...others] = findings(source);
  assert.deepEqual(others, []);
  assert.ok(finding);
  return finding;
};
const request = (body: string, fields: Record<string, string | undefined> = {}) =>
  request11(fields, shopMessage(body, ""));
const soap11 = "http://schemas.xmlsoap.org/soap/envelope/";
const soap12 = "http://www.w3.org/2003/05/soap-envelope";
const payload = '<a xmlns="urn:a"/>';

suite("WS-I Basic Profile", () => {
  test("the profile is off by default, and on with the setting or a severity of a rule", () => {
    const source = request(payload, { "Content-Type": "text/xml" });
    assert.deepEqual(findings(source, {}), []);
    const withRule = findings(source.replace("text/xml", "«text/xml»"), { "wsi-charset": "hint" });
    assert.deepEqual(codesOf(withRule), ["wsi-charset"]);
    assert.deepEqual(withProfile("none", {}), {});
    assert.equal(withProfile("ws-i-bp-1.1", { "wsi-charset": "off" })["wsi-charset"], "off");
  });

  test("R1014: warns about a payload without a namespace, without the profile and in SOAP 1.2, too", () => {
    const [finding] = findings(request("<«a» xmlns=''><b/></a>"), {});
    assert.match(finding?.message ?? "", /R1014/);
    assert.equal(findings(request("<«a»/><«b»/>").replace(soap11, soap12), {}).length, 2);
    assert.deepEqual(findings(request("<a/>"), { "wsi-body-child-unqualified": "off" }), []);
  });

  test("R1014: leaves the elements in the Body to the rules schema- if the request has a contract", () => {
    files["/w/a/b/s.wsdl"] = shopWsdl().replace('use="literal" namespace="urn:shop"', 'use="literal"');
    const codes = (body: string) => {
      const text = `# @wsdl ./s.wsdl\n${request(body, { SOAPAction: undefined })}`;
      const findings = diagnose(analyze(text, { rules: {} }, around({ files })));
      return findings.map(({ code }) => code).filter((code) => /^(?:wsi|schema-(?:payload|element))/.test(code));
    };
    assert.deepEqual(codes("<Count><word>a</word></Count>"), []);
    assert.deepEqual(codes("<Add><item>a</item></Add>"), ["schema-element-namespace"]);
    assert.deepEqual(codes("<unknown/>"), ["schema-element-undeclared"]);
  });

  test("R1014: reports nothing if other rules report the cause", () => {
    for (const body of ["<a>", "<x:a/>", "<s:Fault><faultcode>s:Client</faultcode></s:Fault><a/>"]) {
      assert.deepEqual(findings(request(body), {}), [], body);
    }
    assert.deepEqual(findings(request("<a/>").replace(soap11, "urn:soap"), {}), []);
  });

  test("R1005, R1006 and R1007 are reported at encodingStyle", () => {
    const style = 's:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"';
    const written = style.replace("s:encodingStyle", "«s:encodingStyle»");
    const onChild = only(request(`<a xmlns="urn:a" ${written}/>`));
    assert.match(onChild.message, /R1006/);
    assert.ok(onChild.fixed?.includes('<a xmlns="urn:a"/>'));
    assert.match(only(request(`<a xmlns="urn:a"><b ${written}/></a>`)).message, /R1007/);
    assert.match(only(request(payload).replace("<s:Body", `<s:Body ${written}`)).message, /R1005/);
  });

  test("R1011 is reported at an element after the Body, R2113 at an arrayType", () => {
    const after = request(payload).replace("</s:Body>", "</s:Body><«t:a» xmlns:t='urn:t'/>");
    assert.match(only(after).message, /R1011/);
    const array = '<a xmlns="urn:a" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" «e:arrayType»="x[1]"/>';
    assert.match(only(request(array)).message, /R2113/);
  });

  test("R1012 is reported at another charset, R1018 at a media type without one", () => {
    const missing = only(request(payload, { "Content-Type": "«text/xml»" }));
    assert.match(missing.message, /R1018/);
    assert.match(missing.fixed ?? "", /^Content-Type: text\/xml; charset=utf-8$/m);
    assert.match(only(request(payload, { "Content-Type": "text/xml; charset=«iso-8859-1»" })).message, /R1012/);
  });

  test("R1004 and R1031 are reported at the code of a Fault", () => {
    const fault = (code: string) =>
      request(`<s:Fault><«faultcode»>${code}</faultcode><faultstring>r</faultstring></s:Fault>`);
    assert.match(only(fault("s:Client.Login")).message, /R1031/);
    assert.match(only(fault("Mine")).message, /R1004/);
    assert.deepEqual(findings(fault("s:Client").replace(/[«»]/g, "")), []);
  });

  test("the profile with the WSDL covers R2738, R2745, R2211", () => {
    const service = shopWsdl().replace('wsdl:required="true"', "").replace('soapAction="urn:count"', 'soapAction=""');
    files["/w/a/b/s.wsdl"] = service;
    const add = '<Add xmlns="urn:shop"><item>a</item></Add>';
    const header = only(
      `# @wsdl ./s.wsdl\n${request(add, { SOAPAction: '"urn:add"' }).replace("<s:Body>", "<«s:Body»>")}`,
    );
    assert.match(header.message, /<Ticket>.*R2738/);
    const count = (word: string) => `<r:Count xmlns:r="urn:shop">${word}</r:Count>`;
    const action = only(`# @wsdl ./s.wsdl\n${request(count("<word>a</word>"), { SOAPAction: '«"x"»' })}`);
    assert.match(action.message, /R2745/);
    assert.match(action.fixed ?? "", /^SOAPAction: ""$/m);
    assert.match(only(`# @wsdl ./s.wsdl\n${request(count('<word xsi:nil="«true»"/>'))}`).message, /R2211/);
  });

  test("the profile of responses covers R1014, R1111, R1112, R1130", () => {
    const { facts } = received("", "", { request: { method: "POST", soapVersion: "1.1" } });
    const codes = (text: string) =>
      withSettings(checkResponse(text, facts, undefined, undefined, wsiResponseRules), { rules })
        .filter(({ code }) => code.startsWith("wsi-"))
        .map(({ message }) => /R\d+/.exec(message)?.[0]);
    const type = "Content-Type: text/xml; charset=utf-8";
    assert.deepEqual(codes(`HTTP/1.1 200 OK\n${type}\n\n${shopMessage(payload)}`), []);
    assert.deepEqual(codes(`HTTP/1.1 200 OK\n${type}\n\n${shopMessage("<a/>")}`), ["R1014"]);
    assert.deepEqual(codes(`HTTP/1.1 201 Created\n${type}\n\n${shopMessage(payload)}`), ["R1111"]);
    assert.deepEqual(codes("HTTP/1.1 204 No Content\n\n"), ["R1112"]);
    assert.deepEqual(codes("HTTP/1.1 302 Found\nLocation: /b\n\n"), ["R1130"]);
  });
});
