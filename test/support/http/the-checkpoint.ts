import { TE } from '@portcullis/domain';
import type { Checkpoint } from '@portcullis/domain/ledger';
import type { Services } from '@portcullis/http';

/** A head of the log that nobody has signed. */
export const theCheckpoint: Checkpoint = {
  logId: 'log000000000001',
  size: 5,
  root: '4e'.repeat(32),
  time: '2026-05-04T09:30:00.000Z',
  signature: null,
  timestamp: null,
};

export const checkpointServices: Pick<Services, 'readCheckpoint' | 'proveConsistency'> = {
  readCheckpoint: () => TE.right(theCheckpoint),
  proveConsistency: (from) => TE.right({ from, checkpoint: theCheckpoint, proof: ['5f'.repeat(32)] }),
};
