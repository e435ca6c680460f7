import { pipe, TE } from '@portcullis/domain';
import { HealthBody, healthBody } from '../bodies/health-body.ts';
import { endpoint } from '../endpoint.ts';
import { healthExample } from '../examples/service-examples.ts';
import { noBody, nothing } from '../route.ts';

export const readHealth = endpoint({
  method: 'GET',
  path: '/',
  id: 'readHealth',
  tag: 'Service',
  summary: 'Health and status',
  description: 'Says what is configured, by name, and whether the record database answers. No secret, no address.',
  access: 'machine',
  scope: 'health:read',
  params: nothing,
  query: nothing,
  body: noBody,
  replies: [
    { status: 200, description: 'The service can do its work.', body: HealthBody, example: healthExample },
    {
      status: 503,
      description: 'The record database does not answer.',
      body: HealthBody,
      example: {
        ...healthExample,
        status: 'down',
        checks: { ...healthExample.checks, database: { status: 'down', latency_ms: null } },
      },
    },
  ],
  errors: [],
  run: ({ services, config }) =>
    pipe(
      services.checkHealth(),
      TE.map((health) => ({ status: health.status === 'down' ? 503 : 200, body: healthBody(health, config) })),
    ),
});
