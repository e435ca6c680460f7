import { E, TE } from '@portcullis/domain';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { routesFor } from '#http/server';
import { aSnapshot } from '../support/builders/profiles.ts';
import { examplePath } from '../support/http/example-path.ts';
import { httpConfig, openServer } from '../support/http/server.ts';
import { stubServices, theView } from '../support/http/stub-services.ts';

const guarded = routesFor(httpConfig).filter(({ described, access }) => described && access !== 'public');
const loaded = aSnapshot(theView.profile);

type Call = { readonly service: string; readonly snapshot: unknown };

/** Services that answer as the stubs do, and note the snapshot of every call but that which answers it. */
const watchedServices = (calls: Call[], replaced: Partial<Services>): Services =>
  new Proxy(stubServices({ authorizeProfile: () => TE.right(loaded), ...replaced }), {
    get: (services, name) => {
      const service: unknown = Reflect.get(services, name);
      if (typeof service !== 'function' || name === 'authorizeProfile') return service;
      return (...input: readonly unknown[]) => {
        if (Object.hasOwn(Object(input[0]), 'snapshot'))
          calls.push({ service: String(name), snapshot: Object(input[0]).snapshot });
        return service(...input);
      };
    },
  });

/** Requests every route, and answers the status of each and the snapshots that its services were called with. */
const requestAll = async (replaced: Partial<Services> = {}, headers: Readonly<Record<string, string>> = {}) => {
  const calls: Call[] = [];
  const statuses: number[] = [];
  const server = await openServer({ services: watchedServices(calls, replaced) });
  try {
    for (const { method, path, access, body } of guarded) {
      const { profile_id: _, ...example } = Object(body.example);
      const { status } = await server.send({
        method,
        path: examplePath(path),
        headers: {
          authorization: `Bearer ${access === 'machine' || access === 'machine-or-staff' ? 'machine' : 'flow'}`,
          'content-type': body.bytes ? 'application/octet-stream' : 'application/json',
          ...headers,
        },
        ...(method !== 'GET' && { body: JSON.stringify(example) }),
      });
      statuses.push(status);
    }
  } finally {
    await server.close();
  }
  return { calls, statuses };
};

/** The use cases that can begin from a snapshot. */
const takers = [
  'updateProfile',
  'renewFlowToken',
  'createHandoff',
  'openLivenessSession',
  'submitLivenessCapture',
  'analyzeDocument',
  'postStatusEvent',
  'appendVerificationEvent',
];

describe('the profile that was loaded to admit a request', () => {
  it('is handed to every use case that can begin from it', async () => {
    const { calls, statuses } = await requestAll();
    for (const status of statuses) expect(status).to.be.oneOf([200, 201, 202, 204]);
    expect(calls.map(({ service }) => service)).to.have.members(takers);
    for (const { service, snapshot } of calls) expect(snapshot, service).to.equal(loaded);
  });

  it('is loaded anew if an earlier attempt of the request may have written', async () => {
    const withIdempotencyKey: Services['withIdempotencyKey'] = async (_, run) => {
      const { value } = await run({ id: 'operation-1', isRetry: true });
      return E.right({ state: 'ran', value });
    };
    const { calls } = await requestAll({ withIdempotencyKey }, { 'idempotency-key': 'k-1' });
    expect(calls.map(({ service }) => service)).to.have.members(takers);
    // Of a code and of a capture nothing is stored, so that a key means nothing and no request is a retry.
    const retried = calls.filter(({ service }) => !['createHandoff', 'submitLivenessCapture'].includes(service));
    for (const { service, snapshot } of retried) expect(snapshot, service).to.equal(null);
  });
});
