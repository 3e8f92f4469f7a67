import * as l10n from "@vscode/l10n";
import { type Path, pathProblem, readPath } from "./path.ts";

/** A reference such as `login.response.body.//m:Token` to a part of the last exchange of a named request. */
export interface ResponseReference {
  /** The name of the request; `auth.login` for a request of an imported file. */
  readonly request: string;
  readonly message: "request" | "response";
  readonly part:
    | { readonly kind: "body"; readonly path: Path | undefined }
    | { readonly kind: "header"; readonly name: string }
    | { readonly kind: "status" };
}

/** The name of the request in a reference to its exchange; `undefined` if the variable's name is another name. */
export function referredRequest(name: string): string | undefined {
  return /^([^.]+(?:\.[^.]+)??)\.(?:response|request)\./.exec(name.slice(0, longest))?.[1];
}

/** Parses a reference to an exchange. Returns `undefined` for other names, and a sentence for invalid references. */
export function parseReference(name: string): ResponseReference | { readonly why: string } | undefined {
  // The name of an imported request contains a dot.
  const match = /^([^.]+(?:\.[^.]+)??)\.(response|request)\.([\s\S]+)$/.exec(name.slice(0, longest));
  const [, request = "", message, rest = ""] = match ?? [];
  if (message !== "request" && message !== "response") return undefined;
  const [, kind, dot, detail = ""] = /^(body|headers|status)(?:(\.)([\s\S]*))?$/.exec(rest) ?? [];
  if (kind === "status" && dot === undefined && message === "response") {
    return { request, message, part: { kind: "status" } };
  }
  if (kind === "headers" && detail !== "") return { request, message, part: { kind: "header", name: detail } };
  if (kind === "body" && (dot === undefined || detail === "*")) {
    return { request, message, part: { kind: "body", path: undefined } };
  }
  if (kind !== "body") {
    const own = message === "response" ? "body.PATH, headers.NAME, status" : "body.PATH, headers.NAME";
    return { why: l10n.t("After {0}, use {1}.", `${request}.${message}.`, own) };
  }
  const part = bodyPart(detail);
  return "why" in part ? part : { request, message, part };
}

function bodyPart(typed: string): Extract<RequestPart, { readonly kind: "body" }> | { readonly why: string } {
  const path = readPath(typed, { start: 0, end: typed.length });
  const problem = pathProblem(path);
  return problem ? { why: `${typed}: ${problem.message}` } : { kind: "body", path };
}

/** A reference such as `request.body.//m:Id` to a part of the request that a mock service received. */
export type RequestPart =
  /** The body: the values at the path, or the whole body without a path. */
  | { readonly kind: "body"; readonly path: Path | undefined }
  | { readonly kind: "header" | "query"; readonly name: string }
  | { readonly kind: "path" | "method" };

/** Parses a name that begins with `request.`. `undefined` for other names, a sentence for invalid references. */
export function parseRequestPart(name: string): RequestPart | { readonly why: string } | undefined {
  const [, kind = "", dot, detail = ""] = /^request\.([^.]*)(?:(\.)([\s\S]*))?$/.exec(name.slice(0, longest)) ?? [];
  if (!/^request\./.test(name)) return undefined;
  if ((kind === "path" || kind === "method") && dot === undefined) return { kind };
  if (kind === "headers" && detail !== "") return { kind: "header", name: detail };
  if (kind === "query" && detail !== "") return { kind: "query", name: detail };
  if (kind === "body" && (dot === undefined || detail === "*")) return { kind: "body", path: undefined };
  if (kind === "body") return bodyPart(detail);
  return { why: l10n.t("After {0}, use {1}.", "request.", "body.PATH, headers.NAME, query.NAME, path, method") };
}

const longest = 10_000;
