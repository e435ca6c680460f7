import type { LocalBarcodeReader, LocalReader } from '@portcullis/adapter-local-reader';
import { sharpImageFitter } from '@portcullis/adapter-sharp';
import type { Components } from '@portcullis/backoffice';
import { builtInPolicies, type PolicyRepository, policyCatalog } from '@portcullis/domain';
import type { ProviderNames } from '@portcullis/domain/use-cases';
import { ContainerModule } from 'inversify';
import type { Config } from '../config/config.ts';
import { loadVendors, type OpenAll, vendorOfChoice, vendors } from '../config/vendors/table.ts';
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

/** The vendors of what is chosen; `null` where it is `none`. */
const chosenVendors = ({ providers: { devices, faces, liveness } }: Config) => {
  const sessions = vendorOfChoice[liveness];
  const comparer = vendorOfChoice[faces];
  const inspector = vendorOfChoice[devices];
  return {
    liveness: sessions && vendors[sessions],
    credentials: sessions && vendors[sessions],
    faces: comparer && vendors[comparer],
    devices: inspector && vendors[inspector],
  };
};

const noNames = { liveness: 'none', cloud_credentials: 'none', fingerprint: 'none' } as const;

const componentNames = (config: Config): Components => {
  const { devices, liveness } = chosenVendors(config);
  return {
    ...noNames,
    ...devices?.names,
    ...liveness?.names,
    document_ai: readerNames[config.documentReader],
  };
};

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
  <Name extends 'liveness' | 'credentials' | 'faces' | 'devices'>(
    name: Name,
    providerIn: (chosen: ReturnType<typeof chosenVendors>) => string | undefined,
  ) =>
  (all: Vendors, metrics: Metrics, config: Config): Vendors[Name] => {
    const provider = providerIn(chosenVendors(config)) ?? 'none';
    return instrumented(all[name], { service: vendorPorts[name].service, provider }, metrics);
  };

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
      instrumentedPort('liveness', ({ liveness }) => liveness?.providers.liveness),
      [...measured],
    );
    bind(Tokens.credentials).toResolvedValue(
      instrumentedPort('credentials', ({ credentials }) => credentials?.providers.credentials),
      [...measured],
    );
    bind(Tokens.faces).toResolvedValue(
      instrumentedPort('faces', ({ faces }) => faces?.providers.faces),
      [...measured],
    );
    bind(Tokens.devices).toResolvedValue(
      instrumentedPort('devices', ({ devices }) => devices?.providers.devices),
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

const availablePolicies = ({ livenessThreshold, specimens }: Config, repository: PolicyRepository) =>
  policyCatalog(builtInPolicies({ livenessThreshold, specimens }), repository);

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
  bind(Tokens.publicSettings).toResolvedValue(
    (config: Config, providers: ProviderNames) => publicSettings(config, providers),
    [Tokens.config, Tokens.providerNames],
  );
  bind(Tokens.providerNames).toResolvedValue(
    ({ documentReader, providers }: Config) => ({ ...providers, documentReader }),
    [Tokens.config],
  );
});

/** Ports bound to the vendors of production. */
export const loadVendorAdapters = async (config: Config): Promise<readonly ContainerModule[]> => [
  providerBindings(await loadVendors(config)),
  reportBindings,
];
