import { aTry } from '@portcullis/contracts/builders';
import { TE } from '@portcullis/domain';
import type { Row } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { openDeskWith } from '../support/http/desk-server.ts';
import { type MemoryServer, machineToken, openMemoryServer } from '../support/http/memory-server.ts';
import { openServer } from '../support/http/server.ts';
import { ada, stubServices, theEntry } from '../support/http/stub-services.ts';

const createdAt = '2026-05-01T10:00:00.000Z';
const updatedAt = null;

describe('what staff look after and does not open', () => {
  it('is a draft with its id and state, in the list and once it is discarded', async () => {
    const draft = { isDamaged: true, id: 'draft0000000001', partnerId: 'acme', createdAt, updatedAt } as const;
    const { send, server } = await openDeskWith(
      () => ({
        listDrafts: () => TE.right([{ ...draft, status: 'approved' as const }]),
        discardDraft: () => TE.right({ draft: { ...draft, status: 'discarded' as const } }),
      }),
      'admin',
    );
    const listed = await send('GET', '/api/policy-drafts');
    const discarded = await send('POST', `/api/policy-drafts/${draft.id}/discard`);
    await server.close();
    const body = { id: draft.id, object: 'policy_draft', is_damaged: true, created_at: createdAt, updated_at: null };
    expect([listed.status, listed.json]).to.deep.equal([
      200,
      { object: 'list', data: [{ ...body, status: 'draft' }], next_cursor: null },
    ]);
    expect([discarded.status, discarded.json]).to.deep.equal([200, { ...body, status: 'discarded' }]);
  });

  it('is a policy with what its columns say, marked, beside the others', async () => {
    const added = { ref: { id: 'strict', version: '1' }, partnerId: null, digest: '1'.repeat(64) };
    const { send, server } = await openDeskWith(
      () => ({ listPolicies: () => TE.right([added, { ...added, isDamaged: true as const }]) }),
      'admin',
    );
    const { json, status } = await send('GET', '/api/policies');
    await server.close();
    const shown = { object: 'policy', ...added.ref, digest: added.digest, is_own: false };
    expect([status, json]).to.deep.equal([
      200,
      { object: 'list', data: [shown, { ...shown, is_damaged: true }], next_cursor: null },
    ]);
  });

  it('is a client with its id and team, and the status `damaged`', async () => {
    const tenant = { partnerId: 'acme', teamId: 'north' };
    const damaged = { isDamaged: true, id: 'client000000001', tenant, createdAt, updatedAt } as const;
    const { send, server } = await openDeskWith(
      () => ({ listClients: () => TE.right({ configured: [], stored: [damaged] }) }),
      'admin',
    );
    const { json, status } = await send('GET', '/api/clients');
    await server.close();
    const known = {
      id: damaged.id,
      object: 'client',
      name: null,
      team_id: 'north',
      scopes: [],
      status: 'damaged',
    };
    const rest = {
      managed_by: 'console',
      awaits_second_person: false,
      old_secret_ends_at: null,
      created_at: createdAt,
      updated_at: null,
    };
    expect([status, json]).to.deep.equal([200, { object: 'list', data: [{ ...known, ...rest }], next_cursor: null }]);
  });
});

describe('an entry of a history that does not open', () => {
  it('is counted beside the others, and its number is told to staff', async () => {
    const readHistory = () => TE.right({ entries: [theEntry], damaged: [3, 7], next: null });
    const { send, server } = await openDeskWith(() => ({ readHistory }), 'reviewer');
    const ofPartners = await openServer({ services: stubServices({ readHistory }) });
    for (const kind of ['status', 'verification']) {
      const path = `/api/${kind}_history/${ada}`;
      const toStaff = await send('GET', path);
      const toPartner = await ofPartners.send({ path, headers: { authorization: 'Bearer machine' } });
      const list = { object: 'list', next_after_seq: null, damaged: 2 };
      expect([toStaff.status, toStaff.json]).to.deep.equal([200, { ...list, data: [theEntry], damaged_seqs: [3, 7] }]);
      expect([toPartner.status, toPartner.json]).to.deep.equal([200, { ...list, data: [theEntry] }]);
    }
    await Promise.all([server.close(), ofPartners.close()]);
  });
});

describe('a row of the log of tries that was changed', () => {
  it('is counted beside the other tries', async () => {
    const readTries = () => TE.right({ tries: [aTry], damaged: ['try000000000001'], next: null });
    const { send, close } = await openServer({ services: stubServices({ readTries }) });
    const path = '/api/webhook-endpoints/endpoint0000001/deliveries';
    const { json, status } = await send({ path, headers: { authorization: 'Bearer machine' } });
    await close();
    expect([status, Object(json).damaged, Object(json).data.length]).to.deep.equal([200, 1, 1]);
  });
});

describe('a profile whose row does not open', () => {
  const damages: readonly (readonly [what: string, columns: Row, detail: string])[] = [
    ['columns that contradict it', { version: 99 }, 'It was changed in the record database, or contradicts itself.'],
    [
      'damaged data',
      { data: { bound: 'A'.repeat(80) } },
      'It was changed in the record database, or contradicts itself.',
    ],
  ];
  const restore = 'Whoever runs this service has to restore it; nothing was done.';

  const expectDamaged = async (change: (api: MemoryServer) => void, detail: string) => {
    const api = await openMemoryServer();
    change(api);
    const path = `/api/profiles/${api.id}`;
    const partner = { token: machineToken('profiles:read', 'profiles:write') };
    const calls = [
      () => api.send('GET', path),
      () => api.send('GET', path, partner),
      () => api.send('PATCH', path, { ...partner, json: { metadata: { a: 'b' } } }),
      () => api.send('POST', '/api/profiles/create', { ...partner, json: { reference: 'customer-1' } }),
    ];
    for (const send of calls) {
      const { headers, json, status } = await send();
      expect(status).to.equal(500);
      expect(json).to.deep.include({ code: 'record_damaged', retryable: false, detail });
      expect(headers).to.not.have.property('retry-after');
    }
    await api.server.close();
  };

  for (const [what, columns, detail] of damages)
    it(`is told as damaged to its person and its partner, who need not try again: ${what}`, () =>
      expectDamaged(({ id, service }) => {
        const rows = service.records.tables.rows.get('profiles');
        rows?.set(id, { ...rows.get(id), id, ...columns });
      }, `${detail} ${restore}`));

  it('is told as sealed under a key that is missing, where that is so', () =>
    expectDamaged(({ service }) => {
      const keys = service.records.tables.rows.get('data_keys');
      for (const [id, row] of keys ?? []) keys?.set(id, { ...row, key_id: 'lost' });
    }, 'It is sealed under a key that this service does not have. Whoever runs this service has to give it the key again; nothing was done.'));
});
