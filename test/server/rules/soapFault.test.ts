import { expectFix, expectRule } from "../../support/findings.ts";
import { namespace11, namespace12, ruleSuite, soap11, soap12, withVariable } from "../soap/soapMessages.ts";

const hint = ["soap-fault-in-request"];
const fault12 = (inside: string) => soap12(`<s:Body><s:Fault>${inside}</s:Fault></s:Body>`);
const fault11 = (inside: string) => soap11(`<s:Body><s:Fault>${inside}</s:Fault></s:Body>`);
const code = "<s:Code><s:Value>s:Sender</s:Value></s:Code>";
const reason = '<s:Reason><s:Text xml:lang="en">a</s:Text></s:Reason>';

/** Expects nothing but the hint that a request contains a Fault. */
function fine(cases: Readonly<Record<string, string>>): void {
  suite("soap-fault-malformed, near misses", () => {
    for (const [what, source] of Object.entries(cases))
      test(what, () => expectRule("soap-fault-malformed", source, hint));
  });
}

const broken = (cases: Readonly<Record<string, string>>) =>
  ruleSuite(
    "soap-fault-malformed",
    Object.entries(cases).map(([what, source]) => ({ what, source, besides: hint })),
    {},
  );

test("soap-fault-malformed removes a duplicate part", () => {
  expectFix(
    "soap-fault-malformed",
    fault12(`${code}${code}${reason}`),
    "Remove the second s:Code",
    fault12(code + reason),
  );
});

broken({
  "1.2: no Reason": soap12(`<s:Body><«s:Fault»>${code}</s:Fault></s:Body>`),
  "1.2: neither Code nor Reason": soap12("<s:Body><««s:Fault»»/></s:Body>"),
  "1.2: another order": fault12(`${reason}<«s:Code»><s:Value>s:Sender</s:Value></s:Code>`),
  "1.2: Node behind Role": fault12(`${code}${reason}<s:Role>urn:r</s:Role><«s:Node»>urn:n</s:Node>`),
  "1.2: two of one": fault12(`${code}${reason}<s:Detail/><«s:Detail»/>`),
  "1.2: another part": fault12(`${code}${reason}<«s:Why»/>`),
  "1.2: a qualified part of others": fault12(`${code}${reason}<«x:Why»/>`),
  "1.2: a part in no namespace": fault12(`${code}<«Reason»/>`),
  "1.2: text between": fault12(`${code}«and»${reason}`),
  "1.2: the parts of 1.1": soap12(
    "<s:Body><«s:Fault»><faultcode>s:Client</faultcode><faultstring>a</faultstring></s:Fault></s:Body>",
  ),
  "1.2: the parts of both": fault12(`<«faultcode»/>${code}${reason}`),
  "1.2: something beside the Fault": soap12(`<s:Body><s:Fault>${code}${reason}</s:Fault><«x:a»/></s:Body>`),
  "1.2: a Fault of 1.1": soap12(
    `<s:Body><«o:Fault» xmlns:o="${namespace11}"><faultcode>o:Client</faultcode></o:Fault></s:Body>`,
  ),
  "1.2: a Code without Value": fault12(`<«s:Code»/>${reason}`),
  "1.2: a code of 1.1": fault12(`<s:Code><s:Value> «s:Client» </s:Value></s:Code>${reason}`),
  "1.2: a code in another namespace": fault12(`<s:Code><s:Value>«x:Sender»</s:Value></s:Code>${reason}`),
  "1.2: a code in no namespace": fault12(`<s:Code><s:Value>«Sender»</s:Value></s:Code>${reason}`),
  "1.2: a code that is no name": fault12(`<s:Code><s:Value>«not found»</s:Value></s:Code>${reason}`),
  "1.2: an empty Value": fault12(`<s:Code><«s:Value»/></s:Code>${reason}`),
  "1.2: Subcode before Value": fault12(
    `<s:Code><s:Subcode><s:Value>x:A</s:Value></s:Subcode><«s:Value»>s:Sender</s:Value></s:Code>${reason}`,
  ),
  "1.2: a Subcode without Value, deep": fault12(
    `<s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>x:A</s:Value><«s:Subcode»/></s:Subcode></s:Code>${reason}`,
  ),
  "1.2: a Subcode that is no name": fault12(
    `<s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>«42»</s:Value></s:Subcode></s:Code>${reason}`,
  ),
  "1.2: a Reason without Text": fault12(`${code}<«s:Reason»/>`),
  "1.2: a Text without xml:lang": fault12(`${code}<s:Reason><«s:Text»>a</s:Text></s:Reason>`),
  "1.2: a Text whose lang is not XML's": fault12(`${code}<s:Reason><«s:Text» lang="en">a</s:Text></s:Reason>`),
  "1.2: a language that is none": fault12(`${code}<s:Reason><s:Text xml:lang="«en_US»">a</s:Text></s:Reason>`),
  "1.2: one language twice": fault12(
    `${code}<s:Reason><s:Text xml:lang="en">a</s:Text><s:Text xml:lang="«EN»">b</s:Text></s:Reason>`,
  ),
  "1.2: a Node that is no URI": fault12(`${code}${reason}<s:Node>«the node»</s:Node>`),
  "1.1: no faultstring": soap11("<s:Body><«s:Fault»><faultcode>s:Client</faultcode></s:Fault></s:Body>"),
  "1.1: neither faultcode nor faultstring": soap11("<s:Body><««s:Fault»»/></s:Body>"),
  "1.1: no faultcode": soap11("<s:Body><«s:Fault»><faultstring>a</faultstring></s:Fault></s:Body>"),
  "1.1: two of one": fault11(
    "<faultcode>s:Client</faultcode><faultstring>a</faultstring><«faultstring»>b</faultstring>",
  ),
  "1.1: the parts in SOAP's namespace, told once": fault11(
    "<«s:faultcode»>s:Client</s:faultcode><s:faultstring>a</s:faultstring>",
  ),
  "1.1: the parts of 1.2": soap11(`<s:Body><«s:Fault»>${code}${reason}</s:Fault></s:Body>`),
  "1.1: the parts of 1.2 in no namespace": soap11(
    "<s:Body><«s:Fault»><Code><Value>s:Client</Value></Code><Reason/></s:Fault></s:Body>",
  ),
  "1.1: a Fault of 1.2": soap11(`<s:Body><«o:Fault» xmlns:o="${namespace12}"/></s:Body>`),
  "1.1: the parts of both": fault11("<faultcode>s:Server</faultcode><faultstring>a</faultstring><«Code»/><«Reason»/>"),
  "1.1: another unqualified part": fault11("<faultcode>s:Client</faultcode><faultstring>a</faultstring><«why»/>"),
  "1.1: a code of 1.2": fault11("<faultcode>«s:Receiver»</faultcode><faultstring>a</faultstring>"),
  "1.1: a code that is a number": fault11("<faultcode>«500»</faultcode><faultstring>a</faultstring>"),
  "1.1: an empty code": fault11("<«faultcode»/><faultstring>a</faultstring>"),
  "1.1: a faultactor that is no URI": fault11(
    "<faultcode>s:Client</faultcode><faultstring>a</faultstring><faultactor>«me, myself»</faultactor>",
  ),
  "1.1: two Faults": soap11(
    "<s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>a</faultstring></s:Fault><«s:Fault»/></s:Body>",
  ),
});

fine({
  "1.2: all parts": fault12(
    `<s:Code><s:Value>s:Receiver</s:Value><s:Subcode><s:Value>x:A</s:Value><s:Subcode><s:Value>x:B.C</s:Value></s:Subcode></s:Subcode></s:Code><s:Reason><s:Text xml:lang="en">a</s:Text><s:Text xml:lang="de-AT">b</s:Text></s:Reason><s:Node>urn:n</s:Node><s:Role>urn:r</s:Role><s:Detail>text<x:a/><b/></s:Detail>`,
  ),
  "1.2: comments and line ends": fault12(`\n  <!-- a -->\n  ${code}\n  ${reason}\n`),
  "1.2: a code in CDATA": fault12(`<s:Code><s:Value><![CDATA[s:Sender]]></s:Value></s:Code>${reason}`),
  "1.2: an own language": fault12(`${code}<s:Reason><s:Text xml:lang="">a</s:Text></s:Reason>`),
  "1.2: a Fault deeper down": soap12("<s:Body><x:a><s:Fault/></x:a></s:Body>"),
  "1.1: any order": fault11("<detail><a/></detail><faultstring>a</faultstring><faultcode>s:Server</faultcode>"),
  "1.1: a dotted code": fault11("<faultcode>s:Client.Authentication</faultcode><faultstring/>"),
  "1.1: an own code": fault11("<faultcode>x:Own</faultcode><faultstring>a</faultstring>"),
  "1.1: a code without a prefix": fault11("<faultcode>Server</faultcode><faultstring>a</faultstring>"),
  "1.1: qualified parts of others": fault11("<faultcode>s:Client</faultcode><faultstring>a</faultstring><x:more/>"),
  "1.1: something beside the Fault": soap11(
    "<s:Body><x:a/><s:Fault><faultcode>s:Client</faultcode><faultstring>a</faultstring></s:Fault></s:Body>",
  ),
  "a code by a variable": withVariable(fault11("<faultcode>{{v}}</faultcode><faultstring>a</faultstring>")),
  "an element that is called Fault": soap11("<s:Body><x:Fault/><Fault/></s:Body>"),
});

ruleSuite(
  "soap-fault-in-request",
  [
    { what: "SOAP 1.2", source: soap12(`<s:Body><«s:Fault»>${code}${reason}</s:Fault></s:Body>`) },
    {
      what: "SOAP 1.1",
      source: soap11(
        "<s:Body><«s:Fault»><faultcode>s:Client</faultcode><faultstring>a</faultstring></s:Fault></s:Body>",
      ),
    },
  ],
  { "a Fault that is not SOAP's": soap11("<s:Body><x:Fault/></s:Body>") },
);
