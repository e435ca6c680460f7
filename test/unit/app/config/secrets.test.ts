import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { clients, faultsOf } from '../../../support/builders/configurations.ts';
import { secretFor } from '../../../support/builders/secrets.ts';

describe('the secrets of a configuration', () => {
  it('must be long enough, for tokens and for clients', () => {
    const short = secretFor('short');
    const ofClient =
      'must be a text of 16 to 512 characters, not only blanks, without control, direction and tag characters, without quotes and blanks around it';
    expect(faultsOf({ JWT_SECRET: short.slice(0, 31) })).to.deep.equal([
      { name: 'JWT_SECRET', rule: 'must be at least 32 bytes long' },
    ]);
    expect(faultsOf({ JWT_CLIENTS_JSON: clients({ client_secret: short.slice(0, 15) }) })).to.deep.equal([
      { name: 'JWT_CLIENTS_JSON[0].client_secret', rule: ofClient },
    ]);
    expect(faultsOf({ JWT_CLIENTS_JSON: clients({ client_secret: short.slice(0, 16) }) })).to.deep.equal([]);
  });

  it('must not be the same for tokens and for a client, who could mint any token', () => {
    const secret = secretFor('both');
    const hash = `sha256:${createHash('sha256').update(secret).digest('hex')}`;
    const rule = 'must be another one than the secret of a client, who could make any token with it';
    for (const client of [{ client_secret: secret }, { client_secret: undefined, client_secret_hash: hash }]) {
      expect(faultsOf({ JWT_SECRET: secret, JWT_CLIENTS_JSON: clients(client) })).to.deep.equal([
        { name: 'JWT_SECRET', rule },
      ]);
    }
  });
});
