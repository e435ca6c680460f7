import { LoopbackUrl, matchingText, SingleWord } from '../codecs/values.ts';
import { breaker, defineVendor, mebibytes, type ProviderState } from './vendor.ts';

const stateByCapability = {
  fit: 'ok',
  unsuitable: 'failing',
  unknown: 'unknown',
} as const satisfies { readonly [Status in string]: ProviderState };

/** The name of a model. The vendor decides which names exist. */
const ModelName = matchingText('the name of a model', (text) => /^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,127}$/.test(text));

/** The model that reads documents. */
export const anthropic = defineVendor({
  variables: {
    required: { AI_MODEL: ModelName, AI_API_KEY: SingleWord },
    optional: {},
    testOnly: { AI_ENDPOINT_URL: LoopbackUrl },
  },
  accountOf: (env) => ({ model: env.AI_MODEL, apiKey: env.AI_API_KEY, endpoint: env.AI_ENDPOINT_URL ?? null }),
  limits: {
    anthropic: {
      deadlineMs: 60_000,
      maxBytes: mebibytes,
      concurrency: 10,
      queue: 20,
      maxAttempts: 2,
      breaker,
    },
  },
  providers: { reader: 'anthropic' },
  names: { document_ai: 'anthropic' },
  load: async () => {
    const { anthropicOrigins, anthropicReader } = await import('@portcullis/adapter-anthropic');
    return (account, { clientFor, clock, fitter }) => {
      const vendorClient = clientFor('anthropic', anthropicOrigins(account.endpoint));
      const { capabilities, diagnosis, reader } = anthropicReader({ ...account, vendorClient, fitter, clock });
      return {
        ports: { reader },
        clients: [vendorClient],
        diagnosis,
        probes: [],
        report: (stateOf) => {
          const { status } = capabilities();
          return { document_ai: stateOf('anthropic') === 'failing' ? 'failing' : stateByCapability[status] };
        },
      };
    };
  },
});
