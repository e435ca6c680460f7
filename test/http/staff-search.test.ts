import type { StaffRole } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { searchByName } from '#backoffice/reviews/search-by-name';
import { codeOf, openDesk, openDeskWith } from '../support/http/desk-server.ts';
import { ada } from '../support/http/stub-services.ts';

describe('a search of the console', () => {
  let open: Awaited<ReturnType<typeof openDesk>>;
  const begin = async (...roles: readonly StaffRole[]) => {
    open = await openDesk(...roles);
    return open;
  };
  afterEach(() => open.server.close());

  it('is by one field alone, and by a document only where persons may be read', async () => {
    const { send } = await begin('admin');
    for (const body of [{}, { reference: 'a', profile_id: ada }])
      expect(codeOf(await send('POST', '/api/staff/search', body))).to.deep.equal([400, 'invalid_request']);
    expect(codeOf(await send('POST', '/api/staff/search', { document_number: 'C01X00T47' }))).to.deep.equal([
      403,
      'insufficient_permission',
    ]);
    expect((await send('POST', '/api/staff/search', { reference: 'nobody' })).json).to.deep.equal({
      object: 'list',
      data: [],
    });
  });

  it('is not by what can be no number of a document, for which another one would be found', async () => {
    const { send } = await begin('senior');
    for (const number of ['L898902C3Ж', 'L898902C3١', '-'])
      expect(codeOf(await send('POST', '/api/staff/search', { document_number: number })), number).to.deep.equal([
        422,
        'validation_failed',
      ]);
    const spaced = await send('POST', '/api/staff/search', { document_number: 'l898 902-c3' });
    expect(spaced.json).to.deep.equal({ object: 'list', data: [] });
  });

  it('finds by a name in the body, page by page, and says among how many', async () => {
    const { desk, send } = await begin('reviewer');
    const { id } = await desk.add(60, { claimed: { full_name: 'Sigríður Þórðardóttir' } });
    await desk.add(5, { claimed: { full_name: 'Kim Min-su' } });
    const { json, status } = await send('POST', '/api/staff/search', { name: 'thordardottir' });
    const { data, looked, next_cursor: next, object } = Object(json);
    expect([status, object, next, looked]).to.deep.equal([200, 'list', null, 2]);
    expect(data.map((review: { readonly profile_id: string }) => review.profile_id)).to.deep.equal([id]);
    expect(JSON.stringify(json)).to.not.match(/Sigr|Min-su/);
    for (let n = 0; n < 20; n += 1) await desk.add(100 + n, { claimed: { last_name: 'Müller' } });
    await desk.add(200, { claimed: { last_name: 'Müller' } });
    const first = Object((await send('POST', '/api/staff/search', { name: 'Muller' })).json);
    const second = await send('POST', '/api/staff/search', { name: 'Muller', cursor: first.next_cursor });
    expect([first.data.length, first.looked, Object(second.json).data.length]).to.deep.equal([20, 22, 1]);
  });

  it('by a name is answered with 429 where two others of the partner wait, which are answered', async () => {
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    open = await openDeskWith(
      ({ deps }) => ({ searchByName: searchByName({ ...deps, pause: () => held }) }),
      'reviewer',
    );
    await open.desk.add(60, { claimed: { full_name: 'Kim Min-su' } });
    const statuses: number[] = [];
    const ask = async (): Promise<void> => {
      const { json, status } = await open.send('POST', '/api/staff/search', { name: 'Kim' });
      statuses.push(status);
      if (status !== 429) return;
      expect(Object(json).code).to.equal('rate_limited');
      goOn();
    };
    await Promise.all([ask(), ask(), ask(), ask()]);
    expect(statuses).to.deep.equal([429, 200, 200, 200]);
  });

  it('is by a name only where persons may be read', async () => {
    const { send } = await begin('admin');
    expect(codeOf(await send('POST', '/api/staff/search', { name: 'Ada' }))).to.deep.equal([
      403,
      'insufficient_permission',
    ]);
  });

  for (const [what, body, expected] of [
    ['one letter', { name: 'Ö' }, [422, 'validation_failed']],
    ['signs', { name: '--' }, [422, 'validation_failed']],
    ['two terms', { name: 'Ada', reference: 'a' }, [400, 'invalid_request']],
    ['a cursor alone', { cursor: `0.${ada}` }, [400, 'invalid_request']],
    ['a cursor of another search', { reference: 'a', cursor: `0.${ada}` }, [400, 'invalid_request']],
    ['a cursor of the queue', { name: 'Ada', cursor: `w.0.${ada}` }, [400, 'invalid_request']],
  ] as const)
    it(`is not by ${what}`, async () => {
      const { send } = await begin('senior');
      expect(codeOf(await send('POST', '/api/staff/search', body))).to.deep.equal([...expected]);
    });
});
