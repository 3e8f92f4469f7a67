import assert from "node:assert/strict";
import { hover } from "../../../server/src/features/hover/hover.ts";
import { sectionAt } from "../../../server/src/features/support/section.ts";
import { getHover, getOutgoing, LastExchanges, type Sending } from "../../../server/src/service/languageService.ts";
import { contextOf } from "../../support/contexts.ts";
import { request } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { around } from "../../support/resolver.ts";
import { secured, request as signedRequest, testCompute, testKeys, timestamp } from "../../support/signing.ts";

const uri = "file:///w/a.soaphttp";

/** The context of a text, whose cursor is at the mark ¦. */
function atMark(marked: string, loadsWsdls = false) {
  const offset = marked.indexOf("¦");
  const text = marked.replace("¦", "");
  const context = contextOf(text, { uri, resolver: around({ keys: testKeys }), loadsWsdls });
  return { offset, text, context };
}

function hoverAt(marked: string, last?: LastExchanges) {
  const { offset, text, context } = atMark(marked);
  const section = sectionAt(context.sections, offset);
  assert.ok(section);
  const shown = hover(section, offset - section.start, last);
  return {
    markdown: shown?.markdown ?? "",
    at: shown && text.slice(section.start + shown.start, section.start + shown.end),
  };
}

/** Sends the first request of a text, and returns the values that were computed for it. */
async function sent(text: string, given: Partial<Sending> = {}): Promise<LastExchanges> {
  const { context } = atMark(text);
  const last = new LastExchanges();
  const line = text.slice(0, text.indexOf("POST")).split("\n").length;
  const made = getOutgoing(context, line, { ...fixedSending, ...given }, last);
  const result = made.kind === "unfinished" ? await made.finished(testCompute) : made;
  assert.equal(result.kind, "message");
  return last;
}

const of = (definitions: string, body: string) => `${definitions}\n\n${request({}, body)}`;

suite("the hover of computed values", () => {
  test("the hover of a step shows what it does, the kind and the length after it, and its value", () => {
    const { markdown, at } = hoverAt(of("@a = Zürich", "<a>{{a | sha¦256 | hex}}</a>"));
    assert.equal(at, "sha256");
    assert.match(markdown, /^`sha256`: The hash of the value: 32 bytes\\?\. → 32 bytes: `[0-9a-f]{60}…`/);
    assert.match(markdown, /FIPS 180-4/);
  });

  test("the hover of the braces shows all steps", () => {
    const { markdown, at } = hoverAt(of("@a = Zürich", "<a>{¦{a | sha256 | hex}}</a>"));
    assert.equal(at, "{{a | sha256 | hex}}");
    assert.match(markdown, /`sha256`: [^\n]* → 32 bytes: [^\n]*\n\n`hex`: [^\n]* → text, 64 bytes: /);
  });

  test("the hover shows a source of steps, and a definition, that are bytes", () => {
    assert.match(hoverAt(of("", "<a>{{$ran¦dom 8 | hex}}</a>")).markdown, /\n\n8 bytes\n\n/);
    const { markdown } = hoverAt(of("@pa¦cked = {{$random 8}}", "<a>{{packed | hex}}</a>"));
    assert.match(markdown, /\n\n8 bytes$/);
    assert.match(hoverAt(of("@b = {{$random 8}}", "<a>{{¦b}}</a>")).markdown, /Add base64, hex or HEX/);
  });

  test("the hover shows only the length of an unknown value before sending", () => {
    const { markdown } = hoverAt(of("", "<a>{{$random 8 | he¦x}}</a>"));
    assert.match(markdown, /^`hex`: [^\n]* → text, 16 bytes\n/);
  });

  test("the hover shows the value of each step that was sent, after sending", async () => {
    const text = of("", "<a>{{$random 4 | hex | upper}}</a>");
    const last = await sent(text, { randomBytes: () => Uint8Array.of(1, 2, 3, 255) });
    assert.match(hoverAt(text.replace("| hex", "| he¦x"), last).markdown, /→ text, 8 bytes: `010203ff`/);
    const { markdown } = hoverAt(text.replace("{{", "{¦{"), last);
    assert.match(markdown, /Values of the last sending/);
    assert.match(markdown, /`upper`: [^\n]* → text, 8 bytes: `010203FF`/);
  });

  test("the hover shows only the length of a secret, before and after sending", async () => {
    const text = of("", "<a>{{$secret pin | HE¦X}}</a>");
    const last = await sent(text.replace("¦", ""), { secret: () => "12345678" });
    assert.match(hoverAt(text, last).markdown, /→ text, 16 bytes, secret\n/);
    assert.ok(!/3132|12345/.test(hoverAt(text, last).markdown));
  });

  test("the hover of a signature shows the canonical forms of samples before sending, and the forms that were sent afterwards", async () => {
    const text = of("", '<a xmlns="urn:a" Id="x"><t>{{$guid}}</t>{{$sign¦ature me}}</a>');
    const before = hoverAt(text).markdown;
    assert.match(before, /Reference "\\#x", transforms: enveloped, exclusive/);
    assert.match(before, /```\n<a xmlns="urn:a" Id="x"><t>[^<]{36}<\/t><\/a>\n```/);
    assert.match(before, /```\n<SignedInfo xmlns=/);
    const last = await sent(text.replace("¦", ""));
    assert.match(hoverAt(text, last).markdown, /<t>11111111-2222-4333-8444-555555555555<\/t><\/a>\n```/);
    const edited = text.replace('Id="x"', 'Id="y"');
    assert.match(hoverAt(edited, last).markdown, /<a xmlns="urn:a" Id="y"><t>(?!1111)/);
  });

  test("the hover of a step lets no content end its block of code", () => {
    const { markdown } = hoverAt(of("", '<a xmlns="urn:a" Id="x">``` ![a](http://b)\n````{{$sign¦ature me}}</a>'));
    assert.match(markdown, /\n`````\n<a xmlns="urn:a" Id="x">``` !\[a\]\(http:\/\/b\)\n````<\/a>\n`````/);
  });

  test("the hover in an editor with the command has a link that explains the values of the request", () => {
    const text = of("@a = 1", "<a>{{a | he¦x}}</a>");
    const link = (loads: boolean, marked = text) => {
      const { context, offset } = atMark(marked, loads);
      return JSON.stringify(getHover(context, { position: context.document.positionAt(offset) }));
    };
    assert.match(link(true), /\[Explain Computed Values\]\(command:soaphttp\.explainValues\?%5B%22file/);
    assert.doesNotMatch(link(false), /command:/);
    assert.doesNotMatch(link(true, of("@a = 1", "<a>{{¦a}}</a>")), /command:/);
    assert.doesNotMatch(link(true, "@a = 1\n# @document b\n\n<b>{{a | he¦x}}</b>\n"), /command:/);
  });
});

/** The hover at a word of a request with this content of its security header. */
function hoverOf(security: string, at: string): string {
  return hoverAt(
    signedRequest(secured(`${timestamp}${security}`)).replace(at, (word) => `${word.slice(0, 1)}¦${word.slice(1)}`),
  ).markdown;
}

suite("the hover of signatures and encrypted parts", () => {
  test("the hover of a signature says what it signs, and with which certificate", () => {
    const markdown = hoverOf("{{$signature ec256 keyInfo=Thumbprint}}", "$signature");
    assert.match(markdown, /It signs Body \(\\?#Body\), Timestamp \(\\?#TS\)\./);
    assert.match(markdown, /ecdsa\\?-sha256.*CN=ec256/);
  });

  test("the hover of an option of a signature says what it is for", () => {
    const signature = "{{$signature ec256 keyInfo=Thumbprint c14n=inclusive}}";
    assert.match(hoverOf(signature, "c14n="), /canonicalization of SignedInfo/);
    assert.doesNotMatch(hoverOf(signature, "inclusive"), /canonicalization of SignedInfo/);
  });

  test("the hover of an encryption says what it encrypts, in which order and for whom, and the hover of an option what it is for", () => {
    const encryption = "{{$encrypted me algorithm=aes128-cbc}}";
    const signature = "{{$signature me keyInfo=Thumbprint}}";
    const first = hoverOf(`${encryption}${signature}`, "$encrypted");
    for (const text of [
      "It encrypts Body.",
      "First signed",
      "aes128-cbc. Its key: rsa-oaep-mgf1p",
      "Recipient: CN=Zoë",
    ])
      assert.ok(first.replaceAll("\\", "").includes(text), first);
    assert.match(hoverOf(`${signature}${encryption}`, "$encrypted"), /First encrypted: the signature above/);
    assert.match(hoverOf(encryption, "algorithm="), /encrypts the parts/);
  });
});
