import type { LocalBarcodeReader, LocalReader } from '@portcullis/adapter-local-reader';
import { sharpImageFitter } from '@portcullis/adapter-sharp';
import { builtInPolicies, type PolicyRepository, policyCatalog } from '@portcullis/domain';
import type { Components } from '@portcullis/domain/use-cases';
import { ContainerModule } from 'inversify';
import type { Config } from '../config/config.ts';
import type { ClockWatch } from '../telemetry/clock-watch.ts';
import { instrumented } from '../telemetry/instrumented.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { vendorCallObserver } from '../telemetry/vendor-calls.ts';
import { documentReader, readerNames, watchedLocalReader } from './document-reader.ts';
import { publicSettings } from './public-settings.ts';
import { Tokens } from './tokens.ts';
import { createVendors, livenessNames, livenessStream, type Vendors } from './vendors.ts';

const componentNames = (config: Config): Components => ({
  ...livenessNames(config),
  document_ai: readerNames[config.documentReader],
  fingerprint: 'fingerprint',
});

const configuredVendors = (config: Config, watch: ClockWatch, logger: Logger, metrics: Metrics): Vendors =>
  createVendors(config, {
    clock: watch.clock,
    fitter: sharpImageFitter({
      decodes: config.limits.imageDecodes,
      watchQueue: metrics.watchQueue('image_fits'),
    }),
    watchQueue: metrics.watchQueue,
    observe: vendorCallObserver(logger, metrics),
    observeTime: watch.observe,
  });

type Port = 'liveness' | 'faces' | 'devices' | 'credentials';

const instrumentedPort =
  <Name extends Port>(name: Name, service: string, provider: string) =>
  (all: Vendors, metrics: Metrics): Vendors[Name] =>
    instrumented(all[name], { service, provider }, metrics);

const providerBindings = new ContainerModule(({ bind }) => {
  bind(Tokens.vendors).toResolvedValue(configuredVendors, [
    Tokens.config,
    Tokens.clockWatch,
    Tokens.logger,
    Tokens.metrics,
  ]);
  bind(Tokens.liveness).toResolvedValue(instrumentedPort('liveness', 'liveness', 'rekognition'), [
    Tokens.vendors,
    Tokens.metrics,
  ]);
  bind(Tokens.faces).toResolvedValue(instrumentedPort('faces', 'faces', 'rekognition'), [
    Tokens.vendors,
    Tokens.metrics,
  ]);
  bind(Tokens.localReader).toResolvedValue(watchedLocalReader, [Tokens.metrics]);
  bind(Tokens.documentReader).toResolvedValue(documentReader, [
    Tokens.config,
    Tokens.vendors,
    Tokens.localReader,
    Tokens.metrics,
  ]);
  bind(Tokens.devices).toResolvedValue(instrumentedPort('devices', 'device', 'fingerprint'), [
    Tokens.vendors,
    Tokens.metrics,
  ]);
  bind(Tokens.credentials).toResolvedValue(instrumentedPort('credentials', 'browser_credentials', 'sts'), [
    Tokens.vendors,
    Tokens.metrics,
  ]);
});

/**
 * Specimens are accepted only with a stand-in for the document AI, which reads nothing else; so never in production.
 */
const availablePolicies = ({ livenessThreshold, vendors: { aiEndpoint } }: Config, repository: PolicyRepository) =>
  policyCatalog(builtInPolicies({ livenessThreshold, specimens: aiEndpoint !== null }), repository);

/** The bindings behind `GET /`, `/readyz`, `GET /api/settings`, the page of a person and the shutdown. */
const reportBindings = new ContainerModule(({ bind }) => {
  bind(Tokens.components).toResolvedValue(componentNames, [Tokens.config]);
  bind(Tokens.vendorReport).toResolvedValue(({ report }: Vendors) => report, [Tokens.vendors]);
  bind(Tokens.close).toResolvedValue(
    (all: Vendors, local: LocalReader, barcodes: LocalBarcodeReader) => async () => {
      await Promise.all([all.close(), local.close(), barcodes.close()]);
    },
    [Tokens.vendors, Tokens.localReader, Tokens.lazyBarcodeReader],
  );
  bind(Tokens.policies).toResolvedValue(availablePolicies, [Tokens.config, Tokens.policyRepository]);
  bind(Tokens.livenessStream).toResolvedValue(livenessStream, [Tokens.config]);
  bind(Tokens.publicSettings).toResolvedValue((config: Config) => publicSettings(config), [Tokens.config]);
});

/** Ports bound to the vendors of production. */
export const vendorAdapters = [providerBindings, reportBindings] as const;
