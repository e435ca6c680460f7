import { parseArgs } from 'node:util';
import { simulatorKeys } from './core/keys.ts';
import type { Simulator } from './simulator.ts';

/** `EX_USAGE` and `EX_CONFIG` of sysexits(3). */
const badUsage = 64;
const badConfiguration = 78;

const usage = `Usage: npm run simulator -- [--port 4010] [--region eu-west-1] [--page https://verify.example.com/]

  --port     the port on 127.0.0.1; 0 takes a free one
  --region   the region that the keys are for
  --page     the page on which device events happen: an address below the service's CLIENT_URL
`;

type Options = { readonly port: number; readonly region: string; readonly page: string };

const readOptions = (args: readonly string[]): Options | null => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '4010' },
        region: { type: 'string', default: 'eu-west-1' },
        page: { type: 'string', default: 'http://127.0.0.1/verify' },
      },
    });
    const isPort = /^\d{1,5}$/.test(values.port) && Number(values.port) <= 65_535;
    const isValid = isPort && /^[a-z]{2}(-[a-z]+)+-\d$/.test(values.region) && URL.canParse(values.page);
    return isValid ? { port: Number(values.port), region: values.region, page: values.page } : null;
  } catch {
    return null;
  }
};

const banner = ({ url }: Simulator, { region }: Options): string => `
The vendor simulator plays AWS Rekognition and STS, Anthropic and Fingerprint. Nothing of it is true: not for real people.

  ${url}

Start the service beside it with these variables:

  NODE_ENV=development
  CLOUD_ENDPOINT_URL=${url}
  CLOUD_REGION=${region}
  CLOUD_ACCESS_KEY_ID=${simulatorKeys.accessKeyId}
  CLOUD_SECRET_ACCESS_KEY=${simulatorKeys.secretAccessKey}
  AI_ENDPOINT_URL=${url}
  AI_MODEL=${simulatorKeys.model}
  AI_API_KEY=${simulatorKeys.apiKey}
  FINGERPRINT_ENDPOINT_URL=${url}
  FINGERPRINT_SECRET_KEY=${simulatorKeys.fingerprintKey}

What they answer, and what came:

  curl -s -X PUT ${url}/_simulator/script -d '{"scenario":"decline_face_mismatch"}'
  curl -s -X DELETE ${url}/_simulator/script
  curl -s ${url}/_simulator/requests

docs/vendors/vendor-simulator.md has the rest. Ctrl-C ends it.
`;

/** Ends at once: there is nothing to store, and pending requests get no response. */
const endOnSignals = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0));
};

const fail = (exitCode: number, sentence: string): void => {
  process.stderr.write(`${sentence.trimEnd()}\n`);
  process.exitCode = exitCode;
};

const main = async (): Promise<void> => {
  const environment = process.env['NODE_ENV'] ?? 'development';
  if (environment === 'production') {
    return fail(
      badConfiguration,
      'The simulator plays vendors that let everybody through: not with NODE_ENV=production.',
    );
  }
  const options = readOptions(process.argv.slice(2));
  if (options === null) return fail(badUsage, usage);
  endOnSignals();
  // The vendors' models take most of the start, so they are loaded only when there is something to start.
  const { startSimulator } = await import('./simulator.ts');
  process.stdout.write(banner(await startSimulator({ ...options, environment }), options));
};

main().catch((cause: unknown) => {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  const isTaken = code === 'EADDRINUSE' || code === 'EACCES';
  fail(1, isTaken ? `The port cannot be listened on (${code}): name another one with --port.` : String(cause));
});
