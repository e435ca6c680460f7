import { expect } from 'chai';
import { openOpenidConsole } from '../support/http/openid-console.ts';
import { openServer } from '../support/http/server.ts';
import { type OpenidProvider, openOpenidProvider } from '../support/servers/openid-provider.ts';

const origin = 'https://id.example';

const openProvider = async (): Promise<OpenidProvider> => {
  const provider = await openOpenidProvider();
  provider.register(`${origin}/console/callback`);
  return provider;
};

const openConsole = (provider: Pick<OpenidProvider, 'issuer' | 'client'>) =>
  openOpenidConsole(provider, { origin: () => origin, isSecure: true });

describe('a provider of staff that cannot be used', () => {
  it('is asked again with each sign-in, until it answers', async () => {
    const provider = await openProvider();
    const path = '/.well-known/openid-configuration';
    const open = await openConsole(provider);
    const refusals: readonly (readonly [string, string])[] = [
      ['<p>Hello', 'text/html'],
      ['[]', 'application/json'],
      [JSON.stringify({ issuer: 'https://other.example' }), 'application/json'],
      [JSON.stringify({ issuer: provider.issuer }), 'application/json'],
    ];
    for (const [body, type] of refusals) {
      provider.replace(path, { body, type });
      const { headers, status } = await open.server.send({ path: '/console/sign-in' });
      expect([status, headers['set-cookie']], body).to.deep.equal([502, undefined]);
    }
    provider.replace(path, null);
    const { headers } = await open.server.send({ path: '/console/sign-in' });
    expect(headers['location']).to.contain(provider.issuer);
    await open.close();
    await provider.close();
  });

  it('may be out: the answer is 503', async () => {
    const provider = await openProvider();
    await provider.close();
    const open = await openConsole(provider);
    const { json, status } = await open.server.send({ path: '/console/sign-in' });
    await open.close();
    expect([status, Object(json).retryable]).to.deep.equal([503, true]);
  });

  it('is found by the doctor, with what is wrong', async () => {
    const provider = await openProvider();
    const verdicts = async (issuer: string, clientSecret: string) => {
      const open = await openConsole({ issuer, client: { ...provider.client, clientSecret } });
      const findings = await open.staffProvider.diagnosis()();
      await open.close();
      return 'right' in findings ? findings.right.map(({ subject, verdict }) => `${subject}: ${verdict}`) : [];
    };
    const { clientSecret } = provider.client;
    expect(await verdicts(provider.issuer, clientSecret)).to.deep.equal([
      'OpenID Connect provider: ok',
      'OpenID Connect client: ok',
    ]);
    expect(await verdicts(provider.issuer, 'another secret')).to.deep.equal([
      'OpenID Connect provider: ok',
      'OpenID Connect client: wrong',
    ]);
    expect(await verdicts(`${provider.issuer}/nowhere`, clientSecret)).to.deep.equal([
      'OpenID Connect provider: wrong',
    ]);
    await provider.close();
  });

  it('leads nowhere where staff have their accounts here', async () => {
    const server = await openServer();
    for (const path of ['/console/sign-in', '/console/callback?code=a']) {
      const { json, status } = await server.send({ path });
      expect([status, Object(json).code]).to.deep.equal([404, 'not_found']);
    }
    await server.close();
  });
});
