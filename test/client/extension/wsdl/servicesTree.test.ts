import assert from "node:assert/strict";
import { facts, indexed, portsOf, summaryOf } from "../../../../client/src/extension/wsdl/indexedOperations.ts";
import type { Caller } from "../../../../client/src/extension/wsdl/operationUses.ts";
import {
  callerNodes,
  childrenOf,
  operationsIn,
  type ServicesNode,
} from "../../../../client/src/extension/wsdl/servicesTree.ts";
import type { OperationSummary } from "../../../../server/src/protocol/protocol.ts";

const wsdl = "file:///w/calc.wsdl";
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function operation(name: string, at: Partial<OperationSummary> = {}): OperationSummary {
  return { operation: name, style: "document", documentation: "", place: { uri: wsdl, range }, ...at };
}

function all(...operations: readonly OperationSummary[]) {
  return indexed({ operations, problems: [], unallowed: [], documents: [wsdl] });
}

/** Each node as its name, with its children in brackets. */
function shown(nodes: readonly ServicesNode[]): string {
  return nodes
    .map((node) => {
      if (node.kind === "operation") return node.operation.operation;
      if (node.kind === "port" || node.kind === "service") return `${node.name}(${shown(node.children)})`;
      return node.kind;
    })
    .join(" ");
}

const soap11 = { service: "Calc", port: "Calc11", version: "1.1" } as const;
const soap12 = { service: "Calc", port: "Calc12", version: "1.2" } as const;
const get = { service: "Calc", port: "CalcGet" } as const;

suite("the operations of a WSDL", () => {
  test("operations are grouped by port, the SOAP ports first", () => {
    const operations = all(operation("Add", get), operation("Add", soap11), operation("Add", soap12));
    assert.deepEqual(
      portsOf(operations).map(({ port, operations: own }) => [port, own.map(({ index }) => index)]),
      [
        ["Calc11", [1]],
        ["Calc12", [2]],
        ["CalcGet", [0]],
      ],
    );
  });

  test("operations keep their documentation in one line", () => {
    assert.equal(summaryOf(operation("Add", { documentation: "\n  Adds two\n  numbers. " })), "Adds two numbers.");
    assert.equal(summaryOf(operation("Add", { documentation: "x".repeat(5000) })).length, 200);
  });

  test("operations are described without what the WSDL doesn't say", () => {
    assert.equal(facts("Calc", undefined, "", "SOAP 1.2"), "Calc · SOAP 1.2");
  });
});

suite("the Services view", () => {
  test("the view shows the ports of the only service, and their operations", () => {
    const operations = all(operation("Add", soap11), operation("Fail", soap11), operation("Add", soap12));
    assert.equal(shown(childrenOf(wsdl, operations)), "Calc11(Add Fail) Calc12(Add)");
  });

  test("the view shows services if there are several", () => {
    const other = { ...soap11, service: "Other", port: "P" };
    const operations = all(operation("Add", soap11), operation("Get", other), operation("Add", soap12));
    assert.equal(shown(childrenOf(wsdl, operations)), "Calc(Calc11(Add) Calc12(Add)) Other(P(Get))");
  });

  test("the view shows bindings of a WSDL without a service, and operations alone without bindings", () => {
    assert.equal(shown(childrenOf(wsdl, all(operation("Add", { binding: "B" })))), "B(Add)");
    assert.equal(shown(childrenOf(wsdl, all(operation("Add"), operation("Get")))), "Add Get");
  });

  test("the view has distinct ids, also for operations of the same name", () => {
    const nodes = childrenOf(wsdl, all(operation("Add", soap11), operation("Add", soap11), operation("Add", soap12)));
    const ids = nodes.flatMap((node) => [node.id, ...("children" in node ? node.children.map(({ id }) => id) : [])]);
    assert.equal(new Set(ids).size, 5);
  });

  test("the view lists the tests of an operation in one node below its requests", () => {
    const [node] = childrenOf(wsdl, all(operation("Add")));
    assert.ok(node?.kind === "operation");
    const [request, test] = [false, true].map((isTest) => ({ isTest }) as Caller);
    assert.ok(request && test);
    assert.deepEqual(
      callerNodes(node, [request, request]).map(({ kind }) => kind),
      ["request", "request"],
    );
    const [first, tests, ...more] = callerNodes(node, [test, request, test]);
    assert.ok(first?.kind === "request" && tests?.kind === "tests");
    assert.deepEqual([tests.children.length, more.length], [2, 0]);
  });

  test("the view drags the operations of ports and single operations, each once, of one WSDL", () => {
    const nodes = childrenOf(wsdl, all(operation("Add", soap11), operation("Fail", soap11), operation("Add", soap12)));
    const [port, second] = nodes;
    assert.ok(port?.kind === "port" && second?.kind === "port");
    const [elsewhere] = childrenOf("file:///w/other.wsdl", all(operation("Add", soap11)));
    assert.ok(elsewhere);
    assert.deepEqual(operationsIn([port, ...port.children, elsewhere]), { wsdl, operations: [0, 1] });
    assert.deepEqual(operationsIn(second.children), { wsdl, operations: [2] });
    assert.deepEqual(operationsIn([{ kind: "wsdl", wsdl, id: wsdl }]).operations, []);
  });
});
