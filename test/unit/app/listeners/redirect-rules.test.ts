import { expect } from 'chai';
import { redirectRules } from '#app/listeners/http-settings';
import { clients, configOf } from '../../../support/builders/configurations.ts';

const a = 'https://a.example';
const b = 'https://b.example';
const c = 'https://c.example';
const rulesOf = (...changes: object[]) => redirectRules(configOf({ JWT_CLIENTS_JSON: clients(...changes) }));

describe('the origins to which the clients of a configuration may send people', () => {
  const listed = [
    { redirect_origins: [a] },
    { client_id: 'second', redirect_origins: [b] },
    { client_id: 'other', partner_id: 'p2', redirect_origins: [c] },
  ];

  it('are those of its own list, and for a client that is not configured those of its partner together', () => {
    const { originsOf } = rulesOf(...listed);
    expect(originsOf('p1', 'acme')).to.deep.equal([a]);
    for (const stranger of ['of another party', 'other', null])
      expect(originsOf('p1', stranger), String(stranger)).to.deep.equal([a, b]);
    expect(originsOf('p3', 'of another party')).to.equal(null);
  });

  it('are all public ones where a client has no list', () => {
    const { originsOf } = rulesOf(...listed, { client_id: 'free' });
    expect([originsOf('p1', 'free'), originsOf('p1', null), originsOf('p2', null)]).to.deep.equal([null, null, [c]]);
    expect(originsOf('p1', 'acme')).to.deep.equal([a]);
  });

  it('are never of this machine in production', () => {
    expect(rulesOf(...listed).allowsLoopback).to.equal(false);
    const development = configOf({ JWT_CLIENTS_JSON: clients(...listed), NODE_ENV: 'development' });
    expect(redirectRules(development).allowsLoopback).to.equal(true);
  });
});
