import process from "node:process";

/*
 * Takes the place of the MCP library's module for Node, which would bring a validator of JSON schemas of 290 KB. What clients
 * send is checked by our own code.
 */

export { process };

export class DefaultJsonSchemaValidator {
  getValidator() {
    return (data: unknown) => ({ valid: true, data, errorMessage: undefined });
  }
}
