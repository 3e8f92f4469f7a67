import * as l10n from "@vscode/l10n";
import { countBytes } from "../quantities.ts";
import type { ProtocolFailure } from "../transport/result.ts";
import { defaultMaxHeadBytes } from "../transport/transport.ts";
import type { Explanation } from "./explanation.ts";
import { checkHttpPort } from "./ways.ts";

/** The answer breaks RFC 9112 in a way that the reader can't get over. */
export function explainProtocol(failure: ProtocolFailure): Explanation {
  const port = l10n.t("Look whether the host and the port are those of an HTTP service.");
  const log = l10n.t("Look at the service, and at what stands between it and here.");
  switch (failure.reason) {
    case "not-http":
      return {
        title: l10n.t("the answer is not HTTP"),
        cause: l10n.t(
          "What came does not begin with a status line. Its first {0} stand below.",
          countBytes(failure.bytes.length),
        ),
        ways: [port, checkHttpPort()],
      };
    case "http09":
      return {
        title: l10n.t("an answer without a header section"),
        cause: l10n.t(
          "The service answered with a bare body, as HTTP/0.9 did. Some do so where the request line has no version.",
        ),
        ways: [l10n.t("Look whether the request line ends in HTTP/1.1.")],
      };
    case "status-line":
      return {
        title: l10n.t("the status line can't be read"),
        cause: l10n.t("A status line has the form HTTP/1.1 200 OK. What came stands below."),
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
        ways: [l10n.t("Allow more with the setting soaphttp.response.maxHeadBytes (in bytes)."), log],
      };
    case "too-many-fields":
      return {
        title: l10n.t("too many headers"),
        cause: l10n.t("The response has more headers than are read."),
        ways: [log],
      };
    case "too-many-informational":
      return {
        title: l10n.t("too many 1xx responses"),
        cause: l10n.t("The service sent one informational response after the other and no final one."),
        ways: [log],
      };
    case "chunk-size":
    case "chunk-end":
      return {
        title: l10n.t("a chunk of the body can't be read"),
        cause:
          failure.reason === "chunk-size"
            ? l10n.t(
                "A chunk has no size that is a hexadecimal number. The bytes there, from byte {0} on, stand below.",
                failure.at,
              )
            : l10n.t(
                "A chunk does not end where its size says. The bytes there, from byte {0} on, stand below.",
                failure.at,
              ),
        ways: [log],
      };
    case "chunk-size-too-large":
      return {
        title: l10n.t("the size of a chunk is over the limit"),
        cause: l10n.t(
          "A chunk announces 2^48 bytes (256 TB) or more, which no body has. Its size, from byte {0} on, stands below.",
          failure.at,
        ),
        ways: [log],
      };
    case "chunk-line-too-long":
      return {
        title: l10n.t("a chunk of the body can't be read"),
        cause: l10n.t("The line with a chunk's size had not ended at the limit: its extensions are too long."),
        ways: [log],
      };
    case "trailers-too-large":
      return {
        title: l10n.t("the trailer section is too large"),
        cause: l10n.t("The trailer section of the response had not ended at the limit."),
        ways: [log],
      };
  }
}
