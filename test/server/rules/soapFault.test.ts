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
  "1.2: a missing Reason": soap12(`<s:Body><«s:Fault»>${code}</s:Fault></s:Body>`),
  "1.2: a missing Code and Reason": soap12("<s:Body><««s:Fault»»/></s:Body>"),
  "1.2: a wrong order of the parts": fault12(`${reason}<«s:Code»><s:Value>s:Sender</s:Value></s:Code>`),
  "1.2: Node after Role": fault12(`${code}${reason}<s:Role>urn:r</s:Role><«s:Node»>urn:n</s:Node>`),
  "1.2: a duplicate part": fault12(`${code}${reason}<s:Detail/><«s:Detail»/>`),
  "1.2: an unknown part": fault12(`${code}${reason}<«s:Why»/>`),
  "1.2: a part in another namespace": fault12(`${code}${reason}<«x:Why»/>`),
  "1.2: a part in no namespace": fault12(`${code}<«Reason»/>`),
  "1.2: text between the parts": fault12(`${code}«and»${reason}`),
  "1.2: the parts of 1.1": soap12(
    "<s:Body><«s:Fault»><faultcode>s:Client</faultcode><faultstring>a</faultstring></s:Fault></s:Body>",
  ),
  "1.2: the parts of both versions": fault12(`<«faultcode»/>${code}${reason}`),
  "1.2: another element next to the Fault": soap12(`<s:Body><s:Fault>${code}${reason}</s:Fault><«x:a»/></s:Body>`),
  "1.2: a Fault of 1.1": soap12(
    `<s:Body><«o:Fault» xmlns:o="${namespace11}"><faultcode>o:Client</faultcode></o:Fault></s:Body>`,
  ),
  "1.2: a Code without Value": fault12(`<«s:Code»/>${reason}`),
  "1.2: a code of 1.1": fault12(`<s:Code><s:Value> «s:Client» </s:Value></s:Code>${reason}`),
  "1.2: a code in another namespace": fault12(`<s:Code><s:Value>«x:Sender»</s:Value></s:Code>${reason}`),
  "1.2: a code in no namespace": fault12(`<s:Code><s:Value>«Sender»</s:Value></s:Code>${reason}`),
  "1.2: a code that isn't a name": fault12(`<s:Code><s:Value>«not found»</s:Value></s:Code>${reason}`),
  "1.2: an empty Value": fault12(`<s:Code><«s:Value»/></s:Code>${reason}`),
  "1.2: Subcode before Value": fault12(
    `<s:Code><s:Subcode><s:Value>x:A</s:Value></s:Subcode><«s:Value»>s:Sender</s:Value></s:Code>${reason}`,
  ),
  "1.2: a Subcode without Value, deep": fault12(
    `<s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>x:A</s:Value><«s:Subcode»/></s:Subcode></s:Code>${reason}`,
  ),
  "1.2: a Subcode that isn't a name": fault12(
    `<s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>«42»</s:Value></s:Subcode></s:Code>${reason}`,
  ),
  "1.2: a Reason without Text": fault12(`${code}<«s:Reason»/>`),
  "1.2: a Text without xml:lang": fault12(`${code}<s:Reason><«s:Text»>a</s:Text></s:Reason>`),
  "1.2: a Text with lang instead of xml:lang": fault12(`${code}<s:Reason><«s:Text» lang="en">a</s:Text></s:Reason>`),
  "1.2: an invalid language": fault12(`${code}<s:Reason><s:Text xml:lang="«en_US»">a</s:Text></s:Reason>`),
  "1.2: a duplicate language": fault12(
    `${code}<s:Reason><s:Text xml:lang="en">a</s:Text><s:Text xml:lang="«EN»">b</s:Text></s:Reason>`,
  ),
  "1.2: a Node that isn't a URI": fault12(`${code}${reason}<s:Node>«the node»</s:Node>`),
  "1.1: a missing faultstring": soap11("<s:Body><«s:Fault»><faultcode>s:Client</faultcode></s:Fault></s:Body>"),
  "1.1: a missing faultcode and faultstring": soap11("<s:Body><««s:Fault»»/></s:Body>"),
  "1.1: a missing faultcode": soap11("<s:Body><«s:Fault»><faultstring>a</faultstring></s:Fault></s:Body>"),
  "1.1: a duplicate part": fault11(
    "<faultcode>s:Client</faultcode><faultstring>a</faultstring><«faultstring»>b</faultstring>",
  ),
  "1.1: the parts in SOAP's namespace, reported once": fault11(
    "<«s:faultcode»>s:Client</s:faultcode><s:faultstring>a</s:faultstring>",
  ),
  "1.1: the parts of 1.2": soap11(`<s:Body><«s:Fault»>${code}${reason}</s:Fault></s:Body>`),
  "1.1: the parts of 1.2 in no namespace": soap11(
    "<s:Body><«s:Fault»><Code><Value>s:Client</Value></Code><Reason/></s:Fault></s:Body>",
  ),
  "1.1: a Fault of 1.2": soap11(`<s:Body><«o:Fault» xmlns:o="${namespace12}"/></s:Body>`),
  "1.1: the parts of both versions": fault11(
    "<faultcode>s:Server</faultcode><faultstring>a</faultstring><«Code»/><«Reason»/>",
  ),
  "1.1: an unknown unqualified part": fault11("<faultcode>s:Client</faultcode><faultstring>a</faultstring><«why»/>"),
  "1.1: a code of 1.2": fault11("<faultcode>«s:Receiver»</faultcode><faultstring>a</faultstring>"),
  "1.1: a code that is a number": fault11("<faultcode>«500»</faultcode><faultstring>a</faultstring>"),
  "1.1: an empty code": fault11("<«faultcode»/><faultstring>a</faultstring>"),
  "1.1: a faultactor that isn't a URI": fault11(
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
  "1.2: comments and line breaks": fault12(`\n  <!-- a -->\n  ${code}\n  ${reason}\n`),
  "1.2: a code in CDATA": fault12(`<s:Code><s:Value><![CDATA[s:Sender]]></s:Value></s:Code>${reason}`),
  "1.2: an empty language": fault12(`${code}<s:Reason><s:Text xml:lang="">a</s:Text></s:Reason>`),
  "1.2: a Fault deeper down": soap12("<s:Body><x:a><s:Fault/></x:a></s:Body>"),
  "1.1: any order": fault11("<detail><a/></detail><faultstring>a</faultstring><faultcode>s:Server</faultcode>"),
  "1.1: a dotted code": fault11("<faultcode>s:Client.Authentication</faultcode><faultstring/>"),
  "1.1: a custom code": fault11("<faultcode>x:Own</faultcode><faultstring>a</faultstring>"),
  "1.1: a code without a prefix": fault11("<faultcode>Server</faultcode><faultstring>a</faultstring>"),
  "1.1: parts in other namespaces": fault11("<faultcode>s:Client</faultcode><faultstring>a</faultstring><x:more/>"),
  "1.1: another element next to the Fault": soap11(
    "<s:Body><x:a/><s:Fault><faultcode>s:Client</faultcode><faultstring>a</faultstring></s:Fault></s:Body>",
  ),
  "a code in a variable": withVariable(fault11("<faultcode>{{v}}</faultcode><faultstring>a</faultstring>")),
  "an element named Fault in another namespace": soap11("<s:Body><x:Fault/></s:Body>"),
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
