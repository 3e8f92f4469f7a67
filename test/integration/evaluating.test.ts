import * as vscode from "vscode";
import { wsdl } from "../support/calculator/wsdl.mjs";
import * as assert from "./assert.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import { answer, peer, soapXml } from "./peer.ts";
import { closeAll, eventually, extension, inNode, open, send, writeFile } from "./support.ts";

suite("the expectations of a sent request", () => {
  teardown(closeAll);

  /** The results at the lines, after a request was sent. */
  async function resultsOf(document: vscode.TextDocument): Promise<readonly string[]> {
    const { lines } = (await extension()).forTests;
    await send(document);
    const shown = () => lines.in(document.uri.toString()).flatMap(({ results }) => results);
    await eventually("the results", () => assert.notEqual(shown().length, 0));
    return shown().map(({ held, text }) => `${held ? "✓" : "✗"} ${text}`);
  }

  test("a response is compared with its WSDL, and an invalid value is named", async () => {
    const origin = serviceOrigin();
    const text = wsdl({ 1.1: `${origin}/calc`, 1.2: `${origin}/calc12` });
    await writeFile("expected/right.wsdl", text);
    await writeFile("expected/wrong.wsdl", text.replace(/(name="result" type=)"xs:double"/, '$1"xs:date"'));
    const request = (file: string) =>
      `# @wsdl ./expected/${file}\n# @expect contract\n${post(origin, "/calc12", add(1, 2))}`;
    assert.deepEqual(await resultsOf(await open(request("right.wsdl"))), ["✓ "]);
    const [wrong = ""] = await resultsOf(await open(request("wrong.wsdl")));
    assert.match(wrong, /^✗ .*3.*date/);
  });

  test("XPaths with functions are evaluated, in Node in another process, which is stopped if it takes too long", async () => {
    const endless = inNode ? ["(1 to 10000000000)[. < 0] absent"] : [];
    const lines = ["count(//*:result) = 1", "//*:result[. > 2] = 3", "xs:date('2026-01-31') = 2026-01-31", ...endless];
    const directives = lines.map((line) => `# @expect ${line}\n`).join("");
    const results = await resultsOf(await open(`${directives}${post(serviceOrigin(), "/calc12", add(1, 2))}`));
    assert.deepEqual(
      results.map((result) => result.slice(0, 1)),
      ["✓", "✓", "✓", ...endless.map(() => "✗")],
    );
    if (inNode) assert.match(results.at(-1) ?? "", /takes too long/);
  });

  test("the result lines contain no secrets", async () => {
    const login = post(
      serviceOrigin(),
      "/calc12",
      '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><Login xmlns="http://example.org/calc"><user>demo</user><password>demo</password></Login></s:Body></s:Envelope>',
    );
    const document = await open(`# @expect //*:token = 1\n${login}`);
    assert.deepEqual(await resultsOf(document), ["✗ [redacted]"]);
  });

  // A browser hides cookies from the extension.
  if (inNode) {
    test("cookies are sent only with # @cookies, until they are cleared", async () => {
      const service = await peer(answer("<a/>", [soapXml, "Set-Cookie: sid=7"]), (received) =>
        /\r\n\r\n(?:[\s\S]*\r\n\r\n)?$/.test(received),
      );
      const get = (directive: string) => open(`${directive}GET /a HTTP/1.1\nHost: ${service.origin.slice(7)}\n`);
      const sent = async (directive: string) => {
        const before = service.received().length;
        await send(await get(directive));
        return /^Cookie: (.*)\r$/m.exec(service.received().slice(before))?.[1];
      };
      assert.equal(await sent("# @cookies\n"), undefined);
      assert.equal(await sent(""), undefined);
      assert.equal(await sent("# @cookies\n"), "sid=7");
      await vscode.commands.executeCommand("soaphttp.clearCookies");
      assert.equal(await sent("# @cookies\n"), undefined);
    });
  }
});
