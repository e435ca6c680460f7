// `npm run example -- <folder>` starts an example: a partner's program with a sandbox behind it, or a program that
// brings all it needs. Everything that is stored is below `.sandbox/examples`, and begins empty each time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '@portcullis/cli';
import { createClient, unwrap } from '@portcullis/client';

const port = Number(process.env.PORT ?? 3000);

/** The examples of partners, by their programs. */
const partners = { 'partner-express': 'server.mjs', 'partner-fetch': 'partner.mjs' };
/** Those that take webhooks, at `/webhooks`. */
const receivers = ['partner-express'];
const others = { 'embed-domain': 'verify.mjs', 'vendor-liveness': 'start.mjs' };

const fileOf = (name, program) => new URL(`${name}/${program}`, import.meta.url);

/** Runs the program of a partner, and answers its exit code. `endpoint` is pinged until the program answers. */
const runPartner = async (name, client, endpoint, env) => {
  const child = spawn(process.execPath, [fileURLToPath(fileOf(name, partners[name]))], { env, stdio: 'inherit' });
  const ended = once(child, 'exit');
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  try {
    // An endpoint gets no events before it has answered a ping.
    while (endpoint !== null && isRunning()) {
      if (unwrap(await client.webhookEndpoints.ping(endpoint.id)).ping.delivered) break;
      await sleep(500);
    }
    // Ctrl-C is how a server is meant to end.
    const [code, signal] = await ended;
    return code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1);
  } finally {
    child.kill();
  }
};

const startPartner = async (name) => {
  const sandbox = await startSandbox({ folder: `.sandbox/examples/${name}`, port: 0, isFresh: true, logLevel: 'warn' });
  try {
    const { base_url: baseUrl, client_id: clientId, client_secret: clientSecret } = sandbox.info;
    const client = createClient({ baseUrl, clientId, clientSecret });
    const env = { ...process.env, PORTCULLIS_URL: baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
    if (!receivers.includes(name)) return await runPartner(name, client, null, env);
    const url = `http://127.0.0.1:${port}/webhooks`;
    const { endpoint, secret } = unwrap(await client.webhookEndpoints.create({ url }));
    return await runPartner(name, client, endpoint, { ...env, PORT: String(port), WEBHOOK_SECRETS: secret });
  } finally {
    await sandbox.stop();
  }
};

const name = process.argv[2];
if (Object.hasOwn(partners, name)) process.exitCode = await startPartner(name);
else if (Object.hasOwn(others, name)) {
  const file = fileOf(name, others[name]);
  // The program is run as if it had been started directly.
  process.argv[1] = fileURLToPath(file);
  await import(file);
} else {
  console.error(`Usage: npm run example -- <${Object.keys({ ...partners, ...others }).join('|')}>`);
  process.exitCode = 64;
}
