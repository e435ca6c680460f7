// `npm run example -- <folder>` starts an example: a partner's program with a sandbox behind it, or a program that
// brings all it needs. Everything that is stored is below `.sandbox/examples`, and begins empty each time.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@portcullis/cli';
import { createClient, unwrap } from '@portcullis/client';

const port = Number(process.env.PORT ?? 3000);

/** The examples of partners, by their programs. */
const partners = { 'partner-express': 'server.mjs', 'partner-fetch': 'partner.mjs' };
/** Those that take webhooks, at `/webhooks`. */
const receivers = ['partner-express'];
const others = { 'embed-domain': 'verify.mjs', 'vendor-liveness': 'start.mjs' };

const fileOf = (name, program) => new URL(`${name}/${program}`, import.meta.url);

const startPartner = async (name) => {
  const sandbox = await startSandbox({ folder: `.sandbox/examples/${name}`, port: 0, isFresh: true, logLevel: 'warn' });
  const { base_url: baseUrl, client_id: clientId, client_secret: clientSecret } = sandbox.info;
  const client = createClient({ baseUrl, clientId, clientSecret });
  const url = `http://127.0.0.1:${port}/webhooks`;
  const { endpoint, secret } = unwrap(await client.webhookEndpoints.create({ url }));
  const env = {
    ...process.env,
    PORT: String(port),
    PORTCULLIS_URL: baseUrl,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    WEBHOOK_SECRETS: secret,
  };
  const child = spawn(process.execPath, [fileOf(name, partners[name]).pathname], { env, stdio: 'inherit' });
  let isRunning = true;
  child.once('exit', () => {
    isRunning = false;
    void sandbox.stop();
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  // An endpoint gets no events before it has answered a ping.
  while (isRunning && receivers.includes(name)) {
    const pinged = await client.webhookEndpoints.ping(endpoint.id);
    if (pinged.ok && pinged.value.ping.delivered) break;
    await sleep(500);
  }
};

const name = process.argv[2];
if (Object.hasOwn(partners, name)) await startPartner(name);
else if (Object.hasOwn(others, name)) await import(fileOf(name, others[name]));
else {
  console.error(`Usage: npm run example -- <${Object.keys({ ...partners, ...others }).join('|')}>`);
  process.exitCode = 64;
}
