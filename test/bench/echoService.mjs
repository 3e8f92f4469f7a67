import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Starts a service that responds to each request with the same body, as a process whose program is in a folder. Like real
 * services, it keeps a connection open, unless the request asks it to close it. `delay`: milliseconds before each response.
 */
export async function startEchoService(folder, delay = 0) {
  const program = join(folder, "service.mjs");
  writeFileSync(
    program,
    `import { createServer } from "node:http";
    createServer((request, response) => {
      const pieces = [];
      request.on("data", (piece) => pieces.push(piece)).on("end", () => {
        const body = Buffer.concat(pieces);
        response.setHeader("Content-Type", "text/xml; charset=utf-8").setHeader("Content-Length", body.length);
        if (${delay} === 0) response.end(body);
        else setTimeout(() => response.end(body), ${delay});
      });
    }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });`,
  );
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise((resolve, reject) => {
    child.stdout.once("data", (data) => resolve(Number(data)));
    child.once("exit", (code) => reject(new Error(`the service ended with ${code}`)));
  });
  return { port, stop: () => child.kill() };
}
