import type { EngineExport, EngineOptions, ExportedFile } from "../engine.ts";
import type { ExportPlan, PlannedRequest } from "../plan.ts";
import support from "./exact_http.py" with { type: "text" };
import { PythonNames } from "./pythonNames.ts";
import { pythonText, pythonTokens, requestText } from "./pythonRequest.ts";

const changes: readonly string[] = [
  "The bytes of requests are not changed.",
  "Connections of a user stay open between its requests, unless a header field closes them.",
  "Redirects are not followed, and proxies are not used.",
  "With --host, all requests go to that address; their Host field stays as it is.",
];

export function locustExport(plan: ExportPlan, options: EngineOptions): EngineExport {
  const data = plan.requests.flatMap((request): ExportedFile[] =>
    request.data
      ? [{ path: `data/${request.id}.json`, content: `${JSON.stringify(request.data.rows, null, 1)}\n` }]
      : [],
  );
  const requests = plan.requests.map((request): ExportedFile => {
    const bytes = new Uint8Array(request.head.length + request.body.length);
    bytes.set(request.head);
    bytes.set(request.body, request.head.length);
    return { path: `requests/${request.id}.bin`, content: bytes };
  });
  const programs = [
    { path: "locustfile.py", content: locustfile(plan, options) },
    { path: "exact_http.py", content: support },
  ];
  return { files: [...programs, ...requests, ...data], losses: [], changes };
}

/** The names that a locustfile can import from `exact_http.py`. */
const importable: readonly string[] = Array.from(support.matchAll(/^(?:class|def) (\w+)/gm), ([, name = ""]) => name);

/** The steps of computed values that Locust's Python can apply. */
export const locustSteps: ReadonlySet<string> = new Set([
  ...["md5", "sha1", "sha256", "sha384", "sha512", "sha3-256", "sha3-384", "sha3-512"],
  ...["md5", "sha1", "sha256", "sha384", "sha512"].map((name) => `hmac ${name}`),
  ...["base64", "base64url", "hex", "HEX", "decimal", "url", "size", "upper", "lower", "trim", "text", "bytes"],
  ...["base64", "base64url", "hex", "url", "xml", "gzip", "zlib", "deflate", "zip"].map((name) => `decode ${name}`),
  ...["gzip", "zlib", "deflate", "zip", "xpath", "jsonpath"],
]);

/** The names in `exact_http.py`, also of the attributes of its users. */
const supportNames: ReadonlySet<string> = new Set([
  ...importable,
  ...Array.from(
    support.slice(support.indexOf("class ExactUser")).matchAll(/(?: {4}def |self\.)(\w+)/g),
    ([, name = ""]) => name,
  ),
]);

/** Texts from files occur in it only as literals. The first line declares the encoding, so no comment can. */
function locustfile(plan: ExportPlan, options: EngineOptions): string {
  const { requests, environment, losses } = plan;
  const names = new PythonNames(plan, supportNames);
  const definitions = requests.map((request) => requestText(request, plan, names)).join("\n");
  const files = [...new Set(requests.map(({ file }) => file))];
  const users = files.map((file) => userText(file, names, requests, options));
  const used = pythonTokens(definitions);
  const lost = losses.map(({ request, text }) => `${request}: ${text}`);
  return `# -*- coding: utf-8 -*-
# A load that soaphttp has exported. To run it in this folder:
#
#     locust --headless --users 10 --spawn-rate 10 --run-time 1m
#
# Each request is a file in requests/. Its bytes are sent as they are; only slots are replaced by values.

from exact_http import (
${["ExactUser", ...importable.filter((name) => used.has(name))]
  .sort()
  .map((name) => `    ${name},\n`)
  .join("")})
from locust import ${options.wait ? "between" : "constant"}, task

${listText("The environment variables with secrets.", "SECRETS", environment)}${listText("What this load doesn't do.", "NOT_CARRIED_OVER", lost)}${definitions}
${users.join("\n\n")}`;
}

function listText(comment: string, name: string, texts: readonly string[]): string {
  const lines = texts.map((text) => `    ${pythonText(text)},\n`).join("");
  return texts.length === 0 ? "" : `# ${comment}\n${name} = [\n${lines}]\n\n`;
}

function userText(
  file: string,
  names: PythonNames,
  requests: readonly PlannedRequest[],
  { wait }: EngineOptions,
): string {
  const own = requests.filter((one) => one.file === file && one.weight !== undefined);
  const tasks = own.map((request) => {
    const weight = request.weight === 1 ? "" : `(${request.weight})`;
    return `
    @task${weight}
    def ${names.method(request)}(self):
        self.send(${names.constant(request)})
`;
  });
  return `
class ${names.userClass(file)}(ExactUser):
    ""${pythonText(`A user of the requests in ${file.replaceAll("\\", "/")}.`)}""

    wait_time = ${wait ? `between(${wait.join(", ")})` : "constant(0)"}
${tasks.join("")}`;
}
