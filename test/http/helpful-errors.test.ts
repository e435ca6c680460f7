import { expect } from 'chai';
import { openServer, type TestRequest, type TestServer } from '../support/http/server.ts';
import { ada } from '../support/http/stub-services.ts';

const json = { 'content-type': 'application/json' };
const asPartner = { ...json, authorization: 'Bearer machine' };

describe('an error', () => {
  let server: TestServer;
  before(async () => {
    server = await openServer();
  });
  after(() => server.close());

  const detailOf = async (sent: TestRequest) => {
    const { json: body, status } = await server.send(sent);
    return { status, detail: String(Object(body).detail), errors: Object(body).errors };
  };
  const faultsOf = async (body: object) =>
    (await detailOf({ method: 'POST', path: '/api/profiles/create', headers: asPartner, body: JSON.stringify(body) }))
      .errors;

  for (const authorization of [undefined, 'Basic YTpi', 'machine', 'Token machine'])
    it(`says how a token is sent, to ${authorization ?? 'a request without one'}`, async () => {
      const { detail, status } = await detailOf({ path: '/', headers: authorization ? { authorization } : {} });
      expect(status).to.equal(401);
      expect(detail)
        .to.match(/^Send Authorization: Bearer/)
        .and.include('POST /api/auth/token');
    });

  it('says where another token comes from than the one that is not valid, or has expired', async () => {
    for (const authorization of ['Bearer wrong', 'Bearer expired', 'Bearer', 'Bearer a b'])
      expect((await detailOf({ path: '/', headers: { authorization } })).detail, authorization).to.include(
        'POST /api/auth/token',
      );
  });

  it('tells an unknown path from a profile that is not there', async () => {
    for (const path of [
      '/api/profile',
      `/api/profiles/${ada}/`,
      `/API/profiles/${ada}`,
      '/api//profiles',
      '/nothing',
    ]) {
      const { detail, status } = await detailOf({ path, headers: asPartner });
      expect([status, detail.includes('Paths are compared exactly')], path).to.deep.equal([404, true]);
    }
    const unknown = await detailOf({
      path: '/api/profiles/zzzzzzzzzzzzzzz',
      headers: { authorization: 'Bearer flow' },
    });
    expect([unknown.status, unknown.detail]).to.deep.equal([404, 'There is nothing here that this caller may see.']);
  });

  it('names the methods of a path', async () => {
    expect(await detailOf({ method: 'PUT', path: `/api/profiles/${ada}`, headers: asPartner })).to.include({
      status: 405,
      detail: 'This path takes DELETE, GET, HEAD, PATCH.',
    });
    expect((await detailOf({ method: 'DELETE', path: '/docs' })).detail).to.equal('This path takes GET, HEAD.');
  });

  it('names the scope that a token has not', async () => {
    const { detail, status } = await detailOf({ path: '/api/events', headers: { authorization: 'Bearer flow' } });
    expect([status, detail]).to.deep.equal([
      403,
      'This needs a token of POST /api/auth/token with the scope events:read.',
    ]);
  });

  it('calls a field missing that is missing, and of the wrong kind what is that', async () => {
    const [missing] = await faultsOf({});
    expect(missing.pointer).to.equal('/reference');
    expect(missing.message).to.match(/^is missing; expected /);
    const [wrong] = await faultsOf({ reference: 5 });
    expect(wrong.message).to.match(/^expected /);
    const [inner] = (
      await detailOf({
        method: 'PATCH',
        path: `/api/profiles/${ada}`,
        headers: { ...json, authorization: 'Bearer flow' },
        body: JSON.stringify({ consent: { text_version: '1', locale: 'en' } }),
      })
    ).errors;
    expect(inner).to.deep.equal({ pointer: '/consent/granted', message: 'is missing; expected boolean' });
  });

  it('points to the pair of metadata that is wrong', async () => {
    const text =
      'expected a text of 0 to 500 characters, not only blanks, without control, direction and tag characters';
    expect(await faultsOf({ reference: 'a', metadata: { a: 5, b: 'fine', 'c d': 'x' } })).to.deep.equal([
      { pointer: '/metadata/a', message: text },
      {
        pointer: '/metadata',
        message: 'expected keys of 1 to 40 letters, digits, dots, dashes and underscores',
      },
    ]);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, 'x']));
    expect(await faultsOf({ reference: 'a', metadata: many })).to.deep.equal([
      { pointer: '/metadata', message: 'expected at most 20 pairs' },
    ]);
    expect(await faultsOf({ reference: 'a', metadata: [] })).to.deep.equal([
      { pointer: '/metadata', message: 'expected an object' },
    ]);
  });
});
