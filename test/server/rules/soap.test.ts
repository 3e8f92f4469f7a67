import { envelope11, envelope12, request, request11 } from "../../support/findings.ts";
import {
  block11,
  block12,
  namespace11,
  namespace12,
  ruleSuite,
  soap11,
  soap12,
  withVariable,
} from "../soap/soapMessages.ts";

ruleSuite(
  "soap-envelope-missing",
  [
    {
      what: "the payload alone",
      source: request({}, '<«x:Add» xmlns:x="urn:x"/>'),
      fix: [
        "Wrap in a SOAP 1.2 Envelope",
        request(
          {},
          `<soap:Envelope xmlns:soap="${namespace12}">\n<soap:Body>\n<x:Add xmlns:x="urn:x"/>\n</soap:Body>\n</soap:Envelope>`,
        ),
      ],
    },
    {
      what: "with text/xml it is wrapped in SOAP 1.1, after the XML declaration",
      source: request11({}, '<?xml version="1.0"?><«x:a» xmlns:x="urn:x">1</x:a>'),
      besides: ["soapaction-missing"],
      fix: [
        "Wrap in a SOAP 1.1 Envelope",
        request11(
          {},
          `<?xml version="1.0"?><soap:Envelope xmlns:soap="${namespace11}">\n<soap:Body>\n<x:a xmlns:x="urn:x">1</x:a>\n</soap:Body>\n</soap:Envelope>`,
        ),
      ],
    },
    {
      what: "a Body without its Envelope",
      source: request({}, `<«b:Body» xmlns:b="${namespace12}"/>`),
      fix: [
        "Wrap in a SOAP 1.2 Envelope",
        request(
          {},
          `<soap:Envelope xmlns:soap="${namespace12}">\n<b:Body xmlns:b="${namespace12}"/>\n</soap:Envelope>`,
        ),
      ],
    },
    {
      what: "a Header without its Envelope",
      source: request({}, `<«b:Header» xmlns:b="${namespace12}"/>`),
      fix: [
        "Wrap in a SOAP 1.2 Envelope",
        request(
          {},
          `<soap:Envelope xmlns:soap="${namespace12}">\n<b:Header xmlns:b="${namespace12}"/>\n<soap:Body/>\n</soap:Envelope>`,
        ),
      ],
    },
    {
      what: "a misspelled Envelope is renamed, in both tags",
      source: request({}, `<«soap:Envelop» xmlns:soap="${namespace12}"><soap:Body/></soap:Envelop>`),
      fix: [
        "Change to soap:Envelope",
        request({}, `<soap:Envelope xmlns:soap="${namespace12}"><soap:Body/></soap:Envelope>`),
      ],
    },
    {
      what: "a misspelled Envelope is not wrapped, whatever its namespace",
      source: request({}, '<«soap:Envelpoe» xmlns:soap="urn:x"><soap:Body/></soap:Envelpoe>'),
    },
    {
      what: "an element that only resembles an Envelope is wrapped",
      source: request({}, '<«Envelopes» xmlns="urn:x"/>'),
      fix: [
        "Wrap in a SOAP 1.2 Envelope",
        request(
          {},
          `<soap:Envelope xmlns:soap="${namespace12}">\n<soap:Body>\n<Envelopes xmlns="urn:x"/>\n</soap:Body>\n</soap:Envelope>`,
        ),
      ],
    },
    {
      what: "the right name in the wrong case",
      source: request({}, `<«s:envelope» xmlns:s="${namespace12}"><s:Body/></s:envelope>`),
      fix: ["Change to s:Envelope", request({}, envelope12)],
    },
  ],
  { "an Envelope": request() },
);

ruleSuite(
  "soap-version-unknown",
  [
    {
      what: "the widely copied draft",
      source: request({}, '<s:Envelope xmlns:s="«http://www.w3.org/2001/12/soap-envelope»"><s:Body/></s:Envelope>'),
      fix: ["Change to the SOAP 1.2 namespace", request()],
    },
    {
      what: "the right one over https",
      source: request({}, '<s:Envelope xmlns:s="«https://www.w3.org/2003/05/soap-envelope»"><s:Body/></s:Envelope>'),
      fix: ["Change to the SOAP 1.2 namespace", request()],
    },
    {
      what: "SOAP 1.1 without its last slash, declared twice",
      source: request11(
        {},
        '<s:Envelope xmlns:s="«http://schemas.xmlsoap.org/soap/envelope»"><t:Body xmlns:t="http://schemas.xmlsoap.org/soap/envelope"/></s:Envelope>',
      ),
      fix: [
        "Change to the SOAP 1.1 namespace",
        request11({}, `<s:Envelope xmlns:s="${namespace11}"><t:Body xmlns:t="${namespace11}"/></s:Envelope>`),
      ],
    },
    {
      what: "no namespace: the payload stays in no namespace",
      source: request({}, "<«Envelope»><Body><Add/></Body></Envelope>"),
      besides: ["wsi-body-child-unqualified"],
      fix: [
        "Change to the SOAP 1.2 namespace",
        request({}, `<soap:Envelope xmlns:soap="${namespace12}"><soap:Body><Add/></soap:Body></soap:Envelope>`),
      ],
    },
    {
      what: "an empty default namespace",
      source: request({}, '<«Envelope» xmlns=""><Body/></Envelope>'),
    },
  ],
  {
    "SOAP 1.1 as the default namespace": request11({}, `<Envelope xmlns="${namespace11}"><Body/></Envelope>`),
    "a reference in the namespace": request({}, envelope12.replace("w3", "w&#51;")),
  },
);

ruleSuite(
  "soap-version-media",
  [
    {
      what: "text/xml with SOAP 1.2: the action moves to Content-Type",
      source: request11({ "Content-Type": "«text/xml»; charset=utf-8", SOAPAction: '"urn:a"' }, envelope12),
      besides: ["soapaction-in-soap12"],
      fix: [
        "Change the media type to application/soap+xml",
        request({ "Content-Type": 'application/soap+xml; charset=utf-8; action="urn:a"' }, envelope12),
      ],
    },
    {
      what: "text/xml with SOAP 1.2: the envelope changes, header blocks too",
      source: request11(
        { "Content-Type": "«text/xml»" },
        `<s:Envelope xmlns:s="${namespace12}"><s:Header><x:T xmlns:x="urn:x" s:mustUnderstand="true" s:role="${namespace12}/role/next" s:relay="true"/></s:Header><s:Body/></s:Envelope>`,
      ),
      besides: ["soapaction-in-soap12"],
      fix: [
        "Change the envelope to SOAP 1.1",
        request11(
          { "Content-Type": "text/xml" },
          `<s:Envelope xmlns:s="${namespace11}"><s:Header><x:T xmlns:x="urn:x" s:mustUnderstand="1" s:actor="http://schemas.xmlsoap.org/soap/actor/next"/></s:Header><s:Body/></s:Envelope>`,
        ),
      ],
    },
    {
      what: "application/soap+xml with SOAP 1.1: action becomes SOAPAction",
      source: request({ "Content-Type": '«application/soap+xml»; charset=utf-8; action="urn:a"' }, envelope11),
      besides: ["soapaction-missing"],
      fix: [
        "Change the media type to text/xml",
        request({ "Content-Type": "text/xml; charset=utf-8", "Content-Length": undefined }, "").replace(
          "\n\n",
          `\nContent-Length: 86\nSOAPAction: "urn:a"\n\n${envelope11}`,
        ),
      ],
    },
    {
      what: "application/soap+xml with SOAP 1.1 and SOAPAction: the envelope changes",
      source: request({ "Content-Type": "«application/soap+xml»", SOAPAction: '"urn:a"' }, envelope11),
      fix: [
        "Change the envelope to SOAP 1.2",
        request({ "Content-Type": 'application/soap+xml; action="urn:a"' }, envelope12),
      ],
    },
  ],
  {
    "text/xml with SOAP 1.1": request11(),
    "application/soap+xml with SOAP 1.2": request(),
    "in capitals": request({ "Content-Type": "Application/SOAP+XML; charset=utf-8" }),
  },
);

ruleSuite(
  "soap-body-missing",
  [
    {
      what: "an empty Envelope",
      source: request({}, `<«s:Envelope» xmlns:s="${namespace12}"></s:Envelope>`),
      fix: ["Insert a Body", request({}, `<s:Envelope xmlns:s="${namespace12}"><s:Body></s:Body></s:Envelope>`)],
    },
    {
      what: "an empty-element tag",
      source: request({}, `<«Envelope» xmlns="${namespace12}" />`),
      fix: ["Insert a Body", request({}, `<Envelope xmlns="${namespace12}" ><Body/></Envelope>`)],
    },
    {
      what: "a Header alone",
      source: request({}, `<«s:Envelope» xmlns:s="${namespace12}"><s:Header/></s:Envelope>`),
      fix: [
        "Insert a Body",
        request({}, `<s:Envelope xmlns:s="${namespace12}"><s:Header/><s:Body></s:Body></s:Envelope>`),
      ],
    },
    {
      what: "the payload directly in the Envelope",
      source: request(
        {},
        `<«s:Envelope» xmlns:s="${namespace12}"><s:Header/><a xmlns="urn:a"/><b xmlns="urn:b"/></s:Envelope>`,
      ),
      fix: [
        "Insert a Body",
        request(
          {},
          `<s:Envelope xmlns:s="${namespace12}"><s:Header/><s:Body><a xmlns="urn:a"/><b xmlns="urn:b"/></s:Body></s:Envelope>`,
        ),
      ],
    },
  ],
  { "a Body": soap12("<s:Body/>"), "a variable for the Body": withVariable(soap12("{{v}}")) },
);

ruleSuite(
  "soap-child-unexpected",
  [
    { what: "a third kind of child", source: soap12("<s:Header/><«x:Footer»/><s:Body/>") },
    { what: "an element after a SOAP 1.2 Body", source: soap12("<s:Body/><«x:Footer»/>") },
    { what: "an element without a namespace after a SOAP 1.1 Body", source: soap11("<s:Body/><«Footer»/>") },
    { what: "an element before a SOAP 1.1 Body", source: soap11("<«x:Intro»/><s:Body/>") },
    { what: "an element in SOAP's namespace after a SOAP 1.1 Body", source: soap11("<s:Body/><«s:Footer»/>") },
    { what: "two Headers", source: soap12("<s:Header/><«s:Header»/><s:Body/>") },
    { what: "two Bodies", source: soap12("<s:Body/><«s:Body»/>") },
    { what: "two Bodies in SOAP 1.1", source: soap11("<s:Body/><«s:Body»/>") },
    { what: "Header after Body", source: soap12("<s:Body/><«s:Header»/>") },
    {
      what: "text between Header and Body",
      source: soap12("<s:Header/> «and» <s:Body/>"),
      fix: ["Remove text", soap12("<s:Header/>  <s:Body/>")],
    },
    {
      what: "text in the Header and in the Body",
      source: soap12("<s:Header>«a»</s:Header><s:Body>«b c»<x:a/></s:Body>"),
    },
    { what: "a payload in CDATA", source: soap12("<s:Body>«<![CDATA[<a/>]]>»</s:Body>") },
    {
      what: "a Body in no namespace",
      source: soap12("<«Body»><x:a/></Body>"),
      fix: ["Change to s:Body", soap12("<s:Body><x:a/></s:Body>")],
    },
    {
      what: "a Body in the other version's namespace",
      source: soap12(`<«o:Body» xmlns:o="${namespace11}"/>`),
      fix: ["Change to s:Body", soap12(`<s:Body xmlns:o="${namespace11}"/>`)],
    },
    {
      what: "a misspelled Body",
      source: soap12("<«s:Bdy»><x:a/></s:Bdy>"),
      fix: ["Change to s:Body", soap12("<s:Body><x:a/></s:Body>")],
    },
    {
      what: "a second Header that is a copy of the first, or empty",
      source: soap12("<s:Header><x:a/></s:Header><«s:Header»/><s:Body/>"),
      fix: ["Remove the second s:Header", soap12("<s:Header><x:a/></s:Header><s:Body/>")],
    },
    {
      what: "a misspelled Fault",
      source: soap11("<s:Body><«s:Falt»><faultcode>s:Client</faultcode><faultstring>x</faultstring></s:Falt></s:Body>"),
      besides: ["soap-fault-in-request"],
      fix: [
        "Change to s:Fault",
        soap11("<s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>x</faultstring></s:Fault></s:Body>"),
      ],
    },
    {
      what: "a Header in lower case",
      source: soap12("<«s:header»></s:header><s:Body/>"),
      fix: ["Change to s:Header", soap12("<s:Header></s:Header><s:Body/>")],
    },
  ],
  {
    "qualified elements after a SOAP 1.1 Body": soap11("<s:Body/><x:Footer/><x:More/>"),
    "comments and whitespace": soap12("\n<!-- a -->\n<s:Header/>\n<s:Body/><!-- b -->\n"),
    "a variable": withVariable(soap12("<s:Body>{{v}}</s:Body>")),
    "an empty Header": soap12("<s:Header/><s:Body/>"),
  },
);

ruleSuite(
  "soap-block-unqualified",
  [
    { what: "SOAP 1.2", source: soap12("<s:Header><«T»/><x:U/></s:Header><s:Body/>") },
    { what: "SOAP 1.1", source: soap11("<s:Header><«T»>1</T></s:Header><s:Body/>") },
  ],
  {
    "a default namespace": soap12('<s:Header><T xmlns="urn:x"><U xmlns=""/></T></s:Header><s:Body/>'),
  },
);

ruleSuite(
  "soap-attribute-value",
  [
    {
      what: "mustUnderstand of SOAP 1.1 is 0 or 1",
      source: block11('s:mustUnderstand="«true»"'),
      fix: ["Change to 1", block11('s:mustUnderstand="1"')],
    },
    { what: "mustUnderstand of SOAP 1.1 has no whitespace", source: block11('s:mustUnderstand="« 1»"') },
    { what: "mustUnderstand of SOAP 1.1 isn't empty", source: block11('«s:mustUnderstand»=""') },
    {
      what: "mustUnderstand with a typing mistake",
      source: block12('s:mustUnderstand="«treu»"'),
      fix: ["Change to 1", block12('s:mustUnderstand="1"')],
    },
    {
      what: "mustUnderstand of SOAP 1.2 is a boolean",
      source: block12('s:mustUnderstand="«yes»"'),
      fix: ["Change to 1", block12('s:mustUnderstand="1"')],
    },
    { what: "mustUnderstand of SOAP 1.2 is lowercase", source: block12('s:mustUnderstand="«True»"') },
    { what: "relay is a boolean", source: block12('s:relay="«2»"') },
    { what: "role is a URI", source: block12('s:role="«the next one»"') },
    { what: "actor is a URI", source: block11('s:actor="«urn:%zz»"') },
    {
      what: "encodingStyle of SOAP 1.2 is one URI",
      source: soap12('<s:Body><x:a s:encodingStyle="«urn:a urn:b»"/></s:Body>'),
    },
    {
      what: "encodingStyle of SOAP 1.1 is a list of URIs",
      source: soap11('<s:Body s:encodingStyle="«urn:a &lt;b&gt;»"/>'),
    },
  ],
  {
    "0 and 1": soap11('<s:Header><x:T s:mustUnderstand="0"/><x:U s:mustUnderstand="1"/></s:Header><s:Body/>'),
    "booleans with whitespace": block12('s:mustUnderstand=" true " s:relay="\nfalse"'),
    "a URI reference": block12('s:role="../a?b#c"'),
    "an internationalized URI, and an empty one": block12('s:role="urn:ü" s:encodingStyle=""'),
    "a list of styles": soap11('<s:Body s:encodingStyle="urn:a  urn:b"/>'),
    "a variable": withVariable(block11('s:mustUnderstand="{{v}}"')),
    "an unqualified attribute of that name outside header blocks": soap12('<s:Body><x:a role="a b"/></s:Body>'),
  },
);

ruleSuite(
  "soap-attribute-unqualified",
  [
    {
      what: "mustUnderstand",
      source: block12('«mustUnderstand»="1"'),
      fix: ["Change to s:mustUnderstand", block12('s:mustUnderstand="1"')],
    },
    {
      what: "mustUnderstand with the value of SOAP 1.2 in SOAP 1.1",
      source: block11('«mustUnderstand»="true"'),
      fix: ["Change to s:mustUnderstand", block11('s:mustUnderstand="1"')],
    },
    { what: "role", source: block12('«role»="urn:r"'), fix: ["Change to s:role", block12('s:role="urn:r"')] },
    { what: "actor", source: block11('«actor»="urn:r"'), fix: ["Change to s:actor", block11('s:actor="urn:r"')] },
    {
      what: "actor in SOAP 1.2 becomes role",
      source: block12('«actor»="http://schemas.xmlsoap.org/soap/actor/next"'),
      fix: ["Change to s:role", block12(`s:role="${namespace12}/role/next"`)],
    },
    { what: "an invalid value has no fix", source: block12('«mustUnderstand»="maybe"'), noFix: true },
    {
      what: "a prefix is declared if SOAP has none",
      source: request(
        {},
        `<Envelope xmlns="${namespace12}"><Header><T xmlns="urn:x" «mustUnderstand»="1"/></Header><Body/></Envelope>`,
      ),
      fix: [
        "Change to soap:mustUnderstand",
        request(
          {},
          `<Envelope xmlns="${namespace12}"><Header><T xmlns:soap="${namespace12}" xmlns="urn:x" soap:mustUnderstand="1"/></Header><Body/></Envelope>`,
        ),
      ],
    },
    {
      what: "a prefix with another meaning stays",
      source: request(
        {},
        `<Envelope xmlns="${namespace12}" xmlns:soap="urn:x"><Header><soap:T «mustUnderstand»="1"/></Header><Body/></Envelope>`,
      ),
      fix: [
        "Change to soap1:mustUnderstand",
        request(
          {},
          `<Envelope xmlns="${namespace12}" xmlns:soap="urn:x"><Header><soap:T xmlns:soap1="${namespace12}" soap1:mustUnderstand="1"/></Header><Body/></Envelope>`,
        ),
      ],
    },
  ],
  {
    "the block's own role in SOAP 1.1": block11('role="admin"'),
    "a text that begins like a URI": block12('actor="note: see below"'),
    "one inside the block": soap12('<s:Header><x:T><x:U role="admin"/></x:T></s:Header><s:Body/>'),
    "one in the block's namespace": block12('x:role="admin"'),
  },
);

ruleSuite(
  "soap-attribute-version",
  [
    {
      what: "actor in SOAP 1.2",
      source: block12('«s:actor»="http://schemas.xmlsoap.org/soap/actor/next"'),
      fix: ["Change to s:role", block12(`s:role="${namespace12}/role/next"`)],
    },
    {
      what: "role in SOAP 1.1",
      source: block11('«s:role»="urn:r"'),
      fix: ["Change to s:actor", block11('s:actor="urn:r"')],
    },
    { what: "an invalid value has no fix", source: block12('«s:actor»="a b"'), noFix: true },
    {
      what: "relay in SOAP 1.1",
      source: block11('s:mustUnderstand="1" «s:relay»="true"'),
      fix: ["Remove s:relay", block11('s:mustUnderstand="1"')],
    },
    {
      what: "role next to actor can't be renamed",
      source: block11('s:actor="urn:r" «s:role»="urn:r"'),
      fix: ["Remove s:role", block11('s:actor="urn:r"')],
    },
    {
      what: "an attribute in the other version's namespace",
      source: block12(`xmlns:o="${namespace11}" «o:mustUnderstand»="1"`),
      fix: ["Change to s:mustUnderstand", block12(`xmlns:o="${namespace11}" s:mustUnderstand="1"`)],
    },
  ],
  { "role and relay in SOAP 1.2": block12('s:role="urn:r" s:relay="1"'), "actor in SOAP 1.1": block11('s:actor=""') },
);

ruleSuite(
  "soap-version-media",
  [
    {
      what: "SOAP with Attachments names the version in type and in the root part",
      source: attachments('«"text/xml"»', "text/xml", namespace12),
      fix: [
        "Change the media type to application/soap+xml",
        attachments('"application/soap+xml"', "application/soap+xml", namespace12),
      ],
    },
    {
      what: "SOAP with Attachments: the envelope changes",
      source: attachments('«"text/xml"»', "text/xml", namespace12),
      fix: ["Change the envelope to SOAP 1.1", attachments('"text/xml"', "text/xml", namespace11)],
    },
  ],
  { "SOAP with Attachments": attachments('"application/soap+xml"', "application/soap+xml", namespace12) },
);

function attachments(parameter: string, type: string, namespace: string): string {
  const part = `Content-Type: ${type}; charset=utf-8`;
  const body = `--b\r\n${part}\r\n\r\n<s:Envelope xmlns:s="${namespace}"><s:Body/></s:Envelope>\r\n--b--`;
  const source = request(
    { "Content-Type": `multipart/related; boundary=b; type=${parameter}`, SOAPAction: '"urn:a"' },
    body,
  );
  return source.replace(/\r?\n/g, "\r\n");
}

const style = 's:encodingStyle="urn:e"';

ruleSuite(
  "soap-encoding-style-place",
  [
    {
      what: "Envelope, Header and Body",
      source: request(
        {},
        `<s:Envelope xmlns:s="${namespace12}" «s:encodingStyle»="urn:e"><s:Header «s:encodingStyle»="urn:e"/><s:Body «s:encodingStyle»="urn:e"/></s:Envelope>`,
      ),
    },
    {
      what: "it is removed",
      source: soap12('<s:Body «s:encodingStyle»="urn:e"/>'),
      fix: ["Remove s:encodingStyle", soap12("<s:Body/>")],
    },
    {
      what: "Fault and its parts",
      source: soap12(
        '<s:Body><s:Fault «s:encodingStyle»="urn:e"><s:Code «s:encodingStyle»="urn:e"><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text «s:encodingStyle»="urn:e" xml:lang="en">a</s:Text></s:Reason><s:Detail s:encodingStyle="urn:e"><x:a s:encodingStyle="urn:e"/></s:Detail></s:Fault></s:Body>',
      ),
      besides: ["soap-fault-in-request"],
    },
  ],
  {
    "a header block, a child of the Body and what is in them": soap12(
      `<s:Header><x:T ${style}><x:U ${style}/></x:T></s:Header><s:Body><x:a ${style}><x:b ${style}/></x:a></s:Body>`,
    ),
    "anywhere in SOAP 1.1": request11(
      {},
      `<s:Envelope xmlns:s="${namespace11}" ${style}><s:Header ${style}/><s:Body ${style}/></s:Envelope>`,
    ),
  },
);

ruleSuite(
  "soap-doctype",
  [
    {
      what: "with its line",
      source: request({}, `<?xml version="1.0"?>\n«<!DOCTYPE a SYSTEM "file:///a">»\n${envelope12}`),
      fix: ["Remove the document type declaration", request({}, `<?xml version="1.0"?>\n${envelope12}`)],
    },
    {
      what: "with an internal subset",
      source: request({}, `«<!DOCTYPE a [<!ENTITY b "c">]>»${envelope12}`),
      fix: ["Remove the document type declaration", request()],
    },
  ],
  { "one in a comment": soap12("<!-- <!DOCTYPE a> --><s:Body/>") },
);

ruleSuite(
  "soap-processing-instruction",
  [
    {
      what: "before, inside and after the Envelope",
      source: request({}, `«<?a b?>»${envelope12.replace("<s:Body/>", "<s:Body>«<?c?>»</s:Body>")}«<?d?>»`),
    },
    {
      what: "it is removed, but not the rest of its line",
      source: soap12("<s:Body>«<?a?>»\n<x:a/></s:Body>"),
      fix: ["Remove the processing instruction", soap12("<s:Body>\n<x:a/></s:Body>")],
    },
    {
      what: "it is removed with its line",
      source: request({}, `<?xml version="1.0"?>\n«<?xml-stylesheet href="a"?>»\n${envelope12}`),
      fix: ["Remove the processing instruction", request({}, `<?xml version="1.0"?>\n${envelope12}`)],
    },
    {
      what: "it is removed with its indentation",
      source: soap12("<s:Body>\n  «<?a?>»\n  <x:a/></s:Body>"),
      fix: ["Remove the processing instruction", soap12("<s:Body>\n  <x:a/></s:Body>")],
    },
    {
      what: "it is at the position of an XML declaration",
      source: request({}, `«<?xml-stylesheet href="a"?>»\n${envelope12}`),
      fix: ["Remove the processing instruction", request({}, `${envelope12}`)],
    },
  ],
  {
    "the XML declaration": request({}, `<?xml version="1.0"?>${envelope12}`),
    "one in CDATA and in a comment": soap12("<s:Body><x:a><![CDATA[<?a?>]]></x:a><!-- <?a?> --></s:Body>"),
  },
);

ruleSuite(
  "soap-placeholder",
  [
    {
      what: "SoapUI's ? as the whole value of an element or attribute",
      source: soap12('<s:Body><x:Add on="«?»"><!--Optional:--><x:a>«?»</x:a><x:b>\n«?» </x:b></x:Add></s:Body>'),
    },
  ],
  {
    "a value that contains more than ?": soap12(
      '<s:Body><x:Add on="??"><x:a>why?</x:a><x:b>?<x:c/></x:b></x:Add></s:Body>',
    ),
  },
);
