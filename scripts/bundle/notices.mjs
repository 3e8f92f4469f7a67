// The notices of the packages in the bundles: most licenses require that their text is part of every copy.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const noticesFile = "ThirdPartyNotices.txt";

/**
 * Returns the text of `ThirdPartyNotices.txt`: each package with its version, its license and the license's text.
 * @param {string} root the project's folder
 * @param {Iterable<string>} inputs the sources of the bundles, relative to the project (inputs in esbuild's metafiles)
 */
export function noticesOf(root, inputs) {
  const packages = packagesOf(root, inputs);
  const head = `soaphttp contains the following packages.\n\n${packages.map(({ title }) => title).join("\n")}\n`;
  const line = "-".repeat(80);
  return [head, ...packages.map(({ title, text }) => `${line}\n${title}\n\n${text}\n`)].join("\n");
}

/** Returns the packages of files in `node_modules`, each once. Throws if one has no license text. */
function packagesOf(root, inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const match = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input.replaceAll("\\", "/"));
    if (match) folders.add(match[0]);
  }
  return [...folders].sort().map((folder) => packageAt(join(root, folder)));
}

function packageAt(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice|thirdpartynotices)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim());
  const by = typeof author === "object" ? author.name : author;
  if (texts.length === 0 && license !== "MIT") throw new Error(`${name} has no file with its licence: ${license}`);
  const text = texts.length > 0 ? texts.join("\n\n") : mit(by);
  return { name, title: `${name} ${version} (${license})`, text };
}

function mit(by) {
  return `MIT License

Copyright (c) ${by}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
