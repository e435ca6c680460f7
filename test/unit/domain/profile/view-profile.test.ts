import { expect } from 'chai';
import { viewProfile } from '#domain/profile/view-profile';
import { aFile } from '../../../support/builders/evidence.ts';
import {
  applyActions,
  consent,
  created,
  now,
  openAction,
  policy,
  supplyAction,
} from '../../../support/builders/profile-states.ts';

const received = 'a'.repeat(64);
const kept = 'b'.repeat(64);

const digestsOf = (file: ReturnType<typeof aFile>) => {
  const profile = applyActions(created(), openAction, supplyAction(consent(), file));
  return viewProfile(policy, profile, now).files.map(({ contentSha256, sha256 }) => ({ contentSha256, sha256 }));
};

describe('the files of a profile', () => {
  it('have the digest of what was received, and that of what is kept', () => {
    const file = { ...aFile({ sha256: received }), contentSha256: kept };
    expect(digestsOf(file)).to.deep.equal([{ sha256: received, contentSha256: kept }]);
  });

  it('have no digest of what is kept where it was not recorded', () => {
    expect(digestsOf(aFile({ sha256: received }))).to.deep.equal([{ sha256: received, contentSha256: null }]);
  });

  it('have one digest where they are kept as they came from the provider', () => {
    const reference = aFile({ kind: 'liveness_reference', sha256: received });
    expect(digestsOf(reference)).to.deep.equal([{ sha256: received, contentSha256: received }]);
  });
});
