// `npm run page:folder -- --api <address> --to <folder>` copies the built page of a person for a server on an origin of
// its own: the HTML names the address of the API, and has the Content-Security-Policy that allows reaching it. Any
// server of static files can serve the folder; docs/pages.md says how. Run `npm run build` first.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { target } from './build/page.mjs';
import { compressBelow, makeEmptyFolder, withPolicy } from './build/page-files.mjs';

/** The address without a slash at its end: letters that mean nothing in HTML and in a policy, and no credentials. */
const addressOf = (option, text) => {
  const { href } = URL.canParse(text) ? new URL(text) : {};
  if (!/^https?:\/\/[\w.:[\]/~-]+$/.test(href ?? ''))
    throw new Error(`${option} takes an address such as https://api.example.com, without query and fragment.`);
  return href.replace(/\/+$/, '');
};

const livenessIn = async (region) => {
  if (region === undefined) return { origins: [], usesWasm: false };
  if (!/^[a-z0-9-]+$/.test(region)) throw new Error('--liveness-region takes the CLOUD_REGION of the service.');
  const { awsLivenessStream } = await import('../packages/adapters/aws/dist/index.js');
  return { origins: [awsLivenessStream(region)], usesWasm: true };
};

const emptyApi = '<meta name="portcullis-api" content="" />';

const writeHtml = (path, api, policy) => {
  const html = readFileSync(path, 'utf8');
  if (!html.includes(emptyApi)) throw new Error(`${path} is not the HTML of the page.`);
  writeFileSync(path, withPolicy(html.replace(emptyApi, emptyApi.replace('""', `"${api}"`)), policy));
};

/** Copies the page into the folder `verify` of a folder that is empty or does not exist yet. */
export const makePageFolder = async ({ agentEndpoint, api, from = target, livenessRegion, to }) => {
  const address = addressOf('--api', api);
  const agent = agentEndpoint && addressOf('--agent-endpoint', agentEndpoint);
  const liveness = await livenessIn(livenessRegion);
  if (!existsSync(join(from, 'index.html'))) throw new Error('The page is not built: npm run build');
  makeEmptyFolder(to);
  const { pagePolicy } = await import('../packages/http/dist/routes/pages/page-policy.js');
  cpSync(from, join(to, 'verify'), { recursive: true });
  const policy = pagePolicy({
    api: new URL(address).origin,
    liveness,
    deviceAgent: agent ? new URL(agent).origin : null,
  });
  writeHtml(join(to, 'verify/index.html'), address, policy);
  await compressBelow(join(to, 'verify'), true);
};

const usage = `Usage: npm run page:folder -- --api <address> --to <folder>
  [--liveness-region <CLOUD_REGION>] [--agent-endpoint <FINGERPRINT_AGENT_ENDPOINT>]`;

const options = {
  api: { type: 'string' },
  to: { type: 'string' },
  'liveness-region': { type: 'string' },
  'agent-endpoint': { type: 'string' },
};

const main = async () => {
  const { 'agent-endpoint': agentEndpoint, api, 'liveness-region': livenessRegion, to } = parseArgs({ options }).values;
  if (api === undefined || to === undefined) throw new Error(usage);
  await makePageFolder({ agentEndpoint, api, to, livenessRegion });
  console.log(`${to} has the page for the API at ${api}.`);
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
