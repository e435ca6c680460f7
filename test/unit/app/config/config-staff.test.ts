import { readConfig } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { complete } from '../../../support/builders/configurations.ts';

const staffWith = (changes: Readonly<Record<string, string>>) => {
  const read = readConfig({ ...complete, ...changes });
  return E.isLeft(read) ? read.left : read.right.config.staff;
};

describe('where staff sign in', () => {
  it('is nowhere without an address', () => {
    expect(staffWith({})).to.equal(null);
  });

  it('is at CONSOLE_URL, or at PUBLIC_URL', () => {
    expect(staffWith({ PUBLIC_URL: 'https://id.example/' })).to.deep.equal({ url: 'https://id.example', openid: null });
    expect(staffWith({ PUBLIC_URL: 'https://id.example', CONSOLE_URL: 'https://desk.example' })).to.deep.equal({
      url: 'https://desk.example',
      openid: null,
    });
  });

  it('is at a plain address of this machine, and of no other', () => {
    for (const url of ['http://127.0.0.1:8000', 'http://localhost:8000'])
      expect(staffWith({ CONSOLE_URL: url })).to.deep.equal({ url, openid: null });
    expect(staffWith({ CONSOLE_URL: 'http://desk.example' })).to.deep.equal([
      { name: 'CONSOLE_URL', rule: 'must be an https address, unless it is one of this machine' },
    ]);
    expect(staffWith({ PUBLIC_URL: 'http://id.example' })).to.equal(null);
  });
});

describe('the identity provider of staff', () => {
  const account = {
    CONSOLE_URL: 'https://desk.example',
    STAFF_OPENID_ISSUER: 'https://login.example/application/desk/',
    STAFF_OPENID_CLIENT_ID: 'console',
    STAFF_OPENID_CLIENT_SECRET: 'a-secret-of-the-console',
  };
  const openid = {
    issuer: 'https://login.example/application/desk/',
    clientId: 'console',
    clientSecret: 'a-secret-of-the-console',
    claims: { roles: 'roles', partner: 'partner_id', team: 'team_id' },
  };

  it('is taken as it is named, with the claims that are usual here', () => {
    expect(staffWith(account)).to.deep.equal({ url: 'https://desk.example', openid });
  });

  it('has claims of other names where these are set', () => {
    const claims = { roles: 'https://desk.example/roles', partner: 'org', team: 'unit' };
    const names = {
      STAFF_OPENID_ROLES_CLAIM: claims.roles,
      STAFF_OPENID_PARTNER_CLAIM: claims.partner,
      STAFF_OPENID_TEAM_CLAIM: claims.team,
    };
    expect(staffWith({ ...account, ...names })).to.deep.equal({
      url: 'https://desk.example',
      openid: { ...openid, claims },
    });
  });

  it('is configured as a whole or not at all', () => {
    const { CONSOLE_URL, STAFF_OPENID_ISSUER } = account;
    const rule = 'is missing; it must be set together with STAFF_OPENID_ISSUER';
    expect(staffWith({ CONSOLE_URL, STAFF_OPENID_ISSUER })).to.deep.equal([
      { name: 'STAFF_OPENID_CLIENT_ID', rule },
      { name: 'STAFF_OPENID_CLIENT_SECRET', rule },
    ]);
    expect(staffWith({ CONSOLE_URL, STAFF_OPENID_ROLES_CLAIM: 'groups' })).to.have.length(3);
  });

  it('must know where the console is', () => {
    const { CONSOLE_URL: _, ...others } = account;
    expect(staffWith(others)).to.deep.equal([
      { name: 'CONSOLE_URL', rule: 'is missing: the provider must know where the console is' },
    ]);
  });

  it('is asked over TLS, unless it is on this machine, and has no query', () => {
    expect(staffWith({ ...account, STAFF_OPENID_ISSUER: 'http://127.0.0.1:8080/realms/desk' })).to.deep.equal({
      url: 'https://desk.example',
      openid: { ...openid, issuer: 'http://127.0.0.1:8080/realms/desk' },
    });
    expect(staffWith({ ...account, STAFF_OPENID_ISSUER: 'http://login.example' })).to.deep.equal([
      { name: 'STAFF_OPENID_ISSUER', rule: 'must be an https address, unless it is one of this machine' },
    ]);
    expect(staffWith({ ...account, STAFF_OPENID_ISSUER: 'https://login.example/?a=b' })).to.deep.equal([
      { name: 'STAFF_OPENID_ISSUER', rule: 'must not have a query' },
    ]);
  });
});
