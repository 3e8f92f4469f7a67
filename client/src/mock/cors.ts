import type { ServedField, ServedRequest, ServedResponse } from "../../../server/src/protocol/served.ts";
import { valuesOfField } from "../transport/responseHead.ts";
import { ownResponse, withFields } from "./ownResponse.ts";

/** The fields that let pages of an origin (or `*`) read a response; none if the request is not of a page. */
export function corsFields(
  { fields }: Pick<ServedRequest, "fields">,
  allowed: string | undefined,
): readonly ServedField[] {
  if (allowed === undefined || valuesOfField(fields, "origin").length === 0) return [];
  const own = [{ name: "Access-Control-Allow-Origin", value: allowed }];
  return allowed === "*" ? own : [...own, { name: "Vary", value: "Origin" }];
}

/** Returns the response to a CORS preflight request (Fetch Standard, section 3.2.2); undefined for other requests. */
export function preflightResponse({ method, fields }: ServedRequest): ServedResponse | undefined {
  const [asked] = valuesOfField(fields, "access-control-request-method");
  if (method !== "OPTIONS" || asked === undefined || valuesOfField(fields, "origin").length === 0) return undefined;
  const names = valuesOfField(fields, "access-control-request-headers").join(", ");
  const isPrivate = valuesOfField(fields, "access-control-request-private-network").length > 0;
  return withFields(ownResponse(204), [
    { name: "Access-Control-Allow-Methods", value: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" },
    ...(/^[\w!#$%&'*+.^`|~, \t-]+$/.test(names) ? [{ name: "Access-Control-Allow-Headers", value: names }] : []),
    ...(isPrivate ? [{ name: "Access-Control-Allow-Private-Network", value: "true" }] : []),
    { name: "Access-Control-Max-Age", value: "600" },
  ]);
}
