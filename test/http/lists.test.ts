import type { StaffRole } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { havingShown } from '../support/builders/shown.ts';
import { openListDesk } from '../support/http/list-desk.ts';
import type { TestServer } from '../support/http/server.ts';
import { staffMember } from '../support/http/the-staff.ts';
import { mustSucceed } from '../support/run.ts';

const path = '/api/lists';

/** Somebody with these roles at a desk at which one profile has shown a passport. */
const openDesk = async (roles: readonly StaffRole[], teamId: string | null = null) => {
  const { desk, looks, send, server } = await openListDesk(roles, teamId);
  const shown = havingShown({ number: 'L898902C3' });
  await desk.add(5, { id: shown.id, evidence: shown.evidence });
  const ask = (method: string, to = '', json?: unknown) => send(method, `${path}${to}`, json);
  return { desk, id: shown.id, looks, send: ask, server };
};

const codeOf = ({ json, status }: Awaited<ReturnType<TestServer['send']>>) => [status, Object(json).code];

describe('the lists of a partner at the console', () => {
  let open: Awaited<ReturnType<typeof openDesk>>;
  const begin = async (roles: readonly StaffRole[] = ['senior'], teamId: string | null = null) => {
    open = await openDesk(roles, teamId);
    return open;
  };
  afterEach(() => open.server.close());

  const block = { list: 'blocked', kind: 'document', note: 'Reported as stolen.\nBy the police.' } as const;
  const printed = { document_number: 'L898902C3', issuing_country: 'UTO' };

  it('get what a profile has shown, list it with whole bodies, and forget it', async () => {
    const { id, looks, send } = await begin();
    const added = await send('POST', '', { ...block, profile_id: id });
    const { id: entryId } = Object(added.json).data[0];
    const entry = {
      object: 'list_entry',
      id: entryId,
      list: 'blocked',
      kind: 'document',
      profile_id: id,
      note: block.note,
      added_by: { type: 'reviewer', id: staffMember(['senior']).staffId },
      added_at: '2026-05-04T09:30:00.000Z',
      is_own: true,
      redacted: false,
    };
    const list = { object: 'list', data: [entry], next_cursor: null };
    expect([added.status, added.json]).to.deep.equal([201, list]);
    const again = await send('POST', '', { ...block, note: 'Again.', profile_id: id });
    expect([again.status, again.json]).to.deep.equal([200, list]);
    expect((await send('GET')).json).to.deep.equal({ ...list, damaged: 0 });
    expect((await send('GET', '?list=allowed')).json).to.deep.equal({ ...list, data: [], damaged: 0 });
    expect((await send('GET', '?kind=device&limit=1')).json).to.deep.equal({ ...list, data: [], damaged: 0 });
    expect(looks.map(({ operation, profileId, profileIds }) => [operation, profileId, profileIds])).to.deep.equal([
      ['addToList', id, null],
      ['addToList', id, null],
      ['readLists', null, [id]],
    ]);
    const removed = await send('DELETE', `/${entryId}`);
    const gone = { id: entryId, object: 'list_entry', deleted: true };
    expect([removed.status, removed.json]).to.deep.equal([200, gone]);
    expect(codeOf(await send('DELETE', `/${entryId}`))).to.deep.equal([404, 'not_found']);
  });

  it('take a document by its number from whoever may read of persons, and are a look where no profile is named', async () => {
    const { desk, looks, send } = await begin();
    const added = await send('POST', '', { ...block, ...printed });
    expect([added.status, Object(added.json).data[0].profile_id]).to.deep.equal([201, null]);
    await send('GET');
    expect(looks.map(({ operation }) => operation)).to.deep.equal(['addToList', 'readLists']);
    expect(await desk.stores.listStore.page('acme', null, null, 10)()).to.have.nested.property('right.length', 1);
  });

  it('show no digest, nor anything that a request names', async () => {
    const { desk, send } = await begin();
    await send('POST', '', { ...block, ...printed });
    const { text } = await send('GET');
    const page = await desk.stores.listStore.page('acme', null, null, 10)();
    const digest = page._tag === 'Right' ? (page.right[0]?.entry?.digest ?? '') : '';
    expect(digest).to.match(/^[0-9a-f]{64}$/);
    expect(text)
      .to.not.include(digest)
      .and.not.include('L898902C3')
      .and.not.match(/digest|label/);
  });

  it('are looked after by an admin, who is shown no note and names no document', async () => {
    const { id, send } = await begin(['admin']);
    const { json } = await send('POST', '', { ...block, profile_id: id });
    expect(Object(json).data[0]).to.include({ note: null, redacted: true, profile_id: id });
    expect(codeOf(await send('POST', '', { ...block, ...printed }))).to.deep.equal([403, 'insufficient_permission']);
  });

  it('are nothing for a reviewer and an auditor', async () => {
    for (const role of ['reviewer', 'auditor'] as const) {
      const { id, send, server } = await begin([role]);
      const refused = [403, 'insufficient_permission'];
      expect(codeOf(await send('GET'))).to.deep.equal(refused);
      expect(codeOf(await send('POST', '', { ...block, profile_id: id }))).to.deep.equal(refused);
      expect(codeOf(await send('DELETE', '/listed000000001'))).to.deep.equal(refused);
      if (role === 'reviewer') await server.close();
    }
  });

  it('say what was wrong with what is put on them', async () => {
    const { id, send } = await begin();
    for (const body of [
      { ...block },
      { ...block, document_number: 'L898902C3' },
      { ...block, profile_id: id, ...printed },
      { ...block, kind: 'person', ...printed },
      { ...block, profile_id: id, note: '' },
      { ...block, profile_id: id, list: 'denied' },
      { list: 'blocked', kind: 'document', profile_id: id },
      { ...block, profile_id: id, digest: '0'.repeat(64) },
    ])
      expect(codeOf(await send('POST', '', body)), JSON.stringify(body)).to.deep.equal([400, 'invalid_request']);
    const unshown = await send('POST', '', { ...block, kind: 'device', profile_id: id });
    expect(codeOf(unshown)).to.deep.equal([422, 'validation_failed']);
    const nowhere = await send('POST', '', { ...block, ...printed, issuing_country: 'Nowhere' });
    expect(codeOf(nowhere)).to.deep.equal([422, 'validation_failed']);
    for (const query of ['?list=denied', '?kind=face', '?limit=101', '?cursor=w.0.abcdefghijklmno'])
      expect(codeOf(await send('GET', query)), query).to.deep.equal([400, 'invalid_request']);
  });

  it('take no number with a character that no number of a document has, and no other document for it', async () => {
    const { desk, send } = await begin();
    for (const number of ['L898902C3Ж', 'L898902C3١', 'АВС123', 'Lß98902', '№55', ' -/.<']) {
      const { json, status } = await send('POST', '', { ...block, ...printed, document_number: number });
      const { code, errors } = Object(json);
      expect([status, code, errors?.[0]?.pointer], number).to.deep.equal([
        422,
        'validation_failed',
        '/document_number',
      ]);
    }
    expect(await mustSucceed(desk.stores.listStore.page('acme', null, null, 10))).to.deep.equal([]);
    const statuses = [];
    for (const number of ['L898902C3', 'l898 902-c/3', '<L8.98902C3<'])
      statuses.push((await send('POST', '', { ...block, ...printed, document_number: number })).status);
    expect(statuses).to.deep.equal([201, 200, 200]);
  });

  it('answer for a profile of another team as for one that does not exist, with the same bytes', async () => {
    const { id, looks, send } = await begin(['senior'], 'north');
    const bytesOf = async (profileId: string) => {
      const { status, text } = await send('POST', '', { ...block, profile_id: profileId });
      return [status, text.replace(/"request_id":"[^"]*"/, '')];
    };
    const missing = await bytesOf('nobody000000001');
    expect(missing[0]).to.equal(404);
    expect(await bytesOf(id)).to.deep.equal(missing);
    expect(looks).to.deep.equal([]);
  });
});
