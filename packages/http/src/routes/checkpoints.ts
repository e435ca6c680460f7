import { pipe, TE } from '@portcullis/domain';
import { closedObject } from '@portcullis/domain/kernel';
import { checkpointExample, consistencyExample } from '../descriptions/examples/checkpoint-examples.ts';
import { integerText } from '../request/codecs.ts';
import { CheckpointBody, ConsistencyBody, checkpointBody, consistencyBody } from '../responses/checkpoint-body.ts';
import { endpoint } from './endpoint.ts';
import { emptyObject, noBody } from './route.ts';

export const readCheckpoint = endpoint({
  method: 'GET',
  path: '/api/ledger/checkpoint',
  id: 'readCheckpoint',
  tag: 'Ledger',
  summary: 'The newest head of the log of all ledger entries',
  description:
    'The number of entries of all profiles, and the root of the Merkle tree over their hashes (RFC 9162). A head is made once a minute while entries are added. `signature` is by Ed25519 over `signed_text`, and null where the service has no LEDGER_SIGNING_KEY. Keep heads where nobody who can write to the database can: with them a ledger that was changed, rolled back or cut off is found. There is none before the first entry.',
  access: 'machine',
  scope: 'ledger:read',
  showsRecords: false,
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  responses: [{ status: 200, description: 'The newest head.', body: CheckpointBody, example: checkpointExample }],
  errors: ['not_found', 'database_unavailable'],
  run: ({ services }) =>
    pipe(
      services.readCheckpoint(),
      TE.map((head) => ({ status: 200, body: checkpointBody(head) })),
    ),
});

const maxSize = 9_999_999_999;

const ConsistencyQuery = closedObject({ from: integerText(0, maxSize) }, {}, 'consistency query');

export const proveConsistency = endpoint({
  method: 'GET',
  path: '/api/ledger/checkpoint/consistency',
  id: 'proveConsistency',
  tag: 'Ledger',
  summary: 'A proof that the log has only grown since an earlier head',
  description:
    'Shows that the newest head, which stands in `checkpoint`, has the first `from` entries of an earlier one unchanged (RFC 9162 section 2.1.4): verify `proof` with the root of the head that you have kept. A `from` above the newest size is refused with `validation_failed`: no log shrinks, so a head of that size that you have kept shows that entries were removed.',
  access: 'machine',
  scope: 'ledger:read',
  showsRecords: false,
  params: emptyObject,
  query: ConsistencyQuery,
  body: noBody,
  responses: [{ status: 200, description: 'The proof.', body: ConsistencyBody, example: consistencyExample }],
  errors: ['not_found', 'validation_failed', 'database_unavailable'],
  run: ({ services }, { query }) =>
    pipe(
      services.proveConsistency(query.from),
      TE.map((proof) => ({ status: 200, body: consistencyBody(proof) })),
    ),
});
