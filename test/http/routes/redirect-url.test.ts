import { type ProfileView, pipe, TE } from '@portcullis/domain';
import type { RedirectRules } from '@portcullis/http';
import { expect } from 'chai';
import { httpConfig, openServer, type TestServer } from '../../support/http/server.ts';
import { ada, stubServices } from '../../support/http/stub-services.ts';

const json = { authorization: 'Bearer machine', 'content-type': 'application/json' };

/** Opens a server with these rules, and answers what becomes of a create with this URL. */
const serverWith = async (redirects: RedirectRules) => {
  let created: (string | null | undefined)[] = [];
  const stub = stubServices();
  const services = stubServices({
    createProfile: (input) => {
      created.push(input.redirectUrl);
      return stub.createProfile(input);
    },
  });
  const server: TestServer = await openServer({ config: { ...httpConfig, redirects }, services });
  const create = async (redirect_url: string) => {
    created = [];
    const body = JSON.stringify({ reference: 'customer-1', redirect_url });
    const { status, json: answer } = await server.send({
      method: 'POST',
      path: '/api/profiles/create',
      headers: json,
      body,
    });
    return { status, answer: Object(answer), created };
  };
  return { create, server, close: server.close };
};

/** Expects that the URL is refused with this sentence, and that nothing is created. */
const expectRefused = async (
  create: Awaited<ReturnType<typeof serverWith>>['create'],
  url: string,
  message: string,
): Promise<void> => {
  const { answer, created, status } = await create(url);
  const faults = [{ pointer: '/redirect_url', message }];
  expect([status, answer.code, answer.errors, created], url).to.deep.equal([422, 'validation_failed', faults, []]);
};

const anywhere: RedirectRules = { allowsLoopback: true, originsOf: () => null };

describe('the redirect_url of a profile', () => {
  it('may be any public https page, without a list of origins, and one of this machine in development', async () => {
    const { close, create } = await serverWith(anywhere);
    for (const url of [
      'https://partner.example/done?a=b#c',
      'https://partner.example:8443/',
      'https://8.8.8.8/done',
      'https://[2606:4700::1111]/',
      'http://localhost:3000/done',
      'http://127.0.0.1:5173/',
      'http://[::1]:8080/',
      'https://localhost/',
      'http://app.localhost:3000/',
      'http://127.0.0.2/',
    ])
      expect(await create(url), url).to.deep.include({ status: 201, created: [url] });
    await close();
  });

  it('is never a plain one, one with a user, or an address of a private network, however it is spelled', async () => {
    const { close, create } = await serverWith(anywhere);
    const bad = [
      'http://partner.example/',
      'ftp://partner.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      '//x',
      'x',
      '',
      // What a browser and another parser read in two ways, or what is no URI.
      'https://partner.example\\@evil.example/',
      'https:partner.example',
      'https:/\\partner.example/',
      'https:\\\\partner.example\\',
      'https:///partner.example/',
      ' https://partner.example/',
      'https://partner.example/a b',
      'https://münchen.example/',
      'https://partner.example/ü',
      'https://@x.example/',
      'https://partner.example:0/',
      'https://.',
      'https://x..example/',
      `https://${'x'.repeat(64)}.example/`,
      `https://${'x.'.repeat(130)}example/`,
      'https://user@partner.example/',
      'https://user:pass@partner.example/',
      'https://:pass@partner.example/',
      'https://10.0.0.1/',
      'https://172.31.255.255/',
      'https://192.168.1.1/',
      'https://169.254.169.254/latest',
      'https://100.64.0.1/',
      'https://0.0.0.0/',
      'https://224.0.0.1/',
      'https://255.255.255.255/',
      'https://0x0a000001/',
      'https://167772161/',
      'https://2130706433/',
      'https://012.0.0.1/',
      'https://10.1/',
      'https://10.0.0.1./',
      'https://[::]/',
      'https://[fe80::1]/',
      'https://[fc00::1]/',
      'https://[fd12:3456::1]/',
      'https://[ff02::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://[::ffff:0a00:0001]/',
      'https://[64:ff9b::a00:1]/',
      'https://[2002:a00:1::]/',
      'https://[2001:db8::1]/',
      'https://[::ffff:127.0.0.1]/',
      'http://localhost.evil.example/',
      'https://intranet/',
      'https://intranet./',
      'https://printer.local/',
      'https://API.Internal/x',
      'https://router.home.arpa/',
      'https://router.home.arpa./',
      'http://app.localhost.evil.example/',
      `https://partner.example/${'x'.repeat(2048)}`,
    ];
    for (const url of bad) {
      const { answer, created, status } = await create(url);
      expect([status, answer.code, answer.errors?.[0]?.pointer, created], url).to.deep.equal([
        400,
        'invalid_request',
        '/redirect_url',
        [],
      ]);
    }
    await close();
  });

  it('leads to no page of this machine in production', async () => {
    const { close, create } = await serverWith({ ...anywhere, allowsLoopback: false });
    for (const url of [
      'http://localhost/',
      'https://localhost:8443/',
      'https://app.localhost/',
      'https://127.9.9.9/',
      'https://[::1]/',
      'https://localhost./',
    ])
      await expectRefused(create, url, 'an address of this machine is not possible here');
    await close();
  });

  it('leads to the origins of its client alone, where it has a list', async () => {
    const listed: Record<string, readonly string[]> = {
      'acme-backend': ['https://app.acme.example', 'https://b.example:8443'],
    };
    const { close, create } = await serverWith({ ...anywhere, originsOf: (_, id) => listed[id ?? ''] ?? null });
    for (const url of ['https://app.acme.example/done', 'https://APP.acme.example:443/x', 'https://b.example:8443/'])
      expect((await create(url)).status, url).to.equal(201);
    for (const url of [
      'https://acme.example/',
      'https://app.acme.example.evil.example/',
      'https://evil.example/https://app.acme.example',
      'https://app.acme.example:444/',
      'https://b.example/',
      'http://localhost:3000/',
    ])
      await expectRefused(create, url, 'its origin is not among the redirect_origins of this client');
    await close();
  });

  it('may be left out by a client whose list is empty, and nothing else', async () => {
    const { close, create, server } = await serverWith({ ...anywhere, originsOf: () => [] });
    expect((await create('https://partner.example/')).status).to.equal(422);
    const body = JSON.stringify({ reference: 'customer-1' });
    expect((await server.send({ method: 'POST', path: '/api/profiles/create', headers: json, body })).status).to.equal(
      201,
    );
    await close();
  });

  it('is answered in the profile, and to the person in the view of the flow', async () => {
    const stub = stubServices();
    const services = stubServices({
      getProfile: (input) =>
        pipe(
          stub.getProfile(input),
          TE.map((view) => ({
            ...view,
            profile: { ...view.profile, redirectUrl: 'https://partner.example/done' },
          })),
        ),
    });
    const server = await openServer({ services });
    for (const token of ['machine', 'flow']) {
      const headers = { authorization: `Bearer ${token}` };
      const { json: answer } = await server.send({ path: `/api/profiles/${ada}`, headers });
      expect(answer, token).to.have.property('redirect_url', 'https://partner.example/done');
    }
    await server.close();
  });

  it('is not told to the person where it is of this machine, or of an origin that the partner has no more', async () => {
    const rules: RedirectRules = {
      allowsLoopback: false,
      originsOf: (partner, client) => (partner === 'acme' && client === null ? ['https://app.acme.example'] : null),
    };
    const told: Record<string, string | null> = {
      'http://localhost:3000/done': null,
      'https://old.acme.example/done': null,
      'https://app.acme.example/done': 'https://app.acme.example/done',
    };
    for (const [redirectUrl, expected] of Object.entries(told)) {
      const stub = stubServices();
      const withUrl = TE.map((view: ProfileView) => ({ ...view, profile: { ...view.profile, redirectUrl } }));
      const services = stubServices({
        getProfile: (input) => pipe(stub.getProfile(input), withUrl),
        updateProfile: (input) => pipe(stub.updateProfile(input), withUrl),
      });
      const server = await openServer({ config: { ...httpConfig, redirects: rules }, services });
      const headers = { ...json, authorization: 'Bearer flow' };
      const path = `/api/profiles/${ada}`;
      for (const request of [
        { path, headers },
        { method: 'PATCH', path, headers, body: '{"language":"de"}' },
      ]) {
        const { json: answer } = await server.send(request);
        expect(answer, redirectUrl).to.have.property('redirect_url', expected);
      }
      await server.close();
    }
  });

  it('is not told to the person where one is stored that is refused today', async () => {
    const stored = [
      'https://user:pass@partner.example/',
      'https://10.0.0.1/',
      'javascript:alert(1)',
      'http://a.example/',
    ];
    for (const redirectUrl of stored) {
      const stub = stubServices();
      const services = stubServices({
        getProfile: (input) =>
          pipe(
            stub.getProfile(input),
            TE.map((view) => ({ ...view, profile: { ...view.profile, redirectUrl } })),
          ),
      });
      const server = await openServer({ services });
      const answers = { machine: redirectUrl, flow: null };
      for (const [token, expected] of Object.entries(answers)) {
        const headers = { authorization: `Bearer ${token}` };
        const { json: answer } = await server.send({ path: `/api/profiles/${ada}`, headers });
        expect(answer, token).to.have.property('redirect_url', expected);
      }
      await server.close();
    }
  });
});
