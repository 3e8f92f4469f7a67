// The clients that call a mock service: how to install and prepare each one, and the WSDLs that they know.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "../hosts/install.mjs";
import { javaPath, output, stacks } from "./stacks.mjs";

const clients = fileURLToPath(new URL("clients", import.meta.url));
const fixtures = fileURLToPath(new URL("../server/wsdl/stacks", import.meta.url));
const services = fileURLToPath(new URL("services", import.meta.url));
const client = (...path) => join(clients, ...path);

/**
 * What a client is asked to call, as JSON in its first argument: `wsdl`, the address of the WSDL, and `calls`. It prints a JSON list
 * with `result` or `error` for each call.
 * @typedef {object} Call
 * @property {string} service
 * @property {string} port
 * @property {string} operation
 * @property {"document" | "rpc"} style
 * @property {Readonly<Record<string, unknown>>} values the parameters
 * @property {readonly string[]} order their names, in order
 * @property {string} [bare] the text of a payload without parameters
 * @property {boolean} [oneWay] whether it has no result
 */

const oneWay = { oneWay: true };
const greeting = [["Hello_Service", "Hello_Port", "rpc", "sayHello", { firstName: "Ada" }]];

/** The WSDLs, each with its path and with calls of all its operations for SOAP. */
export const wsdls = {
  asmx: wsdl(join(fixtures, "asmx.wsdl"), "/Calc.asmx", [
    ["Calc", "CalcSoap", "document", "Add", { a: 1, b: 2 }],
    ["Calc", "CalcSoap12", "document", "Add", { a: 1, b: 2 }],
  ]),
  cxf: wsdl(join(fixtures, "cxf.wsdl"), "/calc", [["CalcService", "CalcPort", "document", "add", { a: 1, b: 2 }]]),
  gsoap: wsdl(join(fixtures, "gsoap.wsdl"), "/calc", [
    ["calc", "calc", "document", "Add", { a: 1, b: 2 }],
    ["calc", "calc", "document", "Divide", { a: 4, b: 2 }],
    ["calc", "calc", "document", "Log", { text: "text" }, oneWay],
  ]),
  jaxWs: {
    ...wsdl(join(fixtures, "jaxws.wsdl"), "/calc", [
      ["CalcService", "CalcPort", "rpc", "Add", { a: 1, b: 2 }],
      ["CalcService", "CalcPort", "rpc", "Log", { text: "text" }, oneWay],
    ]),
    // The schema of this WSDL is at an address.
    changes: { "http://localhost:8080/calc?xsd=1": "jaxws.xsd" },
  },
  nodeSoap: wsdl(join(fixtures, "npmSoap.wsdl"), "/SayHello/", greeting),
  nodeSoapLax: { ...wsdl(join(fixtures, "npmSoap.wsdl"), "/SayHello/", greeting), options: ["--lax"] },
  php: wsdl(join(fixtures, "php.wsdl"), "/calc.php", [
    ["CalcService", "CalcPort", "rpc", "Add", { a: 1, b: 2 }],
    ["CalcService", "CalcPort", "rpc", "ping", {}, oneWay],
  ]),
  pySimpleSoap: wsdl(join(fixtures, "pysimplesoap.wsdl"), "/", [
    ["CalcService", "Calc", "document", "Add", { a: 1, b: 2 }],
  ]),
  spyne: {
    ...wsdl(join(fixtures, "spyne.wsdl"), "/", [
      ["Calc", "Calc", "document", "Add", { a: 1, b: 2 }],
      ["Calc", "Calc", "document", "Echo", {}, { bare: "text" }],
      ["Calc", "Calc", "document", "Sum", { n: { integer: [1, 2] } }],
    ]),
    // This WSDL was written without a service.
    changes: { "noconn://null.spyne": "http://schemas.xmlsoap.org/soap/http" },
  },
  /** A WSDL in several documents. */
  imports: wsdl(join(services, "imports", "calc.wsdl"), "/calc", [
    ["Calc", "Calc", "document", "Add", { a: 1, b: 2 }],
    ["Calc", "Calc12", "document", "Add", { a: 1, b: 2 }],
  ]),
  kdSoap: wsdl(join(services, "calc.wsdl"), "/", [
    ["Calc", "Calc", "document", "Add", { a: 1, b: 2 }],
    ["Calc", "Calc", "document", "Divide", { a: 4, b: 2 }],
  ]),
};

function wsdl(file, path, rows) {
  const calls = rows.map(([service, port, style, operation, values, more]) => ({
    ...{ service, port, style, operation, values, order: Object.keys(values), ...more },
  }));
  return { file, path, calls };
}

/** Returns the WSDLs without those that a client can't call. */
function without(...others) {
  return Object.keys(wsdls).filter((id) => id !== "nodeSoapLax" && !others.includes(id));
}

/**
 * @typedef {object} Client
 * @property {string} name
 * @property {readonly string[]} packages Debian packages
 * @property {readonly string[]} calls the ids of the WSDLs that it calls
 * @property {(folder: string, wsdl: string) => void | Promise<unknown>} [prepare] compiles it; `wsdl`: a copy of the mock service's
 * @property {(task: string, folder: string, address: string) => [string, ...string[]]} command
 */

/** @type {Readonly<Record<string, Client>>} */
export const callers = {
  php: {
    name: "PHP SoapClient",
    packages: stacks.php.packages,
    calls: without(),
    command: (task) => ["/usr/bin/php", client("php.php"), task],
  },
  zeep: {
    name: "zeep",
    packages: ["python3", "python3-zeep"],
    // zeep loads the schema of SOAP's encoding from its address, and refuses spyne's reference to a message in another namespace.
    calls: without("php", "spyne"),
    command: (task) => ["/usr/bin/python3", client("withZeep.py"), task],
  },
  suds: {
    name: "suds",
    packages: ["python3", "python3-suds"],
    // suds has the same limits as zeep.
    calls: without("php", "spyne"),
    command: (task) => ["/usr/bin/python3", client("withSuds.py"), task],
  },
  gsoap: {
    name: "gSOAP",
    packages: stacks.gsoap.packages,
    calls: ["gsoap"],
    prepare: (folder, wsdl) => {
      output("wsdl2h", "-c", "-o", join(folder, "calc.h"), wsdl);
      output("soapcpp2", "-c", "-C", "-L", "-x", `-d${folder}`, join(folder, "calc.h"));
      const flags = output("pkg-config", "--cflags", "--libs", "gsoap").split(/\s+/);
      const sources = [client("gsoap", "main.c"), join(folder, "soapC.c"), join(folder, "soapClient.c")];
      output("gcc", `-I${folder}`, "-o", join(folder, "client"), ...sources, ...flags);
    },
    command: (_, folder, address) => [join(folder, "client"), address],
  },
  soapLite: {
    name: "SOAP::Lite",
    packages: stacks.soapLite.packages,
    calls: ["php", "nodeSoap", "jaxWs"],
    command: (task) => ["/usr/bin/perl", client("soapLite.pl"), task],
  },
  jaxWs: {
    name: "JAX-WS RI",
    packages: stacks.jaxWs.packages,
    calls: ["jaxWs"],
    prepare: (folder) => {
      output("/usr/bin/javac", "-cp", javaPath().join(":"), "-d", folder, client("jaxws", "Client.java"));
    },
    command: (_, folder, address) => {
      const flags = ["--add-opens", "java.base/java.lang=ALL-UNNAMED", "-Xshare:auto", "-XX:TieredStopAtLevel=1"];
      return ["/usr/bin/java", ...flags, "-cp", [folder, ...javaPath()].join(":"), "Client", `${address}?wsdl`];
    },
  },
  kdSoap: {
    name: "KDSoap",
    packages: [...stacks.kdSoap.packages, "libkdsoap-bin"],
    calls: ["kdSoap"],
    prepare: (folder, wsdl) => {
      copyFileSync(client("kdsoap", "client.cpp"), join(folder, "client.cpp"));
      output("kdwsdl2cpp", "-o", join(folder, "calc.h"), wsdl);
      output("kdwsdl2cpp", "-impl", "calc.h", "-o", join(folder, "calc.cpp"), wsdl);
      output("/usr/bin/moc", "-I/usr/include", join(folder, "calc.h"), "-o", join(folder, "moc_calc.cpp"));
      const flags = output("pkg-config", "--cflags", "--libs", "Qt5Network", "Qt5Xml").split(/\s+/);
      const sources = ["client.cpp", "calc.cpp", "moc_calc.cpp"].map((name) => join(folder, name));
      output("g++", "-fPIC", `-I${folder}`, "-o", join(folder, "client"), ...sources, ...flags, "-lkdsoap");
    },
    command: (_, folder, address) => [join(folder, "client"), address],
  },
  nodeSoap: {
    name: "npm soap",
    packages: [],
    // In rpc style, npm soap ignores the namespace of the binding, and can't call operations without parameters.
    calls: [...without("nodeSoap", "php"), "nodeSoapLax"],
    command: (task) => [process.execPath, client("nodeSoap.mjs"), task],
  },
  strongSoap: {
    name: "strong-soap",
    packages: [],
    // strong-soap sends the parameters of one-way operations without the element around them.
    calls: without("gsoap"),
    prepare: () => install("strongSoap"),
    command: (task) => [process.execPath, client("strongSoap.mjs"), task],
  },
};
