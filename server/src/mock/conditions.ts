import type { Contract } from "../contract/contract.ts";
import { holdsFor } from "../evaluation/compare.ts";
import type { Check } from "../expectations/expectation.ts";
import { matchesName } from "../text/paths.ts";
import type { PrefixReader } from "../xpath/xpath.ts";
import { type Condition, namesIn } from "./directives/condition.ts";
import type { ReceivedRequest } from "./receivedRequest.ts";

/** The variables that conditions depend on besides the request. */
export interface ConditionScope {
  readonly contracts: readonly Contract[];
  readonly prefixes: PrefixReader;
  variable(name: string): string | undefined;
  /** The text with its variables replaced; `undefined` if a variable has no value. */
  replace(text: string): string | undefined;
}

/** Whether a condition holds for a request. A condition that can't be evaluated doesn't hold. */
export function holds(condition: Condition, request: ReceivedRequest, scope: ConditionScope): boolean {
  switch (condition.kind) {
    case "operation":
      return request.isOperation(condition.name, scope.contracts);
    case "method":
      return request.served.method === condition.name;
    case "version":
      return request.envelope?.version === condition.name;
    case "signature":
      return request.signatureProblems?.length === 0;
    case "certificate": {
      const wanted = scope.replace(condition.subject);
      const names = namesIn(request.served.certificate ?? "");
      return wanted !== undefined && namesIn(wanted).every((one) => names.includes(one));
    }
    case "path pattern":
      return matchesName(condition.name, request.path);
    case "path":
      return checked([request.path], condition.check, scope);
    case "header":
      return checked(request.headers(condition.name), condition.check, scope);
    case "query":
      return checked(request.query.getAll(condition.name), condition.check, scope);
    case "variable": {
      const value = scope.variable(condition.name);
      return checked(value === undefined ? [] : [value], condition.check, scope);
    }
    case "body": {
      const { text } = request.content;
      return checked(text === "" ? [] : [text], condition.check, scope);
    }
    case "body path":
      return checked(request.valuesOf(condition.path, scope.prefixes), condition.check, scope);
  }
}

function checked(
  values: readonly string[] | undefined,
  { operator, operand }: Check,
  { replace }: ConditionScope,
): boolean {
  const text = operand ? replace(operand.text) : "";
  if (values === undefined || text === undefined) return false;
  return holdsFor(operator, values, { text, quoted: operand?.quoted ?? false });
}
