import { clientRegistry, joseTokenService } from '@portcullis/adapter-jose';
import { randomIds, systemClock } from '@portcullis/adapter-memory';
import type { BarcodeReader, Clock, Ids } from '@portcullis/domain';
import { ContainerModule } from 'inversify';
import { type LazyBarcodeReader, lazyBarcodeReader } from '../adapters/lazy-barcode-reader.ts';
import { lazyMediaNormalizer } from '../adapters/lazy-media-normalizer.ts';
import type { Config } from '../config.ts';
import { createMetrics, type Metrics } from '../metrics.ts';
import { measured } from '../observe/measured.ts';
import { Tokens } from '../tokens.ts';
import { counts } from './counts.ts';

const tokenService = ({ tokens }: Config, clock: Clock, ids: Ids) =>
  joseTokenService({
    secret: tokens.secret,
    issuer: tokens.issuer ?? undefined,
    audience: tokens.audience ?? undefined,
    machineTtlSeconds: tokens.ttlSeconds,
    flowTtlSeconds: tokens.flowTtlSeconds,
    clock,
    ids,
  });

/** Barcodes are always read locally, whatever reads the rest of a document; they count as document reads. */
const barcodes = ({ reader }: LazyBarcodeReader, metrics: Metrics): BarcodeReader =>
  measured(reader, { service: 'document_reader', provider: 'barcode-reader' }, metrics);

/** Adapters that call nothing outside this process, except a configured Redis. */
export const ownAdapters = new ContainerModule(({ bind }) => {
  bind(Tokens.metrics).toResolvedValue(createMetrics).inSingletonScope();
  bind(Tokens.clock).toConstantValue(systemClock);
  bind(Tokens.ids).toConstantValue(randomIds((bytes) => crypto.getRandomValues(bytes)));
  bind(Tokens.media)
    .toResolvedValue(({ limits }: Config) => lazyMediaNormalizer(limits.imageDecodes), [Tokens.config])
    .inSingletonScope();
  bind(Tokens.barcodeReader).toResolvedValue(lazyBarcodeReader).inSingletonScope();
  bind(Tokens.barcodes).toResolvedValue(barcodes, [Tokens.barcodeReader, Tokens.metrics]).inSingletonScope();
  bind(Tokens.clients)
    .toResolvedValue(({ tokens }: Config) => clientRegistry(tokens.clients), [Tokens.config])
    .inSingletonScope();
  bind(Tokens.counts).toResolvedValue(counts, [Tokens.config, Tokens.logger, Tokens.metrics]).inSingletonScope();
  bind(Tokens.tokens).toResolvedValue(tokenService, [Tokens.config, Tokens.clock, Tokens.ids]).inSingletonScope();
});
