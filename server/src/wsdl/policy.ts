import * as l10n from "@vscode/l10n";
import type { QName } from "../xsd/components.ts";
import { attribute, resolveUri } from "../xsd/declarations.ts";
import type { SourceElement } from "../xsd/document.ts";
import type { Problems } from "./problems.ts";
import { isRequired, isTrue } from "./vocabulary.ts";

/*
 * `addressing200408` is WS-Addressing of August 2004. `timestamp` and the facts about a password concern the WS-Security
 * header; `symmetric` is its protection by a shared key, `certificate` a signature with the key of an X.509 certificate,
 * `signedToken` one that covers the user, too; `encryption` encrypts parts of the message: the Body, the user, the signature or
 * elements by XPath, and `encryptedFirst` before they are signed. `sha1` is an algorithm suite of SHA-1, and `rsa15` to `gcm` say
 * what it encrypts with, by default RSA-OAEP and AES of 256 bits with CBC; the others say how the certificate is named.
 */
const facts = [
  ...(["addressing", "addressing200408", "mtom", "transportSecurity"] as const),
  ...(["usernameToken", "hashPassword", "noPassword", "timestamp", "symmetric"] as const),
  ...(["encryption", "certificate", "signedToken", "sha1", "issuerSerial", "keyIdentifier", "thumbprint"] as const),
  ...(["encryptedBody", "encryptedToken", "encryptedSignature", "encryptedElements", "encryptedFirst"] as const),
  ...(["rsa15", "aes128", "aes192", "tripleDes", "gcm"] as const),
] as const;

export type PolicyFact = (typeof facts)[number];
export type PolicyNeed = "required" | "optional";

const headerSets = ["signedHeaders", "encryptedHeaders"] as const;
type HeaderSet = (typeof headerSets)[number];

/** The security facts, and the header blocks to sign or encrypt: `{NAMESPACE}NAME`, `{NAMESPACE}*`, or `*` for all. */
export type Policy = { readonly [Fact in PolicyFact]?: PolicyNeed } & {
  readonly [Headers in HeaderSet]?: ReadonlySet<string>;
};

export function isHeaderIn(policy: Policy, headers: HeaderSet, { namespace, local }: QName): boolean {
  return [`{${namespace}}${local}`, `{${namespace}}*`, "*"].some((name) => policy[headers]?.has(name));
}

/** Maximum number of header block names in one policy, so that nested policies are read in linear time. */
const maxHeaders = 100;

const none: Policy = {};

/** Namespaces of WS-Policy, oldest first. All have the same meaning here. */
const policyNamespaces = [
  "http://schemas.xmlsoap.org/ws/2004/09/policy",
  "http://www.w3.org/2006/07/ws-policy",
  "http://www.w3.org/ns/ws-policy",
];

const policyUris = policyNamespaces.map((namespace) => `{${namespace}}PolicyURIs`);
const optional = policyNamespaces.map((namespace) => `{${namespace}}Optional`);

const securityFacts: Readonly<Record<string, PolicyFact>> = {
  UsernameToken: "usernameToken",
  HashPassword: "hashPassword",
  NoPassword: "noPassword",
  IncludeTimestamp: "timestamp",
  SymmetricBinding: "symmetric",
  TransportBinding: "transportSecurity",
  HttpsToken: "transportSecurity",
  SignedSupportingTokens: "signedToken",
  SignedEncryptedSupportingTokens: "signedToken",
  EncryptedElements: "encryptedElements",
  ContentEncryptedElements: "encryptedElements",
  EncryptSignature: "encryptedSignature",
  EncryptBeforeSigning: "encryptedFirst",
  RequireIssuerSerialReference: "issuerSerial",
  RequireKeyIdentifierReference: "keyIdentifier",
  RequireThumbprintReference: "thumbprint",
};

/** Assertions that require a signature with the key of a certificate. */
const withCertificate = new Set(["AsymmetricBinding", "EndorsingSupportingTokens", "SignedEndorsingSupportingTokens"]);

/** Suites of WS-SecurityPolicy 1.2 section 6.1, and GCM of Apache CXF. Without Sha256 and GCM, digests are SHA-1. */
const suite = /^(?:Basic(?:256|(192|128))|(TripleDes))(GCM)?(Sha256)?(Rsa15)?$/;

function suiteFacts(local: string): readonly PolicyFact[] {
  const [name, bits, tripleDes, gcm, sha256, rsa15] = suite.exec(local) ?? [];
  if (name === undefined) return [];
  return [
    ...(gcm || sha256 ? [] : (["sha1"] as const)),
    ...(bits === undefined ? [] : ([bits === "128" ? "aes128" : "aes192"] as const)),
    ...(tripleDes ? (["tripleDes"] as const) : []),
    ...(gcm ? (["gcm"] as const) : []),
    ...(rsa15 ? (["rsa15"] as const) : []),
  ];
}

export function joinedPolicy(policies: readonly Policy[]): Policy {
  const all = policies.filter((one) => one !== none);
  if (all.length < 2) return all[0] ?? none;
  const headersOf = (set: HeaderSet) => all.flatMap((one) => [...(one[set] ?? [])]);
  return policyOf(headersOf, (fact) => {
    const needs = all.map((one) => one[fact]);
    return needs.includes("required") ? "required" : needs.find((need) => need !== undefined);
  });
}

/** The policy in which one of several alternatives applies. Facts that not all alternatives require are optional. */
function oneOf(alternatives: readonly Policy[]): Policy {
  const headersOf = (set: HeaderSet) =>
    [...(alternatives[0]?.[set] ?? [])].filter((name) => alternatives.every((one) => one[set]?.has(name)));
  return policyOf(headersOf, (fact) => {
    const needs = alternatives.map((one) => one[fact]);
    if (needs.every((need) => need === undefined)) return undefined;
    return needs.every((need) => need === "required") ? "required" : "optional";
  });
}

function policyOf(
  headersOf: (set: HeaderSet) => readonly string[],
  needOf: (fact: PolicyFact) => PolicyNeed | undefined,
): Policy {
  const policy: { -readonly [Fact in keyof Policy]: Policy[Fact] } = {};
  for (const set of headerSets) {
    const headers = headersOf(set);
    if (headers.length > 0) policy[set] = new Set(headers.slice(0, maxHeaders));
  }
  for (const fact of facts) {
    const need = needOf(fact);
    if (need !== undefined) policy[fact] = need;
  }
  return Object.keys(policy).length === 0 ? none : policy;
}

/** Reads the policies of WS-Policy 1.2 and 1.5 that are attached to elements, each once. */
export class Policies {
  readonly #roots: readonly SourceElement[];
  readonly #problems: Problems;
  /** Policies by their identifiers, with and without the URI of their document. */
  #identified: ReadonlyMap<string, SourceElement> | undefined;
  readonly #policies = new Map<SourceElement, Policy>();
  readonly #ofElements = new Map<SourceElement, Policy>();

  constructor(roots: readonly SourceElement[], problems: Problems) {
    this.#roots = roots;
    this.#problems = problems;
  }

  /** The joined policy of some elements. Undefined elements have none. */
  of(...elements: readonly (SourceElement | undefined)[]): Policy {
    return joinedPolicy(elements.map((element) => (element === undefined ? none : this.#attached(element))));
  }

  #attached(element: SourceElement): Policy {
    const policy = this.#ofElements.get(element) ?? this.#read(element);
    this.#ofElements.set(element, policy);
    return policy;
  }

  #read(element: SourceElement): Policy {
    const policies: Policy[] = [];
    for (const child of element.children) {
      if (isPolicy(child, "Policy") || isPolicy(child, "PolicyReference")) policies.push(this.#evaluate(child));
      else if (child.local === "UsingAddressing") policies.push(usingAddressing(child));
    }
    for (const name of policyUris) {
      const uris = element.attributes.get(name)?.value.split(/\s+/) ?? [];
      for (const uri of uris) {
        const target = uri === "" ? undefined : this.#target(element, uri, name);
        if (target !== undefined) policies.push(this.#evaluate(target));
      }
    }
    return joinedPolicy(policies);
  }

  /** Evaluates a policy without recursion, because policies may be nested deeply and refer to each other in cycles. */
  #evaluate(top: SourceElement): Policy {
    const open = new Map<SourceElement, readonly SourceElement[]>();
    const stack = [top];
    for (let element = stack.at(-1); element; element = stack.at(-1)) {
      const children = open.get(element);
      if (this.#policies.has(element)) {
        stack.pop();
      } else if (children !== undefined) {
        stack.pop();
        const nested = children.map((child) => this.#policies.get(child) ?? none);
        this.#policies.set(element, combine(element, nested));
      } else {
        const children = this.#childrenOf(element);
        open.set(element, children);
        for (const child of children) if (!open.has(child)) stack.push(child);
      }
    }
    return this.#policies.get(top) ?? none;
  }

  #childrenOf(element: SourceElement): readonly SourceElement[] {
    // These requirements are for requesting a token, and not for the messages that carry it.
    if (element.local === "BootstrapPolicy") return [];
    if (!isPolicy(element, "PolicyReference")) return element.children;
    const uri = attribute(element, "URI");
    const target = uri === undefined ? undefined : this.#target(element, uri, "URI");
    return target === undefined ? [] : [target];
  }

  #target(source: SourceElement, uri: string, about: string): SourceElement | undefined {
    this.#identified ??= identifiedPolicies(this.#roots);
    const own = uri.startsWith("#") ? source.document.uri + uri : resolveUri(uri, source.document.uri);
    for (const key of [own ?? uri, uri, uri.slice(uri.indexOf("#"))]) {
      const identified = this.#identified.get(key);
      if (identified !== undefined) return identified;
    }
    this.#problems.add(source, l10n.t("The policy {0} is not defined. It is ignored.", uri), about);
    return undefined;
  }
}

function combine(element: SourceElement, children: readonly Policy[]): Policy {
  const isSecurity = isSecurityPolicy(element);
  if (element.local === "SignedParts" && isSecurity) return signedParts(element);
  if (element.local === "EncryptedParts" && isSecurity) return encryptedParts(element);
  const facts = factsOf(element);
  const nested = isPolicy(element, "ExactlyOne") ? oneOf(children) : joinedPolicy(children);
  const all = joinedPolicy([...facts.map((fact): Policy => ({ [fact]: "required" })), nested]);
  return optional.some((name) => isTrue(element.attributes.get(name)?.value)) ? oneOf([all, none]) : all;
}

function isSecurityPolicy({ namespace }: SourceElement): boolean {
  return /securitypolicy/i.test(namespace);
}

/** Facts of SignedParts. Without children, the Body and all header blocks must be signed (WS-SecurityPolicy 1.2 section 4.1.1). */
function signedParts({ children }: SourceElement): Policy {
  if (children.length === 0) return { signedHeaders: new Set(["*"]) };
  const headers = headersIn(children);
  return headers.size === 0 ? none : { signedHeaders: headers };
}

/** Facts of EncryptedParts (WS-SecurityPolicy 1.2 section 4.2.1). */
function encryptedParts({ children }: SourceElement): Policy {
  const headers = headersIn(children);
  return {
    encryption: "required",
    ...(children.some(({ local }) => local === "Body") ? { encryptedBody: "required" } : {}),
    ...(headers.size === 0 ? {} : { encryptedHeaders: headers }),
  };
}

function headersIn(children: readonly SourceElement[]): ReadonlySet<string> {
  const headers = children.filter(({ local }) => local === "Header").slice(0, maxHeaders);
  return new Set(headers.map((one) => `{${attribute(one, "Namespace") ?? ""}}${attribute(one, "Name") ?? "*"}`));
}

function factsOf(element: SourceElement): readonly PolicyFact[] {
  const { namespace, local } = element;
  if (local === "OptimizedMimeSerialization" || local === "MTOM") return ["mtom"];
  if (isSecurityPolicy(element)) {
    const own = Object.hasOwn(securityFacts, local) ? securityFacts[local] : undefined;
    return [
      ...(own ? [own] : []),
      ...(withCertificate.has(local) ? (["certificate"] as const) : []),
      ...(local.includes("Encrypted") && local.endsWith("SupportingTokens") ? (["encryptedToken"] as const) : []),
      ...suiteFacts(local),
    ];
  }
  const isAddressing = (local === "Addressing" || local === "UsingAddressing") && namespace.includes("addressing");
  return isAddressing ? [addressingOf(namespace)] : [];
}

function addressingOf(namespace: string): PolicyFact {
  return namespace.includes("2004/08") ? "addressing200408" : "addressing";
}

/** Facts of UsingAddressing in a binding or a port (WS-Addressing 1.0 - WSDL Binding, a draft that many tools use). */
function usingAddressing(element: SourceElement): Policy {
  return { [addressingOf(element.namespace)]: isRequired(element) ? "required" : "optional" };
}

function isPolicy({ namespace, local }: SourceElement, name: string): boolean {
  return local === name && policyNamespaces.includes(namespace);
}

function identifiedPolicies(roots: readonly SourceElement[]): ReadonlyMap<string, SourceElement> {
  const elements = new Map<string, SourceElement>();
  const set = (key: string, policy: SourceElement) => elements.set(key, elements.get(key) ?? policy);
  const open = roots.toReversed();
  for (let current = open.pop(); current; current = open.pop()) {
    if (isPolicy(current, "Policy")) {
      for (const [name, { value }] of current.attributes) {
        if (name === "Name") set(value.trim(), current);
        if (!/(?:^|\})id$/i.test(name)) continue;
        set(`${current.document.uri}#${value.trim()}`, current);
        set(`#${value.trim()}`, current);
      }
    }
    if (current.local !== "schema") for (const child of current.children.toReversed()) open.push(child);
  }
  return elements;
}
