import assert from "node:assert/strict";
import { explain } from "../../../../client/src/core/failures/failures.ts";
import type { FailureFacts, TlsReason } from "../../../../client/src/transport/result.ts";
import { failure } from "../../support.ts";

suite("failure messages on the command line", () => {
  const timeout = (parts: Partial<FailureFacts & { kind: "timeout" }>): FailureFacts => ({
    kind: "timeout",
    stage: "response",
    limit: 60_000,
    declaredLength: 90,
    bodyLength: 84,
    sentAll: true,
    ...parts,
  });
  const tls = (reason: TlsReason): FailureFacts => ({
    kind: "tls",
    reason,
    code: "CODE",
    detail: "it said",
    host: "shop.example",
    certificate: undefined,
  });

  test("messages suggest a smaller Content-Length only if the service waits after it received the whole body", () => {
    assert.deepEqual(explain(failure(timeout({})), "cli").remedies, ["Change Content-Length to 84."]);
    for (const parts of [{ stage: "tcp", sentAll: false }, { stage: "body" }] as const) {
      const { remedies } = explain(failure(timeout(parts)), "cli");
      assert.match(remedies.join("\n"), /^Check .*\nIncrease the timeout: use --timeout SECONDS/);
    }
  });

  const tlsReasons: readonly TlsReason[] = [
    "expired",
    "not-yet-valid",
    "self-signed",
    "unknown-issuer",
    "wrong-host",
    "revoked",
    "no-common-version",
    "no-common-cipher",
    "client-certificate",
    "not-tls",
    "closed",
    "other",
  ];
  const others: readonly FailureFacts[] = [
    { kind: "dns", host: "no.example", code: "ENOTFOUND" },
    { kind: "dns", host: "no.example", code: "EAI_AGAIN" },
    { kind: "refused", addresses: [] },
    { kind: "unreachable", code: "EHOSTUNREACH", addresses: [], detail: "no route" },
    timeout({}),
    timeout({ stage: "tcp", sentAll: false }),
    { kind: "proxy", reason: "connect-refused", proxy: "p:1", detail: "x" },
    { kind: "proxy", reason: "unreachable", proxy: "p:1", code: "ECONNREFUSED", detail: "x" },
    { kind: "proxy", reason: "invalid", detail: "x" },
    { kind: "reset", stage: "response", how: "reset", code: "ECONNRESET" },
    { kind: "truncated", stage: "body", how: "closed", expected: 9, got: 3 },
    { kind: "protocol", reason: "not-http", bytes: new Uint8Array(3), at: 0 },
    { kind: "too-large", limit: 1000, what: "received" },
    { kind: "redirect", reason: "too-many", location: "/x" },
    { kind: "unsendable", reason: "client-certificate", detail: "x" },
    { kind: "unsendable", reason: "passphrase-wrong", detail: "x" },
    { kind: "unsendable", reason: "address", detail: "x" },
  ];
  test("messages never mention the editor or its settings", () => {
    for (const facts of [...tlsReasons.map(tls), ...others]) {
      const { title, cause, remedies } = explain(failure(facts), "cli");
      const text = [title, cause, ...remedies].join("\n");
      assert.doesNotMatch(
        text,
        /VS Code|soaphttp\.|http\.proxy|setting|quick fix|command “|workspace|in the editor/,
        text,
      );
    }
  });
});
