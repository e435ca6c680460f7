import { oneOf, t } from '@portcullis/domain/kernel';
import type { Health } from '@portcullis/domain/use-cases';
import type { HttpConfig } from '../request/config.ts';
import { nullable, Timestamp } from './shared-codecs.ts';

const Configured = t.type({ status: oneOf(['configured', 'not_configured']), name: nullable(t.string) });

export const HealthBody = t.type(
  {
    status: oneOf(['ok', 'degraded', 'down']),
    service: t.string,
    version: t.string,
    started_at: Timestamp,
    checks: t.type({
      database: t.type({ status: oneOf(['ok', 'down']), latency_ms: nullable(t.number) }),
      liveness: Configured,
      document_ai: Configured,
      fingerprint: Configured,
      cloud_credentials: Configured,
    }),
  },
  'Health',
);

export const healthBody = (health: Health, config: HttpConfig): t.TypeOf<typeof HealthBody> => ({
  status: health.status,
  service: config.service,
  version: config.version,
  started_at: config.startedAt,
  checks: {
    database: health.checks.database,
    liveness: health.checks.liveness,
    document_ai: health.checks.document_ai,
    fingerprint: health.checks.fingerprint,
    cloud_credentials: health.checks.cloud_credentials,
  },
});
