import { builtInPolicies } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import { findPolicy } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { mustSucceed } from '../../../support/run.ts';

/**
 * The digests of every version of the standard policy, as they were released. Decisions have them, and a database of
 * any release has decisions. A digest is never changed here: what is to be judged otherwise gets a new edition.
 */
const released: Readonly<Record<string, string>> = {
  '1': 'd23f27353930bccf9426fc4a2e5e4684fd3df508ec74f58855d1fb1a59a185b2',
  '1+specimens': 'cc935970c2cc92dd0582c1ba225a41292dd900601c79202026ab5b4ee657501f',
  '1+liveness.90': '48aaaf7dfe7fbca6d15a68965f2fd55114a59576e136e74860593d03e697e5ac',
  '1+liveness.90+specimens': '11a3df7092715f4536c7a7ffe9b88243540ef67d88eb537f5460a0f265aab5ca',
  '2': 'ba0be7e8a6c8250f0c9f87644231e7385b5f2e6e7e6d31b5d956c44ee9cfb09c',
  '2+specimens': '90c221bc6ed9584cf7d0467cb3fd9ac309db9b2af57f295d53466e98785575ac',
  '2+liveness.90': '36652c933a51e2f661bba05886be6e7f452168c49fe57e93406fb69517aa8f2d',
  '2+liveness.90+specimens': '44f9b1f2bd7ecf93649ad441040abfc5a565cc0ccfa62cb57bd09cf45c90d29e',
  '3': 'a362c8946f161d764f37c43191c4a1592cbcd35aed68c96d08144b8e9a92902b',
  '3+specimens': '9f2ef7ed223b95e310d44ee3f09ad2c98b82c7c37087854c3e723d5ea82c4731',
  '3+liveness.90': 'ca270e87a7a1e59b6a7d9b3375f6ee17ae8c57c16845ecacb99dd4c73cfd9c1e',
  '3+liveness.90+specimens': 'c758938b3ae7411b4703ad3fc529b0149aeb3e390dcfb39308dee18fad1acd85',
};

/** What edition 3 was on the day before: decisions have these digests too. */
const former: Readonly<Record<string, string>> = {
  '3': 'f16e106cdb7ab00677ca8437badbb32f1e6c85090dbba79a8b12cf45a3df49c4',
  '3+specimens': '21845c882a3835b3444933a4276841196489a935a392dd148e2993c5d26c1dd9',
  '3+liveness.90': 'f75363c707ca6cf5bff4e84d9cf18e8792dd112bb9135b1a4df901aea6ee0343',
};

describe('the released versions of the standard policy', () => {
  const store = builtInPolicies({ livenessThreshold: 75, specimens: false });

  it('are the documents that they were', async () => {
    const today: Record<string, string> = {};
    for (const version of Object.keys(released))
      today[version] = policyDigest(await mustSucceed(store.get({ id: 'standard', version })));
    expect(today).to.deep.equal(released);
  });

  it('are found by the digest of a decision that was made before edition 3 was what it is', async () => {
    for (const [version, digest] of Object.entries(former)) {
      const found = await mustSucceed(findPolicy(store, { id: 'standard', version }, digest));
      expect(found && policyDigest(found), version).to.equal(digest);
      const newest = await mustSucceed(findPolicy(store, { id: 'standard', version }));
      expect(newest && policyDigest(newest), version).to.equal(released[version]);
    }
  });

  it('are all editions that there are', async () => {
    const newest = await mustSucceed(store.latest('standard', { partnerId: 'acme', teamId: null }));
    expect(Object.keys(released)).to.include(newest.version);
    const next = await store.get({ id: 'standard', version: String(Number(newest.version) + 1) })();
    expect(next._tag).to.equal('Left');
  });
});
