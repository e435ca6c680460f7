import { pipe, TE } from '@portcullis/domain';
import { CheckpointBody, checkpointBody } from '../responses/checkpoint-body.ts';
import { endpoint } from './endpoint.ts';

export const readCheckpoint = endpoint({
  method: 'GET',
  path: '/api/ledger/checkpoint',
  id: 'readCheckpoint',
  tag: 'Ledger',
  summary: 'The newest head of the log of all ledger entries',
  description:
    'The number of entries of all profiles, and the hash that covers all of them in their order. A head is made once a minute while entries are added. `signature` is by Ed25519 over `signed_text`, and null where the service has no LEDGER_SIGNING_KEY. Keep heads where nobody who can write to the database can: with them a ledger that was changed, rolled back or cut off is found. There is none before the first entry.',
  access: 'machine',
  scope: 'ledger:read',
  showsRecords: false,
  responses: [{ status: 200, description: 'The newest head.', body: CheckpointBody }],
  errors: ['not_found', 'database_unavailable'],
  run: ({ services }) =>
    pipe(
      services.readCheckpoint(),
      TE.map((head) => ({ status: 200, body: checkpointBody(head) })),
    ),
});
