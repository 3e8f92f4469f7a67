import { deepEqual } from "node:assert/strict";
import { failureActions, failureCommand } from "../../../../client/src/core/failures/failureActions.ts";
import type { FailureFacts } from "../../../../client/src/transport/result.ts";
import { failure } from "../../support.ts";

const certificate = {
  ...{ subject: "CN=localhost", issuer: "CN=localhost", names: [], fingerprint256: "AB:CD" },
  ...{ validFrom: "Nov 21 02:09:00 2023 GMT", validTo: "Nov 21 02:09:00 2024 GMT" },
};
const kinds = (facts: FailureFacts) =>
  failureActions(failure(facts)).map((one) => (one.kind === "setting" ? one.setting : one.kind));
const tls = { kind: "tls", reason: "self-signed", code: "X", detail: "", host: "localhost", certificate } as const;

suite("what can be done about a failure with one click", () => {
  test("is to try again, and to send it from a terminal", () => {
    deepEqual(kinds({ kind: "refused", addresses: [] }), ["retry", "curl"]);
  });

  test("is to open the setting that has to do with it", () => {
    deepEqual(kinds({ kind: "unreachable", code: "x", addresses: [], detail: "" }), ["retry", "http.proxy", "curl"]);
  });

  test("is to trust a certificate, where nothing else is wrong", () => {
    deepEqual(kinds(tls), ["trust", "retry", "soaphttp.tls.hosts", "curl"]);
    deepEqual(kinds({ ...tls, reason: "revoked" }), ["retry", "soaphttp.tls.hosts", "curl"]);
    deepEqual(kinds({ ...tls, certificate: undefined }), ["retry", "soaphttp.tls.hosts", "curl"]);
  });

  test("has arguments that no service and no file can steer", () => {
    const evil = "](command:evil) $(x)";
    const actions = failureActions(failure({ ...tls, host: evil, detail: evil }));
    const commands = actions.map((action) => failureCommand(action, "soaphttp-response:/a?x-1"));
    for (const { arguments: given } of commands) {
      deepEqual(
        given.filter((one) => one !== "soaphttp-response:/a?x-1" && one !== "soaphttp.tls.hosts"),
        [],
      );
    }
  });
});
