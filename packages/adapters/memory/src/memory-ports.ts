import type { BackofficePorts } from '@portcullis/backoffice';
import {
  builtInPolicies,
  type Clock,
  type ClockInput,
  type DocumentReading,
  type IdGenerator,
  pipe,
  policyCatalog,
  TE,
  type VerificationPorts,
} from '@portcullis/domain';
import { type Client, clockOf } from '@portcullis/domain/ports';
import type { EventsPorts } from '@portcullis/events';
import { fillRandom, memoryStores, type RecordStore } from '@portcullis/record-store';
import { memoryBarcodeReader } from './barcode-reader.ts';
import { besidePorts } from './beside-ports.ts';
import { memoryClientRegistry } from './client-registry.ts';
import { systemClock } from './clock.ts';
import { memoryDocumentReader } from './document-reader.ts';
import { randomIds } from './ids.ts';
import { memoryMediaNormalizer } from './media-normalizer.ts';
import { aPassport } from './passport.ts';
import type { ScenarioName } from './simulation/scenarios.ts';
import { simulatedCredentials } from './simulation/simulated-credentials.ts';
import { simulatedDevices } from './simulation/simulated-devices.ts';
import { simulatedFaces } from './simulation/simulated-faces.ts';
import { simulatedLiveness } from './simulation/simulated-liveness.ts';
import { memoryTokenService } from './token-service.ts';

/** What differs from the standard ports in memory. */
export type MemoryPortsOptions = {
  /** The clock of the machine where it is absent. */
  readonly clock?: ClockInput;
  readonly ids?: IdGenerator;
  /** What is read on every picture; a passport of nobody where it is absent. */
  readonly reading?: DocumentReading;
  /** What liveness, faces and devices answer for profiles that name no scenario; `approve` where it is absent. */
  readonly scenario?: ScenarioName;
  /** Whether documents of states that do not exist are accepted. */
  readonly specimens?: boolean;
  readonly clients?: readonly (Client & { readonly clientSecret: string })[];
};

/** Every port in memory. `postStatusEvent` of the back office is a use case of the verification. */
export type MemoryPorts = RecordStore &
  VerificationPorts &
  EventsPorts &
  Omit<BackofficePorts, 'postStatusEvent'> &
  ReturnType<typeof besidePorts> & { readonly clock: Clock };

const hour = 3600;

/**
 * Every port of the domain, the events and the back office in memory, to be replaced one by one:
 * `{ ...memoryPorts(), liveness }`. The stores seal what they hold with a key that ends with the process. Simulated
 * providers must never serve a real person.
 */
export const memoryPorts = ({
  clients = [],
  clock: given = systemClock,
  ids = randomIds(fillRandom),
  reading = aPassport(),
  scenario,
  specimens = true,
}: MemoryPortsOptions = {}): MemoryPorts => {
  const clock = clockOf(given);
  const stores = memoryStores(ids);
  const simulation = {
    clock,
    ids,
    region: 'eu-west-1',
    scenarioOf: (id: string) =>
      pipe(
        stores.profiles.getAny(id),
        TE.map((profile) => profile.scenario ?? scenario ?? null),
      ),
  };
  return {
    ...stores,
    ...besidePorts({ ...stores, clients: clients.map(({ clientSecret: _, ...client }) => client), clock }),
    clock,
    ids,
    policies: policyCatalog(builtInPolicies({ livenessThreshold: 75, specimens }), stores.policyRepository),
    media: memoryMediaNormalizer(),
    barcodes: memoryBarcodeReader(),
    reader: memoryDocumentReader({ otherwise: reading }),
    liveness: simulatedLiveness(simulation),
    faces: simulatedFaces(simulation),
    devices: simulatedDevices(simulation),
    credentials: simulatedCredentials(simulation),
    tokens: memoryTokenService({ machineTtlSeconds: hour, flowTtlSeconds: 24 * hour, clock, ids }),
    clients: memoryClientRegistry(clients),
    // Nothing outlives this process, so that no lease need be renewed.
    every: () => ({ stop: () => undefined }),
  };
};
