import { notFound, TE } from '@portcullis/domain';
import { invalidTransition } from '@portcullis/domain/kernel';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { aSnapshot } from '../support/builders/profiles.ts';
import { openServer, type TestRequest, type TestServer } from '../support/http/server.ts';
import { ada, stubServices, theEntry, theProfile, theView } from '../support/http/stub-services.ts';
import { storesInMemory } from '../support/records/memory-records.ts';
import { idempotencyInMemory } from '../support/services/idempotency-in-memory.ts';

const json = { authorization: 'Bearer machine', 'content-type': 'application/json' };
const event = (key = 'k-1'): TestRequest => ({
  method: 'POST',
  path: `/api/status_history/${ada}`,
  headers: { ...json, 'idempotency-key': key },
  body: '{"event":"canceled","note":"once"}',
});

describe('a request with an idempotency key whose profile is erased meanwhile', () => {
  let server: TestServer | null = null;
  const count = { runs: 0 };
  const opened = async (services: Partial<Services>): Promise<TestServer> => {
    count.runs = 0;
    const postStatusEvent: Services['postStatusEvent'] = () => {
      count.runs += 1;
      return TE.right({ entry: theEntry, profileStatus: 'declined', profile: theProfile });
    };
    server = await openServer({ services: stubServices({ postStatusEvent, ...services }) });
    return server;
  };
  afterEach(() => server?.close());

  const redaction = {
    requestedAt: '2026-05-01T10:00:00.000Z',
    by: { type: 'machine', id: 'acme-server' },
    because: 'requested',
    completedAt: null,
  } as const;
  const creation: TestRequest = {
    method: 'POST',
    path: '/api/profiles/create',
    headers: { ...json, 'idempotency-key': 'k-1' },
    body: '{"reference":"customer-1"}',
  };
  for (const [what, request, why, refusal] of [
    ['a profile that it created', creation, 'not_found', null],
    ['a profile that takes nothing more', event(), 'invalid_transition', invalidTransition('x', 'canceled', [])],
  ] as const) {
    it(`gets no stored response once an erasure was requested of ${what}`, async () => {
      let asked = false;
      const authorizeProfile: Services['authorizeProfile'] = ({ intent }) => {
        if (!asked) return TE.right(aSnapshot(theView.profile));
        return refusal && intent !== 'read' ? TE.left(refusal) : TE.right(aSnapshot({ ...theView.profile, redaction }));
      };
      const there = await opened({ authorizeProfile });
      expect((await there.send(request)).status).to.equal(201);
      expect((await there.send(request)).headers['idempotent-replayed']).to.equal('true');
      asked = true;
      const refused = await there.send(request);
      expect(refused.json).to.include({ code: why });
      expect(refused.headers).not.to.have.property('idempotent-replayed');
    });
  }

  it('gets no stored response of a profile that its caller can no longer access', async () => {
    let hidden = false;
    const authorizeProfile: Services['authorizeProfile'] = () =>
      hidden ? TE.left(notFound) : TE.right(aSnapshot(theView.profile));
    const there = await opened({ authorizeProfile });
    await there.send(creation);
    hidden = true;
    expect((await there.send(creation)).json).to.include({ code: 'not_found' });
  });

  it('executes nothing again when its response was erased', async () => {
    const store = storesInMemory().idempotencyKeys;
    const claim: typeof store.claim = () => TE.right({ state: 'erased' });
    const there = await opened({ withIdempotencyKey: idempotencyInMemory({ ...store, claim }) });
    expect((await there.send(event())).json).to.include({ code: 'not_found' });
    expect(count.runs).to.equal(0);
  });

  it('leaves no digest that could be matched against a guessed request', async () => {
    const store = storesInMemory().idempotencyKeys;
    const seen: string[] = [];
    const claim: typeof store.claim = (given) => {
      seen.push(given.request);
      return store.claim(given);
    };
    const there = await opened({ withIdempotencyKey: idempotencyInMemory({ ...store, claim }) });
    for (const key of ['k-1', 'k-1', 'k-2']) await there.send(event(key));
    expect(seen[0]).to.equal(seen[1]).and.not.equal(seen[2]);
  });
});
