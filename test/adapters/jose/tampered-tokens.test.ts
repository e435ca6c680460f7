import { joseTokenService } from '@portcullis/adapter-jose';
import { expect } from 'chai';
import fc from 'fast-check';
import { fakeClock } from '../../support/clock/fake-clock.ts';
import { sequentialIds } from '../../support/clock/sequential-ids.ts';
import { runs } from '../../support/effort.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';

const tokens = joseTokenService({
  secret: 'a secret long enough to be one of ours',
  machineTtlSeconds: 600,
  flowTtlSeconds: 600,
  clock: fakeClock(),
  ids: sequentialIds(),
});
const issued = {
  machine: tokens.issueMachine({
    clientId: 'shop',
    tenant: { partnerId: 'acme', teamId: 'berlin' },
    scopes: ['profiles:read'],
  }),
  flow: tokens.issueFlow({
    profileId: 'abc000000000001',
    tenant: { partnerId: 'acme', teamId: null },
    generation: 1,
    notAfter: '2027-01-01T00:00:00.000Z',
  }),
};

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n\u0000é';
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  character: fc.constantFrom(...alphabet),
  how: fc.constantFrom('replace', 'insert', 'remove'),
});

const edited = (token: string, { at, character, how }: { at: number; character: string; how: string }): string => {
  const place = Math.floor(at * token.length);
  const rest = token.slice(how === 'insert' ? place : place + 1);
  return token.slice(0, place) + (how === 'remove' ? '' : character) + rest;
};

describe('a token that was changed', function () {
  this.timeout(60_000);

  for (const [kind, issue] of Object.entries(issued)) {
    it(`is refused whatever single character of a ${kind} token is changed, added or removed`, async () => {
      const { token } = await mustSucceed(issue);
      await mustSucceed(tokens.verify(token));
      await fc.assert(
        fc.asyncProperty(edit, async (change) => {
          const other = edited(token, change);
          fc.pre(other !== token);
          expect(await mustFail(tokens.verify(other))).to.deep.equal({ _tag: 'InvalidToken', expired: false });
        }),
        { numRuns: runs(3000, 500) },
      );
    });

    it(`is refused for each other character in each place of a ${kind} token's signature`, async () => {
      const { token } = await mustSucceed(issue);
      const start = token.lastIndexOf('.') + 1;
      for (let place = start; place < token.length; place += 1) {
        for (const letter of alphabet.slice(0, 64)) {
          const other = token.slice(0, place) + letter + token.slice(place + 1);
          if (other !== token) expect(await mustFail(tokens.verify(other))).to.have.property('_tag', 'InvalidToken');
        }
      }
    });
  }
});
