// Runs in VS Code's extension host: prints how long after the last byte of a response of 10 MB the beginning of its body is in an
// editor, and when all that is shown is formatted.
const { once } = require("node:events");
const { createServer } = require("node:http");
const vscode = require("vscode");

exports.run = async () => {
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
  const content = `${head.join("\n")}\n\n${envelope}\n`;
  const { uri } = await vscode.window
    .showTextDocument(await vscode.workspace.openTextDocument({ language: "soaphttp", content }))
    .then(({ document }) => document);
  let beginning = 0;
  const look = () => {
    const texts = vscode.window.visibleTextEditors
      .filter(({ document }) => document.uri.scheme === "soaphttp-response")
      .map(({ document }) => document.getText().slice(0, 2000));
    if (beginning === 0 && texts.some((text) => text.includes("A name with"))) beginning = performance.now();
  };
  vscode.window.onDidChangeVisibleTextEditors(look);
  vscode.workspace.onDidChangeTextDocument(look);
  await vscode.commands.executeCommand("soaphttp.send", uri, 0);
  if (ended === 0) throw new Error("nothing was sent");
  look();
  const all = performance.now();
  service.close();
  console.log(`measured ${JSON.stringify({ "its beginning": beginning - ended, "all that is shown": all - ended })}`);
};
