import type { Health } from '@portcullis/backoffice';
import { oneOf, t } from '@portcullis/domain/kernel';
import type { HttpConfig } from '../request/config.ts';
import { Count, nullable, Timestamp } from './shared-codecs.ts';

const Configured = t.type({ status: oneOf(['configured', 'not_configured']), name: nullable(t.string) });

export const HealthBody = t.type(
  {
    status: oneOf(['ok', 'degraded', 'down']),
    service: t.string,
    version: t.string,
    started_at: Timestamp,
    checks: t.type({
      database: t.type({ status: oneOf(['ok', 'down']), latency_ms: nullable(Count) }),
      liveness: Configured,
      document_ai: Configured,
      fingerprint: Configured,
      cloud_credentials: Configured,
    }),
  },
  'Health',
);

const databaseBody = ({ latency_ms, status }: Health['checks']['database']) => ({
  status,
  latency_ms: latency_ms === null ? null : Math.round(latency_ms),
});

export const healthBody = (health: Health, config: HttpConfig): t.TypeOf<typeof HealthBody> => ({
  status: health.status,
  service: config.service,
  version: config.version,
  started_at: config.startedAt,
  checks: {
    database: databaseBody(health.checks.database),
    liveness: health.checks.liveness,
    document_ai: health.checks.document_ai,
    fingerprint: health.checks.fingerprint,
    cloud_credentials: health.checks.cloud_credentials,
  },
});
