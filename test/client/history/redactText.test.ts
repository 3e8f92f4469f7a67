import { deepEqual, equal, ok } from "node:assert/strict";
import { redacted, redactText } from "../../../client/src/history/redactText.ts";

/** What stands in « » is a secret: just that is taken out. */
function expectSecrets(marked: string): void {
  const text = marked.replace(/[«»]/g, "");
  const found = redactText(text);
  equal(found.text, marked.replace(/«[^»]*»/g, redacted));
  deepEqual(
    found.secrets,
    [...marked.matchAll(/«([^»]*)»/g)].map((one) => one[1]),
  );
}

suite("secrets in a text", () => {
  const cases: Readonly<Record<string, string>> = {
    "the password of a UsernameToken, whose type stays":
      '<wsse:UsernameToken><wsse:Username>ann</wsse:Username><wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText">«p&amp;w»</wsse:Password><wsse:Nonce EncodingType="x">«bm9uY2U=»</wsse:Nonce>',
    "a BinarySecurityToken": '<w:BinarySecurityToken ValueType="#X509v3">«MIIC»</w:BinarySecurityToken><b>x</b>',
    "an assertion with all that is in it": "<a:Assertion ID='1'>«<a:Subject>ann</a:Subject>»</a:Assertion>",
    "elements in elements of the same name": "<Token>«<Token>a</Token>b»</Token>c",
    "a CDATA section": "<password>«<![CDATA[a<b]]>»</password>",
    "an element without a prefix, in any case": "<PASSWORD>«a»</PASSWORD><userPassword>«b»</userPassword>",
    attributes: "<login user=\"ann\" password=\"«a>b»\" apiKey='«c'»' n='1'/>".replace("c'»'", "c»'"),
    "an empty element": "<password/><b>x</b>",
    "XML as text inside of XML": "<in>&lt;Password&gt;«abc»&lt;/Password&gt;&lt;b&gt;x</in>",
    "XML as text, escaped twice":
      "<in>&amp;lt;Password a=&amp;quot;1&amp;quot;&amp;gt;«abc»&amp;lt;/Password&amp;gt;x</in>",
    "an attribute as text inside of XML": "<in>&lt;a password=&quot;«abc»&quot;/&gt;</in>",
    "a map of keys and values": '<item><key xsi:type="x">password</key><value xsi:type="x">«abc»</value></item><item/>',
    "a JSON string with a quote in it": '{"password": "«a\\"b»", "n": 1}',
    "other JSON values": '{"token": «123», "secrets": «["a]", {"b": "}"}]», "n": 1}',
    "JSON inside of JSON": '{"in": "{\\"api_key\\":\\"«abc»\\",\\"n\\":1}"}',
    "JSON inside of XML": "<a>{&quot;password&quot;: &quot;«abc»&quot;, &quot;n&quot;: 1}</a>",
    "a name and its value in JSON": '[{"name": "password", "value": "«abc»"}, {"name": "n"}]',
    "a form": "user=ann&password=«a%20b»&n=1",
    "a query": "GET /s?code=«abc»&sig=«d»&page=2 HTTP/1.1",
    "a query in XML": "<a>http://h/s?a=1&amp;token=«abc»&amp;b=2</a>",
    "a part of a multipart form":
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n«abc\r\ndef»\r\n--b\r\nContent-Disposition: form-data; name="n"\r\n\r\n1\r\n--b--',
    "header lines in a body": "--b\r\nAuthorization: «Custom abc def»\r\nX-A: 1\r\n\r\nx",
    "credentials in a URL": "<a>https://«ann:p@ss»@h.example/s</a> and ftp://h/x@y",
    "schemes of authorization": "it said «Bearer abcdef.ghi» and «Basic YW5uOnB3»",
    "a token by its form": "<t>«eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.sig»</t>",
    "names that are common in services":
      "<UserPwd>«a»</UserPwd><LicenseKey>«b»</LicenseKey><a>http://h/?SAMLResponse=«PHN»&amp;X-Amz-Signature=«c»&amp;n=1</a>",
    "what one pays with":
      "<pay:CardNumber>«4111 1111 1111 1111»</pay:CardNumber><cvv2>«123»</cvv2><SSN>«1»</SSN><CardHolder>ann</CardHolder><discardNone>x</discardNone>",
    "what is packed, in base64": "<a>«H4sIAAAAAAAAA0tMSk4BAB»</a><b>«UEsDBBQAAAAIAAAAIQ»</b>",
    "a private key": "<a>«-----BEGIN RSA PRIVATE KEY-----\nMIIC\n-----END RSA PRIVATE KEY-----»</a>",
  };
  for (const [name, marked] of Object.entries(cases)) test(name, () => expectSecrets(marked));

  const inner = "<w:UsernameToken><w:Password>S3cret-4711</w:Password></w:UsernameToken>";
  const encodings: Readonly<Record<string, string>> = {
    XML: btoa(inner),
    "XML in UTF-16": Buffer.from(inner, "utf16le").toString("base64"),
    "XML, in lines": btoa(inner).replace(/.{32}/g, "$&\r\n"),
    "XML, in lines of Java": btoa(inner).replace(/.{32}/g, "$&&#13;\n"),
    "JSON, for URLs": Buffer.from('{"api_key":"S3cret-4711"}\u00ff\u00fe').toString("base64url"),
    "base64 of XML": btoa(`<a>${btoa(inner)}</a>`),
    "header lines": btoa("GET / HTTP/1.1\r\nAuthorization: S3cret-4711\r\n"),
  };
  for (const [name, text] of Object.entries(encodings)) {
    test(`what is in base64 is looked at: ${name}`, () => {
      const found = redactText(`<data>${text}</data>`);
      ok(/^<data>\[redacted\](?:=|\s|&#13;)*<\/data>$/.test(found.text), found.text);
      deepEqual(found.secrets, ["S3cret-4711"]);
    });
  }

  test("base64 without a secret stays, and so do words of its letters", () => {
    const text = `<a>${btoa("<a>only a long and harmless text</a>")}</a> ${"word/".repeat(20)} iVBORw0KGgoAAAANSUhEUgAA`;
    deepEqual(redactText(text), { text, secrets: [] });
  });

  test("nothing is taken from a message without secrets", () => {
    for (const text of [
      '<s:Envelope xmlns:auth="urn:a"><s:Body><auth:Add><a>1</a></auth:Add></s:Body></s:Envelope>',
      "<faultcode>wsse:InvalidSecurityToken</faultcode><faultstring>no such code</faultstring>",
      '<a xsi:type="wsse:PasswordString"/><key>k</key><code>7</code>',
      '{"user": "ann", "code": 7, "key": "k"}',
      "GET /s?page=2&sort=name HTTP/1.1",
    ]) {
      deepEqual(redactText(text), { text, secrets: [] });
    }
  });

  test("where XML is broken, everything that may belong to a secret goes", () => {
    for (const text of [
      "<Password>abc<b>1</b>",
      "<Password>abc</Passwort><b>1</b>",
      "<Password abc",
      '<Password Type="x>abc</Password>',
      "<Password Type=x y>abc</Password>",
      "Password>abc</Password>",
      "< Password >abc< / Password >",
      "<Password>x<Password>abc</Password>",
      '<u password="abc',
      '<u password="x token="abc">',
      "<u password='x<abc'>",
      "<u password=abc>",
      '{"password": "abc',
      '{"password": abc',
      '{"password": ["abc"',
      'name="password" value=abc',
      "-----BEGIN PRIVATE KEY-----\nabc",
      '<x name="password">abc',
      "password = abc",
    ]) {
      ok(!redactText(text).text.includes("abc"), `${text} became ${redactText(text).text}`);
    }
  });

  test("time grows with the length, whatever stands there", () => {
    const hostile = [
      "<Password>",
      "</Password>",
      "<Password a=",
      '<Password a="b" ',
      "password=",
      'password="',
      '"password":',
      '"password":[',
      "password ",
      'form-data; name="password"\r\n\r\n',
      'name="password"',
      "eyJaaaaaaaa-",
      "://a@",
      "://",
      "-----BEGIN ",
      "basic ",
      "&amp;",
      "&lt;Password",
      "a:",
      " ",
      "<key>password</key>",
      "YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXo\r\n",
      btoa("<Password a="),
      btoa(btoa("<a><Password>")),
    ];
    for (const piece of hostile) {
      const text = `<Password a="1"${piece.repeat(300_000 / piece.length)}`;
      ok(redactText(text).text.length <= text.length + 12);
      ok(redactText(piece.repeat(300_000 / piece.length)).text.length > 0);
    }
  });
});
