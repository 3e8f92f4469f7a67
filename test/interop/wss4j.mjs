// What programs that use Apache WSS4J need.
import { fileURLToPath } from "node:url";

export const wss4j = {
  packages: ["libwss4j-java", "openjdk-17-jdk-headless", "libcommons-logging-java", "libbcprov-java"],
  classes: ["wss4j", "xmlsec", "slf4j-api", "slf4j-nop", "commons-logging", "bcprov"].map(
    (jar) => `/usr/share/java/${jar}.jar`,
  ),
  /** The path of a program. */
  source: (name) => fileURLToPath(new URL(`services/wss4j/${name}.java`, import.meta.url)),
};
