import assert from "node:assert/strict";
import { gzipSync, zipSync } from "fflate";
import { analyze, diagnose } from "../../../../server/src/service/languageService.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import {
  addBody,
  bodyIn,
  bodyOf,
  calcSoap,
  call,
  caseFile,
  caseProject,
  caseText,
  envelope,
  escaped,
  headersIn,
  headersOf,
  imported,
  outcomes,
  preambleOf,
  project,
  properties,
  soap11,
  soapStep,
  step,
  suiteOf,
  textOf,
} from "../../../support/soapuiProjects.ts";

const headersSetting = "com.eviware.soapui.impl.wsdl.WsdlRequest@request-headers";
const soapHeaders = ["Content-Type: text/xml; charset=UTF-8", 'SOAPAction: "urn:calc/Add"'];
const utf8 = (text: string) => new TextEncoder().encode(text);

const credentials = (values: Readonly<Record<string, string>>) =>
  `<con:credentials>${Object.entries(values)
    .map(([name, value]) => `<con:${name}>${value}</con:${name}>`)
    .join("")}</con:credentials>`;

suite("requests of SoapUI", () => {
  test("requests are sent to their own address, else to the first one of the interface", () => {
    const target = (endpoint: string) => /^POST (\S+)/m.exec(caseText(soapStep("Add", { endpoint })))?.[1];
    assert.equal(target("http://other:9000/x"), "http://other:9000/x");
    assert.equal(target(""), "http://localhost:8000/calc");
  });

  test("requests have SOAPAction in quotes with SOAP 1.1, and action with SOAP 1.2", () => {
    assert.deepEqual(headersOf({}), soapHeaders);
    const text = textOf(
      imported(project(calcSoap({ version: "1_2", calls: call("Request 1") }))),
      "requests/CalcSoap.soaphttp",
    );
    assert.deepEqual(headersIn(text), ['Content-Type: application/soap+xml; charset=UTF-8; action="urn:calc/Add"']);
    const settings = { "com.eviware.soapui.impl.wsdl.WsdlRequest@skip_soap_action": "true" };
    assert.deepEqual(headersOf({ settings }), soapHeaders.slice(0, 1));
  });

  test("requests have the interface with their operation, if several have its name", () => {
    const other = calcSoap({ version: "1_2", cache: false }).replace('name="Add"', 'name="Other"');
    const text = caseProject(soapStep("Add")).replace("<con:interface", () => `${other}<con:interface`);
    assert.deepEqual(headersIn(textOf(imported(text), caseFile)), soapHeaders);
  });

  test("requests have the charset of their encoding", () => {
    const text = caseProject(soapStep("Add")).replace("<con:encoding>UTF-8<", "<con:encoding>ISO-8859-1<");
    assert.deepEqual(headersIn(textOf(imported(text), caseFile)), [
      "Content-Type: text/xml; charset=ISO-8859-1",
      'SOAPAction: "urn:calc/Add"',
    ]);
  });

  test("requests have the headers of a setting, which replace the headers that SoapUI adds", () => {
    const entries = (content: string) => ({
      [headersSetting]: `<xml-fragment xmlns:con="http://eviware.com/soapui/config">${content}</xml-fragment>`,
    });
    assert.deepEqual(headersOf({ settings: entries("") }), soapHeaders);
    assert.deepEqual(
      headersOf({ settings: entries('<con:entry key="X-A" value="1 &amp; 2"/><con:entry key="X-A" value="3"/>') }),
      [...soapHeaders, "X-A: 1 & 2", "X-A: 3"],
    );
    assert.deepEqual(headersOf({ settings: entries('<con:entry key="content-type" value="text/xml"/>') }), [
      'SOAPAction: "urn:calc/Add"',
      "content-type: text/xml",
    ]);
  });

  test("requests have line breaks in place of SoapUI's escapes", () => {
    assert.equal(bodyOf({ body: "<a>\\r\n1\\r\n</a>" }), "<a>\n1\n</a>");
    assert.equal(bodyOf({ body: "<a>\\_r \\__r \\n</a>" }), "<a>\\r \\_r \\n</a>");
  });

  test("requests are decompressed", () => {
    const body = `<con:request compression="gzip">${toBase64(gzipSync(utf8(addBody)))}</con:request>`;
    const text = caseProject(soapStep("Add")).replace(/<con:request><!\[CDATA\[.*?\]\]><\/con:request>/, body);
    assert.equal(bodyIn(textOf(imported(text), caseFile)), addBody);
    for (const broken of ["AAAA", "H4sIAAAA", "no Base64"]) {
      const result = imported(text.replace(/compression="gzip">[^<]*/, `compression="gzip">${broken}`));
      assert.deepEqual(outcomes(result, "Suite", "Case", "Add"), [
        "step request: translated",
        "request request: partly",
      ]);
    }
  });

  test("requests keep their characters", () => {
    const body = envelope("<m:a>ä € 𝄞 &amp; &#x20AC; <![CDATA[<x>]]]]><![CDATA[>]]></m:a><!-- c --><?p x?>");
    const text = caseProject(soapStep("Add")).replace(/<!\[CDATA\[.*?\]\]>(?=<\/con:request>)/, () => escaped(body));
    assert.equal(bodyIn(textOf(imported(text), caseFile)), body);
  });

  test("requests have a timeout, and no redirects where they are off", () => {
    assert.deepEqual(preambleOf({ attributes: 'timeout="3000"' }), ["# @timeout 3000 ms"]);
    const settings = { "com.eviware.soapui.impl.wsdl.WsdlRequest@follow-redirects": "false" };
    assert.deepEqual(preambleOf({ settings }), ["# @no-redirect"]);
    assert.deepEqual(preambleOf({ attributes: 'sslKeystore="keys/alice.jks"' }), ["# @tls alice"]);
  });

  suite("requests of SoapUI with credentials", () => {
    test("Basic becomes a header, with the password in the private environment", () => {
      const inner = credentials({ username: "ann", password: "pin", authType: "Preemptive" });
      assert.deepEqual(headersOf({ inner }), [...soapHeaders, 'Authorization: Basic {{$basic "ann" password}}']);
      const result = imported(caseProject(soapStep("Add", { inner })));
      assert.deepEqual(JSON.parse(textOf(result, "http-client.private.env.json")), { $shared: { password: "pin" } });
      assert.equal(textOf(result, ".gitignore"), "http-client.private.env.json\n");
      assert.deepEqual(result.secrets, ["password"]);
    });

    test("a property with the same name as the password keeps its value", () => {
      const inner = credentials({ username: "ann", password: "pin", authType: "Preemptive" });
      const result = imported(caseProject(soapStep("Add", { inner }), properties({ password: "other" })));
      assert.deepEqual(JSON.parse(textOf(result, "http-client.private.env.json")), {
        $shared: { password: "other", "password-2": "pin" },
      });
      assert.match(textOf(result, caseFile), /\{\{\$basic "ann" password-2\}\}/);
    });

    test("requests have only the credentials of the selected profile", () => {
      const inner = credentials({
        username: "ann",
        password: "pin",
        selectedAuthProfile: "No Authorization",
        authType: "Preemptive",
      });
      assert.deepEqual(headersOf({ inner }), soapHeaders);
      const basic = credentials({
        username: "ann",
        password: "pin",
        selectedAuthProfile: "Basic",
        authType: "Global HTTP Settings",
      });
      assert.equal(headersOf({ inner: basic }).length, 3);
    });

    test("NTLM and Digest become a directive", () => {
      const ntlm = credentials({ username: "ann", password: "pin", domain: "ACME", authType: "NTLM" });
      assert.deepEqual(preambleOf({ inner: ntlm }), ['# @auth ntlm "ACME\\ann" password']);
      const digest = credentials({ username: "ann", password: "pin", authType: "Digest" });
      assert.deepEqual(preambleOf({ inner: digest }), ['# @auth digest "ann" password']);
    });

    test("OAuth and Kerberos become a comment", () => {
      const inner = credentials({ username: "ann", authType: "SPNEGO/Kerberos" });
      assert.deepEqual(preambleOf({ inner }), ["# | SPNEGO/Kerberos is not imported."]);
      assert.deepEqual(preambleOf({ inner: credentials({ selectedAuthProfile: "OAuth 2", authType: "OAuth 2" }) }), [
        "# | OAuth 2 is not imported.",
      ]);
    });
  });

  suite("requests of SoapUI with WS-Security and WS-Addressing", () => {
    const inner = credentials({ username: "ann", password: "pin", authType: "Global HTTP Settings" });
    const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

    test("requests have a token with a digest", () => {
      const body = bodyOf({ inner, attributes: 'wssPasswordType="PasswordDigest"' });
      for (const part of [
        `<s:Header><wsse:Security xmlns:wsse="${wsse}"`,
        ' env:mustUnderstand="1"><wsse:UsernameToken><wsse:Username>ann</wsse:Username>',
        '#PasswordDigest">{{$wsse.digest password}}</wsse:Password>',
        ">{{$wsse.nonce}}</wsse:Nonce><wsu:Created>{{$wsse.created}}</wsu:Created>",
        "</wsse:Security></s:Header>",
      ]) {
        assert.ok(body.includes(part), `${part} in ${body}`);
      }
      assert.deepEqual(headersOf({ inner, attributes: 'wssPasswordType="PasswordDigest"' }), soapHeaders);
    });

    /** A project with an outgoing configuration, and what is imported of a request that uses it. */
    const withOutgoing = (entries: string, body = addBody) => {
      const stores =
        "<con:crypto><con:source>keys/o'me.jks</con:source><con:password>s70re</con:password></con:crypto>";
      const outgoing = `<con:wssContainer>${stores}<con:outgoing mustUnderstand="true"><con:name>out</con:name>${entries}</con:outgoing></con:wssContainer>`;
      return imported(caseProject(soapStep("Add", { attributes: 'outgoingWss="out"', body }), outgoing));
    };
    const tokens = `<con:entry type="Timestamp"><con:configuration><timeToLive>60</timeToLive></con:configuration></con:entry><con:entry type="Username" username="bob" password="pin"><con:configuration><addCreated>false</addCreated><addNonce>false</addNonce><passwordType>PasswordText</passwordType></con:configuration></con:entry>`;
    const part = (values: Readonly<Record<string, string>>) => {
      const rows = Object.entries(values).map(([key, value]) => `<e:entry key="${key}" value="${value}"/>`);
      const fragment = `<xml-fragment xmlns:e="http://eviware.com/soapui/config">${rows.join("")}</xml-fragment>`;
      return `<signaturePart>${escaped(fragment)}</signaturePart>`;
    };
    const signatureEntry = (type: number, more = "", alias = "me") =>
      `<con:entry type="Signature" username="${alias}" password="k3y-pin"><con:configuration><crypto>o'me.jks</crypto><keyIdentifierType>${type}</keyIdentifierType>${more}</con:configuration></con:entry>`;

    test("requests have the tokens of an outgoing configuration", () => {
      const result = withOutgoing(`${tokens}<con:entry type="Encryption"/>`);
      const text = textOf(result, caseFile);
      const body = bodyIn(text);
      assert.ok(body.includes("<wsu:Expires>{{$wsu.expires 60 s}}</wsu:Expires>"), body);
      assert.ok(body.includes('#PasswordText">{{password}}</wsse:Password></wsse:UsernameToken>'), body);
      assert.match(text, /^# \| WS-Security: Encryption$/m);
      assert.deepEqual(outcomes(result, "Suite", "Case", "Add"), [
        "step request: translated",
        "request request: partly",
      ]);
    });

    const keyInfos: Readonly<Record<number, string>> = {
      1: "",
      2: " keyInfo=IssuerSerial",
      3: " keyInfo=Certificate",
      4: " keyInfo=SubjectKeyIdentifier",
      8: " keyInfo=Thumbprint",
    };
    for (const [type, keyInfo] of Object.entries(keyInfos)) {
      test(`requests have the signature of an outgoing configuration, with the key identifier type ${type}`, () => {
        const result = withOutgoing(signatureEntry(Number(type)));
        assert.deepEqual(outcomes(result, "Suite", "Case", "Add"), [
          "step request: translated",
          "request request: translated",
        ]);
        const text = textOf(result, caseFile);
        assert.ok(text.includes(`{{$signature me${keyInfo} algorithm=rsa-sha1}}</wsse:Security>`), text);
        assert.equal(text.includes('X509v3">{{$certificate me}}</wsse:BinarySecurityToken>'), type === "1");
        assert.match(text, /<s:Body xmlns:wsu="[^"]*" wsu:Id="Body">/);
        assert.deepEqual(
          diagnose(analyze(text.replace(/^# @wsdl.*\n/m, ""))).map(({ code }) => code),
          [],
          text,
        );
        assert.ok([...result.files.values()].every((content) => !/s70re|k3y-pin/.test(String(content))));
      });
    }

    test("requests have the parts and the algorithms of a signature, and the keystore is in the checklist", () => {
      const parts = [
        part({ id: "", name: "Body", namespace: soap11 }),
        part({ name: "Timestamp" }),
        part({ name: "UsernameToken" }),
        part({ id: "x-1" }),
        part({ name: "Missing" }),
      ];
      const algorithms = `<signatureAlgorithm>http://www.w3.org/2001/04/xmldsig-more#rsa-sha256</signatureAlgorithm><digestAlgorithm>http://www.w3.org/2001/04/xmlenc#sha256</digestAlgorithm><signatureCanonicalization>http://www.w3.org/TR/2001/REC-xml-c14n-20010315</signatureCanonicalization>`;
      const entry = signatureEntry(1, `${algorithms}${parts.join("")}`, "my key");
      const result = withOutgoing(
        `${tokens}${entry}`,
        addBody.replace(
          "<s:Body>",
          "<s:Body wsu:Id='b' xmlns:wsu='http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'>",
        ),
      );
      const body = bodyIn(textOf(result, caseFile));
      const options =
        'parts="Body Timestamp UsernameToken #x-1" algorithm=rsa-sha256 digest=sha256 c14n=inclusive transforms=exclusive';
      assert.ok(body.includes(`{{$signature my-key ${options}}}`), body);
      for (const start of [
        '<wsu:Timestamp wsu:Id="Timestamp">',
        '<wsse:UsernameToken wsu:Id="UsernameToken">',
        "<s:Body wsu:Id='b'",
      ])
        assert.ok(body.includes(start), `${start} in ${body}`);
      const notes = new Map(result.items.map((item) => [item.type, item.note]));
      assert.equal(notes.get("request"), "The part Missing of the signature is not in the message.");
      assert.match(
        notes.get("outgoing WS-Security") ?? "",
        /the key my-key in soaphttp\.keys, from the keystore o'me\.jks\.$/,
      );
      assert.equal(
        notes.get("keystore"),
        "Add its keys to soaphttp.keys, or to the command line with --key NAME=FILE#ALIAS.",
      );
      const all = [...result.files.values()].map(String).join("\n");
      assert.match(all, /^# \| Keystore keys\/o'me\.jks, my-key is the alias "my key"$/m);
    });

    test("an envelope without a Header gets one", () => {
      const body = addBody.replace("<s:Header></s:Header>", "");
      const added = bodyOf({ body, inner, attributes: 'wssPasswordType="PasswordText"' });
      assert.match(added, /^<s:Envelope [^>]+><s:Header><wsse:Security .*<\/wsse:Security><\/s:Header><s:Body>/);
      const empty = addBody.replace("<s:Header></s:Header>", "<s:Header />");
      assert.equal(bodyOf({ body: empty, inner, attributes: 'wssPasswordType="PasswordText"' }), added);
    });

    test("requests have their tokens in the Security block of the body, if it has one", () => {
      const attributes = 'wssPasswordType="PasswordText"';
      const utility = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
      const token = `<wsse:UsernameToken xmlns:wsse="${wsse}" xmlns:wsu="${utility}"><wsse:Username>ann</wsse:Username>`;
      for (const block of [
        `<o:Security xmlns:o="${wsse}"><o:Other/></o:Security>`,
        `<o:Security xmlns:o="${wsse}"/>`,
      ]) {
        const body = bodyOf({ body: envelope("<m:Add/>", block), inner, attributes });
        assert.equal(body.split("Security ").length, 2, body);
        assert.ok(body.includes(`<s:Header><o:Security xmlns:o="${wsse}">${token}`), body);
        assert.match(body, /<\/wsse:UsernameToken>(?:<o:Other\/>)?<\/o:Security><\/s:Header>/);
        assert.equal(body.includes("<o:Other/>"), block.includes("<o:Other/>"), body);
      }
    });

    test("requests have the headers of WS-Addressing, if it is on", () => {
      const wsa = ' xmlns:wsa="http://www.w3.org/2005/08/addressing"';
      const config =
        '<con:wsaConfig mustUnderstand="NONE" version="200508" action="urn:a" addDefaultAction="true" addDefaultTo="true" generateMessageId="true" replyTo="urn:r" from="urn:s" faultTo="urn:f"/>';
      const address = (local: string, uri: string) =>
        `<wsa:${local}${wsa}><wsa:Address>${uri}</wsa:Address></wsa:${local}>`;
      assert.equal(bodyOf({ inner: config }), addBody);
      assert.equal(
        bodyOf({ inner: config, attributes: 'useWsAddressing="true"' }),
        envelope(
          "<m:Add><m:a>2</m:a></m:Add>",
          `<wsa:Action${wsa}>urn:a</wsa:Action>${address("ReplyTo", "urn:r")}${address("From", "urn:s")}${address("FaultTo", "urn:f")}<wsa:MessageID${wsa}>uuid:{{$guid}}</wsa:MessageID><wsa:To${wsa}>http://localhost:8000/calc</wsa:To>`,
        ),
      );
    });
  });

  suite("requests of SoapUI with attachments", () => {
    const zip = (name: string, text: string) => toBase64(zipSync({ [name]: utf8(text) }));
    const attachment = (name: string, data: string, id = name) =>
      `<con:attachment><con:name>${name}</con:name><con:contentType>text/plain</con:contentType><con:size>2</con:size><con:contentId>${id}</con:contentId><con:part>x</con:part>${data}</con:attachment>`;
    const data = `<con:data>${zip("a.txt", "hi")}</con:data>`;

    test("attachments become a multipart body with files", () => {
      const result = imported(caseProject(soapStep("Add", { inner: attachment("a.txt", data) })));
      assert.equal(textOf(result, "attachments/a.txt"), "hi");
      const text = textOf(result, caseFile).replaceAll("\r\n", "\n");
      assert.match(
        text,
        /^Content-Type: multipart\/related; type="text\/xml"; start="<rootpart@soapui.org>"; boundary=/m,
      );
      assert.match(
        text,
        /\nContent-Type: text\/xml; charset=UTF-8\nContent-Transfer-Encoding: 8bit\nContent-ID: <rootpart@soapui.org>\n\n<s:Envelope/,
      );
      assert.match(
        text,
        /\nContent-Type: text\/plain\nContent-Transfer-Encoding: binary\nContent-ID: <a.txt>\n[^\n]*\n\n< \.\.\/\.\.\/attachments\/a\.txt\n--/,
      );
      assert.deepEqual(outcomes(result, "Suite", "Case", "Add", "a.txt"), ["attachment attachment: translated"]);
    });

    test("attachments are included with MTOM", () => {
      const settings = { "WsdlSettings@enable-mtom": "true" };
      const body = envelope("<m:f>cid:a.txt</m:f><m:f>cid:other</m:f>");
      const text = caseText(soapStep("Add", { body, settings, inner: attachment("a.txt", data) }));
      assert.match(
        text,
        /^Content-Type: multipart\/related; type="application\/xop\+xml"; start="<rootpart@soapui.org>"; start-info="text\/xml"; boundary=/m,
      );
      assert.ok(
        text.includes(
          '<m:f><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:a.txt"/></m:f><m:f>cid:other</m:f>',
        ),
        text,
      );
    });

    test("attachments outside of the project have to be copied", () => {
      const result = imported(
        caseProject(soapStep("Add", { inner: attachment("b.txt", "<con:url>/etc/passwd</con:url>") })),
      );
      assert.equal(textOf(result, "attachments/b.txt"), "");
      assert.deepEqual(outcomes(result, "Suite", "Case", "Add", "b.txt"), ["attachment attachment: partly"]);
    });
  });

  suite("requests of SoapUI for REST and HTTP", () => {
    const rest = `<con:interface type="rest" name="Pets" basePath="/v2"><con:endpoints><con:endpoint>http://localhost:8000</con:endpoint></con:endpoints><con:resource name="Pet" path="/pet/{id}"><con:parameters><con:parameter><con:name>id</con:name><con:style>TEMPLATE</con:style></con:parameter></con:parameters><con:method name="Get pet" method="GET"><con:parameters><con:parameter><con:name>q</con:name><con:value>d</con:value><con:style>QUERY</con:style></con:parameter><con:parameter><con:name>X-H</con:name><con:style>HEADER</con:style></con:parameter></con:parameters><con:request name="Request 1"><con:parameters><con:entry key="id" value="7"/></con:parameters></con:request></con:method><con:method name="Put pet" method="PUT"/></con:resource></con:interface>`;
    const restStep = (method: string, inner: string, mediaType = "application/json") =>
      `<con:testStep type="restrequest" name="R"><con:config service="Pets" resourcePath="/v2/pet/{id}" methodName="${method}"><con:restRequest name="R" mediaType="${mediaType}"><con:endpoint>http://localhost:8000</con:endpoint>${inner}</con:restRequest></con:config></con:testStep>`;
    const restText = (content: string) => textOf(imported(project(rest + suiteOf(content))), caseFile);

    test("REST requests have their parameters in the path, the query and headers", () => {
      const text = restText(
        restStep(
          "Get pet",
          '<con:parameters><con:entry key="id" value="a b"/><con:entry key="q" value="x&amp;y"/><con:entry key="X-H" value="1"/></con:parameters>',
        ),
      );
      assert.match(text, /^GET http:\/\/localhost:8000\/v2\/pet\/a%20b\?q=x%26y HTTP\/1\.1$/m);
      assert.match(text, /^X-H: 1$/m);
    });

    test("REST requests have a body, except with GET", () => {
      const put = restText(restStep("Put pet", "<con:request>{&quot;id\\_r&quot;: 1}</con:request>"));
      assert.match(put, /^Content-Type: application\/json$/m);
      assert.match(put, /^# @ignore /m);
      assert.equal(bodyIn(put), '{"id\\r": 1}');
      assert.ok(!restText(restStep("Get pet", "<con:request>{}</con:request>")).includes("{}"));
    });

    test("REST requests are samples of an interface, too", () => {
      const text = textOf(imported(project(rest)), "requests/Pets.soaphttp");
      assert.match(text, /^### Get pet Request 1$/m);
      assert.match(text, /^GET http:\/\/localhost:8000\/v2\/pet\/7\?q=d HTTP\/1\.1$/m);
    });

    /** The request lines of the steps of a case with an interface, whose resource has this path and one method. */
    const restLines = (
      path: string,
      inner: string,
      {
        base = "",
        endpoint = "http://localhost:8000",
        more = properties({ context: "a", ep: "http://localhost:8000", "sub path": "b" }),
      } = {},
    ) => {
      const iface = `<con:interface type="rest" name="Pets" basePath="${base}"><con:endpoints><con:endpoint>${endpoint}</con:endpoint></con:endpoints><con:resource name="Pet" path="${path}"><con:parameters><con:parameter><con:name>id</con:name><con:style>TEMPLATE</con:style></con:parameter></con:parameters><con:method name="Get pet" method="GET"/></con:resource></con:interface>`;
      const config = `<con:testStep type="restrequest" name="R"><con:config service="Pets" methodName="Get pet" resourcePath="${path}"><con:restRequest name="R"><con:endpoint>${endpoint}</con:endpoint>${inner}</con:restRequest></con:config></con:testStep>`;
      return [
        ...textOf(imported(project(iface + suiteOf(config) + more)), caseFile).matchAll(/^[A-Z]+ (.+) HTTP/gm),
      ].map(([, target]) => target);
    };
    const idValue = (value: string) => `<con:parameters><con:entry key="id" value="${value}"/></con:parameters>`;

    test("expansions in the path of a resource become variables", () => {
      assert.deepEqual(restLines("/${#Project#context}/pets", ""), ["http://localhost:8000/{{context}}/pets"]);
      assert.deepEqual(restLines("/${#Project#context}/{id}/${#Project#sub path}", idValue("${#Project#context}")), [
        "http://localhost:8000/{{context}}/{{context}}/{{sub-path}}",
      ]);
      assert.deepEqual(restLines("/x/{id}", idValue("7"), { base: "/${#Project#context}" }), [
        "http://localhost:8000/{{context}}/x/7",
      ]);
    });

    test("REST requests keep a value of the path that is percent-encoded already", () => {
      assert.deepEqual(restLines("/x/{id}", idValue("%7Ba%7D+1")), ["http://localhost:8000/x/%7Ba%7D+1"]);
      assert.deepEqual(restLines("/x/{id}", idValue("100% {a}")), ["http://localhost:8000/x/100%25%20%7Ba%7D"]);
    });

    test("REST requests percent-encode the value of a property where it isn't surely the same when they are sent", () => {
      const line = (value: string, given: Readonly<Record<string, string>>) =>
        restLines(
          "/x/{id}",
          `<con:parameters><con:entry key="id" value="${value}"/><con:entry key="q" value="${value}"/></con:parameters>`,
          {
            more: properties(given),
          },
        );
      assert.deepEqual(line("${#Project#p}", { p: "7" }), ["http://localhost:8000/x/{{p}}?q={{p}}"]);
      for (const p of ["a b", ""]) {
        assert.deepEqual(line("${#Project#p}", { p }), ["http://localhost:8000/x/{{p | url}}?q={{p | url}}"]);
      }
      assert.deepEqual(line("${#Project#p}", { p: "%26" }), ["http://localhost:8000/x/{{p}}?q={{p | url}}"]);
    });

    test("REST requests have a slash between an address without a path and a relative base path", () => {
      const base = { base: "base/v1" };
      assert.deepEqual(restLines("/x", "", base), ["http://localhost:8000/base/v1/x"]);
      assert.deepEqual(restLines("/x", "", { ...base, endpoint: "${#Project#ep}" }), ["{{ep}}/base/v1/x"]);
      // As SoapUI sends it.
      assert.deepEqual(restLines("/x", "", { ...base, endpoint: "http://localhost:8000/a" }), [
        "http://localhost:8000/abase/v1/x",
      ]);
    });

    test("REST requests have the first interface's method with their name, resource and method", () => {
      const method = (name: string, verb: string) => `<con:method name="${name}" method="${verb}"/>`;
      const resource = (path: string, content: string) =>
        `<con:resource path="${path}"><con:parameters><con:parameter><con:name>id</con:name><con:style>TEMPLATE</con:style></con:parameter></con:parameters>${content}</con:resource>`;
      const interfaces = [
        resource("/x", method("M", "GET")),
        resource("/y", method("Other", "DELETE")),
        resource("/y/{id}", method("M", "POST")),
        resource("/y/{id}", method("M", "PUT")),
      ].map((content) => `<con:interface type="rest" name="Pets">${content}</con:interface>`);
      const restRequest = `<con:restRequest name="R" mediaType="application/json"><con:endpoint>http://localhost:8000</con:endpoint><con:request>{}</con:request>${idValue("7")}</con:restRequest>`;
      const textAt = (path: string) => {
        const config = `<con:testStep type="restrequest" name="R"><con:config service="Pets" methodName="M" resourcePath="${path}">${restRequest}</con:config></con:testStep>`;
        return textOf(imported(project(interfaces.join("") + suiteOf(config))), caseFile);
      };
      assert.match(textAt("/y/{id}"), /^POST http:\/\/localhost:8000\/y\/7 HTTP\/1\.1$/m);
      assert.equal(bodyIn(textAt("/y/{id}")), "{}");
      // The first method with the name, if no interface has it at this path.
      assert.match(textAt("/other"), /^GET http:\/\/localhost:8000\//m);
    });

    test("REST requests without an interface have their whole address", () => {
      const text = restText(
        `<con:testStep type="httprequest" name="H"><con:config method="POST" name="H" mediaType="text/plain"><con:endpoint>http://localhost:8000/a?b=1</con:endpoint><con:request>hello</con:request><con:parameters><con:parameter><con:name>c</con:name><con:value>2</con:value><con:style>QUERY</con:style></con:parameter></con:parameters></con:config></con:testStep>`,
      );
      assert.match(text, /^POST http:\/\/localhost:8000\/a\?b=1&c=2 HTTP\/1\.1$/m);
      assert.equal(bodyIn(text), "hello");
    });

    test("REST requests without an address have a variable in its place", () => {
      const config = '<con:config method="GET" name="H"><con:endpoint/></con:config>';
      const text = restText(`<con:testStep type="httprequest" name="H">${config}</con:testStep>`);
      assert.match(text, /^GET \{\{endpoint\}\} HTTP\/1\.1$/m);
    });
  });

  test("requests of a project of SoapUI 1.7 have their charset, address and body", () => {
    const text = textOf(
      imported(
        `<?xml version="1.0" encoding="ISO-8859-1"?><soapui-project name="Old" soapui-version="1.7.6" xmlns="http://eviware.com/soapui/config"><interface name="CalcSoap" bindingName="x" soapVersion="1_1" definition="file:calc.wsdl"><endpoints><endpoint>http://localhost/c</endpoint></endpoints><operation name="Add" action=""><call name="Request 1"><encoding>UTF-8</encoding><endpoint>http://localhost/c</endpoint><request>&lt;a/&gt;</request></call></operation></interface></soapui-project>`,
      ),
      "requests/CalcSoap.soaphttp",
    );
    assert.deepEqual(headersIn(text), ["Content-Type: text/xml; charset=UTF-8", 'SOAPAction: ""']);
    assert.equal(bodyIn(text), "<a/>");
  });

  test("requests use a property of a step", () => {
    const text = caseText(step("properties", "P", properties({ x: "1" })) + soapStep("Add", { body: "<a>${P#X}</a>" }));
    assert.equal(bodyIn(text), "<a>{{P_x}}</a>");
  });
});
