import { TE } from '@portcullis/domain';
import { expect } from 'chai';
import { openDeskWith } from '../support/http/desk-server.ts';

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
