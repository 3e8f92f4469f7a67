// Configures Apache httpd.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes the configuration of an httpd, which serves the folder `docs`.
 * @param {string} root its folder
 * @param {number} port
 * @param {readonly string[]} modules in addition to those that each httpd needs
 * @param {readonly string[]} lines
 * @returns {[string, ...string[]]} the command that starts it
 */
export function httpd(root, port, modules, lines) {
  mkdirSync(join(root, "docs"), { recursive: true });
  const all = ["mpm_prefork", "authz_core", ...modules];
  const configuration = [
    ...all.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    `ServerRoot ${root}`,
    `PidFile ${root}/pid`,
    `ErrorLog ${root}/errors`,
    "ServerName localhost",
    `Listen 127.0.0.1:${port}`,
    `DocumentRoot ${root}/docs`,
    ...lines,
  ];
  writeFileSync(join(root, "httpd.conf"), `${configuration.join("\n")}\n`);
  return ["/usr/sbin/apache2", "-X", "-f", join(root, "httpd.conf")];
}
