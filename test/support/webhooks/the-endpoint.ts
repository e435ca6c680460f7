import { notFound, TE } from '@portcullis/domain';
import type { WebhookEndpoint, WebhookResult } from '@portcullis/events/ports';
import type { Services } from '@portcullis/http';

const at = '2026-05-04T09:30:00.000Z';

export const endpointId = 'endpoint0000001';

/** A secret that signs nothing. */
export const theSecret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

export const theEndpoint: WebhookEndpoint = {
  id: endpointId,
  tenant: { partnerId: 'acme', teamId: null },
  url: 'https://acme.example/hooks',
  description: null,
  types: null,
  status: 'enabled',
  disabledReason: null,
  verifiedAt: at,
  secrets: [{ secret: theSecret, endsAt: null }],
  createdAt: at,
  updatedAt: at,
  version: 1,
};

export const theAnswer: WebhookResult = {
  _tag: 'Answered',
  status: 204,
  retryAfterSeconds: null,
  ms: 12.4,
  address: '203.0.113.7',
};

const own = <A>(id: string, value: A) => (id === endpointId ? TE.right(value) : TE.left(notFound));

type EndpointServices =
  | 'createEndpoint'
  | 'listEndpoints'
  | 'getEndpoint'
  | 'updateEndpoint'
  | 'deleteEndpoint'
  | 'pingEndpoint'
  | 'rotateSecret'
  | 'replayDeliveries'
  | 'readTries'
  | 'readDeadLetters';

/** The use cases of endpoints, with one endpoint. */
export const endpointServices: Pick<Services, EndpointServices> = {
  createEndpoint: () => TE.right({ endpoint: theEndpoint, result: theAnswer }),
  listEndpoints: () => TE.right({ endpoints: [theEndpoint], damaged: [] }),
  getEndpoint: ({ id }) => own(id, theEndpoint),
  updateEndpoint: ({ id }) => own(id, theEndpoint),
  deleteEndpoint: ({ id }) => own(id, undefined),
  pingEndpoint: ({ id }) => own(id, { endpoint: theEndpoint, result: theAnswer }),
  rotateSecret: ({ id }) => own(id, theEndpoint),
  replayDeliveries: ({ id }) => own(id, 3),
  readTries: ({ id }) => own(id, { tries: [], damaged: [], next: null }),
  readDeadLetters: ({ id }) => own(id, []),
};
