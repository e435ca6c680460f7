import type { Health } from '@portcullis/backoffice';
import { pipe, TE } from '@portcullis/domain';
import type { t } from '@portcullis/domain/kernel';
import { healthExample } from '../descriptions/examples/service-examples.ts';
import { HealthBody, healthBody } from '../responses/health-body.ts';
import type { HttpResponse } from '../responses/http-response.ts';
import { endpoint } from './endpoint.ts';

/** The number of seconds that an outage of the record database makes a client wait on every other route. */
const retryAfterSeconds = '5';

const healthResponse = ({ status }: Health, body: t.TypeOf<typeof HealthBody>): HttpResponse =>
  status === 'down' ? { status: 503, headers: { 'Retry-After': retryAfterSeconds }, body } : { status: 200, body };

export const readHealth = endpoint({
  method: 'GET',
  path: '/',
  id: 'readHealth',
  tag: 'Service',
  summary: 'Health and status',
  description: 'Says what is configured, by name, and whether the record database answers. No secret, no address.',
  access: 'machine',
  scope: 'health:read',
  showsRecords: false,
  responses: [
    { status: 200, description: 'The service can do its work.', body: HealthBody },
    {
      status: 503,
      description: 'The record database does not answer.',
      body: HealthBody,
      example: {
        ...healthExample,
        status: 'down',
        checks: { ...healthExample.checks, database: { status: 'down', latency_ms: null } },
      },
      headers: ['Retry-After'],
    },
  ],
  errors: [],
  run: ({ services, config }) =>
    pipe(
      services.checkHealth(),
      TE.map((health) => healthResponse(health, healthBody(health, config))),
    ),
});
