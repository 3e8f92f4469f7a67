// Runs programs that use Apache WSS4J in the folder of the keys.
import { fileURLToPath } from "node:url";
import { call, makeKeys } from "./signing.mjs";

export const wss4jPackages = ["libwss4j-java", "openjdk-17-jdk-headless", "libcommons-logging-java", "libbcprov-java"];
const jars = ["wss4j", "xmlsec", "slf4j-api", "slf4j-nop", "commons-logging", "bcprov"];
const classes = [".", ...jars.map((jar) => `/usr/share/java/${jar}.jar`)].join(":");

/** Makes the keys, and compiles a program of services/wss4j. Returns the arguments of Java that run it. */
export function wss4jProgram(name) {
  makeKeys();
  const source = fileURLToPath(new URL(`services/wss4j/${name}.java`, import.meta.url));
  call("javac", "-cp", classes, "-d", ".", source);
  return ["-cp", classes, name];
}

/** Signs or verifies with the key of a PKCS #12 file; returns the lines of the output. */
export function wss4jSignatures(...args) {
  return call("java", "-cp", classes, "Signatures", ...args)
    .split("\n")
    .filter((line) => line !== "");
}
