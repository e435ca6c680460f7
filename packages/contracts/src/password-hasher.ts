import assert from 'node:assert/strict';
import type { PasswordHasher } from '@portcullis/backoffice/ports';
import { type Runner, resultOf } from './shared/runner.ts';

/** Tests what every PasswordHasher guarantees. A digest may take a good part of a second. */
export const passwordHasherContract = ({ describe, it }: Runner, name: string, open: () => PasswordHasher): void => {
  describe(`PasswordHasher contract: ${name}`, () => {
    it('makes digests of their password alone, in whichever way its letters are composed', async () => {
      const { hash, matches } = open();
      const made = await hash('p\u00e4sse');
      assert.ok(!made.includes('p\u00e4sse'), made);
      for (const [password, expected] of [
        ['p\u00e4sse', true],
        ['pa\u0308sse', true],
        ['p\u00e4ss', false],
        ['passe', false],
        ['', false],
      ] as const)
        assert.equal(await resultOf(matches(password, made)), expected, password);
    });

    it('takes a digest that cannot be read, and that of nobody, for one of no password', async () => {
      const { matches, ofNobody } = open();
      for (const digest of [ofNobody, '', 'no digest', `${ofNobody}x`])
        assert.equal(await resultOf(matches('', digest)), false, digest);
    });
  });
};
