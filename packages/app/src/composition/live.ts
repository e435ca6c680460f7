import { sharpImageFitter } from '@portcullis/adapter-sharp';
import { allPolicies, builtInPolicies, type Clock, type Components, type PolicyRegister } from '@portcullis/domain';
import { ContainerModule } from 'inversify';
import type { LazyBarcodeReader } from '../adapters/lazy-barcode-reader.ts';
import { type LazyReader, lazyLocalReader } from '../adapters/lazy-local-reader.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { measured } from '../observe/measured.ts';
import { outgoingObserver } from '../observe/outgoing.ts';
import { Tokens } from '../tokens.ts';
import { publishedOf } from './published.ts';
import { documentReader, readerNames } from './readers.ts';
import { type Vendors, vendorsOf } from './vendors.ts';

const componentsOf = ({ documentReader: choice }: Config): Components => ({
  liveness: 'aws-rekognition',
  document_ai: readerNames[choice],
  fingerprint: 'fingerprint',
  cloud_credentials: 'aws-sts',
});

const vendors = (config: Config, clock: Clock, logger: Logger, metrics: Metrics): Vendors =>
  vendorsOf(config, {
    clock,
    fitter: sharpImageFitter({ decodes: config.limits.imageDecodes }),
    observe: outgoingObserver(logger, metrics),
  });

type Port = 'liveness' | 'faces' | 'devices' | 'credentials';

const port =
  <Name extends Port>(name: Name, service: string, provider: string) =>
  (all: Vendors, metrics: Metrics): Vendors[Name] =>
    measured(all[name], { service, provider }, metrics);

const providers = new ContainerModule(({ bind }) => {
  bind(Tokens.vendors)
    .toResolvedValue(vendors, [Tokens.config, Tokens.clock, Tokens.logger, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.liveness)
    .toResolvedValue(port('liveness', 'liveness', 'rekognition'), [Tokens.vendors, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.faces)
    .toResolvedValue(port('faces', 'faces', 'rekognition'), [Tokens.vendors, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.localReader).toResolvedValue(lazyLocalReader).inSingletonScope();
  bind(Tokens.reader)
    .toResolvedValue(documentReader, [Tokens.config, Tokens.vendors, Tokens.localReader, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.devices)
    .toResolvedValue(port('devices', 'device', 'fingerprint'), [Tokens.vendors, Tokens.metrics])
    .inSingletonScope();
  bind(Tokens.credentials)
    .toResolvedValue(port('credentials', 'browser_credentials', 'sts'), [Tokens.vendors, Tokens.metrics])
    .inSingletonScope();
});

/**
 * Specimens are accepted only with a stand-in for the document AI, which reads nothing else; so never in production.
 */
const policiesOf = ({ livenessThreshold, vendors: { aiEndpoint } }: Config, register: PolicyRegister) =>
  allPolicies(builtInPolicies({ livenessThreshold, specimens: aiEndpoint !== null }), register);

/** The bindings behind `GET /`, `/readyz`, `GET /api/settings` and the shutdown. */
const published = new ContainerModule(({ bind }) => {
  bind(Tokens.components).toResolvedValue(componentsOf, [Tokens.config]).inSingletonScope();
  bind(Tokens.vendorReport)
    .toResolvedValue(({ report }: Vendors) => report, [Tokens.vendors])
    .inSingletonScope();
  bind(Tokens.close)
    .toResolvedValue(
      (all: Vendors, local: LazyReader, barcodes: LazyBarcodeReader) => async () => {
        await Promise.all([all.close(), local.close(), barcodes.close()]);
      },
      [Tokens.vendors, Tokens.localReader, Tokens.barcodeReader],
    )
    .inSingletonScope();
  bind(Tokens.policies).toResolvedValue(policiesOf, [Tokens.config, Tokens.policyRegister]).inSingletonScope();
  bind(Tokens.published)
    .toResolvedValue((config: Config) => publishedOf(config), [Tokens.config])
    .inSingletonScope();
});

/** Ports bound to the vendors of production. */
export const liveAdapters = [providers, published] as const;
