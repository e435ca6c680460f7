import assert from 'node:assert/strict';
import { type MemoryClock, memoryClock } from '@portcullis/adapter-memory/testing';
import type { CredentialsIssuer } from '@portcullis/domain';
import { type Runner, resultOf } from '../shared/runner.ts';

const call = { profileId: 'abc000000000001', attempt: 1 };

/** Tests the guarantees of every CredentialsIssuer; `secret` names a value that no two people may share. */
export const credentialsIssuerContract = (
  { describe, it }: Runner,
  name: string,
  open: (given: { readonly clock: MemoryClock }) => CredentialsIssuer,
  secret: string,
): void => {
  describe(`CredentialsIssuer contract: ${name}`, () => {
    const issuer = () => open({ clock: memoryClock(Date.parse('2026-05-01T00:00:00.000Z')) });

    it('issues texts under the names that a browser reads, the same names each time', async () => {
      const { issue } = issuer();
      const one = await resultOf(issue(call));
      const other = await resultOf(issue(call));
      assert.deepEqual(Object.keys(one).sort(), Object.keys(other).sort());
      for (const value of Object.values(one)) assert.match(value, /^.+$/);
    });

    it('issues new credentials each time the task is run, also to concurrent calls', async () => {
      const issue = issuer().issue(call);
      const all = await Promise.all([resultOf(issue), resultOf(issue)]);
      assert.equal(new Set([...all, await resultOf(issue)].map((issued) => issued[secret])).size, 3);
    });
  });
};
