import * as l10n from "@vscode/l10n";
import type { ProtocolFailure } from "../../transport/result.ts";
import { defaultMaxHeadBytes } from "../../transport/transport.ts";
import { countBytes } from "../text/quantities.ts";
import type { Explanation } from "./explanation.ts";
import { checkHttpPort } from "./ways.ts";

/** The answer breaks RFC 9112 in a way that the reader can't get over. */
export function explainProtocol(failure: ProtocolFailure): Explanation {
  const port = l10n.t("Check that the host and port are those of an HTTP service.");
  const log = l10n.t("Check the service, and any proxy or gateway in front of it.");
  switch (failure.reason) {
    case "not-http":
      return {
        title: l10n.t("the response is not HTTP"),
        cause: l10n.t(
          "The response doesn't start with a status line. Its first {0} are shown below.",
          countBytes(failure.bytes.length),
        ),
        ways: [port, checkHttpPort()],
      };
    case "http09":
      return {
        title: l10n.t("a response without a header section"),
        cause: l10n.t(
          "The service sent only a body, as in HTTP/0.9. Some services do this if the request line has no version.",
        ),
        ways: [l10n.t("Check that the request line ends with HTTP/1.1.")],
      };
    case "status-line":
      return {
        title: l10n.t("the status line can't be read"),
        cause: l10n.t("Expected a status line such as HTTP/1.1 200 OK. The bytes received are shown below."),
        ways: [log],
      };
    case "head-too-large":
      return {
        title: l10n.t("the header section is too large"),
        cause: l10n.t(
          "The header section of the response has more than {0}. Its first {1} are shown below.",
          countBytes(failure.limit ?? defaultMaxHeadBytes),
          countBytes(failure.bytes.length),
        ),
        ways: [l10n.t("Increase the limit with the setting soaphttp.response.maxHeadBytes (in bytes)."), log],
      };
    case "too-many-fields":
      return {
        title: l10n.t("too many headers"),
        cause: l10n.t("The response exceeds the maximum number of headers."),
        ways: [log],
      };
    case "too-many-informational":
      return {
        title: l10n.t("too many 1xx responses"),
        cause: l10n.t("The service kept sending informational responses, but no final response."),
        ways: [log],
      };
    case "chunk-size":
    case "chunk-end":
      return {
        title: l10n.t("a chunk of the body can't be read"),
        cause:
          failure.reason === "chunk-size"
            ? l10n.t(
                "The size of a chunk must be a hexadecimal number. The bytes from {0} on are shown below.",
                failure.at,
              )
            : l10n.t(
                "The length of a chunk doesn't match its size. The bytes from {0} on are shown below.",
                failure.at,
              ),
        ways: [log],
      };
    case "chunk-size-too-large":
      return {
        title: l10n.t("the size of a chunk is too large"),
        cause: l10n.t(
          "A chunk has a size of 2^48 bytes (256 TB) or more. The bytes from {0} on are shown below.",
          failure.at,
        ),
        ways: [log],
      };
    case "chunk-line-too-long":
      return {
        title: l10n.t("a chunk of the body can't be read"),
        cause: l10n.t("The line with the size of a chunk is too long: its extensions exceed the limit."),
        ways: [log],
      };
    case "trailers-too-large":
      return {
        title: l10n.t("the trailer section is too large"),
        cause: l10n.t("The trailer section of the response exceeds the limit."),
        ways: [log],
      };
  }
}
