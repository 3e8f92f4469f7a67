import assert from "node:assert/strict";
import { requestWithoutSecrets } from "../../client/src/cli/test/recording.ts";
import { labelOf, shownUrl } from "../../client/src/core/exchange/exchange.ts";
import { sourcesText } from "../../client/src/core/exchange/secretSources.ts";
import { pack } from "../../client/src/core/history/packing.ts";
import { storedOf, unpackExchange } from "../../client/src/core/history/stored.ts";
import { importVaultKey, newKey, seal } from "../../client/src/core/history/vault.ts";
import { redactionOf } from "../../client/src/export/har/redaction.ts";
import { programFor, programLanguages } from "../../client/src/export/programs/programs.ts";
import { followRedirect } from "../../client/src/transport/redirect.ts";
import type { TransportRequest } from "../../client/src/transport/transport.ts";
import { programRequest } from "../../server/src/service/languageService.ts";
import { toBase64 } from "../../server/src/text/base64.ts";
import { sentAround } from "../support/resolver.ts";
import {
  requestWithSecret,
  secretEnvironment,
  secretFiles,
  secretFlows,
  secretForms,
  secretPlaces,
  secretValues,
  secretWays,
} from "../support/secretFlows.ts";
import { testCompute } from "../support/signing.ts";
import { outgoing, response } from "./support.ts";

const files = Object.fromEntries(Object.entries(secretFiles).map(([name, text]) => [`/w/${name}`, text]));
const environment: Readonly<Record<string, string | undefined>> = secretEnvironment;
const around = { files, chosen: ["dev"], processEnv: (name: string) => environment[name] };
const elsewhere = "http://other.example/t";

/** Returns messages with each source of secrets in each place, in each way. */
function* messages() {
  for (const place of Object.keys(secretPlaces)) {
    for (const flow of secretFlows) {
      for (const way of Object.keys(secretWays)) {
        const text = requestWithSecret(flow, place, "h.example", way);
        if (text === undefined) continue;
        const { outgoing, secrets, again } = sentAround(text, around, { secret: () => secretValues.secrets });
        const { address, body, ...parts } = outgoing;
        const request: TransportRequest = { ...parts, ...address, body };
        // A service would get the value of the reference, in whichever form.
        yield { name: `${flow.reference}, ${way}, ${place}`, flow, place, request, secrets, again };
      }
    }
  }
}

/** Everything of a request that is sent. */
function sentText({
  requestLine,
  head,
  body,
  fields,
}: Pick<TransportRequest, "requestLine" | "head" | "body" | "fields">) {
  return `${requestLine}\n${head}\n${JSON.stringify(fields)}\n${new TextDecoder().decode(body)}`;
}

suite("each source of secrets in each place of a message", () => {
  const all = [...messages()];

  test("the flows cover the registry and private variables", () => {
    const kinds = new Set(secretFlows.map(({ reference }) => reference.split(" ")[0]));
    const read = ["$dotenv", "$processEnv", "$secret", "own"];
    assert.deepEqual([...kinds].sort(), ['$auth.token("KEY")', "$basic", "$wsse.digest", ...read].sort());
    assert.ok(all.length > 100, `${all.length}`);
  });

  test("the outgoing message names each source, for the question to an agent's user", () => {
    for (const { name, place, request } of all) {
      const uses = request.secretUses ?? [];
      assert.ok(
        uses.some((use) => use.place === secretPlaces[place]?.use),
        name,
      );
      assert.match(sourcesText(uses.map(({ source }) => source)), /KEY|own/, name);
    }
  });

  test("a secret isn't sent to another origin after a redirect", () => {
    for (const { name, place, request } of all) {
      const use = secretPlaces[place]?.use;
      for (const status of [301, 302, 303, 307, 308]) {
        const next = followRedirect(request, { status, fields: [{ name: "Location", value: elsewhere }] });
        const repeats = status === 307 || status === 308;
        const isHeld = use === "target" || (use === "body" && repeats);
        assert.equal(next.kind, isHeld ? "secrets" : "follow", `${name}, ${status}`);
        if (next.kind !== "follow") continue;
        assert.doesNotMatch(sentText(next.request), /X-A|&secret|&amp;secret/, `${name}, ${status}`);
        if (use === "body") assert.equal(next.request.body.length, 0);
      }
      const same = followRedirect(request, { status: 307, fields: [{ name: "Location", value: "/t" }] });
      assert.equal(same.kind, "follow", name);
    }
  });

  test("a secret isn't in a list of the history, in its files or in the title of a response", async () => {
    const key = await importVaultKey(newKey());
    for (const { name, flow, request, secrets } of all) {
      const message = outgoing({ ...request, body: toBase64(request.body), secrets });
      const result = response("HTTP/1.1 200 OK\n\n", { url: `http://h.example${request.target}` });
      const label = labelOf(message);
      const exchange = { id: "a-1", from: "file:///a.soaphttp", label, message, result, at: 0 };
      const { entry, exchange: packed } = await storedOf(exchange, { run: "1", passed: true });
      const files = [];
      for (const content of [pack(entry), packed])
        files.push(Buffer.from(await seal(key, content, "a")).toString("latin1"));
      const shown = [JSON.stringify(entry), label, shownUrl(exchange), ...files].join("\n");
      for (const form of secretForms(flow.secret)) assert.ok(!shown.includes(form), `${name}, ${form}: ${shown}`);
      assert.deepEqual(unpackExchange(packed).message.head, request.head, "it is stored whole");
    }
  });

  test("a secret isn't in a program that sends the request, or why there is none", async () => {
    let count = 0;
    for (const { name, flow, again } of all) {
      const result = await programRequest(...again, testCompute);
      for (const language of Object.values(programLanguages)) {
        const made = result.kind === "message" ? programFor(language, result.program) : result;
        if ("text" in made) count++;
        const text = "text" in made ? made.text : JSON.stringify(made);
        for (const form of secretForms(flow.secret))
          assert.ok(!text.includes(form), `${name}, ${language.name}, ${form}: ${text}`);
      }
    }
    assert.ok(count > 200, `${count} programs`);
  });

  test("a secret isn't in what is recorded, exported as HAR or shown to an agent", () => {
    for (const { name, flow, request, secrets } of all) {
      const { text, url, body } = redactionOf({ request, secrets, result: undefined });
      const recorded = requestWithoutSecrets({ outgoing: request, secrets } as Parameters<
        typeof requestWithoutSecrets
      >[0]);
      const shown = [
        sentText({ ...recorded, fields: [] }),
        text(request.head),
        url(request.target),
        body(new TextDecoder().decode(request.body)),
      ].join("\n");
      const base64 = Buffer.from(`me:${flow.secret}`).toString("base64");
      for (const form of [flow.secret, flow.secret.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`), base64]) {
        assert.ok(!shown.includes(form), `${name}: ${shown}`);
      }
      assert.doesNotMatch(shown, /&secret|&amp;secret|%26secret/, name);
    }
  });
});
