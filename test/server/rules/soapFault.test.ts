import { rulesIn } from "../../support/ruleExamples.ts";
import { namespace11, namespace12, soap11, soap12, withVariable } from "../soap/soapMessages.ts";

/** Every example is a request with a Fault, which a hint reports. */
const withHint = (around: (content: string) => string) => rulesIn(around, { besides: ["soap-fault-in-request"] });
const inBody12 = withHint((body) => soap12(`<s:Body>${body}</s:Body>`));
const inBody11 = withHint((body) => soap11(`<s:Body>${body}</s:Body>`));
const inFault12 = withHint((parts) => soap12(`<s:Body><s:Fault>${parts}</s:Fault></s:Body>`));
const inFault11 = withHint((parts) => soap11(`<s:Body><s:Fault>${parts}</s:Fault></s:Body>`));
const code = "<s:Code><s:Value>s:Sender</s:Value></s:Code>";
const reason = '<s:Reason><s:Text xml:lang="en">a</s:Text></s:Reason>';
const faultcode = "<faultcode>s:Client</faultcode>";
const faultstring = "<faultstring>a</faultstring>";

inBody12`
  soap-fault-malformed
    a missing Reason | <«s:Fault»>${code}</s:Fault>
    a missing Code and Reason | <««s:Fault»»/>
    the parts of 1.1 in 1.2 | <«s:Fault»>${faultcode}${faultstring}</s:Fault>
    another element next to a Fault of 1.2 | <s:Fault>${code}${reason}</s:Fault><«x:a»/>
    a Fault of 1.1 in 1.2 | <«o:Fault» xmlns:o="${namespace11}"><faultcode>o:Client</faultcode></o:Fault>
`;

inFault12`
  soap-fault-malformed
    a wrong order of the parts | ${reason}<«s:Code»><s:Value>s:Sender</s:Value></s:Code>
    Node after Role | ${code}${reason}<s:Role>urn:r</s:Role><«s:Node»>urn:n</s:Node>
    a duplicate part of 1.2 | ${code}${reason}<s:Detail/><«s:Detail»/>
    a duplicate Code | ${code}${code.replace("s:Code", "«s:Code»")}${reason}
      → Remove the second s:Code | ${code}${reason}
    an unknown part | ${code}${reason}<«s:Why»/>
    a part in another namespace | ${code}${reason}<«x:Why»/>
    a part in no namespace | ${code}<«Reason»/>
    text between the parts | ${code}«and»${reason}
    the parts of both versions in 1.2 | <«faultcode»/>${code}${reason}
    a Code without Value | <«s:Code»/>${reason}
    a code of 1.1 in 1.2 | <s:Code><s:Value> «s:Client» </s:Value></s:Code>${reason}
    a code in another namespace | <s:Code><s:Value>«x:Sender»</s:Value></s:Code>${reason}
    a code in no namespace | <s:Code><s:Value>«Sender»</s:Value></s:Code>${reason}
    a code that isn't a name | <s:Code><s:Value>«not found»</s:Value></s:Code>${reason}
    an empty Value | <s:Code><«s:Value»/></s:Code>${reason}
    Subcode before Value | <s:Code><s:Subcode><s:Value>x:A</s:Value></s:Subcode><«s:Value»>s:Sender</s:Value></s:Code>${reason}
    a Subcode without Value, deep | <s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>x:A</s:Value><«s:Subcode»/></s:Subcode></s:Code>${reason}
    a Subcode that isn't a name | <s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>«42»</s:Value></s:Subcode></s:Code>${reason}
    a Reason without Text | ${code}<«s:Reason»/>
    a Text without xml:lang | ${code}<s:Reason><«s:Text»>a</s:Text></s:Reason>
    a Text with lang instead of xml:lang | ${code}<s:Reason><«s:Text» lang="en">a</s:Text></s:Reason>
    an invalid language | ${code}<s:Reason><s:Text xml:lang="«en_US»">a</s:Text></s:Reason>
    a duplicate language | ${code}<s:Reason><s:Text xml:lang="en">a</s:Text><s:Text xml:lang="«EN»">b</s:Text></s:Reason>
    a Node that isn't a URI | ${code}${reason}<s:Node>«the node»</s:Node>
    all parts of 1.2 | <s:Code><s:Value>s:Receiver</s:Value><s:Subcode><s:Value>x:A</s:Value><s:Subcode><s:Value>x:B.C</s:Value></s:Subcode></s:Subcode></s:Code><s:Reason><s:Text xml:lang="en">a</s:Text><s:Text xml:lang="de-AT">b</s:Text></s:Reason><s:Node>urn:n</s:Node><s:Role>urn:r</s:Role><s:Detail>text<x:a/><b/></s:Detail>
    comments and line breaks | ⏎  <!-- a -->⏎  ${code}⏎  ${reason}⏎
    a code in CDATA | <s:Code><s:Value><![CDATA[s:Sender]]></s:Value></s:Code>${reason}
    an empty language | ${code}<s:Reason><s:Text xml:lang="">a</s:Text></s:Reason>
`;

inBody11`
  soap-fault-malformed
    a missing faultstring | <«s:Fault»>${faultcode}</s:Fault>
    a missing faultcode and faultstring | <««s:Fault»»/>
    a missing faultcode | <«s:Fault»>${faultstring}</s:Fault>
    the parts of 1.2 in 1.1 | <«s:Fault»>${code}${reason}</s:Fault>
    the parts of 1.2 in no namespace | <«s:Fault»><Code><Value>s:Client</Value></Code><Reason/></s:Fault>
    a Fault of 1.2 in 1.1 | <«o:Fault» xmlns:o="${namespace12}"/>
    two Faults | <s:Fault>${faultcode}${faultstring}</s:Fault><«s:Fault»/>
    another element next to a Fault of 1.1 | <x:a/><s:Fault>${faultcode}${faultstring}</s:Fault>
`;

inFault11`
  soap-fault-malformed
    a duplicate part of 1.1 | ${faultcode}${faultstring}<«faultstring»>b</faultstring>
    parts in SOAP's namespace once | <«s:faultcode»>s:Client</s:faultcode><s:faultstring>a</s:faultstring>
    the parts of both versions in 1.1 | <faultcode>s:Server</faultcode>${faultstring}<«Code»/><«Reason»/>
    an unknown unqualified part | ${faultcode}${faultstring}<«why»/>
    a code of 1.2 in 1.1 | <faultcode>«s:Receiver»</faultcode>${faultstring}
    a code that is a number | <faultcode>«500»</faultcode>${faultstring}
    an empty code | <«faultcode»/>${faultstring}
    a faultactor that isn't a URI | ${faultcode}${faultstring}<faultactor>«me, myself»</faultactor>
    parts in any order in 1.1 | <detail><a/></detail>${faultstring}<faultcode>s:Server</faultcode>
    a dotted code | <faultcode>s:Client.Authentication</faultcode><faultstring/>
    a custom code | <faultcode>x:Own</faultcode>${faultstring}
    a code without a prefix | <faultcode>Server</faultcode>${faultstring}
    parts in other namespaces | ${faultcode}${faultstring}<x:more/>
`;

withHint((text) => withVariable(soap11(text)))`
  soap-fault-malformed
    a code in a variable | <s:Body><s:Fault><faultcode>{{v}}</faultcode>${faultstring}</s:Fault></s:Body>
`;

rulesIn(soap12)`
  soap-fault-malformed
    a Fault inside the payload | <s:Body><x:a><s:Fault/></x:a></s:Body>
  soap-fault-in-request
    a SOAP 1.2 Fault | <s:Body><«s:Fault»>${code}${reason}</s:Fault></s:Body>
`;

rulesIn(soap11)`
  soap-fault-in-request
    a SOAP 1.1 Fault | <s:Body><«s:Fault»>${faultcode}${faultstring}</s:Fault></s:Body>
    a Fault that isn't SOAP's | <s:Body><x:Fault/></s:Body>
`;
