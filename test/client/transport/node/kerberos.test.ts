import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstToken } from "../../../../client/src/transport/authentication/spnego.ts";
import { type FoundKerberos, kerberosModule } from "../../../../client/src/transport/node/kerberosModule.ts";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import type { SendOptions } from "../../../../client/src/transport/transport.ts";
import { type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { requestTo, sending } from "../../../support/transport/request.ts";

type Challenge = readonly [status: number, challenge: string];

suite("Kerberos in the Node transport", () => {
  const open: RawService[] = [];
  const calls: (readonly unknown[])[] = [];
  teardown(async () => {
    calls.length = 0;
    for (const service of open.splice(0)) await service.close();
  });

  /** A module that records its calls. `tokens`: its answers; an error is thrown. */
  const recorder = (...tokens: readonly (string | Error)[]): FoundKerberos => ({
    GSS_MECH_OID_SPNEGO: 6,
    initializeClient: async (...given) => {
      calls.push(given);
      const left = [...tokens];
      return {
        step: async (challenge) => {
          calls.push([challenge]);
          const next = left.shift() ?? null;
          if (next instanceof Error) throw next;
          return next;
        },
      };
    },
  });

  /** Responds with these statuses and WWW-Authenticate, one after the other. */
  const send = (module: FoundKerberos, ...responses: readonly Challenge[]) => sendWith({}, module, ...responses);

  async function sendWith(options: Partial<SendOptions>, module: FoundKerberos, ...responses: readonly Challenge[]) {
    const left = [...responses];
    const sent: string[] = [];
    const service = await startRawService(async (connection) => {
      sent.push((await connection.request()).bytes.toString("latin1"));
      const [status, challenge] = left.shift() ?? [500, ""];
      connection.end(`HTTP/1.1 ${status} X\r\nWWW-Authenticate: ${challenge}\r\nContent-Length: 0\r\n\r\n`);
    });
    open.push(service);
    const request = { ...requestTo(service, "/s", { body: "<a/>" }), authentication: { scheme: "negotiate" } as const };
    const result = await nodeTransport(undefined, () => module).send(request, sending(options));
    return {
      outcome: [result.kind === "response" ? result.status : result.kind, result.authenticationProblem],
      sent,
      result,
    };
  }

  test("the client answers the challenge with the module's token for the host, and verifies the token of the service", async () => {
    const { outcome, sent } = await send(recorder("YQ=="), [401, "Negotiate"], [200, "Negotiate Yg=="]);
    assert.deepEqual(outcome, [200, undefined]);
    assert.deepEqual(calls, [["HTTP@127.0.0.1", { mechOID: 6 }], [""], ["Yg=="]]);
    const [first, second] = sent;
    assert.doesNotMatch(first ?? "", /Authorization/);
    assert.match(second ?? "", /\r\nAuthorization: Negotiate YQ==\r\n\r\n<a\/>$/);
  });

  test("the module isn't asked where the service requires no credentials, or offers another scheme", async () => {
    assert.deepEqual((await send(recorder(), [200, "Basic"])).outcome, [200, undefined]);
    assert.deepEqual((await send(recorder(), [401, "Basic"])).outcome, [
      401,
      { kind: "not-offered", scheme: "negotiate", offered: ["Basic"] },
    ]);
    assert.deepEqual(calls, []);
  });

  test("a ticket that is refused isn't sent again", async () => {
    const { outcome, sent } = await send(recorder("YQ=="), [401, "Negotiate"], [401, "Negotiate"]);
    assert.deepEqual(outcome, [401, { kind: "ticket-refused", isEncrypted: false }]);
    assert.equal(sent.length, 2);
  });

  test("a service whose token is wrong hasn't proven itself", async () => {
    const { outcome } = await send(recorder("YQ==", new Error("x")), [401, "Negotiate"], [200, "Negotiate Yg=="]);
    assert.deepEqual(outcome, [200, { kind: "unproven", scheme: "negotiate" }]);
  });

  test("the time limit and canceling end the wait for a system that gives no ticket", async () => {
    const controller = new AbortController();
    let ask = () => {};
    const initializeClient = () => {
      ask();
      return new Promise<never>(() => {});
    };
    const module: FoundKerberos = { GSS_MECH_OID_SPNEGO: 6, initializeClient };
    const expired = await sendWith({ timeout: 1000 }, module, [401, "Negotiate"]);
    assert.deepEqual(expired.result.kind === "timeout" && expired.result.stage, "login");
    ask = () => controller.abort();
    const cancelled = await sendWith({ signal: controller.signal }, module, [401, "Negotiate"]);
    assert.deepEqual(cancelled.result.kind === "cancelled" && cancelled.result.stage, "login");
  });

  test("nothing is sent without a ticket, not even NTLM, which the system chooses then", async () => {
    const service = "HTTP@127.0.0.1";
    const failed = await send(recorder(new Error("No credentials")), [401, "Negotiate"]);
    assert.deepEqual(failed.outcome, [401, { kind: "ticket-missing", service, detail: "No credentials" }]);
    const ntlm = Buffer.from("NTLMSSP\0\u0001");
    for (const token of [ntlm, Buffer.from(firstToken(ntlm))]) {
      const { outcome, sent } = await send(recorder(token.toString("base64")), [401, "Negotiate"]);
      assert.deepEqual(outcome, [401, { kind: "ticket-missing", service, detail: undefined }]);
      assert.equal(sent.length, 1);
    }
  });

  test("nothing is sent at all without the module", async () => {
    const { outcome, sent, result } = await send({ why: undefined }, [200, ""]);
    assert.deepEqual([outcome, sent], [["unsendable", undefined], []]);
    assert.equal(result.kind === "unsendable" && result.reason, "kerberos");
  });

  test("the module is read from the first folder that has it, never from a relative one", () => {
    const folder = mkdtempSync(join(tmpdir(), "soaphttp-kerberos-"));
    try {
      writeFileSync(join(folder, "index.js"), "exports.GSS_MECH_OID_SPNEGO = 6; exports.initializeClient = () => {};");
      assert.ok("initializeClient" in kerberosModule([join(folder, "missing"), folder]));
      for (const other of ["kerberos", "./kerberos", join(folder, "missing")])
        assert.ok("why" in kerberosModule([other]));
      writeFileSync(join(folder, "other.js"), "exports.initializeClient = 1;");
      assert.match(String(Object.values(kerberosModule([join(folder, "other.js")]))), /is not the package kerberos/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
