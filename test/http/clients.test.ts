import { TE } from '@portcullis/domain';
import { invalid, secondPersonForClient, versionConflict } from '@portcullis/domain/kernel';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { openServer, type TestServer } from '../support/http/server.ts';
import { stubServices } from '../support/http/stub-services.ts';
import { clientId, clientSecret, clientServices, theClient } from '../support/http/the-clients.ts';
import { staffInMemory, staffMember } from '../support/http/the-staff.ts';
import { storesInMemory } from '../support/records/memory-records.ts';
import { idempotencyInMemory } from '../support/services/idempotency-in-memory.ts';

const path = '/api/clients';

const shown = {
  id: clientId,
  object: 'client',
  name: 'Order service',
  team_id: null,
  scopes: ['profiles:read'],
  status: 'enabled',
  managed_by: 'console',
  awaits_second_person: false,
  old_secret_ends_at: null,
  created_at: theClient.createdAt,
  updated_at: theClient.updatedAt,
};

describe('machine clients at the console', () => {
  const staff = staffInMemory();
  let server: TestServer;
  let secret: string;
  const asked: unknown[] = [];
  /** The answers that are kept for repetitions. */
  const kept: string[] = [];
  const keys = storesInMemory().idempotencyKeys;
  let create: ReturnType<Services['createClient']> = TE.right({ client: theClient, secret: clientSecret });

  before(async () => {
    const services = stubServices({
      ...staff.services,
      withIdempotencyKey: idempotencyInMemory({
        ...keys,
        complete: (claim, answer, profileId) => {
          kept.push(answer.body);
          return keys.complete(claim, answer, profileId);
        },
      }),
      createClient: ({ caller: _, ...input }) => {
        asked.push(input);
        return create;
      },
      rotateClientSecret: ({ caller, ...input }) => {
        asked.push(input);
        return clientServices.rotateClientSecret({ caller, ...input });
      },
    });
    server = await openServer({ services });
    secret = await staff.signIn(staffMember(['admin']));
  });
  beforeEach(() => {
    asked.length = 0;
    kept.length = 0;
    create = TE.right({ client: theClient, secret: clientSecret });
  });
  after(() => server.close());

  const send = (method: string, to = '', body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    server.send({
      method,
      path: `${path}${to}`,
      headers: {
        cookie: `__Host-portcullis-staff=${secret}`,
        origin: 'https://id.example',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it('are listed, those of the configuration first, without anything of their secrets', async () => {
    const { json, status, text } = await send('GET');
    expect(status).to.equal(200);
    const ofConfiguration = { ...shown, id: 'acme-backend', name: null, managed_by: 'configuration' };
    expect(json).to.deep.equal({
      object: 'list',
      data: [{ ...ofConfiguration, created_at: null, updated_at: null }, shown],
      next_cursor: null,
    });
    expect(text).to.not.include('sha256').and.not.include(theClient.secrets[0]?.sha256);
  });

  it('are created with a secret that is shown once, as often as is asked without a key', async () => {
    const body = { name: 'Order service', scopes: ['profiles:read'] };
    for (let n = 0; n < 2; n += 1) {
      const { json, status } = await send('POST', '', body);
      expect([status, json]).to.deep.equal([201, { client: shown, client_secret: clientSecret }]);
    }
    await send('POST', '', { ...body, team_id: null });
    const input = { name: 'Order service', scopes: ['profiles:read'], operation: null };
    expect(asked).to.deep.equal([
      { ...input, teamId: undefined },
      { ...input, teamId: undefined },
      { ...input, teamId: null },
    ]);
  });

  for (const [name, to, body, change, created] of [
    ['created', '', { name: 'Order service', scopes: ['profiles:read'] }, { name: 'x' }, 201],
    ['given a new secret', `/${clientId}/rotate-secret`, { overlap_seconds: 60 }, { overlap_seconds: 61 }, 200],
  ] as const)
    it(`are ${name} once under one key, and the secret is in the first answer alone`, async () => {
      const key = { 'idempotency-key': `the key of ${name}` };
      const first = await send('POST', to, body, key);
      expect([first.status, first.json]).to.deep.equal([created, { client: shown, client_secret: clientSecret }]);
      const again = await send('POST', to, body, key);
      expect([again.status, again.json]).to.deep.equal([created, { client: shown, client_secret: null }]);
      expect(again.headers).to.include({ 'idempotent-replayed': 'true' });
      expect(asked).to.have.length(1);
      expect(kept.join()).to.include(clientId).and.not.include(clientSecret.slice(4));
      const other = await send('POST', to, { ...body, ...change }, key);
      expect(other.json).to.include({ code: 'idempotency_mismatch', status: 422 });
      expect(asked).to.have.length(1);
    });

  it('are refused with a scope that no partner has, without a scope and without a name', async () => {
    for (const body of [
      { name: 'x', scopes: ['ledger:read'] },
      { name: 'x', scopes: [] },
      { name: 'x', scopes: ['profiles:read', 'profiles:read'] },
      { scopes: ['profiles:read'] },
      { name: ' ', scopes: ['profiles:read'] },
    ])
      expect((await send('POST', '', body)).json, JSON.stringify(body)).to.include({ code: 'invalid_request' });
    expect(asked).to.deep.equal([]);
  });

  it('say what was wrong where the use case refuses', async () => {
    const body = { name: 'x', scopes: ['profiles:read'], team_id: 'south' };
    create = TE.left(invalid([{ pointer: '/team_id', message: 'expected your own team' }]));
    expect((await send('POST', '', body)).json).to.include({ code: 'validation_failed', status: 422 });
    create = TE.left(versionConflict);
    expect((await send('POST', '', body)).json).to.include({ code: 'version_conflict', status: 409 });
  });

  it('get a new secret, with the old one for a day or for as long as is asked', async () => {
    for (const [body, overlapSeconds] of [
      [undefined, 86_400],
      [{}, 86_400],
      [{ overlap_seconds: 0 }, 0],
      [{ overlap_seconds: 604_800 }, 604_800],
    ] as const) {
      const { json, status } = await send('POST', `/${clientId}/rotate-secret`, body);
      expect([status, json]).to.deep.equal([200, { client: shown, client_secret: clientSecret }]);
      expect(asked.at(-1)).to.deep.equal({ id: clientId, overlapSeconds, operation: null });
    }
    const tooLong = { overlap_seconds: 604_801 };
    expect((await send('POST', `/${clientId}/rotate-secret`, tooLong)).status).to.equal(400);
  });

  it('are enabled by somebody else than their maker, as the answer says without a word on drafts', async () => {
    const setClientDisabled = () => TE.left(secondPersonForClient);
    const refusing = await openServer({ services: stubServices({ ...staff.services, setClientDisabled }) });
    const { json } = await refusing.send({
      method: 'POST',
      path: `${path}/${clientId}/enable`,
      headers: { cookie: `__Host-portcullis-staff=${secret}`, origin: 'https://id.example' },
    });
    await refusing.close();
    expect(json).to.include({
      status: 409,
      code: 'second_person_required',
      title: 'Somebody else has to put this into effect',
    });
    expect(JSON.stringify(json)).to.not.include('draft');
  });

  it('are disabled and enabled', async () => {
    const disabled = await send('POST', `/${clientId}/disable`);
    expect([disabled.status, disabled.json]).to.deep.equal([200, { ...shown, status: 'disabled' }]);
    const enabled = await send('POST', `/${clientId}/enable`);
    expect([enabled.status, enabled.json]).to.deep.equal([200, shown]);
  });

  for (const action of ['rotate-secret', 'disable', 'enable'])
    it(`are not found under another id or the id of a configured one: ${action}`, async () => {
      for (const id of ['client000000009', 'acme-backend', '%00'])
        expect((await send('POST', `/${id}/${action}`)).status).to.equal(404);
    });
});
