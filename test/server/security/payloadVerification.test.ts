import assert from "node:assert/strict";
import { verifyResponse } from "../../../server/src/testing/responseSignatures.ts";
import { certificateOf } from "../../support/keyFiles.ts";
import { secured, signedMessage, timestamp } from "../../support/signing.ts";

const certificates = ["middle.pem", "me.pem", "ec256.sec1.pem"].map(certificateOf);
const trusted = [certificateOf("root.pem")];
const now = new Date("2027-03-01T12:34:56Z");

/** A request whose body is a document of its own, signed. */
async function signed(body: string, type = "text/xml; charset=utf-8"): Promise<string> {
  const text = `POST /s HTTP/1.1\nHost: h\nContent-Type: ${type}\nContent-Length: {{$contentLength}}\n\n${body}\n`;
  return (await signedMessage(text, { now })).body;
}

/** The state, the element and the coverage of each signature of a received body, such as `valid order: order`. */
async function verdicts(body: string, type = "text/xml; charset=utf-8"): Promise<readonly string[]> {
  const fields = [{ name: "Content-Type", value: type }];
  const { signatures } = await verifyResponse(
    { fields, body: new TextEncoder().encode(body) },
    { known: certificates, trusted },
    now,
  );
  return signatures.map(({ state, of, covered }) => `${state.kind} ${of}: ${covered.join(", ")}`);
}

const order = (options: string) =>
  `<o:order xmlns:o="urn:o" Id="o"><!-- c --><o:n>5</o:n>{{$signature ${options}}}</o:order>`;
const related = 'multipart/related; boundary=b; type="application/xop+xml"';
const multipart = (xml: string, type = "application/xop+xml") =>
  `--b\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${xml}\r\n--b\r\nContent-Type: text/plain\r\nContent-ID: <f@h>\r\n\r\nfive 5\r\n--b--`;
const include = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:f@h"/>';
const assertion = (holder: string, options: string) =>
  `<a:Assertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1">{{$signature ${options}}}<a:Subject><a:SubjectConfirmation><a:SubjectConfirmationData><X509Data xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Certificate>{{$certificate ${holder}}}</X509Certificate></X509Data></a:SubjectConfirmationData></a:SubjectConfirmation></a:Subject></a:Assertion>`;

interface Case {
  readonly title: string;
  readonly body: string;
  readonly type?: string;
  readonly verdicts: readonly string[];
  readonly change?: readonly [RegExp, string];
}

const cases: readonly Case[] = [
  ...["exclusive", "inclusive", "inclusive11", "inclusive11-comments"].map((c14n) => ({
    title: `enveloped, ${c14n}`,
    body: order(`me c14n=${c14n}`),
    verdicts: ["valid order: order"],
  })),
  { title: "of a whole document", body: order("me parts=/"), verdicts: ["valid order: order"] },
  {
    title: "of an element by xpointer",
    body: `<e><d a="1">5</d>{{$signature me parts="#xpointer(//*[@a='1'])"}}</e>`,
    verdicts: ["valid d: d"],
  },
  { title: "with XAdES", body: order("me xades=BES"), verdicts: ["valid order: order"] },
  {
    title: "of a payload",
    body: secured("<m:t/>", { body: order("me") }),
    verdicts: ["valid order: order"],
  },
  {
    title: "of xop:Include as the content of its part",
    body: multipart(`<e><d Id="d">${include}</d>{{$signature me parts=d}}</e>`),
    type: related,
    verdicts: ["valid d: d"],
  },
  ...["content", "complete"].map((attachments) => ({
    title: `of a part, ${attachments}`,
    body: multipart(`<e>{{$signature me parts="cid:f@h" attachments=${attachments}}}</e>`, "text/xml"),
    type: related,
    verdicts: ["valid e: "],
  })),
  {
    title: "of the token of a SecurityTokenReference",
    body: secured(
      `${timestamp}<m:token wsu:Id="T">5</m:token><wsse:SecurityTokenReference wsu:Id="S"><wsse:Reference URI="#T"/></wsse:SecurityTokenReference>{{$signature me parts="str:#S" keyInfo=X509Certificate}}`,
    ),
    verdicts: ["valid SecurityTokenReference: "],
  },
  {
    title: "of the holder of a key in an assertion",
    body: secured(`${timestamp}${assertion("ec256", "me")}{{$signature ec256 parts=Timestamp keyInfo=Assertion}}`),
    change: [/(<wsu:Created>)./, "$11"],
    verdicts: ["valid Assertion: ", "valid Timestamp: Timestamp"],
  },
];

const five = [/(>|five )5/, "$16"] as const;

suite("a signature of a response at any place", () => {
  for (const { title, body, type, verdicts: expected, change = five } of cases) {
    test(`a signature ${title} is valid, and invalid if what it covers is changed`, async () => {
      const sent = await signed(body, type);
      assert.deepEqual(await verdicts(sent, type), expected);
      const changed = (await verdicts(sent.replace(change[0], change[1]), type)).at(-1);
      assert.match(changed ?? "", /^invalid /);
    });
  }

  test("a signature with what isn't supported is not verified, and never invalid", async () => {
    const sent = await signed(order("me"));
    for (const by of ["http://www.w3.org/TR/1999/REC-xpath-19991116", "urn:unknown"]) {
      const changed = sent.replace(/<Transform Algorithm="[^"]*"/, `<Transform Algorithm="${by}"`);
      assert.deepEqual(await verdicts(changed), ["notVerified order: "]);
    }
    assert.deepEqual(await verdicts(sent.replace('URI="#o"', 'URI="cid:none"')), ["notVerified order: "]);
    assert.deepEqual(await verdicts(sent.replace('URI="#o"', 'URI="http://h/"')), ["notVerified order: "]);
  });
});
