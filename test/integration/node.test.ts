import * as assert from "./assert.ts";
import { add, emptyEnvelope, post } from "./messages.ts";
import { answer, peer, soapXml } from "./peer.ts";
import {
  answerQuestions,
  clickLens,
  closeAll,
  codesOf,
  documentOf,
  lensesOf,
  open,
  responseTo,
  send,
  sendText,
  showView,
  suiteInNode,
  titleOf,
  titlesOf,
  withSettings,
} from "./support.ts";

const sound = answer(emptyEnvelope);

suiteInNode("sending from Node", () => {
  teardown(closeAll);

  test("the editor sends exactly the author's bytes", async () => {
    const { origin, received } = await peer(sound);
    const body = add("\u00e9\u{1f600}", 2);
    const text = post(origin, "/calc12?x=1", body).replace(
      "Host:",
      "# a comment is not sent\nX-Odd:  two  spaces \nhOsT:",
    );
    const document = await open(text);
    await answerQuestions({ standingErrors: async () => "send" });
    assert.equal((await send(document)).kind, "response");
    const [head = "", ...rest] = text.replace("# a comment is not sent\n", "").split("\n\n");
    const wanted = `${head.replaceAll("\n", "\r\n")}\r\n\r\n${rest.join("\n\n")}`;
    assert.equal(received(), Buffer.from(wanted).toString("latin1"));
  });

  test("a secret is the output of soaphttp.secretCommand, and nothing is sent if that fails", async () => {
    const { origin, received } = await peer(sound);
    const text = post(origin, "/calc12", emptyEnvelope).replace("\n\n", "\nX-Token: {{$secret token}}\n\n");
    await withSettings({ secretCommand: "printf %s-of-vault {name}" }, async () => {
      assert.equal((await sendText(text)).kind, "response");
    });
    assert.match(received(), /\r\nX-Token: token-of-vault\r\n/);
    const before = received();
    await withSettings({ secretCommand: "false {name}" }, async () => {
      const document = await open(text.replace("secret token", "secret other"));
      assert.equal(await clickLens(document, "Send Request"), undefined);
    });
    assert.equal(received(), before);
  });

  test("Send as Written sends a wrong Content-Length and a header section without its empty line", async () => {
    const { origin, received } = await peer(sound);
    const text = post(origin, "/calc12", emptyEnvelope, 7).replace("\n\n", "\n");
    const document = await open(text);
    await answerQuestions({ standingErrors: async () => "send" });
    assert.equal((await send(document)).kind, "response");
    const [head = "", body = ""] = text.split(/\n(?=<)/);
    assert.equal(received(), `${head.replaceAll("\n", "\r\n")}\r\n${body}`);
  });

  test("the message explains that the service waits for the bytes that Content-Length declares", async () => {
    const { origin } = await peer("", () => false);
    const document = await open(
      `# @timeout 300ms\n${post(origin, "/calc12", emptyEnvelope, emptyEnvelope.length + 4)}`,
    );
    await answerQuestions({ standingErrors: async () => "send" });
    const sent = await send(document);
    assert.equal(sent.kind, "timeout");
    const text = (await documentOf(sent)).getText();
    assert.match(text, /^No response: the service waits for 4 bytes more\n/);
    assert.match(text, new RegExp(`Change Content-Length to ${emptyEnvelope.length}`));
  });

  test("the editor answers a Digest challenge, says that user or password was refused, and shows each exchange", async () => {
    const challenge = 'WWW-Authenticate: Digest realm="r", nonce="abc", qop="auth", algorithm=SHA-256';
    const { origin, received } = await peer(answer("", [challenge], "401 Unauthorized"));
    const text = `@password = "open sesame"\n# @auth digest "ann" password\n${post(origin, "/calc12", emptyEnvelope)}`;
    const response = await documentOf(await sendText(text));
    const [first = "", second = "", ...more] = received().split(/(?=POST )/);
    assert.deepEqual(more, []);
    assert.ok(!/Authorization/.test(first), "the first request is as typed");
    assert.match(second, /\r\nAuthorization: Digest username="ann", realm="r"[^\r]*\r\n\r\n<s:Envelope/);
    const titles = (await titlesOf(response)).join();
    assert.match(titles, /The service refused user or password/);
    const wire = (await showView(response, "wire")).getText();
    assert.equal(wire.match(/401 Unauthorized/g)?.length, 2);
    assert.ok(!wire.includes("open sesame"));
  });

  test("the document shows the received part of an incomplete response with its diagnostics", async () => {
    const { origin } = await peer(sound.replace(/(?<=Content-Length: )\d+/, "500"));
    const sent = await sendText(post(origin, "/calc12", emptyEnvelope));
    assert.equal(sent.kind, "truncated");
    const response = await documentOf(sent);
    assert.match(response.getText(), /<s:Body\s*\/>/);
    const title = titleOf((await lensesOf(response))[0] ?? assert.fail("no lens"));
    assert.match(
      title,
      new RegExp(`^Incomplete response: cut off, received ${emptyEnvelope.length} of 500 bytes · 200 OK`),
    );
    const codes = await codesOf(response);
    assert.ok(codes.includes("response-content-length-mismatch"), codes.join());
  });

  test("the document reports bytes after a response, and doesn't show them as part of it", async () => {
    const { origin } = await peer(`${sound}HTTP/1.1 400 Bad Request\r\n\r\n`);
    const response = await responseTo(post(origin, "/calc12", emptyEnvelope));
    assert.ok(!response.getText().includes("400 Bad Request"));
    const codes = await codesOf(response);
    assert.ok(codes.includes("response-content-length-mismatch"), codes.join());
    const titles = await titlesOf(response);
    assert.ok(titles.includes("28 B extra"), titles.join());
  });

  test("Follow sends the redirected request without repeating the first one", async () => {
    const there = await peer(sound);
    const first = await peer(answer("", [`Location: ${there.origin}/other`], "307 Temporary Redirect"));
    const text = post(first.origin, "/calc12", emptyEnvelope).replace("\nHost:", "\nAuthorization: Basic eDp5\nHost:");
    const response = await responseTo(text);
    assert.match(response.lineAt(0).text, /^HTTP\/1\.1 307/);
    assert.equal(there.received(), "");
    const once = first.received();
    assert.match(once, /^Authorization: /m);
    await clickLens(response, "Follow");
    assert.match(there.received(), /^POST \/other HTTP\/1\.1\r\n/);
    assert.ok(!there.received().includes("Authorization"), "it is another origin");
    assert.equal(first.received(), once);
  });

  test("the document shows the bytes of a response that is not HTTP", async () => {
    const { origin } = await peer("SSH-2.0-OpenSSH_9.2\r\n");
    const sent = await sendText(post(origin, "/calc12", emptyEnvelope));
    assert.equal(sent.kind, "protocol");
    const text = (await documentOf(sent)).getText();
    assert.match(text, /not HTTP/);
    assert.match(text, /SSH-2\.0/);
  });

  test("the editor stops a body at the limit and shows the received part", async () => {
    const { origin } = await peer(`HTTP/1.1 200 OK\r\n${soapXml}\r\n\r\n<a>${"x".repeat(100_000)}`);
    await withSettings({ "response.maxBytes": 2048 }, async () => {
      const sent = await sendText(post(origin, "/calc12", emptyEnvelope));
      assert.equal(sent.kind, "too-large");
      assert.match((await documentOf(sent)).getText(), /x{2000}/);
    });
  });
});
