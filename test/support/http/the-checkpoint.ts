import { TE } from '@portcullis/domain';
import type { Checkpoint } from '@portcullis/events/ports';
import type { Services } from '@portcullis/http';

/** A head of the log that nobody has signed. */
export const theCheckpoint: Checkpoint = {
  logId: 'log000000000001',
  size: 5,
  hash: '4e'.repeat(32),
  time: '2026-05-04T09:30:00.000Z',
  signature: null,
};

export const checkpointServices: Pick<Services, 'readCheckpoint'> = {
  readCheckpoint: () => TE.right(theCheckpoint),
};
