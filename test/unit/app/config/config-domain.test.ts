import { expect } from 'chai';
import { httpConfig } from '#app/listeners/http-settings';
import { configOf, faultsOf } from '../../../support/builders/configurations.ts';

/** The addresses of a complete environment that has no address of its own. */
const addressesWith = (variables: Readonly<Record<string, string>>) => {
  const { staff, tokens, web } = configOf({ CLIENT_URL: '', ...variables });
  return { api: web.publicUrl, page: web.clientUrl, console: staff?.url, issuer: tokens.issuer };
};

describe('the domain of a deployment', () => {
  it('has the addresses of the API, of the page and of the console, with its port', () => {
    expect(addressesWith({ DOMAIN: 'example.com' })).to.deep.equal({
      api: 'https://api.example.com',
      page: 'https://app.example.com',
      console: 'https://admin.example.com',
      issuer: 'https://api.example.com',
    });
    expect(addressesWith({ DOMAIN: 'localhost:8443' }).page).to.equal('https://app.localhost:8443');
  });

  it('keeps sessions of staff from the address of the API, unless the console has none of its own', () => {
    const apiHostWith = (variables: Readonly<Record<string, string>>) => {
      const parts = { mode: 'vendors', port: () => 8000, version: '1', consolePage: null, verifyPage: null } as const;
      const liveness = { provider: 'none', origins: [], usesWasm: false };
      return httpConfig(configOf(variables), { ...parts, liveness }).staff?.apiHost;
    };
    expect(apiHostWith({ DOMAIN: 'localhost:8443' })).to.equal('api.localhost:8443');
    expect(apiHostWith({ PUBLIC_URL: 'https://id.example' })).to.equal(undefined);
    expect(apiHostWith({ CONSOLE_URL: 'https://id.example' })).to.equal(undefined);
  });

  it('changes no address that is set', () => {
    const set = {
      PUBLIC_URL: 'https://one.example',
      CLIENT_URL: 'https://two.example',
      CONSOLE_URL: 'https://three.example',
    };
    const addresses = { api: set.PUBLIC_URL, page: set.CLIENT_URL, console: set.CONSOLE_URL, issuer: set.PUBLIC_URL };
    expect(addressesWith({ ...set, DOMAIN: 'example.com' })).to.deep.equal(addresses);
  });

  it('is not taken from what is no domain', () => {
    expect(faultsOf({ CLIENT_URL: '', DOMAIN: 'https://example.com' }).map(({ name }) => name)).to.have.members([
      'CLIENT_URL',
      'DOMAIN',
    ]);
  });
});
