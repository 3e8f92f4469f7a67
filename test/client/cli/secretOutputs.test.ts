import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "../../support/folders.ts";
import { outputArguments, outputs } from "../../support/outputs.ts";
import {
  echo,
  localSecretFlows,
  requestWithSecret,
  secretEnvironment,
  secretFiles,
  secretForms,
  secretPlaces,
  secretValues,
  secretWays,
} from "../../support/secretFlows.ts";
import { type RawService, startResponding } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "./built.ts";
import { closeAll, confirmed, mcpClient } from "./mcpClient.ts";
import { mocking } from "./mockProcess.ts";

suite("each source of secrets in each place of a message", () => {
  let service: RawService;
  suiteSetup(async () => {
    service = await startResponding(({ head }) => {
      const own = /^X-Own: (.*)$/im.exec(head)?.[1] ?? "";
      const { head: fields, body } = echo(own);
      return `HTTP/1.1 200 OK\r\n${fields}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    });
  });
  const files = (command: string) => {
    // An export has no requests with values that must be computed.
    const ways = Object.keys(secretWays).filter((way) => command !== "export" || !/steps|hash/.test(way));
    const requests = Object.keys(secretPlaces).flatMap((place) =>
      localSecretFlows.flatMap((flow, index) => {
        const host = `127.0.0.1:${service.port}`;
        return ways.flatMap((way) => {
          const text = requestWithSecret(flow, place, host, way);
          const file = `${place}-${index}-${way}.soaphttp`.replace(/[^\w.]/g, "-");
          return text === undefined ? [] : [[file, text] as const];
        });
      }),
    );
    return { ...secretFiles, ...Object.fromEntries(requests) };
  };

  for (const args of outputArguments) {
    test(`a secret is in no output and no file of soaphttp ${args.join(" ")}`, async () => {
      const [command = "", ...options] = args;
      const given = files(command);
      const cwd = folderOf(given);
      const environments = options.includes("-e") ? [] : ["-e", "dev"];
      const written = command === "check" ? [] : ["--as-written"];
      const operands = Object.keys(given).filter((name) => name.endsWith(".soaphttp"));
      const ran = await soaphttp([command, ...operands, ...environments, ...options, ...written], {
        cwd,
        // The files in the user's cache are below the folder, too.
        env: { ...secretEnvironment, XDG_CACHE_HOME: join(cwd, "cache"), NODE_DISABLE_COMPILE_CACHE: "1" },
      });
      assert.notEqual(ran.code, 2, ran.error.slice(0, 2000));
      const own = new Set(Object.keys(given));
      const texts = [
        ["output", `${ran.out}\n${ran.error}`] as const,
        ...filesBelow(cwd).filter(([name]) => !own.has(name)),
      ];
      for (const [name, text] of texts)
        for (const [source, secret] of Object.entries(secretValues))
          for (const form of secretForms(secret))
            assert.ok(!text.includes(form), `${source} as ${form} in ${name}: ${around(text, form)}`);
    });
  }
});

suite("each source of secrets that a language model sends", () => {
  let service: RawService;
  suiteSetup(async () => {
    // The service sends back all that it receives.
    service = await startResponding(({ bytes }) => {
      const body = Buffer.from(bytes)
        .toString("latin1")
        .replace(/[<&]/g, (one) => `&#${one.charCodeAt(0)};`);
      return `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    });
  });
  suiteTeardown(closeAll);

  test("the question names the source, and neither the question nor the result contains the secret", async () => {
    const args = ["-e", "dev", "--allow-env", "KEY"];
    const mcp = await mcpClient({ cwd: folderOf(secretFiles), args, env: secretEnvironment, answer: confirmed });
    let sent = 0;
    for (const place of Object.keys(secretPlaces))
      for (const flow of localSecretFlows)
        for (const way of Object.keys(secretWays)) {
          const text = requestWithSecret(flow, place, `127.0.0.1:${service.port}`, way);
          if (text === undefined || text.includes("first")) continue;
          const name = `${flow.reference}, ${way}, ${place}`;
          const result = await mcp.call("send_request", { text });
          const question = mcp.questions.at(-1) ?? "";
          // Some values aren't allowed in a target or a header, and messages that aren't SOAP have errors.
          if (result.structured["sent"] === true) {
            sent++;
            const sources = /^Send this request\?\n\nThe request sends [^\n]*(?:KEY|own)[^\n]* to 127/;
            assert.match(question, sources, `${name}: ${question} ${result.text}`);
          }
          const shown = [question, result.text, JSON.stringify(result.structured)];
          for (const secret of Object.values(secretValues))
            for (const form of secretForms(secret))
              for (const text of shown) assert.ok(!text.includes(form), `${name}: ${around(text, form)}`);
        }
    assert.ok(sent > 100, `${sent} requests`);
  });
});

suite("each source of secrets in a mock service", () => {
  for (const log of outputs.mock) {
    test(`a secret is in neither the log (${log}) nor the requests that are written`, async () => {
      const responses: string[] = [];
      const requests: string[] = [];
      for (const flow of localSecretFlows.filter(({ inToken }) => !inToken)) {
        for (const [place, { use, message }] of Object.entries(secretPlaces)) {
          if (use === "target") continue;
          const [, lines, body] = message(`{{${flow.reference}}}`);
          const path = `/${responses.length}`;
          responses.push(
            `# @name ${place.replaceAll(" ", "-")}-${responses.length}\n# @when path ${path}\nHTTP/1.1 200 OK\n${lines.join("\n")}\nContent-Length: {{$contentLength}}\n\n${body}\n`,
          );
          // The client sends back what it got, under harmless names, in all places.
          const [target, head, sent] = message(flow.secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
          const fields = [...head, `X-Own: ${flow.secret}`, `Content-Length: ${Buffer.byteLength(sent)}`];
          const query = `a=${encodeURIComponent(flow.secret)}`;
          const request = `POST ${path}?${query} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n${fields.join("\r\n")}\r\n\r\n${sent}`;
          requests.push(request, request.replace(path, "/unknown"));
          assert.ok(target);
        }
      }
      const cwd = folderOf({ ...secretFiles, "a.soapmock": responses.join("\n###\n\n") });
      const args = ["-e", "dev", "--log", log, "--requests", "got.soaphttp", "a.soapmock"];
      const out = await mocking(
        cwd,
        args,
        async (mock) => {
          for (const request of requests) await mock.received(Buffer.from(request));
          await mock.stop();
        },
        secretEnvironment,
      );
      const got = readFileSync(join(cwd, "got.soaphttp"), "utf8");
      assert.ok(got.includes("X-Own: [redacted]"), got.slice(0, 500));
      for (const [source, secret] of Object.entries(secretValues))
        for (const form of secretForms(secret))
          for (const text of [out, got]) assert.ok(!text.includes(form), `${source}: ${around(text, form)}`);
    });
  }
});

function around(text: string, form: string): string {
  const at = text.indexOf(form);
  return text.slice(Math.max(0, at - 500), at + 300);
}
