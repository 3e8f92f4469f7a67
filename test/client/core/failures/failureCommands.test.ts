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

suite("the commands for a failure", () => {
  test("the commands send again and copy as cURL", () => {
    deepEqual(kinds({ kind: "refused", addresses: [] }), ["sendAgain", "copyAsCurl"]);
  });

  test("the commands open the related setting", () => {
    deepEqual(kinds({ kind: "unreachable", code: "x", addresses: [], detail: "" }), [
      "sendAgain",
      "http.proxy",
      "copyAsCurl",
    ]);
  });

  test("the commands trust the certificate if nothing else is wrong", () => {
    deepEqual(kinds(tls), ["trust", "sendAgain", "soaphttp.tls.hosts", "copyAsCurl"]);
    deepEqual(kinds({ ...tls, reason: "revoked" }), ["sendAgain", "soaphttp.tls.hosts", "copyAsCurl"]);
    deepEqual(kinds({ ...tls, certificate: undefined }), ["sendAgain", "soaphttp.tls.hosts", "copyAsCurl"]);
  });

  test("the commands have no arguments from services or files", () => {
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
