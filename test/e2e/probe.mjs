// Another extension, which runs commands and reads settings for a test.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install } from "../hosts/install.mjs";

const manifest = {
  name: "probe",
  publisher: "somebody",
  version: "1.0.0",
  engines: { vscode: "^1.91.0" },
  main: "main.js",
  activationEvents: ["onStartupFinished"],
  capabilities: { untrustedWorkspaces: { supported: true } },
};

/** Runs in the extension host: listens on a loopback address, and writes its port to a file in the open folder. */
const main = `
const vscode = require("vscode");
const { createServer } = require("node:http");
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");
exports.activate = () => {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { command, given = [], settings } = JSON.parse(text);
    if (settings) {
      const all = vscode.workspace.getConfiguration();
      response.end(JSON.stringify(settings.map((name) => all.get(name))));
      return;
    }
    vscode.commands.executeCommand(command, ...given).then(
      (result) => response.end(JSON.stringify({ result })),
      (error) => response.end(JSON.stringify({ error: String(error) })),
    );
  });
  server.listen(0, "127.0.0.1", () => {
    writeFileSync(join(vscode.workspace.workspaceFolders[0].uri.fsPath, "probe.json"), String(server.address().port));
  });
};
`;

export async function packProbe() {
  const folder = mkdtempSync(join(tmpdir(), "soaphttp-probe-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "main.js"), main);
  writeFileSync(join(folder, "README.md"), "For tests.");
  writeFileSync(join(folder, "LICENSE"), "For tests.");
  const vsix = join(folder, "probe.vsix");
  const { createVSIX } = createRequire(join(await install("vsce"), "package.json"))("@vscode/vsce");
  const options = { cwd: folder, packagePath: vsix, dependencies: false, allowMissingRepository: true };
  await createVSIX({ ...options, skipLicense: true });
  return { vsix, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
