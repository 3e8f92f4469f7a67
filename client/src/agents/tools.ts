import type { ObjectSchema, Schema } from "./schema.ts";

/*
 * What the tools are, for a language model: in English whatever the display language is. package.json repeats it for
 * VS Code, which a test compares.
 */

export interface Tool {
  readonly name: ToolName;
  readonly title: string;
  /** When to use the tool, and what to do next. */
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: Annotations;
}

export type ToolName = "list_operations" | "write_request" | "check_request" | "send_request" | "read_response";

interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

const reads: Annotations = { readOnlyHint: true, openWorldHint: false };

/** The order in which to use the tools. */
export const instructions = [
  "Tools for SOAP services. Don't write SOAP from memory. Use them in this order:",
  "1. list_operations: the operations of a WSDL.",
  "2. write_request: a valid request for one of them, with your values.",
  "3. check_request: what is wrong in a request, with fixes. Check again after each change.",
  "4. send_request: sends the request exactly as written, after the user has agreed.",
  "5. read_response: values of the response by XPath, or the rest of its body.",
  "No tool writes a file. Secrets are shown as [redacted]; use {{$secret name}} in a request instead of a secret.",
].join("\n");

const text = (description: string): Schema => ({ type: "string", description, minLength: 1 });
const offset = (description: string): Schema => ({ type: "integer", description, minimum: 0 });
const number: Schema = { type: "integer" };
const string: Schema = { type: "string" };
const nullable: Schema = { type: ["string", "null"] };

const wsdl = text("The WSDL: a path relative to the workspace, or an http(s) address.");
const wsdlOfText = text(
  "The WSDL to check by, if the text has no # @wsdl line: a path relative to the workspace, or an http(s) address.",
);
const requestText = text("The text of one .soaphttp file. Give either text or file.");
const requestFile = text("The path of a .soaphttp file, relative to the workspace. Give either text or file.");

const finding: ObjectSchema = {
  type: "object",
  properties: {
    line: number,
    column: number,
    endLine: number,
    endColumn: number,
    severity: { type: "string", enum: ["error", "warning", "information", "hint"] },
    code: string,
    message: string,
    fix: { type: "string", description: "What the first fix does." },
  },
  required: ["line", "column", "endLine", "endColumn", "severity", "code", "message"],
  additionalProperties: false,
};
const findings: Schema = {
  type: "array",
  description: "Lines and columns count from 1; the end is exclusive.",
  items: finding,
};
const truncated: Schema = { type: "boolean", description: "Whether something was left out." };

const listOperations: Tool = {
  name: "list_operations",
  title: "List SOAP Operations",
  description:
    "Lists the operations of a SOAP service from its WSDL. Use it first, before writing a request: never guess the name, address or SOAPAction of an operation. Next, call write_request with one of the operations.",
  inputSchema: {
    type: "object",
    properties: {
      wsdl,
      filter: text("Only operations, services and ports whose name contains this text, in upper or lower case."),
      offset: offset("The number of operations to skip, if an earlier result didn't contain all of them."),
    },
    required: ["wsdl"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      operations: {
        type: "array",
        items: {
          type: "object",
          properties: {
            service: nullable,
            port: nullable,
            version: nullable,
            style: string,
            operation: string,
            action: nullable,
            address: nullable,
          },
          required: ["service", "port", "version", "style", "operation", "action", "address"],
          additionalProperties: false,
        },
      },
      total: { type: "integer", description: "How many match; more than there are here if some were left out." },
    },
    required: ["operations", "total"],
    additionalProperties: false,
  },
  annotations: reads,
};

const writeRequest: Tool = {
  name: "write_request",
  title: "Write SOAP Request",
  description:
    "Writes a valid request for an operation of a WSDL, as the text of a .soaphttp file with the right namespaces, order, headers and Content-Length. Use it instead of writing an envelope yourself. Next, change what is needed and call check_request, or call send_request with the text.",
  inputSchema: {
    type: "object",
    properties: {
      wsdl,
      operation: text("The name of the operation, from list_operations."),
      service: text("The name of the service, if several have the operation. Default: the first one."),
      port: text("The name of the port, if several have the operation. Default: the first one."),
      values: {
        type: "object",
        description:
          "Values by path below the element of the operation: local names such as a, item[2]/name, or @id for an attribute. A value may use variables such as {{$guid}} or {{$secret name}}. An unknown path is an error that lists the known ones.",
        additionalProperties: { type: "string" },
      },
      optional: { type: "boolean", description: "Whether to write all optional elements. Default: false." },
    },
    required: ["wsdl", "operation"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: { text: string, findings, truncated },
    required: ["text", "findings"],
    additionalProperties: false,
  },
  annotations: reads,
};

const checkRequest: Tool = {
  name: "check_request",
  title: "Check SOAP Request",
  description:
    "Checks the requests of a .soaphttp text or file: HTTP, XML, SOAP, and the schema of the WSDL. Use it after each change of a request. Next, use the text in `fixed` if there is one, correct the other findings, and check again; when there are no errors, call send_request.",
  inputSchema: {
    type: "object",
    properties: { text: requestText, file: requestFile, wsdl: wsdlOfText },
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      findings,
      errors: { type: "integer", description: "The number of findings with the severity error." },
      warnings: { type: "integer", description: "The number of findings with the severity warning." },
      fixed: { type: "string", description: "The whole text after all fixes that need no decision, if it differs." },
      total: { type: "integer", description: "The number of findings, if some were left out." },
      truncated,
    },
    required: ["findings", "errors", "warnings"],
    additionalProperties: false,
  },
  annotations: reads,
};

const sendRequest: Tool = {
  name: "send_request",
  title: "Send SOAP Request",
  description:
    "Sends one request of a .soaphttp text or file to its service, byte for byte, after the user has agreed. A request with errors isn't sent; its findings are returned. Use it after check_request finds no errors. Next, call read_response to get values of the response by XPath, or the rest of a long body.",
  inputSchema: {
    type: "object",
    properties: {
      text: requestText,
      file: requestFile,
      name: text("The # @name of the request. Default: the first request."),
      wsdl: wsdlOfText,
      environment: text("The environment of http-client.env.json whose variables are used."),
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      sent: { type: "boolean", description: "False if the request has errors: see findings." },
      note: { type: "string", description: "What the text says, but this tool doesn't do." },
      status: { type: "integer", description: "The status code of the response." },
      headers: {
        type: "array",
        description: "Name and value of each header, in order.",
        items: { type: "array", items: string },
      },
      body: { type: "string", description: "The beginning of the decoded body." },
      fault: {
        anyOf: [
          {
            type: "object",
            properties: { code: string, reason: string },
            required: ["code", "reason"],
            additionalProperties: false,
          },
          { type: "null" },
        ],
        description: "The SOAP Fault of the response, or null.",
      },
      milliseconds: number,
      bytes: { type: "integer", description: "The size of the body." },
      truncated,
      findings: {
        type: "array",
        description: "What is wrong in the response, whose first line is the status line; or in a request with errors.",
        items: finding,
      },
    },
    required: ["sent", "findings"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

const readResponse: Tool = {
  name: "read_response",
  title: "Read SOAP Response",
  description:
    "Reads the last response that send_request has received: values by XPath, or its body from an offset. Use it to get exact values, and for the rest of a body that was truncated. Next, answer the user, or write the next request.",
  inputSchema: {
    type: "object",
    properties: {
      path: text(
        "An XPath 3.1, such as //*:Result, or for JSON a path such as $.result. Without it, the body is read.",
      ),
      offset: offset("The number of characters of the body, or of values of the path, to skip."),
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      status: number,
      values: { type: "array", description: "The values of the path, as text.", items: string },
      body: { type: "string", description: "The body from the offset." },
      total: { type: "integer", description: "The length of the body in characters, or the number of values." },
      truncated,
    },
    required: ["status", "total", "truncated"],
    additionalProperties: false,
  },
  annotations: reads,
};

export const tools: readonly Tool[] = [listOperations, writeRequest, checkRequest, sendRequest, readResponse];
