import { TE } from '@portcullis/domain';
import type { Services } from '@portcullis/http';

/** A service with answers from every part. */
export const healthServices: Pick<Services, 'checkHealth'> = {
  checkHealth: () =>
    TE.right({
      status: 'ok',
      checks: {
        database: { status: 'ok', latency_ms: 2 },
        liveness: { status: 'configured', name: 'simulated' },
        document_ai: { status: 'configured', name: 'local' },
        fingerprint: { status: 'configured', name: 'simulated' },
        cloud_credentials: { status: 'configured', name: 'simulated' },
      },
    }),
};
