import { expect } from 'chai';
import {
  acceptance,
  expired,
  flow,
  machine,
  minted,
  now,
  refusal,
  refused,
  without,
} from '../../support/builders/minted-tokens.ts';

const day = 86_400;
const tooLong = { ...refused, why: 'lifetime' };

describe('the lifetime of a token', () => {
  for (const typ of ['at+jwt', 'JWT'] as const) {
    it(`is at most 24 hours from its iat (${typ})`, async () => {
      for (const claims of [
        { iat: now, exp: now + day },
        { iat: now - day + 60, exp: now + 60 },
        { iat: now + 60, exp: now + 60 + day },
      ])
        expect(await acceptance(minted({ typ }, { ...machine, ...claims }))).to.have.property('clientId', 'shop');
      for (const claims of [
        { iat: now, exp: now + day + 1 },
        { iat: now, exp: now + day + 0.5 },
        { iat: now - 1, exp: now + day },
        { iat: now, exp: 253_402_300_799 },
        { iat: 0, exp: now + 60 },
        { iat: now + 61, exp: now + 120 },
        { iat: 253_402_214_400, exp: 253_402_300_799 },
      ])
        expect(await refusal(minted({ typ }, { ...machine, ...claims })), JSON.stringify(claims)).to.deep.equal(
          tooLong,
        );
    });
  }

  it('is at most 24 hours from now for a token that was minted elsewhere without iat', async () => {
    const timeless = without(machine, 'iat');
    for (const header of [{}, { typ: 'JWT' }]) {
      for (const exp of [now + 60, now + day, now + day + 15])
        expect(await acceptance(minted(header, { ...timeless, exp }))).to.have.property('clientId', 'shop');
      for (const exp of [now + day + 16, now + 365 * day, 253_402_300_799])
        expect(await refusal(minted(header, { ...timeless, exp })), String(exp)).to.deep.equal(tooLong);
      expect(await refusal(minted(header, { ...timeless, exp: now - 60 }))).to.deep.equal(expired);
    }
  });

  it('must be told by a token of the type that is issued here: one without iat is refused', async () => {
    expect(await refusal(minted({ typ: 'at+jwt' }, without(machine, 'iat')))).to.deep.equal(tooLong);
  });

  it('is not told of a token whose signature is not ours', async () => {
    const [head, body] = minted({}, { ...machine, exp: now + 10 * day }).split('.');
    expect(await refusal(`${head}.${body}.${'A'.repeat(43)}`)).to.deep.equal(refused);
  });

  it('comes before its expiry, and the expiry is told of a token that was bounded', async () => {
    expect(await refusal(minted({}, { ...machine, iat: now - 2 * day, exp: now - 60 }))).to.deep.equal(tooLong);
    expect(await refusal(minted({}, { ...machine, iat: now - day, exp: now - 60 }))).to.deep.equal(expired);
  });

  it('is that of a flow token too: the secret makes none that is valid for years', async () => {
    const link = (claims: object) => minted({ typ: 'flow+jwt' }, { ...flow, ...claims });
    for (const claims of [{}, { exp: now + day }, { iat: now, exp: now + day }, { iat: now - day + 60 }])
      expect(await acceptance(link(claims)), JSON.stringify(claims)).to.have.property('kind', 'flow');
    for (const claims of [{ iat: now, exp: now + day + 1 }, { iat: now + 61 }, { exp: now + 365 * day }])
      expect(await refusal(link(claims)), JSON.stringify(claims)).to.deep.equal(tooLong);
  });
});
