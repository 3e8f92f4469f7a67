// How to install, prepare and start each SOAP stack. All serve two operations of urn:calc by SOAP 1.1, Add(a, b) and
// Divide(a, b). Divide by 0 returns a Fault.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, startServer } from "./processes.mjs";

const services = fileURLToPath(new URL("services", import.meta.url));
const service = (...path) => join(services, ...path);

/**
 * @typedef {object} Stack
 * @property {string} name
 * @property {readonly string[]} packages Debian packages
 * @property {() => string} version
 * @property {(folder: string) => void} [prepare] compiles the service in an empty folder; throws the compiler's output
 * @property {(port: number, folder: string) => [string, ...string[]]} command
 * @property {(port: number, folder: string) => string} [wsdl] the address or file of the WSDL that the stack generates
 * @property {string} [prefix] of the parameters, if they are in the namespace of the service
 * @property {readonly string[]} [without] the cases that end the service
 */

/** @type {Readonly<Record<string, Stack>>} */
export const stacks = {
  php: {
    name: "PHP SoapServer",
    packages: ["php-cli", "php-soap"],
    version: () => output("/usr/bin/php", "-r", "echo PHP_VERSION;"),
    command: (port) => [
      "/usr/bin/php",
      "-d",
      "zlib.output_compression=On",
      "-S",
      `127.0.0.1:${port}`,
      service("php.php"),
    ],
  },
  gsoap: {
    name: "gSOAP",
    packages: ["gsoap", "libgsoap-dev", "gcc", "libc6-dev", "pkg-config"],
    version: () => output("pkg-config", "--modversion", "gsoap"),
    prepare: (folder) => prepareGsoap(folder),
    command: (port, folder) => [join(folder, "calc"), String(port)],
    wsdl: (_, folder) => join(folder, "calc.wsdl"),
  },
  soapLite: {
    name: "SOAP::Lite",
    packages: ["perl", "libsoap-lite-perl"],
    version: () => output("/usr/bin/perl", "-MSOAP::Lite", "-e", "print $SOAP::Lite::VERSION"),
    command: (port) => ["/usr/bin/perl", service("soapLite.pl"), String(port)],
  },
  spyne: {
    name: "spyne",
    packages: ["python3", "python3-spyne"],
    version: () => output("/usr/bin/python3", "-c", "import spyne; print(spyne.__version__)"),
    command: (port) => ["/usr/bin/python3", service("withSpyne.py"), String(port)],
    wsdl: served,
  },
  pySimpleSoap: {
    name: "pysimplesoap",
    packages: ["python3", "python3-pysimplesoap"],
    version: () => output("/usr/bin/python3", "-c", "import pysimplesoap; print(pysimplesoap.__version__)"),
    command: (port) => ["/usr/bin/python3", service("withPySimpleSoap.py"), String(port)],
    wsdl: (port) => `http://127.0.0.1:${port}/`,
  },
  jaxWs: {
    name: "JAX-WS RI",
    packages: ["libjaxws-java", "default-jdk-headless"],
    version: () => debianVersion("libjaxws-java"),
    prepare: (folder) => {
      output("/usr/bin/javac", "-cp", javaPath().join(":"), "-d", folder, service("jaxws", "Calc.java"));
    },
    command: (port, folder) => jaxWsCommand("Calc", port, folder),
    wsdl: served,
  },
  axis: {
    name: "Axis",
    packages: ["libaxis-java", "libmail-java", "default-jdk-headless"],
    version: () => debianVersion("libaxis-java"),
    prepare: (folder) => prepareAxis(folder),
    command: (port, folder) => {
      const flags = ["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", [folder, ...axisPath()].join(":")];
      return ["/usr/bin/java", ...flags, "Calc", String(port)];
    },
    wsdl: (port) => `http://127.0.0.1:${port}/axis/services/urn:calc?wsdl`,
  },
  asmx: {
    name: "ASP.NET Web Services on Mono",
    packages: ["mono-mcs", "mono-runtime", "libmono-system-web4.0-cil", "libmono-system-web-services4.0-cil"],
    version: monoVersion,
    prefix: "c:",
    prepare: (folder) => {
      const program = join(folder, "bin", "calc.exe");
      mkdirSync(join(folder, "bin"));
      const libraries = ["-r:System.Web.dll", "-r:System.Web.Services.dll"];
      output("/usr/bin/mcs", ...libraries, `-out:${program}`, service("asmx", "Calc.cs"));
      copyFileSync(service("asmx", "web.config"), join(folder, "web.config"));
      writeFileSync(join(folder, "calc.asmx"), '<%@ WebService Class="Calc, calc" %>');
    },
    command: (port, folder) => ["/usr/bin/mono", join(folder, "bin", "calc.exe"), String(port), folder],
    wsdl: served,
  },
  wcf: {
    name: "WCF on Mono",
    // An exception in the thread that receives, for a request without a Content-Type.
    without: ["untyped"],
    packages: ["mono-mcs", "mono-runtime", "libmono-system-servicemodel4.0a-cil"],
    version: monoVersion,
    prefix: "c:",
    prepare: (folder) => {
      const program = join(folder, "calc.exe");
      output("/usr/bin/mcs", "-r:System.ServiceModel.dll", `-out:${program}`, service("wcf", "Calc.cs"));
    },
    command: (port, folder) => ["/usr/bin/mono", join(folder, "calc.exe"), String(port), "Text"],
    wsdl: served,
  },
  kdSoap: {
    name: "KDSoap",
    packages: ["libkdsoap-dev", "g++", "pkg-config"],
    version: () => debianVersion("libkdsoap-dev"),
    prepare: (folder) => {
      const source = service("kdsoap", "calc.cpp");
      const flags = output("pkg-config", "--cflags", "--libs", "Qt5Network", "Qt5Xml").split(/\s+/);
      output("/usr/bin/moc", "-I/usr/include", source, "-o", join(folder, "calc.moc"));
      const libraries = [...flags, "-lkdsoap", "-lkdsoap-server"];
      output("g++", "-fPIC", `-I${folder}`, source, "-o", join(folder, "calc"), ...libraries);
    },
    command: (port, folder) => [join(folder, "calc"), String(port), service("calc.wsdl")],
    wsdl: (port) => `http://127.0.0.1:${port}/calc.wsdl`,
  },
  nodeSoap: {
    name: "node-soap",
    packages: [],
    version: () => createRequire(import.meta.url)("soap/package.json").version,
    command: (port) => [process.execPath, service("nodeSoap.mjs"), String(port)],
    wsdl: served,
  },
};

function served(port) {
  return `http://127.0.0.1:${port}/?wsdl`;
}

/** Returns the paths of the Debian libraries that JAX-WS requires, but doesn't list in its manifest. */
export function javaPath() {
  const names = ["jaxws-rt", "jaxb-core", "jaxb-runtime", "javax.activation", "istack-commons-runtime", "txw2"];
  names.push("glassfish-pfl-basic", "glassfish-pfl-basic-tools", "glassfish-pfl-tf");
  return names.map((name) => `/usr/share/java/${name}.jar`);
}

/** Compiles a service of JAX-WS that validates requests by the schemas of orders.wsdl, in a folder. */
export function prepareJaxWsOrders(folder) {
  output("/usr/bin/javac", "-cp", javaPath().join(":"), "-d", folder, service("jaxws", "Orders.java"));
  copyFileSync(service("orders.wsdl"), join(folder, "orders.wsdl"));
}

/** Compiles the service of JAX-WS that obeys WS-Addressing, in a folder. */
export function prepareJaxWsAddressed(folder) {
  output("/usr/bin/javac", "-cp", javaPath().join(":"), "-d", folder, service("jaxws", "Addressed.java"));
}

/** Starts a class in a folder: a service of JAX-WS. */
export function jaxWsCommand(name, port, folder) {
  // This old JAXB accesses java.lang by reflection.
  const flags = ["--add-opens", "java.base/java.lang=ALL-UNNAMED", "-Xshare:auto", "-XX:TieredStopAtLevel=1"];
  return ["/usr/bin/java", ...flags, "-cp", [folder, ...javaPath()].join(":"), name, String(port)];
}

/** Compiles the service of gSOAP in a folder. `strict`: whether it validates requests by its schema. */
export function prepareGsoap(folder, strict = false) {
  output("soapcpp2", "-c", "-S", "-L", "-x", ...(strict ? ["-s"] : []), `-d${folder}`, service("gsoap", "calc.h"));
  const flags = output("pkg-config", "--cflags", "--libs", "gsoap").split(/\s+/);
  const sources = [service("gsoap", "main.c"), join(folder, "soapC.c"), join(folder, "soapServer.c")];
  output("gcc", `-I${folder}`, "-o", join(folder, "calc"), ...sources, ...flags);
}

/** Compiles the service of Axis in a folder. `multiRefs`: whether responses refer to their values (`href`). */
export function prepareAxis(folder, multiRefs = false) {
  output("/usr/bin/javac", "-cp", axisPath().join(":"), "-d", folder, service("axis", "Calc.java"));
  const deployment = readFileSync(service("axis", "server-config.wsdd"), "utf8");
  writeFileSync(
    join(folder, "server-config.wsdd"),
    deployment.replace(/(?<=sendMultiRefs" value=")\w+/, String(multiRefs)),
  );
}

function axisPath() {
  const names = ["axis", "axis-jaxrpc", "axis-saaj", "commons-discovery", "commons-logging", "wsdl4j", "javax.mail"];
  return [...names, "javax.activation"].map((name) => `/usr/share/java/${name}.jar`);
}

function debianVersion(name) {
  return /\t(.*)-/.exec(output("dpkg-query", "--show", name))?.[1] ?? "";
}

function monoVersion() {
  return /version ([\d.]+)/.exec(output("/usr/bin/mono", "--version"))?.[1] ?? "";
}

/** Prepares and starts the service of a stack. The folder is empty before. */
export async function startStack({ prepare, command }, place) {
  prepare?.(place);
  const port = await freePort();
  return { port, ...(await startServer(command(port, place), port)) };
}

/** Creates an empty folder for a stack's program in the tests' folder. */
export function emptyFolder(parent, id) {
  const folder = join(parent, id);
  mkdirSync(folder);
  return folder;
}

export function output(program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw error ?? new Error(`${program} ended with ${status}:\n${stderr}${stdout}`);
  return stdout.trim();
}
