// Starts the vendor, and a sandbox whose liveness checks it makes. A service is started in the same way, by
// `startService(config, 'vendors', logger, { adapters })` of @portcullis/app.
import { readFileSync } from 'node:fs';
import { startSandbox } from '@portcullis/cli';
import { createClient, unwrap } from '@portcullis/client';
import { acmePresence } from './adapter.mjs';
import { startAcme } from './stub.mjs';

/** The row of the vendor: its port, what closes it, and its script, which connects to no other origin. */
export const acmeAdapters = ({ apiKey, url }) => {
  const { close, liveness } = acmePresence({ url, apiKey });
  const script = readFileSync(new URL('component.js', import.meta.url));
  return { provider: 'acme', liveness, close, component: { origins: [], usesWasm: false, script } };
};

export const startAcmeSandbox = async (options) => {
  const apiKey = 'key-of-the-account';
  const vendor = await startAcme({ apiKey });
  const adapters = acmeAdapters({ apiKey, url: vendor.url });
  const sandbox = await startSandbox({ ...options, shared: { ...options.shared, adapters } });
  const close = () => sandbox.stop().then(adapters.close).then(vendor.close);
  return { ...sandbox, close };
};

if (process.argv[1] === import.meta.filename) {
  const { close, info } = await startAcmeSandbox({
    folder: '.sandbox/examples/vendor-liveness',
    port: Number(process.env.PORT ?? 0),
    isFresh: true,
  });
  process.once('SIGINT', close).once('SIGTERM', close);
  const client = createClient({
    baseUrl: info.base_url,
    clientId: info.client_id,
    clientSecret: info.client_secret,
  });
  const asked = { reference: 'customer-1', sandbox: { scenario: 'approve' } };
  const { verification_url: link } = unwrap(await client.profiles.create(asked));
  console.log(`Open this link, and look into the camera at the face check:\n\n  ${link}\n`);
}
