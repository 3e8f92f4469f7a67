import * as l10n from "@vscode/l10n";
import type { TokenRequest } from "../protocol/protocol.ts";
import { toBase64 } from "../text/base64.ts";
import { jsonKeys } from "../text/jsonKeys.ts";
import type { Span } from "../text/span.ts";
import { definitionValue } from "../variables/definitionValue.ts";
import type { Lookup, Unavailable } from "../variables/sending.ts";
import { sharedEnvironment } from "./environmentFiles.ts";
import { fileUri } from "./paths.ts";

/*
 * What environments of JetBrains' HTTP Client have besides variables: `SSLConfiguration` and `Security`.
 */

interface SettingsFile {
  readonly name: string;
  readonly uri: string;
  readonly secret: boolean;
  readonly json: JsonObject;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** A file with a client certificate or its key. `path`: as typed. */
export interface CertificateFile {
  readonly path: string;
  readonly uri: string;
}

interface Property {
  readonly value: unknown;
  readonly file: SettingsFile;
}

/** The settings of the selected environments, which win over the settings of `$shared`. Earlier files win over later files. */
export class EnvironmentSettings {
  readonly #files: readonly SettingsFile[];
  readonly #environments: readonly string[];
  /** The tokens whose requests are being created. A variable in such a request may need another token, or the same one. */
  readonly #open = new Set<string>();

  constructor(files: readonly SettingsFile[], chosen: readonly string[]) {
    this.#files = files;
    this.#environments = [...chosen, sharedEnvironment];
  }

  /** The files of the client certificate, relative to the file that names them; empty if no environment names them. */
  get certificateFiles(): readonly CertificateFile[] {
    const properties = this.#properties(["SSLConfiguration"]);
    return ["clientCertificate", "clientCertificateKey"].flatMap((name) => {
      const { value, file } = properties.get(name) ?? {};
      const path = typeof value === "string" ? value : objectOf(value)["path"];
      const uri = file && typeof path === "string" ? fileUri(path, file.uri) : undefined;
      return typeof path === "string" && uri !== undefined ? [{ path, uri }] : [];
    });
  }

  get tokenNames(): readonly string[] {
    return [...this.#properties(["Security", "Auth"]).keys()];
  }

  /** The request for a token; `undefined` if it needs values that aren't known yet. */
  token(name: string, lookup: Lookup): TokenRequest | Unavailable | undefined {
    const properties = this.#properties(["Security", "Auth", name]);
    const grant = properties.get(grantType)?.value;
    if (properties.size === 0) {
      const names = this.tokenNames;
      const why = l10n.t("No selected environment has {0} in Security, Auth.", name);
      return { unavailable: names.length > 0 ? `${why} ${l10n.t("Available: {0}.", names.join(", "))}` : why };
    }
    const form = typeof grant === "string" ? grants.get(grant) : undefined;
    if (properties.get("Type")?.value !== "OAuth2" || !form)
      return { unavailable: l10n.t('The Type of {0} must be OAuth2, and its Grant Type "{1}".', name, grantsText()) };
    if (this.#open.has(name) || this.#open.size >= mostNested)
      return { unavailable: l10n.t("The request for {0} can't use its own token.", name) };
    this.#open.add(name);
    try {
      return new TokenText(name, lookup).request(properties, form);
    } finally {
      this.#open.delete(name);
    }
  }

  /** The properties of the objects at a path. If several files have a property, the first file wins. */
  #properties(path: readonly string[]): ReadonlyMap<string, Property> {
    const properties = new Map<string, Property>();
    for (const environment of this.#environments) {
      for (const file of this.#files) {
        const object = [environment, ...path].reduce<JsonObject>((one, step) => ownObject(one, step), file.json);
        for (const [name, value] of Object.entries(object))
          if (!properties.has(name)) properties.set(name, { value, file });
      }
    }
    return properties;
  }
}

/** Maximum number of tokens that need each other. */
const mostNested = 5;

const grantType = "Grant Type";
const custom = "Custom Request Parameters";

/** For each supported grant type, the parameters of the token request: the name in the form, and in the configuration. */
const grants: ReadonlyMap<string, readonly (readonly [parameter: string, property: string])[]> = new Map([
  ["Client Credentials", [["grant_type=client_credentials", ""]]],
  [
    "Password",
    [
      ["grant_type=password", ""],
      ["username", "Username"],
      ["password", "Password"],
    ],
  ],
]);

function grantsText(): string {
  return [...grants.keys()].join(`" ${l10n.t("or")} "`);
}

/** The supported properties. A property with a list supports only these values. */
const effective: ReadonlyMap<string, readonly string[] | undefined> = new Map([
  ["Type", ["OAuth2"]],
  [grantType, [...grants.keys()]],
  ["Client Credentials", ["basic", "in body", "none"]],
  ...["Token URL", "Client ID", "Client Secret", "Scope", "Username", "Password", custom].map(
    (name) => [name, undefined] as const,
  ),
]);

class TokenText {
  readonly #name: string;
  readonly #lookup: Lookup;
  readonly #secrets: string[] = [];
  #waits = false;
  #problem: Unavailable | undefined;

  constructor(name: string, lookup: Lookup) {
    this.#name = name;
    this.#lookup = lookup;
  }

  request(
    properties: ReadonlyMap<string, Property>,
    form: readonly (readonly [string, string])[],
  ): TokenRequest | Unavailable | undefined {
    const text = (name: string) => this.#text(name, properties.get(name));
    const url = text("Token URL");
    const id = text("Client ID");
    const secret = text("Client Secret");
    const how = text("Client Credentials") ?? "basic";
    const isBasic = how !== "in body" && how !== "none" && secret !== undefined;
    const fields: [string, string | undefined][] = form.map(([parameter, property]) => {
      const [name = "", constant] = parameter.split("=");
      return [name, constant ?? text(property)];
    });
    fields.push(["scope", text("Scope")]);
    if (!isBasic) fields.push(["client_id", id], ["client_secret", how === "none" ? undefined : secret]);
    fields.push(...this.#custom(properties.get(custom)));
    if (url === undefined && !this.#waits) this.#problem ??= missing(this.#name, "Token URL");
    if (this.#problem) return this.#problem;
    if (url === undefined || this.#waits) return undefined;
    const body = fields.flatMap(([name, value]) => (value === undefined ? [] : `${encoded(name)}=${encoded(value)}`));
    const login = `${encoded(id ?? "")}:${encoded(secret ?? "")}`;
    return {
      name: this.#name,
      url,
      ...(isBasic ? { authorization: `Basic ${toBase64(new TextEncoder().encode(login))}` } : {}),
      body: body.join("&"),
      secrets: this.#secrets,
    };
  }

  /** The values of a property with custom parameters: one text, several texts, or an object with a `Value`. */
  #custom(property: Property | undefined): [string, string | undefined][] {
    if (!property) return [];
    return Object.entries(objectOf(property.value)).flatMap(([name, value]) => {
      const { Value = value, Use } = objectOf(value);
      if (Use === "In Auth Request") return [];
      const texts: readonly unknown[] = Array.isArray(Value) ? Value : [Value];
      return texts.map((one): [string, string | undefined] => [name, this.#text(name, { ...property, value: one })]);
    });
  }

  /** `undefined` if the property is missing, or if its value isn't known yet. */
  #text(name: string, property: Property | undefined): string | undefined {
    if (typeof property?.value !== "string" || property.value === "") return undefined;
    const { value: text, file } = property;
    // The token's own request would need the token.
    if (text.includes("{{$auth.")) {
      this.#problem ??= { unavailable: l10n.t("{0} of {1} can't use a token.", name, this.#name) };
      return undefined;
    }
    const { value } = definitionValue(
      `${this.#name} ${name}`,
      { text, secret: file.secret, origin: () => file.name },
      { lookup: this.#lookup, isConstant: () => false, isDefinition: () => false },
    );
    if (value.kind === "atSending") this.#waits = true;
    else if (value.kind !== "text")
      this.#problem ??= {
        unavailable: l10n.t("{0} of {1} has a variable without a value, or a value that isn't text.", name, this.#name),
      };
    if (value.kind !== "text") return undefined;
    const isSecret = value.secret || (value.sources ?? []).length > 0 || /secret|password/i.test(name);
    if (isSecret) this.#secrets.push(value.text);
    return value.text;
  }
}

function missing(name: string, property: string): Unavailable {
  return { unavailable: l10n.t("{1} of {0} is missing in Security, Auth.", name, property) };
}

/** Encodes a text for a form, as in RFC 6749 appendix B. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("%20", "+");
}

function ownObject(object: JsonObject, name: string): JsonObject {
  return Object.hasOwn(object, name) ? objectOf(object[name]) : {};
}

function objectOf(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** The values without effect in a file of environments, each with a sentence about the reason. */
export function ineffectiveIn(
  text: string,
  json: JsonObject,
): readonly { readonly environment: string; readonly at: Span; readonly message: string }[] {
  return [...jsonKeys(text, propertyDepth)].flatMap(({ path, key }) => {
    const value = path.reduce<unknown>((one, step) => objectOf(one)[step], json);
    const message = whyIneffective(path.slice(1), value);
    return message === undefined ? [] : [{ environment: path[0] ?? "", at: key, message }];
  });
}

const propertyDepth = 5;

function whyIneffective([group, name = "", , property]: readonly string[], value: unknown): string | undefined {
  const noEffect = (shown: string) => l10n.t("{0} is not supported and has no effect.", shown);
  if (group === "SSLConfiguration" && property === undefined) return whyTlsIneffective(name, value);
  if (group !== "Security") return undefined;
  if (property === undefined) return name === "" || name === "Auth" ? undefined : noEffect(name);
  if (!effective.has(property)) return noEffect(property);
  const values = effective.get(property);
  return values && !values.includes(String(value)) ? noEffect(`${property} "${value}"`) : undefined;
}

function whyTlsIneffective(name: string, value: unknown): string | undefined {
  switch (name) {
    case "":
    case "clientCertificate":
    case "clientCertificateKey":
      return "format" in objectOf(value) && objectOf(value)["format"] !== "PEM"
        ? l10n.t("Only the format PEM is supported, and PKCS #12 as clientCertificate alone.")
        : undefined;
    // The user is asked for the passphrase of a key that needs one.
    case "hasCertificatePassphrase":
      return undefined;
    case "verifyHostCertificate":
      return value === false
        ? l10n.t(
            "A file can't turn off the verification of certificates. Use the setting soaphttp.tls.hosts, or --insecure-host on the command line.",
          )
        : undefined;
    default:
      return l10n.t("{0} is not supported and has no effect.", name);
  }
}
