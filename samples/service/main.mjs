// usage: node samples/service/main.mjs [PORT]        PORT: default 8000; 0: any free port
import { startService } from "./service.mjs";

const port = Number(process.argv[2] ?? 8000);
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error(`'${process.argv[2]}' is not a port. Use a number from 0 to 65535.`);
  process.exit(2);
}
try {
  const { origin } = await startService({ port });
  console.log(`The sample SOAP service answers at ${origin}/calc (SOAP 1.1) and ${origin}/calc12 (SOAP 1.2).`);
} catch (error) {
  if (error?.code !== "EADDRINUSE") throw error;
  console.error(
    `Port ${port} is taken by another program. Stop it, or give a free port: node samples/service/main.mjs PORT.` +
      " The samples name localhost:8000; with another port, change their Host lines.",
  );
  process.exit(1);
}
