import * as l10n from "@vscode/l10n";
import { ecdsaDer } from "../../crypto/derWriter.ts";
import { fact } from "../../http/facts.ts";
import type { SignatureAlgorithm } from "../../protocol/keyProtocol.ts";
import { signatureLength, signatureMethods, usualMethod } from "../../security/algorithms.ts";
import { StepError } from "./decoding.ts";
import { fromBytes, type Step, type StepArgument, type StepArguments } from "./step.ts";

/* The steps that need a key. The server never has a private key: what needs one is an operation of the host. */

const privateKey: StepArgument = { kind: "key", usage: "KEY" };

export const keySteps: readonly Step[] = [
  fromBytes("bytes", {
    ...fact("sign", "RFC 8017 section 8; FIPS 186-5 section 6", () =>
      l10n.t("A signature with a private key, whose name follows, and an algorithm of $signature. ECDSA is in DER."),
    ),
    arguments: [
      privateKey,
      { kind: "word", usage: "ALGORITHM", choices: [...signatureMethods.keys()], optional: true },
    ],
    isOpaque: true,
    hides: true,
    length: (_, given) => {
      const algorithm = signatureAlgorithm(given);
      const key = given.key?.info?.algorithm;
      return algorithm && key?.kind === "rsa" ? signatureLength(key) : undefined;
    },
    apply: (input, given) => {
      const algorithm = signatureAlgorithm(given);
      const value = algorithm && signatureOf(input, algorithm, given);
      return value && algorithm?.name === "ecdsa" ? ecdsaDer(value) : value;
    },
  }),
];

/** `undefined` if nothing is known of the key. Throws a `StepError` if the key and the algorithm don't fit. */
function signatureAlgorithm({ key, words }: StepArguments): SignatureAlgorithm | undefined {
  const algorithm = key?.info?.algorithm;
  if (!key || !algorithm) return undefined;
  const chosen = signatureMethods.get(words?.get("ALGORITHM") ?? usualMethod(algorithm));
  if (!chosen || (chosen.name === "ecdsa") !== (algorithm.kind === "ec")) {
    const why = l10n.t(
      "This algorithm doesn't work with the key {0}. Remove it: the key determines the algorithm.",
      key.name,
    );
    throw new StepError(why, "step-argument", "ALGORITHM");
  }
  return { name: chosen.name, hash: chosen.hash };
}

/** ECDSA: r and s. `undefined`: not yet. Throws a `StepError`. */
function signatureOf(
  data: Uint8Array,
  algorithm: SignatureAlgorithm,
  { key, operation }: StepArguments,
): Uint8Array | undefined {
  const result = key && operation?.({ kind: "sign", key: key.name, algorithm, data });
  if (result?.kind === "failed") throw new StepError(result.why, "signature-key", privateKey.usage);
  return result?.value;
}
