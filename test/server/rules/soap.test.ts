import { envelope11, envelope12, request, request11 } from "../../support/findings.ts";
import { rulesIn } from "../../support/ruleExamples.ts";
import { namespace11, namespace12, soap11, soap12, withVariable } from "../soap/soapMessages.ts";

const in12 = rulesIn(soap12);
const in11 = rulesIn(soap11);
const body12 = rulesIn((body) => request({}, body));
const body11 = rulesIn((body) => request11({}, body));
const block12 = rulesIn((attributes) => soap12(`<s:Header><x:T ${attributes}/></s:Header><s:Body/>`));
const variable12 = rulesIn((content) => withVariable(soap12(content)));
const variable11 = rulesIn((content) => withVariable(soap11(content)));
const block11 = rulesIn((attributes) => soap11(`<s:Header><x:T ${attributes}/></s:Header><s:Body/>`));

const before11 = `<soap:Envelope xmlns:soap="${namespace11}">⏎`;
const before12 = `<soap:Envelope xmlns:soap="${namespace12}">⏎`;
const style = 's:encodingStyle="urn:e"';
const badStyle = '«s:encodingStyle»="urn:e"';
const bare = `xmlns="${namespace12}"`;

body12`
  soap-envelope-missing
    an Envelope | ${envelope12}
    the payload alone | <«x:Add» xmlns:x="urn:x"/>
      → Wrap in a SOAP 1.2 Envelope | ${before12}<soap:Body>⏎<x:Add xmlns:x="urn:x"/>⏎</soap:Body>⏎</soap:Envelope>
    a Body without its Envelope | <«b:Body» xmlns:b="${namespace12}"/>
      → Wrap in a SOAP 1.2 Envelope | ${before12}<b:Body xmlns:b="${namespace12}"/>⏎</soap:Envelope>
    a Header without its Envelope | <«b:Header» xmlns:b="${namespace12}"/>
      → Wrap in a SOAP 1.2 Envelope | ${before12}<b:Header xmlns:b="${namespace12}"/>⏎<soap:Body/>⏎</soap:Envelope>
    a misspelled Envelope, which is renamed in both tags | <«soap:Envelop» xmlns:soap="${namespace12}"><soap:Body/></soap:Envelop>
      → Change to soap:Envelope | <soap:Envelope xmlns:soap="${namespace12}"><soap:Body/></soap:Envelope>
    a misspelled Envelope, which isn't wrapped, whatever its namespace | <«soap:Envelpoe» xmlns:soap="urn:x"><soap:Body/></soap:Envelpoe>
    an element that only resembles an Envelope, which is wrapped | <«Envelopes» xmlns="urn:x"/>
      → Wrap in a SOAP 1.2 Envelope | ${before12}<soap:Body>⏎<Envelopes xmlns="urn:x"/>⏎</soap:Body>⏎</soap:Envelope>
    the right name in the wrong case | <«s:envelope» xmlns:s="${namespace12}"><s:Body/></s:envelope>
      → Change to s:Envelope | ${envelope12}

  soap-version-unknown
    a reference in the namespace | ${envelope12.replace("w3", "w&#51;")}
    the widely copied draft | <s:Envelope xmlns:s="«http://www.w3.org/2001/12/soap-envelope»"><s:Body/></s:Envelope>
      → Change to the SOAP 1.2 namespace | ${envelope12}
    the right one over https | <s:Envelope xmlns:s="«https://www.w3.org/2003/05/soap-envelope»"><s:Body/></s:Envelope>
      → Change to the SOAP 1.2 namespace | ${envelope12}
    no namespace, and the payload stays in none | <«Envelope»><Body><Add/></Body></Envelope> | besides wsi-body-child-unqualified
      → Change to the SOAP 1.2 namespace | <soap:Envelope xmlns:soap="${namespace12}"><soap:Body><Add/></soap:Body></soap:Envelope>
    an empty default namespace | <«Envelope» xmlns=""><Body/></Envelope>

  soap-body-missing
    an empty Envelope | <«s:Envelope» xmlns:s="${namespace12}"></s:Envelope>
      → Insert a Body | <s:Envelope xmlns:s="${namespace12}"><s:Body></s:Body></s:Envelope>
    an empty-element tag | <«Envelope» ${bare} />
      → Insert a Body | <Envelope ${bare} ><Body/></Envelope>
    a Header alone | <«s:Envelope» xmlns:s="${namespace12}"><s:Header/></s:Envelope>
      → Insert a Body | <s:Envelope xmlns:s="${namespace12}"><s:Header/><s:Body></s:Body></s:Envelope>
    the payload directly in the Envelope | <«s:Envelope» xmlns:s="${namespace12}"><s:Header/><a xmlns="urn:a"/><b xmlns="urn:b"/></s:Envelope>
      → Insert a Body | <s:Envelope xmlns:s="${namespace12}"><s:Header/><s:Body><a xmlns="urn:a"/><b xmlns="urn:b"/></s:Body></s:Envelope>

  soap-attribute-unqualified
    mustUnderstand where SOAP has no prefix, and declares one | <Envelope ${bare}><Header><T xmlns="urn:x" «mustUnderstand»="1"/></Header><Body/></Envelope>
      → Change to soap:mustUnderstand | <Envelope ${bare}><Header><T xmlns:soap="${namespace12}" xmlns="urn:x" soap:mustUnderstand="1"/></Header><Body/></Envelope>
    mustUnderstand where soap has another meaning, which stays | <Envelope ${bare} xmlns:soap="urn:x"><Header><soap:T «mustUnderstand»="1"/></Header><Body/></Envelope>
      → Change to soap1:mustUnderstand | <Envelope ${bare} xmlns:soap="urn:x"><Header><soap:T xmlns:soap1="${namespace12}" soap1:mustUnderstand="1"/></Header><Body/></Envelope>

  soap-encoding-style-place
    one in Envelope, Header and Body | <s:Envelope xmlns:s="${namespace12}" ${badStyle}><s:Header ${badStyle}/><s:Body ${badStyle}/></s:Envelope>

  soap-doctype
    one on a line of its own | <?xml version="1.0"?>⏎«<!DOCTYPE a SYSTEM "file:///a">»⏎${envelope12}
      → Remove the document type declaration | <?xml version="1.0"?>⏎${envelope12}
    one with an internal subset | «<!DOCTYPE a [<!ENTITY b "c">]>»${envelope12}
      → Remove the document type declaration | ${envelope12}

  soap-processing-instruction
    the XML declaration | <?xml version="1.0"?>${envelope12}
    one before, inside and after the Envelope | «<?a b?>»${envelope12.replace("<s:Body/>", "<s:Body>«<?c?>»</s:Body>")}«<?d?>»
    one on a line of its own, and removes the line | <?xml version="1.0"?>⏎«<?xml-stylesheet href="a"?>»⏎${envelope12}
      → Remove the processing instruction | <?xml version="1.0"?>⏎${envelope12}
    one at the position of an XML declaration | «<?xml-stylesheet href="a"?>»⏎${envelope12}
      → Remove the processing instruction | ${envelope12}
`;

body11`
  soap-envelope-missing
    the payload after the XML declaration, wrapped in SOAP 1.1 for text/xml | <?xml version="1.0"?><«x:a» xmlns:x="urn:x">1</x:a> | besides soapaction-missing
      → Wrap in a SOAP 1.1 Envelope | <?xml version="1.0"?>${before11}<soap:Body>⏎<x:a xmlns:x="urn:x">1</x:a>⏎</soap:Body>⏎</soap:Envelope>

  soap-version-unknown
    SOAP 1.1 as the default namespace | <Envelope xmlns="${namespace11}"><Body/></Envelope>
    SOAP 1.1 without its last slash, declared twice | <s:Envelope xmlns:s="«http://schemas.xmlsoap.org/soap/envelope»"><t:Body xmlns:t="http://schemas.xmlsoap.org/soap/envelope"/></s:Envelope>
      → Change to the SOAP 1.1 namespace | <s:Envelope xmlns:s="${namespace11}"><t:Body xmlns:t="${namespace11}"/></s:Envelope>

  soap-encoding-style-place
    one anywhere in SOAP 1.1 | <s:Envelope xmlns:s="${namespace11}" ${style}><s:Header ${style}/><s:Body ${style}/></s:Envelope>
`;

in12`
  soap-body-missing
    a Body | <s:Body/>

  soap-child-unexpected
    comments and whitespace | ⏎<!-- a -->⏎<s:Header/>⏎<s:Body/><!-- b -->⏎
    an empty Header | <s:Header/><s:Body/>
    a third kind of child | <s:Header/><«x:Footer»/><s:Body/>
    an element after a SOAP 1.2 Body | <s:Body/><«x:Footer»/>
    two Headers | <s:Header/><«s:Header»/><s:Body/>
    two Bodies | <s:Body/><«s:Body»/>
    a Header after the Body | <s:Body/><«s:Header»/>
    text between Header and Body | <s:Header/> «and» <s:Body/>
      → Remove text | <s:Header/>  <s:Body/>
    text in the Header and in the Body | <s:Header>«a»</s:Header><s:Body>«b c»<x:a/></s:Body>
    a payload in CDATA | <s:Body>«<![CDATA[<a/>]]>»</s:Body>
    a Body in no namespace | <«Body»><x:a/></Body>
      → Change to s:Body | <s:Body><x:a/></s:Body>
    a Body in the other version's namespace | <«o:Body» xmlns:o="${namespace11}"/>
      → Change to s:Body | <s:Body xmlns:o="${namespace11}"/>
    a misspelled Body | <«s:Bdy»><x:a/></s:Bdy>
      → Change to s:Body | <s:Body><x:a/></s:Body>
    a second Header that is a copy of the first, or empty | <s:Header><x:a/></s:Header><«s:Header»/><s:Body/>
      → Remove the second s:Header | <s:Header><x:a/></s:Header><s:Body/>
    a Header in lower case | <«s:header»></s:header><s:Body/>
      → Change to s:Header | <s:Header></s:Header><s:Body/>

  soap-block-unqualified
    a block without a namespace in SOAP 1.2 | <s:Header><«T»/><x:U/></s:Header><s:Body/>
    a block in a default namespace | <s:Header><T xmlns="urn:x"><U xmlns=""/></T></s:Header><s:Body/>

  soap-attribute-value
    an encodingStyle of SOAP 1.2 with two URIs | <s:Body><x:a s:encodingStyle="«urn:a urn:b»"/></s:Body>
    an unqualified attribute of that name outside header blocks | <s:Body><x:a role="a b"/></s:Body>

  soap-attribute-unqualified
    one inside the block | <s:Header><x:T><x:U role="admin"/></x:T></s:Header><s:Body/>

  soap-encoding-style-place
    one in a SOAP 1.2 Body, and removes it | <s:Body ${badStyle}/>
      → Remove s:encodingStyle | <s:Body/>
    one in a Fault and in its parts | <s:Body><s:Fault ${badStyle}><s:Code ${badStyle}><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text ${badStyle} xml:lang="en">a</s:Text></s:Reason><s:Detail ${style}><x:a ${style}/></s:Detail></s:Fault></s:Body> | besides soap-fault-in-request
    one in a header block, in a child of the Body and in what they contain | <s:Header><x:T ${style}><x:U ${style}/></x:T></s:Header><s:Body><x:a ${style}><x:b ${style}/></x:a></s:Body>

  soap-doctype
    one in a comment | <!-- <!DOCTYPE a> --><s:Body/>

  soap-processing-instruction
    one after other text, and leaves the line | <s:Body>«<?a?>»⏎<x:a/></s:Body>
      → Remove the processing instruction | <s:Body>⏎<x:a/></s:Body>
    one with its indentation | <s:Body>⏎  «<?a?>»⏎  <x:a/></s:Body>
      → Remove the processing instruction | <s:Body>⏎  <x:a/></s:Body>
    one in CDATA and in a comment | <s:Body><x:a><![CDATA[<?a?>]]></x:a><!-- <?a?> --></s:Body>

  soap-placeholder
    SoapUI's ? as the whole value of an element or attribute | <s:Body><x:Add on="«?»"><!--Optional:--><x:a>«?»</x:a><x:b>⏎«?» </x:b></x:Add></s:Body>
    a value that contains more than ? | <s:Body><x:Add on="??"><x:a>why?</x:a><x:b>?<x:c/></x:b></x:Add></s:Body>
`;

in11`
  soap-child-unexpected
    qualified elements after a SOAP 1.1 Body | <s:Body/><x:Footer/><x:More/>
    an element without a namespace after a SOAP 1.1 Body | <s:Body/><«Footer»/>
    an element before a SOAP 1.1 Body | <«x:Intro»/><s:Body/>
    an element in SOAP's namespace after a SOAP 1.1 Body | <s:Body/><«s:Footer»/>
    two Bodies in SOAP 1.1 | <s:Body/><«s:Body»/>
    a misspelled Fault | <s:Body><«s:Falt»><faultcode>s:Client</faultcode><faultstring>x</faultstring></s:Falt></s:Body> | besides soap-fault-in-request
      → Change to s:Fault | <s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>x</faultstring></s:Fault></s:Body>

  soap-block-unqualified
    a block without a namespace in SOAP 1.1 | <s:Header><«T»>1</T></s:Header><s:Body/>

  soap-attribute-value
    an encodingStyle of SOAP 1.1 with a style that isn't a URI | <s:Body s:encodingStyle="«urn:a &lt;b&gt;»"/>
    0 and 1 | <s:Header><x:T s:mustUnderstand="0"/><x:U s:mustUnderstand="1"/></s:Header><s:Body/>
    a list of styles | <s:Body s:encodingStyle="urn:a  urn:b"/>
`;

block12`
  soap-attribute-value
    a mustUnderstand with a typing mistake | s:mustUnderstand="«treu»"
      → Change to 1 | s:mustUnderstand="1"
    a mustUnderstand of SOAP 1.2 that isn't a boolean | s:mustUnderstand="«yes»"
      → Change to 1 | s:mustUnderstand="1"
    a mustUnderstand of SOAP 1.2 that isn't lowercase | s:mustUnderstand="«True»"
    a relay that isn't a boolean | s:relay="«2»"
    a role that isn't a URI | s:role="«the next one»"
    booleans with whitespace | s:mustUnderstand=" true " s:relay="⏎false"
    a URI reference | s:role="../a?b#c"
    an internationalized URI, and an empty one | s:role="urn:ü" s:encodingStyle=""

  soap-attribute-unqualified
    mustUnderstand | «mustUnderstand»="1"
      → Change to s:mustUnderstand | s:mustUnderstand="1"
    role | «role»="urn:r"
      → Change to s:role | s:role="urn:r"
    actor in SOAP 1.2, which becomes role | «actor»="http://schemas.xmlsoap.org/soap/actor/next"
      → Change to s:role | s:role="${namespace12}/role/next"
    an invalid value | «mustUnderstand»="maybe"
      → no fix
    a text that begins like a URI | actor="note: see below"
    one in the block's namespace | x:role="admin"

  soap-attribute-version
    actor in SOAP 1.2 | «s:actor»="http://schemas.xmlsoap.org/soap/actor/next"
      → Change to s:role | s:role="${namespace12}/role/next"
    an invalid value | «s:actor»="a b"
      → no fix
    an attribute in the other version's namespace | xmlns:o="${namespace11}" «o:mustUnderstand»="1"
      → Change to s:mustUnderstand | xmlns:o="${namespace11}" s:mustUnderstand="1"
    role and relay in SOAP 1.2 | s:role="urn:r" s:relay="1"
`;

block11`
  soap-attribute-value
    a mustUnderstand of SOAP 1.1 that isn't 0 or 1 | s:mustUnderstand="«true»"
      → Change to 1 | s:mustUnderstand="1"
    a mustUnderstand of SOAP 1.1 with whitespace | s:mustUnderstand="« 1»"
    an empty mustUnderstand of SOAP 1.1 | «s:mustUnderstand»=""
    an actor that isn't a URI | s:actor="«urn:%zz»"

  soap-attribute-unqualified
    mustUnderstand with the value of SOAP 1.2 in SOAP 1.1 | «mustUnderstand»="true"
      → Change to s:mustUnderstand | s:mustUnderstand="1"
    actor | «actor»="urn:r"
      → Change to s:actor | s:actor="urn:r"
    the block's own role in SOAP 1.1 | role="admin"

  soap-attribute-version
    role in SOAP 1.1 | «s:role»="urn:r"
      → Change to s:actor | s:actor="urn:r"
    relay in SOAP 1.1 | s:mustUnderstand="1" «s:relay»="true"
      → Remove s:relay | s:mustUnderstand="1"
    role next to actor, which can't be renamed | s:actor="urn:r" «s:role»="urn:r"
      → Remove s:role | s:actor="urn:r"
    actor in SOAP 1.1 | s:actor=""
`;

variable12`
  soap-body-missing
    a variable for the Body | {{v}}

  soap-child-unexpected
    a variable | <s:Body>{{v}}</s:Body>
`;

variable11`
  soap-attribute-value
    a variable | <s:Header><x:T s:mustUnderstand="{{v}}"/></s:Header><s:Body/>
`;

/** SOAP with Attachments: the type of the parts in Content-Type, the type of the root part, and the namespace of its envelope. */
function attachments(parameter: string, type: string, namespace: string): string {
  const part = `Content-Type: ${type}; charset=utf-8`;
  const body = `--b\r\n${part}\r\n\r\n<s:Envelope xmlns:s="${namespace}"><s:Body/></s:Envelope>\r\n--b--`;
  const contentType = `multipart/related; boundary=b; type=${parameter}`;
  return request({ "Content-Type": contentType, SOAPAction: '"urn:a"' }, body).replace(/\r?\n/g, "\r\n");
}

const relayed = `<s:Envelope xmlns:s="${namespace12}"><s:Header><x:T xmlns:x="urn:x" s:mustUnderstand="true" s:role="${namespace12}/role/next" s:relay="true"/></s:Header><s:Body/></s:Envelope>`;

const relayed11 = relayed
  .replace(namespace12, namespace11)
  .replace('"true" s:role', '"1" s:actor')
  .replace(`${namespace12}/role/next`, "http://schemas.xmlsoap.org/soap/actor/next")
  .replace(' s:relay="true"', "");
const soapWithAction = 'application/soap+xml; charset=utf-8; action="urn:a"';
const action = { SOAPAction: '"urn:a"' };
const counted11 = { "Content-Type": "text/xml; charset=utf-8", "Content-Length": "86", ...action };

rulesIn((text) => text)`
  soap-version-media
    text/xml with SOAP 1.1 | ${request11()}
    application/soap+xml with SOAP 1.2 | ${request()}
    application/soap+xml in capitals | ${request({ "Content-Type": "Application/SOAP+XML; charset=utf-8" })}
    text/xml with SOAP 1.2, whose action moves to Content-Type | ${request11({ "Content-Type": "«text/xml»; charset=utf-8", ...action }, envelope12)} | besides soapaction-in-soap12
      → Change the media type to application/soap+xml | ${request({ "Content-Type": soapWithAction })}
    text/xml with SOAP 1.2, whose envelope changes with its header blocks | ${request11({ "Content-Type": "«text/xml»" }, relayed)} | besides soapaction-in-soap12
      → Change the media type to application/soap+xml | ${request({ "Content-Type": "application/soap+xml" }, relayed)}
      → Change the envelope to SOAP 1.1 | ${request11({ "Content-Type": "text/xml" }, relayed11)}
    application/soap+xml with SOAP 1.1, whose action becomes SOAPAction | ${request({ "Content-Type": soapWithAction.replace(/^[^;]*/, "«$&»") }, envelope11)} | besides soapaction-missing
      → Change the media type to text/xml | ${request(counted11, envelope11)}
    application/soap+xml with SOAP 1.1 and SOAPAction, whose envelope changes | ${request({ "Content-Type": "«application/soap+xml»", ...action }, envelope11)}
      → Change the media type to text/xml | ${request({ "Content-Type": "text/xml", ...action }, envelope11)}
      → Change the envelope to SOAP 1.2 | ${request({ "Content-Type": 'application/soap+xml; action="urn:a"' })}
    a wrong version in the type and the root part of SOAP with Attachments | ${attachments('«"text/xml"»', "text/xml", namespace12)}
      → Change the media type to application/soap+xml | ${attachments('"application/soap+xml"', "application/soap+xml", namespace12)}
      → Change the envelope to SOAP 1.1 | ${attachments('"text/xml"', "text/xml", namespace11)}
    SOAP with Attachments | ${attachments('"application/soap+xml"', "application/soap+xml", namespace12)}
`;
