import type { CallOrigin } from '@portcullis/domain/checks';
import type { VerificationProvider } from '@portcullis/domain/testing';
import type { Reply } from '../../support/clients/api-client.ts';
import type { VerificationVendor } from '../../support/services/outage-faults.ts';
import { completeLiveness, requireSuccess, sessionOf, type TestPerson } from './person.ts';

export type Action = () => Promise<Reply>;
export type UnderFault = (deed: Action) => Promise<Reply>;

/** A request that calls a vendor, and what precedes it. */
export type Route = {
  /** The name of the route in the report. */
  readonly name: string;
  readonly vendor: VerificationVendor;
  readonly operation: string;
  readonly provider: VerificationProvider;
  readonly occasion: CallOrigin;
  /** Entries of the ledger that the request brings itself, and that stay whatever the vendor answers. */
  readonly addedEntries: readonly string[];
  /** Whether the caller waits for this vendor's response, and so is told of the outage. */
  readonly isWaitedFor: boolean;
  /** Whether its photo is the most expensive one to decode. */
  readonly isLarge?: true;
  /** Does everything before the request, and answers the request. What runs in `underFault` meets the fault too. */
  readonly lead: (person: TestPerson, underFault: UnderFault) => Promise<Action>;
};

const submittedEntry = ['submitted'];

/** Does everything except the liveness result, which is requested under the fault. */
const lastResult =
  (photo: (person: TestPerson) => Promise<Reply>): Route['lead'] =>
  async (person) => {
    await requireSuccess(person.consent());
    await requireSuccess(photo(person));
    const sessionId = sessionOf(await requireSuccess(person.openSession()));
    return () => person.result(sessionId);
  };

/** Does everything except the photo of the document, which is supplied under the fault. */
const afterLiveness =
  (last: (person: TestPerson) => Action): Route['lead'] =>
  async (person) => {
    await requireSuccess(person.consent());
    await completeLiveness(person);
    return last(person);
  };

const rekognition: readonly Route[] = [
  {
    name: 'POST /api/face-liveness/session',
    vendor: 'rekognition',
    operation: 'CreateFaceLivenessSession',
    provider: 'liveness',
    occasion: 'request',
    isWaitedFor: true,
    addedEntries: [],
    lead: async (person) => {
      await requireSuccess(person.consent());
      return person.openSession;
    },
  },
  {
    name: 'GET /api/face-liveness/results/:id',
    vendor: 'rekognition',
    operation: 'GetFaceLivenessSessionResults',
    provider: 'liveness',
    occasion: 'request',
    isWaitedFor: true,
    addedEntries: [],
    lead: async (person) => {
      await requireSuccess(person.consent());
      const sessionId = sessionOf(await requireSuccess(person.openSession()));
      return () => person.result(sessionId);
    },
  },
  {
    name: 'PATCH, the last step (faces)',
    vendor: 'rekognition',
    operation: 'CompareFaces',
    provider: 'faces',
    occasion: 'processing',
    isWaitedFor: false,
    addedEntries: ['file.added', ...submittedEntry, 'document.read'],
    lead: afterLiveness(({ front }) => front),
  },
  {
    name: 'GET results, the last step (faces)',
    vendor: 'rekognition',
    operation: 'DetectFaces',
    provider: 'faces',
    occasion: 'processing',
    isWaitedFor: false,
    addedEntries: ['file.added', 'liveness.result', ...submittedEntry, 'document.read'],
    lead: lastResult(({ front }) => front()),
  },
  {
    name: 'GET results, the last step (faces, a large photo)',
    vendor: 'rekognition',
    operation: 'CompareFaces',
    provider: 'faces',
    occasion: 'processing',
    isWaitedFor: false,
    addedEntries: ['file.added', 'liveness.result', ...submittedEntry, 'document.read'],
    isLarge: true,
    lead: lastResult(({ largeFront }) => largeFront()),
  },
  {
    name: 'POST document-analysis, the last step (faces)',
    vendor: 'rekognition',
    operation: 'CompareFaces',
    provider: 'faces',
    occasion: 'processing',
    isWaitedFor: false,
    addedEntries: ['file.added', ...submittedEntry, 'document.read'],
    lead: afterLiveness(({ analyze }) => analyze),
  },
];

const sts: Route = {
  name: 'GET /api/cloud/credentials',
  vendor: 'sts',
  operation: 'GetFederationToken',
  provider: 'browser_credentials',
  occasion: 'request',
  isWaitedFor: true,
  addedEntries: [],
  lead: async (person) => {
    await requireSuccess(person.consent());
    await requireSuccess(person.openSession());
    return person.credentials;
  },
};

const anthropic: readonly Route[] = [
  {
    name: 'POST /api/ai/document-analysis',
    vendor: 'anthropic',
    operation: 'messages.create',
    provider: 'document_reader',
    occasion: 'request',
    isWaitedFor: true,
    addedEntries: ['file.added', 'document.analysis_failed'],
    lead: async (person) => {
      await requireSuccess(person.consent());
      return person.analyze;
    },
  },
  {
    name: 'POST document-analysis, the last step',
    vendor: 'anthropic',
    operation: 'messages.create',
    provider: 'document_reader',
    occasion: 'processing',
    isWaitedFor: true,
    addedEntries: ['file.added', ...submittedEntry, 'face.compared'],
    lead: afterLiveness(({ analyze }) => analyze),
  },
  {
    name: 'PATCH, the last step (reading)',
    vendor: 'anthropic',
    operation: 'messages.create',
    provider: 'document_reader',
    occasion: 'processing',
    isWaitedFor: false,
    addedEntries: ['file.added', ...submittedEntry, 'face.compared'],
    lead: afterLiveness(({ front }) => front),
  },
  {
    name: 'GET results, the last step (reading)',
    vendor: 'anthropic',
    operation: 'messages.create',
    provider: 'document_reader',
    occasion: 'processing',
    isWaitedFor: false,
    addedEntries: ['file.added', 'liveness.result', ...submittedEntry, 'face.compared'],
    lead: lastResult(({ front }) => front()),
  },
  {
    name: 'GET results, the last step (reading, a large photo)',
    vendor: 'anthropic',
    operation: 'messages.create',
    provider: 'document_reader',
    occasion: 'processing',
    isWaitedFor: false,
    addedEntries: ['file.added', 'liveness.result', ...submittedEntry, 'face.compared'],
    isLarge: true,
    lead: lastResult(({ largeFront }) => largeFront()),
  },
];

const fingerprint: readonly Route[] = [
  {
    name: 'PATCH with a device event',
    vendor: 'fingerprint',
    operation: 'events.get',
    provider: 'device',
    occasion: 'request',
    isWaitedFor: false,
    addedEntries: ['flow_opened', 'device.event_named', 'device.inspection_failed'],
    lead: async (person) => person.device,
  },
  {
    name: 'PATCH with a device event, the last step',
    vendor: 'fingerprint',
    operation: 'events.get',
    provider: 'device',
    occasion: 'processing',
    isWaitedFor: false,
    addedEntries: [
      'device.event_named',
      'device.inspection_failed',
      'file.added',
      ...submittedEntry,
      'document.read',
      'face.compared',
    ],
    lead: afterLiveness(({ frontAndDevice }) => frontAndDevice),
  },
  {
    name: 'GET results, the last step (device)',
    vendor: 'fingerprint',
    operation: 'events.get',
    provider: 'device',
    occasion: 'processing',
    isWaitedFor: false,
    addedEntries: ['file.added', 'liveness.result', ...submittedEntry, 'document.read', 'face.compared'],
    lead: async (person, underFault) => {
      await requireSuccess(person.consent());
      await requireSuccess(person.front());
      const sessionId = sessionOf(await requireSuccess(person.openSession()));
      // The vendor would not be asked again if it had known the event when it was named.
      await underFault(person.device);
      return () => person.result(sessionId);
    },
  },
  {
    name: 'POST document-analysis, the last step (device)',
    vendor: 'fingerprint',
    operation: 'events.get',
    provider: 'device',
    occasion: 'processing',
    isWaitedFor: false,
    addedEntries: ['file.added', ...submittedEntry, 'document.read', 'face.compared'],
    lead: async (person, underFault) => {
      await requireSuccess(person.consent());
      await completeLiveness(person);
      await underFault(person.device);
      return person.analyze;
    },
  },
];

/** Every request that calls a vendor. */
export const routes: readonly Route[] = [...rekognition, sts, ...anthropic, ...fingerprint];
