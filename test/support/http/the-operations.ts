import { TE } from '@portcullis/domain';
import type { Services } from '@portcullis/http';

/** A service without any readable part, which answers all the same. */
export const operationsServices: Pick<Services, 'readOperations'> = {
  readOperations: () =>
    TE.right({
      at: '2026-05-04T09:30:00.000Z',
      readiness: null,
      queue: null,
      processing: null,
      funnel: null,
      webhooks: null,
      missing: ['readiness', 'queue', 'processing', 'funnel', 'webhooks'],
    }),
};
