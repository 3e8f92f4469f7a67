// Runs in VS Code's extension host: prints how long activation and the first lens take, beside VS Code's own CSS extension,
// which also starts a language server.
const vscode = require("vscode");

exports.run = async () => {
  const css = await timed(() => vscode.extensions.getExtension("vscode.css-language-features").activate());
  const own = vscode.extensions.getExtension("soaphttp.soaphttp");
  if (own.isActive) throw new Error("the extension is active too early");
  const start = performance.now();
  const activation = await timed(() => own.activate());
  const content = "POST /s HTTP/1.1\nHost: localhost\nContent-Type: text/xml\n\n<a/>\n";
  const { uri } = await vscode.workspace.openTextDocument({ language: "soaphttp", content });
  for (let lenses = []; lenses.length === 0; ) {
    lenses = await vscode.commands.executeCommand("vscode.executeCodeLensProvider", uri);
  }
  const lens = performance.now() - start;
  const measured = { activation, "the first lens": lens, "VS Code's CSS extension": css };
  console.log(`measured ${JSON.stringify(measured)}`);
};

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
