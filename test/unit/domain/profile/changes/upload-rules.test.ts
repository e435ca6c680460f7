import type { FlatPolicy } from '@portcullis/domain/checks';
import { type UploadKind, uploadKinds } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import {
  applyAction,
  consent,
  expectRejection,
  inState,
  policy,
  session,
  supplyAction,
} from '../../../../support/builders/profile-states.ts';

const file = (kind: UploadKind) =>
  ({ kind: 'file', file: { id: 'file00000000001', kind, contentType: 'image/png', size: 1, sha256: '0' } }) as const;

const consented = applyAction(inState.in_progress, ...supplyAction(consent())).profile;
const withSteps = (over: Partial<FlatPolicy>): FlatPolicy => ({ ...policy, ...over });

/** The kinds that are accepted of a person who has consented. */
const acceptedUnder = (under: FlatPolicy): readonly UploadKind[] =>
  uploadKinds.filter((kind) => {
    try {
      applyAction(consented, { type: 'supply', evidence: [file(kind)] }, { under });
      return true;
    } catch {
      expect(expectRejection(consented, { type: 'supply', evidence: [file(kind)] }, { under })).to.deep.equal({
        _tag: 'Invalid',
        faults: [{ pointer: `/${kind}`, message: 'the policy does not ask for this' }],
      });
      return false;
    }
  });

describe('an upload', () => {
  it('is accepted where a step of the policy asks for its kind', () => {
    expect(acceptedUnder(policy)).to.deep.equal(['document_front', 'document_back']);
    expect(acceptedUnder(withSteps({ optionalSteps: [] }))).to.deep.equal(['document_front']);
    expect(acceptedUnder(withSteps({ steps: ['consent', 'liveness'], optionalSteps: [] }))).to.deep.equal([]);
  });

  it('waits for consent only where the policy asks for it', () => {
    const under = withSteps({ steps: ['document_front', 'liveness'] });
    const supplied = applyAction(
      inState.in_progress,
      { type: 'supply', evidence: [file('document_front')] },
      { under },
    );
    expect(supplied.profile.status).to.equal('in_progress');
  });

  it('and a face that come after a refusal of consent are refused for it, by the version that is written', () => {
    for (const status of ['processing', 'in_review'] as const) {
      const refused = applyAction(inState[status], ...supplyAction(consent(false))).profile;
      for (const item of [file('document_front'), session('0b9e0000-0000-4000-8000-000000000000')]) {
        const late = { type: 'supply', evidence: [item] } as const;
        expect(expectRejection(refused, late)).to.deep.equal({ _tag: 'ConsentRequired', status });
        expect(expectRejection(inState[status], late)).to.deep.include({ _tag: 'InvalidTransition' });
      }
    }
  });

  it('is refused with a refusal of consent beside it, which is told to come by itself', () => {
    const under = withSteps({ steps: ['document_front', 'liveness'], optionalSteps: ['consent'] });
    const declined = { type: 'supply', evidence: [consent(false), file('document_front')] } as const;
    const message = 'a refusal or withdrawal of consent is sent without files; nothing of this request was recorded';
    expect(expectRejection(inState.in_progress, declined, { under })).to.deep.equal({
      _tag: 'Invalid',
      faults: [{ pointer: '/consent', message }],
    });
  });
});
