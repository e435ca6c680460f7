import { clientRegistry, joseTokenService, withStoredClients } from '@portcullis/adapter-jose';
import type { SharedRateLimiter } from '@portcullis/adapter-limits';
import type { LocalBarcodeReader } from '@portcullis/adapter-local-reader';
import { randomIds, systemClock } from '@portcullis/adapter-memory';
import { webhookSender } from '@portcullis/adapter-webhooks';
import type { AccessLog, BarcodeReader, Clock, IdGenerator, MediaNormalizer } from '@portcullis/domain';
import type { ClientStore, TokenStateStore } from '@portcullis/domain/ports';
import { knownClients, revocationList } from '@portcullis/domain/use-cases';
import { ContainerModule } from 'inversify';
import { lazyPort } from '../adapters/lazy-port.ts';
import { lazyBarcodeReader } from '../adapters/local-readers.ts';
import { pooledRandom } from '../adapters/pooled-random.ts';
import { scryptPasswords } from '../adapters/scrypt-passwords.ts';
import { createAccessRecorder } from '../audit/access-recorder.ts';
import type { Config } from '../config/config.ts';
import { instrumented } from '../telemetry/instrumented.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import { rateLimiter } from './rate-limiter.ts';
import { Tokens } from './tokens.ts';

const tokenService = ({ tokens }: Config, clock: Clock, ids: IdGenerator) =>
  joseTokenService({
    secret: tokens.secret,
    verifySecret: tokens.verifySecret ?? undefined,
    issuer: tokens.issuer,
    otherIssuers: tokens.otherIssuers,
    audience: tokens.audience,
    uncheckedElsewhere: tokens.uncheckedElsewhere,
    machineTtlSeconds: tokens.ttlSeconds,
    flowTtlSeconds: tokens.flowTtlSeconds,
    clock,
    ids,
  });

/** Barcodes are always read locally, whatever reads the rest of a document; they count as document reads. */
const barcodes = ({ reader }: LocalBarcodeReader, metrics: Metrics): BarcodeReader =>
  instrumented(reader, { service: 'document_reader', provider: 'barcode-reader' }, metrics);

/** The image library takes 30 MB of memory, which a service without uploads saves. */
const mediaNormalizer = ({ limits }: Config, { limiter }: SharedRateLimiter, metrics: Metrics): MediaNormalizer => {
  const watchQueue = metrics.watchQueue('image_decodes');
  const images = lazyPort(async () => {
    const { sharpMediaNormalizer } = await import('@portcullis/adapter-sharp');
    return sharpMediaNormalizer({
      decodes: limits.imageDecodes,
      budget: { limiter, bytesPerHour: limits.decodedBytesPerHour },
      watchQueue,
    });
  });
  return {
    normalize: (part, bytes, owner) => () => images.use(({ normalize }) => normalize(part, bytes, owner)()),
  };
};

const accessRecorder = (log: AccessLog, clock: Clock, ids: IdGenerator, logger: Logger, metrics: Metrics) => {
  const recorder = createAccessRecorder({ log, clock, ids, logger });
  metrics.registerGauge('portcullis_access_log_waiting', recorder.waiting);
  return recorder;
};

/** Adapters that call nothing outside this process, except a configured Redis and the endpoints of partners. */
export const localAdapters = new ContainerModule(({ bind }) => {
  bind(Tokens.metrics).toResolvedValue(createMetrics);
  bind(Tokens.machineClock).toConstantValue(systemClock);
  bind(Tokens.ids).toConstantValue(randomIds(pooledRandom()));
  bind(Tokens.media).toResolvedValue(mediaNormalizer, [Tokens.config, Tokens.rateLimiter, Tokens.metrics]);
  bind(Tokens.lazyBarcodeReader).toResolvedValue(
    ({ watchQueue }: Metrics) => lazyBarcodeReader(watchQueue('barcode_reader')),
    [Tokens.metrics],
  );
  bind(Tokens.barcodes).toResolvedValue(barcodes, [Tokens.lazyBarcodeReader, Tokens.metrics]);
  bind(Tokens.clients).toResolvedValue(
    ({ tokens }: Config, store: ClientStore, clock: Clock) =>
      withStoredClients(clientRegistry(tokens.clients, { audiences: tokens.assertionAudiences, clock }), store, clock),
    [Tokens.config, Tokens.clientStore, Tokens.clock],
  );
  bind(Tokens.knownClients).toResolvedValue(
    (clients: ClientStore, clock: Clock) => knownClients({ clients, clock }),
    [Tokens.clientStore, Tokens.clock],
  );
  bind(Tokens.accessRecorder).toResolvedValue(accessRecorder, [
    Tokens.accessLog,
    Tokens.clock,
    Tokens.ids,
    Tokens.logger,
    Tokens.metrics,
  ]);
  bind(Tokens.rateLimiter).toResolvedValue(rateLimiter, [Tokens.config, Tokens.logger, Tokens.metrics]);
  bind(Tokens.webhookSender).toResolvedValue(({ webhooks }: Config) => webhookSender(webhooks), [Tokens.config]);
  bind(Tokens.revocations).toResolvedValue(
    (tokenStates: TokenStateStore, clock: Clock) => revocationList({ tokenStates, clock }),
    [Tokens.tokenStates, Tokens.clock],
  );
  bind(Tokens.passwords).toResolvedValue(scryptPasswords);
  bind(Tokens.tokens).toResolvedValue(tokenService, [Tokens.config, Tokens.clock, Tokens.ids]);
});
