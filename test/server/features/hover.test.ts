import assert from "node:assert/strict";
import { envelope11, envelope12, request, request11 } from "../../support/findings.ts";
import { mark, withCursor } from "../../support/marked.ts";
import { hoverIn } from "../../support/structure.ts";

/** Expects a hover at `|` for the range `«…»` that contains all of these texts. */
function expectHover(source: string, ...expected: readonly (string | RegExp)[]): string {
  const { text, spans } = withCursor(source);
  const hover = hoverIn(source);
  assert.ok(hover, `no hover at ${source}`);
  assert.equal(mark(text, [hover]), mark(text, spans), hover.markdown);
  for (const part of expected) {
    if (typeof part === "string") assert.ok(hover.markdown.includes(part), `${part} isn't in:\n${hover.markdown}`);
    else assert.match(hover.markdown, part);
  }
  return hover.markdown;
}

function expectNone(source: string): void {
  assert.equal(hoverIn(source)?.markdown, undefined);
}

suite("hover in the header section", () => {
  test("the hover explains a method, with a link to the specification", () => {
    expectHover(
      request().replace("POST", "«P|OST»"),
      "**POST**",
      "https://www.rfc-editor.org/rfc/rfc9110#section-9.3.3",
    );
  });

  test("the hover shows the URL of a target, and the reason for its scheme", () => {
    const text = request({ Host: "example.org:8443" }).replace("/s", "«/|s»");
    expectHover(text, "`https://example.org:8443/s`", "because the port is 8443");
    expectHover(`# @scheme https\n${request().replace("/s", "«/|s»")}`, "`https://h/s`", "\\# @scheme");
    expectHover(request({}, envelope12, "POST «http://h:81/|s?x#f» HTTP/1.1"), "`http://h:81/s?x`", "absolute-form");
    expectHover(request({ Host: undefined }).replace("/s", "«|/s»"), "destination is unknown");
  });

  test("the hover explains the version, but not the space before it", () => {
    expectHover(request().replace("HTTP/1.1", "«HTT|P/1.1»"), "section 2.3");
    expectNone(request().replace(" HTTP/1.1", "| HTTP/1.1"));
  });

  test("the hover explains a header in any case", () => {
    expectHover(request({ Accept: "*/*" }).replace("Accept", "«acc|ept»"), "**Accept**", "section-12.5.1");
    expectHover(request11().replace("SOAPAction", "«SOAP|Action»"), "SOAP 1.1 section 6.1.1");
    expectNone(request({ "X-Own": "a" }).replace("X-Own", "X-|Own"));
  });

  test("the hover shows the URL at Host", () => {
    expectHover(request().replace("Host", "«Ho|st»"), "`http://h/s`");
    expectHover(request({ Host: "«a|.example»" }), "`http://a.example/s`");
  });

  test("the hover shows the charset at Content-Type, and where it is specified", () => {
    expectHover(request().replace("Content-Type", "«Content-Ty|pe»"), "utf-8, as specified by the charset parameter");
    const declared = `<?xml version="1.0" encoding="iso-8859-1"?>${envelope12}`;
    const text = request({ "Content-Type": "application/soap+xml" }, declared);
    expectHover(text.replace("Content-Type", "«Content-Ty|pe»"), "iso-8859-1, as specified by the XML declaration");
    const bare = request({ "Content-Type": "application/soap+xml" });
    expectHover(bare.replace("Content-Type", "«Content-Ty|pe»"), "No charset is specified");
  });

  test("the hover explains the media type and each parameter", () => {
    expectHover(request({ "Content-Type": "«application/|soap+xml»; charset=utf-8" }), "A SOAP 1.2 message");
    expectHover(request({ "Content-Type": "application/soap+xml; «char|set=utf8»" }), "alias", "utf-8");
    expectHover(request({ "Content-Type": 'application/soap+xml; charset=utf-8; «action="u|rn:a"»' }), "RFC 3902");
  });

  test("the hover explains standard values", () => {
    expectHover(request({ Connection: "«clo|se»" }), "closed after the response");
    expectHover(request({ Expect: "«100-cont|inue»" }), "section-10.1.1");
    expectHover(request({ Authorization: "«Bas|ic» dTpw" }), "Base64");
    expectNone(request({ Authorization: "Basic d|Tpw" }));
    expectHover(request({ "Accept-Encoding": "gzip, «defl|ate»" }), "zlib");
  });

  test("the hover shows nothing in a comment", () => {
    expectNone(request().replace("Host", "# Ho|st\nHost"));
  });
});

suite("hover on Content-Length", () => {
  const lines =
    '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">\n<s:Body><a>é</a></s:Body>\n</s:Envelope>';

  test("the hover shows the length, charset and line endings, and the lengths with others", () => {
    const markdown = expectHover(request({}, lines).replace("Content-Length", "«Content-|Length»"));
    assert.match(markdown, /\*\*103\*\* bytes in utf-8, with LF line endings/);
    assert.match(markdown, /\| utf-8 \| \*\*103\*\* \| 105 \|/);
    assert.match(markdown, /\| iso-8859-1 \| 102 \| 104 \|/);
    assert.match(markdown, /\| utf-16 \| 206 \| 210 \|/);
    assert.match(markdown, /rfc9110#section-8\.6/);
  });

  test("the hover also works on the value, and with CRLF", () => {
    const text = request({ "Content-Length": "«1|05»" }, lines).replaceAll("\n", "\r\n");
    expectHover(text, "**105** bytes in utf-8, with CRLF line endings", "| utf-8 | 103 | **105** |");
  });

  test("the hover shows one length for each charset if the body has no line break", () => {
    expectHover(request({ "Content-Length": "«8|4»" }), "without line breaks", "| utf-8 | **84** |");
  });

  test("the hover shows no length for a charset that can't encode the body", () => {
    const body = envelope12.replace("<s:Body/>", "<s:Body><a>€</a></s:Body>");
    expectHover(request({ "Content-Length": "«9|9»" }, body), "| iso-8859-1 | can't be encoded |");
  });

  test("the hover lists the lengths with line breaks after the body", () => {
    expectHover(
      `${request({ "Content-Length": "«8|4»" })}\n\n### next`,
      "Also correct, with line breaks after the body: 85, 86",
    );
  });

  test("the hover counts the values of variables", () => {
    const body = envelope12.replace("<s:Body/>", "<s:Body><a>{{x}}</a></s:Body>");
    expectHover(`@x = a&b\n\n${request({ "Content-Length": "«10|6»" }, body)}`, "**106** bytes");
  });

  test("the hover explains why a length is unknown", () => {
    const body = envelope12.replace("<s:Body/>", "<s:Body><a>{{nowhere}}</a></s:Body>");
    expectHover(request({ "Content-Length": "«1|04»" }, body), "has no value yet");
    expectHover(request({ "Content-Length": "«1|04»" }, "< ./e.xml"), "is a file");
    expectHover("POST /s HTTP/1.1\nHost: h\nContent-Length: «|0»", "no body");
  });

  test("the hover names the file of a part at its path", () => {
    const type = { "Content-Type": 'multipart/related; boundary="b"' };
    expectHover(
      request(type, "--b\nContent-Type: application/pdf\n\n< «./a|.pdf»\n--b--"),
      "is the file `./a.pdf`, byte for byte",
      "application/pdf",
    );
    expectHover(request({ ...type, "Content-Length": "«1|04»" }, "--b\n\n< ./a.pdf\n--b--"), "hasn't been read");
  });

  test("the hover shows the current length at {{$contentLength}}", () => {
    expectHover(request({ "Content-Length": "«{{$content|Length}}»" }), "Now: `84`");
  });
});

suite("hover above the request", () => {
  test("the hover explains a directive", () => {
    expectHover(`# «@time|out» 30s\n${request()}`, "until the first byte");
    expectHover(`// «|@ignore» host-missing\n${request()}`, "Codes of rules");
    expectNone(`# @unknown|x\n${request()}`);
    expectNone(`# @timeout 3|0s\n${request()}`);
  });

  test("the hover shows the value of a definition with all variables replaced", () => {
    expectHover(`@base = {{host}}:8000\n@host = localhost\n@«u|rl» = http://{{base}}/\n`, "`http://localhost:8000/`");
  });

  test("the hover explains a separator, but not its title", () => {
    expectHover(`${request()}\n«#|##» next\n${request()}`, "begins the next");
    expectNone(`${request()}\n### ne|xt\n${request()}`);
  });
});

suite("hover on variables", () => {
  test("the hover shows the values of names in arguments of credentials, and hides what is made of them", () => {
    const basic = (value: string) => `@user = ann\n${request({ Authorization: `Basic ${value}` })}`;
    expectHover(basic('{{$basic «u|ser» "p"}}'), "ann");
    const markdown = expectHover(basic('«{{$ba|sic user "p"}}»'), "Base64", "•••");
    assert.ok(!markdown.includes("YW5u"));
    expectHover(`@user = ann\n# @auth ntlm EU\\«us|er» "p"\n${request()}`, "ann");
    expectHover(`# «@a|uth» digest "u" "p"\n${request()}`, "challenge");
  });

  test("the hover shows the value and its origin in target, header and body", () => {
    const body = envelope12.replace("<s:Body/>", "<s:Body><a>«{{v|}}»</a></s:Body>");
    expectHover(`@v = 1\n\n${request({}, body)}`, "`{{v}}` = `1`", "From this file");
    expectHover(`@v = 1\n\n${request({ Host: "«{|{v}}»" })}`, "= `1`");
    expectHover(`@v = 1\n\n${request({}, envelope12, "POST /«{{|v}}» HTTP/1.1")}`, "= `1`");
  });

  test("the hover explains why a variable has no value", () => {
    expectHover(request({ Host: "«{{no|where}}»" }), "isn't defined.");
    expectHover(`@a = {{b}}\n@b = {{a}}\n\n${request({ Host: "«{{a|}}»" })}`, "refers to itself", "a → b → a");
  });

  test("the hover shows nothing for braces that aren't a variable", () => {
    expectNone(request({}, envelope12.replace("<s:Body/>", '<s:Body><a>{{"a|":1}}</a></s:Body>')));
    expectNone(`# {{v|}} in a comment\n@v = 1\n${request()}`);
  });

  test("the hover shows a value without turning it into a link or an image", () => {
    const markdown = expectHover(`@v = \`![x](https://e.example/p.png)\n\n${request({ Host: "«{{v|}}»" })}`);
    assert.match(markdown, /= `` `!\[x\]\(https:\/\/e\.example\/p\.png\) ``/);
  });
});

suite("hover on XML and SOAP", () => {
  const inBody = (content: string, envelope = envelope12) =>
    envelope.replace("<s:Body/>", `<s:Body>${content}</s:Body>`);

  test("the hover explains an element of SOAP at both tags", () => {
    expectHover(request({}, inBody("<a/>")).replace("<s:Body>", "<«s:Bo|dy»>"), "SOAP 1.2 part 1 section 5.3");
    expectHover(request({}, inBody("<a/>")).replace("</s:Body>", "</«s:Bo|dy»>"), "SOAP 1.2 part 1 section 5.3");
    expectHover(request11().replace("<s:Envelope", "<«s:|Envelope»"), "SOAP 1.1 section 4.1");
  });

  test("the hover explains the parts of a Fault of both versions", () => {
    const fault12 = "<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code></s:Fault>";
    expectHover(request({}, inBody(fault12)).replace("<s:Value", "<«s:|Value»"), "section 5.4.1.1");
    const fault11 = "<s:Fault><faultcode>s:Client</faultcode></s:Fault>";
    expectHover(
      request11({}, inBody(fault11, envelope11)).replace("<faultcode", "<«fault|code»"),
      "SOAP 1.1 section 4.4.1",
    );
    expectHover(request({}, inBody("<faultcode/>")).replace("faultcode", "«fault|code»"), "No namespace");
  });

  test("the hover shows the namespace of a payload element", () => {
    expectHover(request({}, inBody('<«A|dd» xmlns="http://example.org/calc"/>')), "`http://example.org/calc`");
    expectHover(request({}, inBody("<«x:A|dd»/>")), "x isn't declared");
    expectHover(request({}, inBody("<«s:Bo|dx»/>")), "no element with this name");
  });

  test("the hover explains SOAP's attributes on a header block", () => {
    const block =
      '<t:x xmlns:t="urn:t" s:mustUnderstand="true" s:role="http://www.w3.org/2003/05/soap-envelope/role/next"/>';
    const body = envelope12.replace("<s:Body/>", `<s:Header>${block}</s:Header><s:Body/>`);
    expectHover(
      request({}, body).replace("s:mustUnderstand", "«s:must|Understand»"),
      "section 5.2.3",
      /soap-envelope(?!\/role)/,
    );
    expectHover(request({}, body).replace("s:role", "«s:r|ole»"), "section 5.2.2");
    const next = "http://www.w3.org/2003/05/soap-envelope/role/next";
    expectHover(request({}, body).replace(`"${next}"`, `"«${next.slice(0, 9)}|${next.slice(9)}»"`), "The role next");
  });

  test("the hover explains a namespace at its prefix and at its name", () => {
    const name = "http://www.w3.org/2003/05/soap-envelope";
    expectHover(request().replace("xmlns:s", "«xmlns|:s»"), "identifies a SOAP 1.2 message");
    expectHover(request().replace(name, `«h|${name.slice(1)}»`), "identifies a SOAP 1.2 message");
    const draft = "http://www.w3.org/2001/12/soap-envelope";
    expectHover(request().replace(name, `«h|${draft.slice(1)}»`), "Did you mean the namespace of SOAP 1.2");
    expectHover(request({}, inBody('<a xmlns="«urn:|x»"/>')), "Unknown namespace");
  });

  test("the hover explains a fault code by the namespace of its prefix", () => {
    const code = (value: string) => `<s:Fault><s:Code><s:Value>${value}</s:Value></s:Code></s:Fault>`;
    expectHover(request({}, inBody(code("«s:Must|Understand»"))), "NotUnderstood", "section 5.4.6");
    expectHover(request({}, inBody(code("«x:O|wn»"))), "defined by the service", "x isn't declared");
    const code11 = "<s:Fault><faultcode>«s:Client.|Authentication»</faultcode></s:Fault>";
    expectHover(request11({}, inBody(code11, envelope11)), "SOAP 1.1 section 4.4.1");
  });

  test("the hover shows the character of a reference", () => {
    expectHover(request({}, inBody("<a>x «&am|p;» y</a>")), "`&`", "U+0026");
    expectHover(request({}, inBody('<a b="«&#x|E9;»"/>')), "`é`", "U+00E9");
    expectNone(request({}, inBody("<a>&nb|sp;</a>")));
  });

  test("the hover explains a known URI in the text of an element", () => {
    const address = "http://www.w3.org/2005/08/addressing/anonymous";
    expectHover(request({}, inBody(`<a>\n«${address.slice(0, 8)}|${address.slice(8)}»\n</a>`)), "anonymous address");
    expectNone(request({}, inBody("<a>te|xt</a>")));
    expectNone(request({}, inBody(`<a>|\n${address}\n</a>`)));
    expectNone(request({}, inBody(`<a>\n${address}|\n</a>`)));
    expectHover(request({}, inBody(`<a>\n«|${address}»\n</a>`)), "anonymous address");
    expectNone(request({}, inBody(`<a><b/>${address.slice(0, 8)}|${address.slice(8)}</a>`)));
  });

  test("the hover shows nothing in comments, and handles broken XML", () => {
    expectNone(request({}, inBody("<!-- s:Bo|dy -->")));
    expectNone(request({}, "<s:Envelope><|"));
    expectHover(request({}, '<«s:Env|elope» xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body'), "section 5.1");
  });

  test("the hover explains the headers of a part in a multipart body", () => {
    const type = 'multipart/related; boundary=b; type="application/xop+xml"; start-info="application/soap+xml"';
    const body = `--b\nContent-Type: application/xop+xml\n«Content-|ID»: <r@h>\n\n${envelope12}\n--b--`;
    expectHover(request({ "Content-Type": type }, body), "RFC 2045 section 7");
    expectHover(
      request(
        { "Content-Type": type },
        body.replace("«Content-|ID»", "Content-ID").replace("<s:Env", "<«s:|Env").replace("Envelope ", "Envelope» "),
      ),
      "section 5.1",
    );
  });
});

suite("hover on characters", () => {
  const withText = (text: string, charset = "utf-8") =>
    request(
      { "Content-Type": `application/soap+xml; charset=${charset}` },
      envelope12.replace("<s:Body/>", `<s:Body><a>${text}</a></s:Body>`),
    );

  test("the hover shows the code point and the bytes in the charset of the body", () => {
    expectHover(withText("«|é»"), "`é` **U+00E9**", "2 bytes in utf-8: C3 A9");
    expectHover(withText("«|é»", "iso-8859-1"), "1 byte in iso-8859-1: E9");
    expectHover(withText("«|é»", "utf-16"), "2 bytes in utf-16: E9 00");
    expectHover(withText("«|€»", "windows-1252"), "1 byte in windows-1252: 80");
    expectHover(withText("«|€»", "iso-8859-1"), "iso-8859-1 doesn't include this character");
    expectHover(withText("«|€»", "klingon"), "charset is unknown");
  });

  test("the hover shows nothing for ASCII, except control characters", () => {
    for (const character of ["|a", "|~", "|\t", "|\n"]) expectNone(withText(character));
    expectHover(withText("«|\u007f»"), "**U+007F** DELETE", "1 byte in utf-8: 7F");
  });

  test("the hover treats a surrogate pair as one character", () => {
    expectHover(withText("«|😀»"), "U+1F600", "4 bytes in utf-8: F0 9F 98 80");
  });

  test("the hover names an invisible character", () => {
    expectHover(withText("a«|\u00a0»b"), "**U+00A0** NO-BREAK SPACE");
    expectHover(withText("a«|\u200b»b"), "**U+200B** ZERO WIDTH SPACE");
  });

  test("the hover also shows the element if the character is in its name", () => {
    expectHover(withText("<caf«|é»/>"), "U+00E9", "No namespace");
  });

  test("the hover says that a character can't be sent in a header, and isn't sent above the request", () => {
    expectHover(request({ "X-A": "«|é»" }), "US-ASCII");
    expectHover(`# «|é»\n${request()}`, "isn't sent");
  });
});

suite("hover in an expectation", () => {
  test("the hover explains the body as text, and its comparison", () => {
    const text = (line: string) => `# @expect ${line}\n${request()}`;
    expectHover(text('«bo|dy» not contains "a"'), "as text with contains or matches");
    expectHover(text("«certifi|cate expires» > 30 d"), "TLS certificate of the service");
    expectHover(text("«no le|ak»"), "no stack trace");
    expectHover(text('body not «cont|ains» "a"'), "contains the text");
  });
});
