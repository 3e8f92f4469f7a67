import type { OutgoingAuthentication, PasswordLogin, SecretSource } from "../protocol/sendingProtocol.ts";
import { type AuthDirective, authDirectives } from "../variables/authDirective.ts";
import { argumentSources, argumentTexts } from "../variables/valueArguments.ts";
import { lineBreakIn, type RefusedValue } from "./insertedValue.ts";
import type { MessageHead } from "./messageHead.ts";

/** `none`: there is no valid `# @auth`. `unknown`: the value of a variable is unknown. */
export type AuthenticationOfMessage =
  | { readonly kind: "none" | "unknown" }
  | { readonly kind: "known"; readonly value: OutgoingAuthentication; readonly sources: readonly SecretSource[] };

export function isComplete(head: MessageHead, [directive, ...others]: readonly AuthDirective[]): boolean {
  if (!directive?.kind || others.length > 0 || head.field("authorization")) return false;
  return (
    directive.arguments.length === (directive.kind === "negotiate" ? 0 : 2) &&
    directive.arguments.every(({ kind }) => kind !== "unreadable")
  );
}

export function readAuthentication(head: MessageHead): AuthenticationOfMessage {
  const directives = authDirectives(head.segment);
  const [directive] = directives;
  if (!directive?.kind || !isComplete(head, directives)) return { kind: "none" };
  if (directive.kind === "negotiate") return { kind: "known", value: { scheme: directive.kind }, sources: [] };
  const values = argumentTexts(directive.arguments, "@auth", (name) => head.scope.lookup(name));
  if (values.kind !== "texts" || values.sampled) return { kind: "unknown" };
  const [user = "", password = ""] = values.texts.map(({ text }) => text);
  const sources = argumentSources(directive.arguments, (name) => head.scope.lookup(name));
  return { kind: "known", value: { scheme: directive.kind, password, ...withDomain(directive, user) }, sources };
}

/** Users of `# @auth digest` that contain characters that a header can't contain. */
export function refusedUsers(head: MessageHead): readonly RefusedValue[] {
  return authDirectives(head.segment).flatMap(({ kind, arguments: [user] }): readonly RefusedValue[] => {
    if (kind !== "digest" || user?.kind !== "name") return [];
    const value = head.scope.lookup(user.name);
    const why = value.kind === "text" ? lineBreakIn(value.text) : undefined;
    return why === undefined ? [] : [{ start: user.start, end: user.end, name: user.name, why, place: "head" }];
  });
}

/** The user and the domain. The domain is typed before the name of a variable, or is a part of the user. */
function withDomain({ kind, domain }: AuthDirective, user: string): Pick<PasswordLogin, "user" | "domain"> {
  if (kind !== "ntlm" || domain !== undefined) return { user, domain: domain ?? "" };
  const at = user.indexOf("\\");
  return { user: user.slice(at + 1), domain: user.slice(0, Math.max(at, 0)) };
}
