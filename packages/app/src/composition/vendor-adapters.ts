import type { LocalBarcodeReader, LocalReader } from '@portcullis/adapter-local-reader';
import { sharpImageFitter } from '@portcullis/adapter-sharp';
import type { Components } from '@portcullis/backoffice';
import { builtInPolicies, type PolicyRepository, policyCatalog } from '@portcullis/domain';
import { ContainerModule } from 'inversify';
import type { Config } from '../config/config.ts';
import { livenessVendors, loadVendors, type OpenAll, vendors } from '../config/vendors/table.ts';
import { instrumented } from '../telemetry/instrumented.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { vendorCallObserver } from '../telemetry/vendor-calls.ts';
import type { ClockWatch } from '../watches/clock-watch.ts';
import { documentReader, readerNames, watchedLocalReader } from './document-reader.ts';
import { publicSettings } from './public-settings.ts';
import { Tokens } from './tokens.ts';
import { vendorPorts } from './vendor-ports.ts';
import { createVendors, type Vendors } from './vendors.ts';

const componentNames = (config: Config): Components => ({
  ...vendors.fingerprint.names,
  ...vendors[livenessVendors[config.livenessProvider]].names,
  document_ai: readerNames[config.documentReader],
});

const configuredVendors =
  (openAll: OpenAll) =>
  (config: Config, watch: ClockWatch, logger: Logger, metrics: Metrics): Vendors =>
    createVendors(openAll)(config, {
      clock: watch.clock,
      fitter: sharpImageFitter({
        decodes: config.limits.imageDecodes,
        watchQueue: metrics.watchQueue('image_fits'),
      }),
      watchQueue: metrics.watchQueue,
      observe: vendorCallObserver(logger, metrics),
      observeTime: watch.observe,
    });

/** A port, whose calls are measured under the provider of the vendor that implements it. */
const instrumentedPort =
  <Name extends keyof typeof vendorPorts>(name: Name, providerIn: (config: Config) => string) =>
  (all: Vendors, metrics: Metrics, config: Config): Vendors[Name] =>
    instrumented(all[name], { service: vendorPorts[name].service, provider: providerIn(config) }, metrics);

const sessionVendor = ({ livenessProvider }: Config) => vendors[livenessVendors[livenessProvider]];

const providerBindings = (openAll: OpenAll) =>
  new ContainerModule(({ bind }) => {
    const measured = [Tokens.vendors, Tokens.metrics, Tokens.config] as const;
    bind(Tokens.vendors).toResolvedValue(configuredVendors(openAll), [
      Tokens.config,
      Tokens.clockWatch,
      Tokens.logger,
      Tokens.metrics,
    ]);
    bind(Tokens.liveness).toResolvedValue(
      instrumentedPort('liveness', (config) => sessionVendor(config).providers.liveness),
      [...measured],
    );
    bind(Tokens.credentials).toResolvedValue(
      instrumentedPort('credentials', (config) => sessionVendor(config).providers.credentials),
      [...measured],
    );
    bind(Tokens.faces).toResolvedValue(
      instrumentedPort('faces', () => vendors.cloud.providers.faces),
      [...measured],
    );
    bind(Tokens.devices).toResolvedValue(
      instrumentedPort('devices', () => vendors.fingerprint.providers.devices),
      [...measured],
    );
    bind(Tokens.localReader).toResolvedValue(watchedLocalReader, [Tokens.metrics]);
    bind(Tokens.documentReader).toResolvedValue(documentReader, [
      Tokens.config,
      Tokens.vendors,
      Tokens.localReader,
      Tokens.metrics,
    ]);
  });

/**
 * Specimens are accepted only with a stand-in for the document AI, which reads nothing else; so never in production.
 */
const availablePolicies = ({ ai, livenessThreshold }: Config, repository: PolicyRepository) =>
  policyCatalog(builtInPolicies({ livenessThreshold, specimens: ai.endpoint !== null }), repository);

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
  bind(Tokens.livenessComponent).toResolvedValue(({ component }: Vendors) => component, [Tokens.vendors]);
  bind(Tokens.publicSettings).toResolvedValue((config: Config) => publicSettings(config), [Tokens.config]);
});

/** Ports bound to the vendors of production. */
export const loadVendorAdapters = async (): Promise<readonly ContainerModule[]> => [
  providerBindings(await loadVendors()),
  reportBindings,
];
