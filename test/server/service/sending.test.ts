import assert from "node:assert/strict";
import { analyze, type MessageInfo, messagesOf, outgoingOf } from "../../../server/src/service/languageService.ts";
import { request } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";

function sent(text: string): {
  readonly info: MessageInfo;
  readonly made: Extract<ReturnType<typeof outgoingOf>, { readonly kind: "message" }>;
} {
  const analysis = analyze(text);
  const [info] = messagesOf(analysis);
  assert.ok(info);
  const made = outgoingOf(analysis, info, fixedSending);
  assert.ok(made.kind === "message", made.kind);
  return { info, made };
}

suite("the message of a request that is sent", () => {
  test("the message is the one that was checked, if it has no variables", () => {
    const { info, made } = sent(`@unused = 1\n###\n# @expect status 200\n${request()}`);
    assert.equal(made.sent, info.message);
  });

  for (const [what, before, change] of [
    ["in its body", "@a = x\n", request({}, "<a>{{a}}</a>")],
    ["in its head", "@a = x\n", request({ SOAPAction: "{{a}}" })],
    ["in an expectation", "@a = 200\n# @expect status {{a}}\n", request()],
  ] as const) {
    test(`the message has values and the checked XML, with a variable ${what}`, () => {
      const { info, made } = sent(`${before}${change}`);
      assert.notEqual(made.sent, info.message);
      assert.equal(made.sent.xml, info.message.xml);
    });
  }

  test("the message is checked again if it may have expired", () => {
    const { info, made } = sent(request({}, "<a><Expires>2026-01-01T00:00:00Z</Expires></a>"));
    assert.notEqual(made.sent, info.message);
  });

  test("the message has its own XML if a value decides where it begins", () => {
    const parts = "--x\nContent-Type: text/xml\n\n<a/>\n--x--";
    const type = "multipart/related; boundary={{b}}; type=text/xml";
    const { made } = sent(
      `@b = x\n${request({ "Content-Type": type, "Content-Length": "{{$contentLength}}" }, parts)}`,
    );
    assert.equal(made.sent.xml?.root?.name, "a");
  });
});
