import { createServer } from "node:http";
import { resolve } from "node:path";
import { suiteWorkbench } from "./suiteWorkbench.mjs";
import { savesPictures } from "./workbench.mjs";

/** The service sends a request back as it is, so its response is encrypted for the same key. */
suite("encrypted messages in the window", () => {
  const service = createServer((request, response) => {
    response.setHeader("Content-Type", "text/xml; charset=utf-8");
    request.pipe(response);
  });
  const workbench = suiteWorkbench({
    service,
    settings: {
      "editor.minimap.enabled": false,
      "soaphttp.keys": { me: { file: resolve("test/fixtures/keys/me.pem") } },
    },
    files: (host) => ({
      "invoice.soaphttp": `# @name invoice
POST /invoices HTTP/1.1
Host: ${host}
Content-Type: text/xml; charset=utf-8
SOAPAction: ""
Content-Length: {{$contentLength}}

<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">
  <s:Header>
    <wsse:Security s:mustUnderstand="1" xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd">
      {{$encrypted me parts="Body"}}
    </wsse:Security>
  </s:Header>
  <s:Body>
    <Invoice xmlns="http://example.org/">
      <Number>F-7</Number>
      <File>{{$file "./invoice.pdf" | base64}}</File>
      <Total>12.50</Total>
    </Invoice>
  </s:Body>
</s:Envelope>
`,
      "invoice.pdf": `%PDF-1.7\n${"%".repeat(131_063)}`,
    }),
  });
  const line = (text) => workbench.response().locator(".view-line", { hasText: text }).first();
  suiteSetup(async () => {
    if (savesPictures) await workbench.page.setViewportSize({ width: 1280, height: 640 });
    await workbench.page.keyboard.press("Control+B"); // more room without the side bar
  });

  test("a response is shown decrypted, with a line that says what was decrypted", async () => {
    await workbench.lenses(workbench.source, "Send Request").first().click();
    await line(/Decrypted\swith\sme:\sBody\s\(aes256-gcm,\srsa-oaep-mgf1p\)\./).waitFor();
    await workbench.picture("decrypted");
  });

  test("the wire and hex views show the body before the encryption above what was sent", async () => {
    for (const [view, first] of [
      [/^[○●] Wire$/, /^000000\s\s<s:Envelope/],
      [/^[○●] Hex$/, /\s3c\s73\s3a\s45\s/],
    ]) {
      await workbench.lenses(workbench.response(), view).first().click();
      await line(first).waitFor();
      await line(/^Request\sbody\sbefore\sthe\sencryption:\s/).waitFor();
      if (view.test("● Wire")) await workbench.picture("before-encryption");
    }
  });
});
