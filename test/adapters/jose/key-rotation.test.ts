import { expect } from 'chai';
import { decodeProtectedHeader } from 'jose';
import { machine, minted, now, refused, secret, serviceWith } from '../../support/builders/minted-tokens.ts';
import { rawToken } from '../../support/builders/raw-token.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';

const next = 'the next secret, which all instances get in turn';
const client = {
  clientId: 'shop',
  tenant: { partnerId: 'acme', teamId: 'berlin' },
  scopes: ['profiles:read'],
} as const;
const flow = {
  profileId: 'abc000000000001',
  tenant: client.tenant,
  generation: 1,
  notAfter: '2027-01-01T00:00:00.000Z',
};

/** One instance in each step of a rotation: which secret signs, and which one verifies as well. */
const steps = {
  before: { secret },
  'prepared: the next one verifies': { secret, verifySecret: next },
  'signing with the next one': { secret: next, verifySecret: secret },
  after: { secret: next },
};
type Step = keyof typeof steps;
const order = Object.keys(steps) as Step[];

const issuedIn = async (step: Step): Promise<readonly string[]> => {
  const { tokens } = serviceWith(steps[step]);
  const issued = [await mustSucceed(tokens.issueMachine(client)), await mustSucceed(tokens.issueFlow(flow))];
  return issued.map(({ token }) => token);
};

describe('the rotation of the signing secret', () => {
  for (const [index, step] of order.entries()) {
    it(`lets instances beside each other accept each other's tokens (${step})`, async () => {
      for (const other of [step, order[index - 1] ?? step, order[index + 1] ?? step])
        for (const token of await issuedIn(other)) await mustSucceed(serviceWith(steps[step]).tokens.verify(token));
    });
  }

  it('ends with the old secret refused, also for a token that names its key', async () => {
    for (const token of await issuedIn('before'))
      expect(await mustFail(serviceWith(steps.after).tokens.verify(token))).to.deep.equal(refused);
  });

  it('names the key in each token, the same in all instances and another for each secret', async () => {
    const named = await Promise.all(order.map(async (step) => (await issuedIn(step)).map(decodeProtectedHeader)));
    const ids = named.map((headers) => new Set(headers.map(({ kid }) => kid)));
    expect(ids.map(({ size }) => size)).to.deep.equal([1, 1, 1, 1]);
    const [before, prepared, signing, after] = ids.map((own) => [...own][0] ?? '');
    expect(before).to.match(/^[\w-]{12}$/);
    expect([prepared, signing]).to.deep.equal([before, after]);
    expect(after).not.to.equal(before);
  });

  it('refuses a token whose kid names the other key, and takes an unknown kid for what it is', async () => {
    const [nextToken = ''] = await issuedIn('after');
    const kid = decodeProtectedHeader(nextToken).kid ?? '';
    const both = serviceWith(steps['prepared: the next one verifies']).tokens;
    expect(await mustFail(both.verify(minted({ kid }, machine)))).to.deep.equal(refused);
    await mustSucceed(both.verify(minted({ kid: 'of another program' }, machine)));
    await mustSucceed(serviceWith({ secret }).tokens.verify(minted({ kid }, machine)));
    expect(await mustFail(both.verify(minted({ kid: 7 }, machine)))).to.deep.equal(refused);
  });

  it('accepts no third secret while two are there', async () => {
    const both = serviceWith(steps['prepared: the next one verifies']).tokens;
    const foreign = rawToken({
      header: '{"alg":"HS256"}',
      payload: JSON.stringify({ ...machine, iat: now }),
      secret: 'x'.repeat(40),
    });
    expect(await mustFail(both.verify(foreign))).to.deep.equal(refused);
    expect(() => serviceWith({ secret, verifySecret: 'short' })).to.throw(RangeError, 'at least 32 bytes');
  });
});
