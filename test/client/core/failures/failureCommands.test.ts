import { deepEqual } from "node:assert/strict";
import { failureCommands } from "../../../../client/src/core/failures/failures.ts";
import type { FailureFacts } from "../../../../client/src/transport/result.ts";
import { failure } from "../../support.ts";

const certificate = {
  ...{ subject: "CN=localhost", issuer: "CN=localhost", names: [], fingerprint256: "AB:CD" },
  ...{ validFrom: "Nov 21 02:09:00 2023 GMT", validTo: "Nov 21 02:09:00 2024 GMT" },
};
const kinds = (facts: FailureFacts) =>
  failureCommands(failure(facts), "uri").map(({ command, tooltip }) => tooltip ?? command.replace(/^.*\./, ""));
const tls = { kind: "tls", reason: "self-signed", code: "X", detail: "", host: "localhost", certificate } as const;

suite("what can be done about a failure with one click", () => {
  test("is to try again, and to send it from a terminal", () => {
    deepEqual(kinds({ kind: "refused", addresses: [] }), ["sendAgain", "copyAsCurl"]);
  });

  test("is to open the setting that has to do with it", () => {
    deepEqual(kinds({ kind: "unreachable", code: "x", addresses: [], detail: "" }), [
      "sendAgain",
      "http.proxy",
      "copyAsCurl",
    ]);
  });

  test("is to trust a certificate, where nothing else is wrong", () => {
    deepEqual(kinds(tls), ["trust", "sendAgain", "soaphttp.tls.hosts", "copyAsCurl"]);
    deepEqual(kinds({ ...tls, reason: "revoked" }), ["sendAgain", "soaphttp.tls.hosts", "copyAsCurl"]);
    deepEqual(kinds({ ...tls, certificate: undefined }), ["sendAgain", "soaphttp.tls.hosts", "copyAsCurl"]);
  });

  test("has arguments that no service and no file can steer", () => {
    const evil = "](command:evil) $(x)";
    const commands = failureCommands(failure({ ...tls, host: evil, detail: evil }), "soaphttp-response:/a?x-1");
    for (const { arguments: given } of commands) {
      deepEqual(
        given.filter((one) => one !== "soaphttp-response:/a?x-1" && one !== "soaphttp.tls.hosts"),
        [],
      );
    }
  });
});
