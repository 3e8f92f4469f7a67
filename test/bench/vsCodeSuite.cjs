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
  const item =
    '<p:Item xmlns:p="urn:p"><p:Name>A name with some words</p:Name><p:Price currency="EUR">12.34</p:Price></p:Item>';
  const items = item.repeat(Math.ceil(10_000_000 / item.length));
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${items}</s:Body></s:Envelope>`;
  let ended = 0;
  const service = createServer((_, response) => {
    response.setHeader("Content-Type", "text/xml; charset=utf-8").setHeader("Content-Length", body.length);
    response.end(body, () => (ended = performance.now()));
  });
  await once(service.listen(0, "127.0.0.1"), "listening");
  const { port } = service.address();
  const envelope = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>';
  const head = [`POST http://localhost:${port}/s HTTP/1.1`, `Host: localhost:${port}`, 'SOAPAction: ""'];
  head.push("Content-Type: text/xml; charset=utf-8", `Content-Length: ${envelope.length}`);
  const request = await document(`${head.join("\n")}\n\n${envelope}\n`);
  await vscode.window.showTextDocument(request);
  let beginning = 0;
  const look = () => {
    const texts = vscode.window.visibleTextEditors
      .filter(({ document }) => document.uri.scheme === "soaphttp-response")
      .map(({ document }) => document.getText().slice(0, 2000));
    if (beginning === 0 && texts.some((text) => text.includes("A name with"))) beginning = performance.now();
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
