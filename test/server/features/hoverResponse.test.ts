import assert from "node:assert/strict";
import { hover } from "../../../server/src/features/hover/hover.ts";
import { sectionOfReceived } from "../../../server/src/features/support/section.ts";
import { readReceived } from "../../../server/src/response/receivedMessage.ts";
import { mark, withCursor } from "../../support/marked.ts";

const fault = [
  '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">',
  "<s:Body><s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code>",
  '<s:Reason><s:Text xml:lang="en">naïve</s:Text></s:Reason></s:Fault></s:Body></s:Envelope>',
].join("\n");

function response(status = "400 Bad Request", body = fault, charset = "utf-8"): string {
  return [
    `HTTP/1.1 ${status}`,
    `Content-Type: application/soap+xml; charset=${charset}`,
    "WWW-Authenticate: Basic realm=x",
    "",
    body,
  ].join("\n");
}

function expectHover(source: string, ...expected: readonly string[]): void {
  const { text, offset, spans } = withCursor(source);
  const shown = hover(sectionOfReceived(readReceived(text, undefined)), offset);
  assert.ok(shown, `no hover at ${source}`);
  assert.equal(mark(text, [shown]), mark(text, spans), shown.markdown);
  for (const part of expected) assert.ok(shown.markdown.includes(part), `${part} isn't in:\n${shown.markdown}`);
}

function expectNone(source: string): void {
  const { text, offset } = withCursor(source);
  assert.equal(hover(sectionOfReceived(readReceived(text, undefined)), offset)?.markdown, undefined);
}

suite("hover in a response", () => {
  test("the hover explains a status code and its meaning for SOAP", () => {
    expectHover(
      response("«40|0 Bad Request»"),
      "400 Bad Request",
      "Fault with the code Sender",
      "rfc9110#section-15.5.1",
    );
    expectHover(response("«500 Inter|nal Server Error»"), "SOAP Fault");
    expectHover(response("«2|00»"), "200 OK");
  });

  test("the hover explains an unknown status code by its class", () => {
    expectHover(response("«4|99 Whatever»"), "Not a standard", "the request is invalid");
    expectHover(response("«9|99»"), "Not a standard");
  });

  test("the hover shows nothing for spaces and line endings", () => {
    expectNone(response().replace(" 400", "| 400"));
    expectNone(response().replace("Request\n", "Request|\n"));
    expectNone(response().replace("Content-Type:", "Content-Type|:"));
    expectNone(response().replace("realm=x", "realm=x|"));
  });

  test("the hover shows nothing for the version", () => {
    expectNone(response().replace("HTTP", "HT|TP"));
  });

  test("the hover explains headers in any case, and standard values", () => {
    expectHover(response().replace("WWW-Authenticate", "«WWW-Auth|enticate»"), "section-11.6.1");
    expectHover(response().replace("Content-Type", "«content-|type»"), "section-8.3");
    expectHover(response().replace("Basic", "«Ba|sic»"), "Base64");
    expectHover(response().replace("application/soap+xml", "«applic|ation/soap+xml»"), "SOAP 1.2 message");
  });

  test("the hover explains elements, attributes, namespaces and fault codes of the body", () => {
    expectHover(response().replace("<s:Reason", "<«s:Rea|son»"), "section 5.4.2");
    expectHover(response().replace("xml:lang", "«xml:|lang»"), "language");
    expectHover(response().replace("xmlns:s", "«xmlns:|s»"), "SOAP 1.2");
    expectHover(response().replace(">s:Sender<", ">«s:Sen|der»<"), "sent again unchanged");
  });

  test("the hover shows the bytes of a character in the charset of the response", () => {
    expectHover(response().replace("ï", "«|ï»"), "2 bytes in utf-8: C3 AF");
    expectHover(response("400 Bad Request", fault, "iso-8859-1").replace("ï", "«|ï»"), "1 byte in iso-8859-1: EF");
  });

  test("the hover handles a text that isn't a response", () => {
    expectNone("|");
    expectNone("no |response");
    expectNone("HTTP/1.1 200 OK\n\n{|}");
  });
});
