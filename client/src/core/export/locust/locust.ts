import type { EngineExport, EngineOptions } from "../engine.ts";
import type { ExportedFile } from "../exportedFile.ts";
import { type ExportPlan, type PlannedRequest, uniqueNames } from "../plan.ts";
import { pythonChecks } from "./pythonChecks.ts";
import { pythonMessages } from "./pythonMessages.ts";
import { constantOf, requestText } from "./pythonRequest.ts";
import { className, commentText, pythonName } from "./pythonText.ts";
import { pythonUsers } from "./pythonUsers.ts";
import { pythonValues } from "./pythonValues.ts";

/** What Locust does otherwise than soaphttp. Sentences. */
const changes: readonly string[] = [
  "The bytes of requests are not changed.",
  "Connections of a user stay open between its requests, unless a header field closes them.",
  "Redirects are not followed, and proxies are not used.",
  "With --host, all requests go to that address; their Host field stays as it is.",
];

/** A locustfile with its requests. */
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
  const support = [pythonValues, pythonChecks, pythonMessages, pythonUsers].join("");
  const programs = [
    { path: "locustfile.py", content: locustfile(plan, options) },
    { path: "exact_http.py", content: support },
  ];
  return { files: [...programs, ...requests, ...data], losses: [], changes };
}

function locustfile(plan: ExportPlan, options: EngineOptions): string {
  const { requests, environment, losses } = plan;
  const files = [...new Set(requests.map(({ file }) => file))];
  const definitions = requests.map((request) => requestText(request, plan)).join("\n");
  const names = uniqueNames();
  const users = files.map((file) => userText(file, names(className(file), ""), requests, options));
  const used = imported.filter((name) => isUsed(name, definitions)).map((name) => name.replace("(", ""));
  const secrets = environment.length === 0 ? "" : `\n# Environment variables with secrets: ${environment.join(", ")}\n`;
  const lost = losses.map(({ request, text }) => `# - ${commentText(`${request}: ${text}`)}\n`).join("");
  return `# Load from ${commentText(files.join(", "))}, exported by soaphttp. To run it in this folder:
#
#     locust --headless --users 10 --spawn-rate 10 --run-time 1m
#
# Each request is a file in requests/. Its bytes are sent as they are; only slots are replaced by values.
${secrets}${lost === "" ? "" : `#\n# What this load doesn't do:\n${lost}`}
from exact_http import (
${["ExactUser", ...used]
  .sort()
  .map((name) => `    ${name},\n`)
  .join("")})
from locust import ${options.wait ? "between" : "constant"}, task

${definitions}
${users.join("\n\n")}`;
}

/** What a locustfile may use of `exact_http.py`, as it is written there. */
const imported = [
  ...[
    "Body(",
    "Check(",
    "Fault(",
    "Header(",
    "JsonPath(",
    "Limit(",
    "NoFault(",
    "Request(",
    "Slot(",
    "Status(",
    "XPath(",
  ],
  ...["column(", "content_length", "date_time(", "environment(", "guid(", "random_int(", "request_of(", "response_of("],
  ...["timestamp(", "variable(", "xml_attribute", "xml_text"],
];

function isUsed(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!/\w/.test(text[at - 1] ?? "")) return true;
  }
  return false;
}

function userText(file: string, name: string, requests: readonly PlannedRequest[], { wait }: EngineOptions): string {
  const own = requests.filter((one) => one.file === file && one.weight !== undefined);
  const tasks = own.map((request) => {
    const weight = request.weight === 1 ? "" : `(${request.weight})`;
    return `
    @task${weight}
    def ${pythonName(request.id)}(self):
        self.send(${constantOf(request)})
`;
  });
  return `
class ${name}(ExactUser):
    """A user of the requests in ${commentText(file).replaceAll("\\", "/").replaceAll('"', "'")}."""

    wait_time = ${wait ? `between(${wait.join(", ")})` : "constant(0)"}
${tasks.join("")}`;
}
