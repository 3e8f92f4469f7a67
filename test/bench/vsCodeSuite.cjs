// Runs in VS Code's extension host and prints milliseconds: the activation of VS Code's own CSS extension, which also starts a
// language server, then our activation and first lens, then after the last byte of a response of 10 MB the time until the
// beginning of its body is in an editor, and until all of it is formatted.
const { once } = require("node:events");
const { createServer } = require("node:http");
const vscode = require("vscode");

exports.run = async () => {
  const css = await timed(() => vscode.extensions.getExtension("vscode.css-language-features").activate());
  const own = vscode.extensions.getExtension("soaphttp.soaphttp");
  if (own.isActive) throw new Error("the extension is active too early");
  const start = performance.now();
  const activation = await timed(() => own.activate());
  const { uri } = await document("POST /s HTTP/1.1\nHost: localhost\nContent-Type: text/xml\n\n<a/>\n");
  for (let lenses = []; lenses.length === 0; ) {
    lenses = await vscode.commands.executeCommand("vscode.executeCodeLensProvider", uri);
  }
  const lens = performance.now() - start;
  console.log(`measured ${JSON.stringify({ activation, lens, css, ...(await response()) })}`);
};

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function document(content) {
  return vscode.workspace.openTextDocument({ language: "soaphttp", content });
}

async function response() {
  const { envelope, requestText } = await import("./messages.mjs");
  const [body, type] = [envelope(1e7), "application/soap+xml"];
  let ended = 0;
  const service = createServer((_, response) => {
    response.setHeader("Content-Type", `${type}; charset=utf-8`).setHeader("Content-Length", body.length);
    response.end(body, () => (ended = performance.now()));
  });
  await once(service.listen(0, "127.0.0.1"), "listening");
  const { port } = service.address();
  const text = requestText(envelope(1e3).trimEnd(), { to: `localhost:${port}`, type }).replace(/^SOAPAction.*\n/m, "");
  const request = await document(`${text}\n`);
  await vscode.window.showTextDocument(request);
  let beginning = 0;
  const look = () => {
    const texts = vscode.window.visibleTextEditors
      .filter(({ document }) => document.uri.scheme === "soaphttp-response")
      .map(({ document }) => document.getText().slice(0, 2000));
    if (beginning === 0 && texts.some((text) => text.includes("<wsse:Username>"))) beginning = performance.now();
  };
  vscode.window.onDidChangeVisibleTextEditors(look);
  vscode.workspace.onDidChangeTextDocument(look);
  await vscode.commands.executeCommand("soaphttp.send", request.uri, 0);
  if (ended === 0) throw new Error("nothing was sent");
  look();
  const whole = performance.now();
  service.close();
  return { beginning: beginning - ended, whole: whole - ended };
}
