import type { LocalBarcodeReader, LocalReader } from '@portcullis/adapter-local-reader';
import {
  type Simulation,
  scenarioList,
  simulatedCredentials,
  simulatedDevices,
  simulatedFaces,
  simulatedLiveness,
} from '@portcullis/adapter-memory';
import {
  builtInPolicies,
  type Clock,
  type IdGenerator,
  type PolicyRepository,
  type ProfileStore,
  pipe,
  policyCatalog,
  TE,
} from '@portcullis/domain';
import type { ProviderNames } from '@portcullis/domain/use-cases';
import { ContainerModule } from 'inversify';
import type { Config } from '../config/config.ts';
import { instrumented } from '../telemetry/instrumented.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { localReader, readerNames, watchedLocalReader } from './document-reader.ts';
import { publicSettings } from './public-settings.ts';
import { Tokens } from './tokens.ts';
import { vendorPorts } from './vendor-ports.ts';

const components = {
  liveness: 'simulated',
  document_ai: readerNames.local,
  fingerprint: 'simulated',
  cloud_credentials: 'simulated',
};

const simulation = (profiles: ProfileStore, clock: Clock, ids: IdGenerator, { cloud }: Config): Simulation => ({
  clock,
  ids,
  region: cloud?.region ?? 'none',
  scenarioOf: (id) =>
    pipe(
      profiles.getAny(id),
      TE.map(({ scenario }) => scenario),
    ),
});

const simulated =
  <Port extends object>(make: (simulation: Simulation) => Port, name: keyof typeof vendorPorts) =>
  (of: Simulation, metrics: Metrics): Port =>
    instrumented(make(of), { service: vendorPorts[name].service, provider: 'simulated' }, metrics);

const simulatedBindings = new ContainerModule(({ bind }) => {
  bind(Tokens.simulation).toResolvedValue(simulation, [Tokens.profiles, Tokens.clock, Tokens.ids, Tokens.config]);
  bind(Tokens.liveness).toResolvedValue(simulated(simulatedLiveness, 'liveness'), [Tokens.simulation, Tokens.metrics]);
  bind(Tokens.faces).toResolvedValue(simulated(simulatedFaces, 'faces'), [Tokens.simulation, Tokens.metrics]);
  bind(Tokens.devices).toResolvedValue(simulated(simulatedDevices, 'devices'), [Tokens.simulation, Tokens.metrics]);
  bind(Tokens.credentials).toResolvedValue(simulated(simulatedCredentials, 'credentials'), [
    Tokens.simulation,
    Tokens.metrics,
  ]);
});

const readerBindings = new ContainerModule(({ bind }) => {
  bind(Tokens.localReader).toResolvedValue(watchedLocalReader, [Tokens.metrics]);
  bind(Tokens.documentReader).toResolvedValue(localReader, [Tokens.localReader, Tokens.metrics]);
  bind(Tokens.close).toResolvedValue(
    (local: LocalReader, barcodes: LocalBarcodeReader) => async () => {
      await Promise.all([local.close(), barcodes.close()]);
    },
    [Tokens.localReader, Tokens.lazyBarcodeReader],
  );
});

/** The bindings for clients of the sandbox: it lists its scenarios, accepts specimen documents, and streams nothing. */
const reportBindings = new ContainerModule(({ bind }) => {
  bind(Tokens.components).toConstantValue(components);
  bind(Tokens.providerNames).toConstantValue({
    liveness: 'simulated',
    faces: 'simulated',
    documentReader: 'local',
    devices: 'simulated',
  });
  bind(Tokens.vendorReport).toConstantValue(() => ({}));
  bind(Tokens.policies).toResolvedValue(
    ({ livenessThreshold }: Config, repository: PolicyRepository) =>
      policyCatalog(builtInPolicies({ livenessThreshold, specimens: true }), repository),
    [Tokens.config, Tokens.policyRepository],
  );
  bind(Tokens.livenessComponent).toConstantValue({ provider: 'simulated', origins: [], usesWasm: false });
  bind(Tokens.publicSettings).toResolvedValue(
    (config: Config, providers: ProviderNames) => publicSettings(config, providers, scenarioList),
    [Tokens.config, Tokens.providerNames],
  );
});

/** The adapters of the sandbox: documents are really read; liveness, faces and devices are simulated from a table. */
export const sandboxAdapters = [simulatedBindings, readerBindings, reportBindings] as const;
