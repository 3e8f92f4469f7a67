/** Directives for the connection to a service: `# @tls` and `# @proxy`. */
import * as l10n from "@vscode/l10n";
import type { RequestTls } from "../protocol/sendingProtocol.ts";

export const tlsVersions = ["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"] as const;

const options: Readonly<Record<string, { readonly pattern: RegExp; readonly why: () => string }>> = {
  minVersion: {
    pattern: /^TLSv1(?:\.[123])?$/,
    why: () => l10n.t("minVersion must be TLSv1, TLSv1.1, TLSv1.2 or TLSv1.3."),
  },
  ciphers: {
    pattern: /^[A-Za-z0-9@=:+!_-]+$/,
    why: () => l10n.t("ciphers must be a list of OpenSSL's ciphers, such as DEFAULT@SECLEVEL=0."),
  },
  servername: {
    pattern: /^(?![\d.]+$)[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/,
    why: () => l10n.t("servername must be the name of a host."),
  },
};

/** The value of `# @tls`, or a sentence about an error in it. */
export function readTls(value: string): RequestTls | string {
  const read: { -readonly [Name in keyof RequestTls]: RequestTls[Name] } = {};
  const words = value.split(/[ \t]+/).filter((word) => word !== "");
  if (words.length === 0) return l10n.t("@tls needs the name of a key, or an option such as minVersion=TLSv1.");
  for (const [index, word] of words.entries()) {
    const [, name = "", quoted, plain] = /^([A-Za-z]+)=(?:"(.*)"|(.*))$/.exec(word) ?? [];
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    const text = quoted ?? plain ?? "";
    if (word === "legacyRenegotiation") read.legacyRenegotiation = true;
    else if (option && !option.pattern.test(text)) return option.why();
    else if (option) Object.assign(read, { [name]: text });
    else if (index === 0 && /^[A-Za-z][A-Za-z0-9_-]*$/.test(word)) read.key = word;
    else
      return l10n.t(
        "{0} is unknown here. After the name of a key, @tls has minVersion, ciphers, servername and legacyRenegotiation.",
        word,
      );
  }
  return read;
}

/** Whether a text is a valid value of `# @proxy`. A user and password aren't allowed, because they would be in the file. */
export function isProxy(value: string): boolean {
  return (
    value === "none" || /^(?:https?|socks5h?):\/\/(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?\/?$/.test(value)
  );
}

const units: Readonly<Record<string, number>> = { B: 1, KB: 1024, MB: 1024 * 1024 };

/** The number of bytes in a size such as `8 KB`, from 1 byte to 64 MB. */
export function parseChunkSize(value: string): number | undefined {
  const [, count, unit = "B"] = /^([1-9]\d{0,7})(?: ?(B|KB|MB))?$/i.exec(value) ?? [];
  const size = Number(count) * (units[unit.toUpperCase()] ?? 1);
  return size <= 64 * 1024 * 1024 ? size : undefined;
}
