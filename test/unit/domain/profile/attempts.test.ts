import { signalCodes } from '@portcullis/documents';
import type { Profile, ReasonCode, Step } from '@portcullis/domain';
import { decisionEngineVersion, defaultAction, policyDigest } from '@portcullis/domain/checks';
import { expect } from 'chai';
import type { NewEvidence } from '#domain/profile/commands';
import { aFile, aProviderFailure } from '../../../support/builders/evidence.ts';
import {
  applyAction,
  applyActions,
  back,
  backMatch,
  completeAction,
  consent,
  created,
  front,
  inState,
  judged,
  match,
  observeAction,
  openAction,
  policy,
  reading,
  result,
  submitted,
  supplyAction,
} from '../../../support/builders/profile-states.ts';
import { cardLines, confidentSignals, onFront, passportLines } from '../../../support/builders/readings.ts';

/** A first attempt that was decided from this evidence. */
const decidedFrom = (...evidence: readonly NewEvidence[]): Profile =>
  applyActions(submitted(), observeAction(1, ...evidence), completeAction);

/** The result of a retry: the requested steps, and their reasons. */
const asks = (profile: Profile) => ({
  status: profile.status,
  reasons: profile.statusReasons,
  steps: profile.askedSteps,
  attempt: profile.attempt,
});

const again = (reasons: readonly ReasonCode[], ...steps: readonly Step[]) => ({
  status: 'requires_input',
  reasons,
  steps,
  attempt: { number: 2, max: 3 },
});

describe('a retry requests the right steps of the person', () => {
  // An MRZ that was read says that the photo is not blurred.
  for (const code of signalCodes.filter((each) => defaultAction(each) === 'retry' && each !== 'document_blurry')) {
    it(`${code} requests the document`, () => {
      const profile = decidedFrom(reading({ signals: confidentSignals(code) }), match());
      expect(asks(profile)).to.deep.equal(again([code], 'document_front'));
    });
  }

  const documents = [
    ['a missing zone', reading({ mrzLines: null }), ['mrz_missing', 'data_field_missing']],
    ['an unreadable zone', reading({ mrzLines: ['P<'] }), ['mrz_unreadable', 'data_field_missing']],
    ['an expired document', reading({ mrzLines: passportLines({ expires: '260430' }) }), ['document_expired']],
    ['a page on which nothing printed can be read', reading({ fields: {} }), ['data_field_missing']],
  ] as const;
  for (const [what, read, reasons] of documents) {
    it(`${what} requests the document`, () => {
      expect(asks(decidedFrom(read, match()))).to.deep.equal(again(reasons, 'document_front'));
    });
  }

  for (const [outcome, reason] of [
    ['no_face_in_selfie', 'selfie_no_face'],
    ['several_faces_in_selfie', 'selfie_multiple_faces'],
    ['selfie_too_poor', 'selfie_low_quality'],
  ] as const) {
    it(`${reason} requests the face check`, () => {
      expect(asks(decidedFrom(reading(), match({ outcome, similarity: null })))).to.deep.equal(
        again([reason], 'liveness'),
      );
    });
  }

  it('no portrait requests the document', () => {
    const profile = decidedFrom(reading(), match({ outcome: 'no_face_on_document', similarity: null }));
    expect(asks(profile)).to.deep.equal(again(['document_portrait_missing'], 'document_front'));
  });

  it('a low score and a failed session request the face check', () => {
    expect(asks(judged(98, { confidence: 50 }))).to.deep.equal(again(['liveness_low_score'], 'liveness'));
    const ended = applyActions(
      submitted({ status: 'failed', confidence: null, referenceFileId: null }),
      observeAction(1, reading()),
      completeAction,
    );
    expect(asks(ended)).to.deep.equal(again(['liveness_session_failed'], 'liveness'));
  });

  it('several reasons request every step that they need, once', () => {
    const profile = applyActions(
      submitted({ confidence: 50 }),
      observeAction(1, reading({ signals: confidentSignals('document_glare', 'document_cut_off') }), match()),
      completeAction,
    );
    const reasons = ['document_glare', 'document_cut_off', 'liveness_low_score'] as const;
    expect(asks(profile)).to.deep.equal(again(reasons, 'document_front', 'liveness'));
  });

  it('a document whose back was supplied is requested with its back', () => {
    const withBack = applyActions(
      applyActions(created(), openAction, supplyAction(consent(), front(), back), observeAction(1, result())),
      observeAction(
        1,
        reading({ signals: confidentSignals('document_cut_off') }, { backFileId: 'back00000000001' }),
        match(),
        backMatch(),
      ),
      completeAction,
    );
    expect(asks(withBack)).to.deep.equal(again(['document_cut_off'], 'document_front', 'document_back'));
  });
});

/** Answers a retry of the face check with another low score. */
const failsAgain = (profile: Profile): Profile => {
  const { number } = profile.attempt;
  const referenceFileId = `refer000000000${number}`;
  return applyActions(
    profile,
    observeAction(number, result({ confidence: 50, referenceFileId })),
    observeAction(number, match({ referenceFileId })),
    completeAction,
  );
};

describe('the attempts of a profile', () => {
  it('are counted one by one until none is left', () => {
    const second = inState.requires_input;
    const third = failsAgain(second);
    expect(asks(third)).to.deep.equal({
      ...again(['liveness_low_score'], 'liveness'),
      attempt: { number: 3, max: 3 },
    });
    const done = failsAgain(third);
    expect(done).to.deep.include({
      status: 'declined',
      statusReasons: ['liveness_low_score', 'policy_attempts_exhausted'],
      attempt: { number: 3, max: 3 },
      decidedAt: '2026-05-01T10:05:00.000Z',
    });
    expect(done.decision).to.deep.include({ outcome: 'retry', reasons: ['liveness_low_score'], attempt: 3 });
  });

  it('that end for want of something end in a review, at the second sharp photo or at the last attempt', () => {
    const fields = { document_number: { value: '482136049', confidence: 1 } };
    const lacking = { mrzLines: null, documentType: null, fields };
    const unread = { mrzLines: ['P<UTO'], documentType: null, fields };
    const next = (before: Profile, attempt: number, read: Parameters<typeof reading>[0]): Profile => {
      const photo = `front000000000${attempt}`;
      const { attempt: _, at: __, ...picture } = aFile({ id: photo, sha256: `${attempt}`.repeat(64) });
      return applyActions(
        before,
        supplyAction(picture),
        observeAction(attempt, reading(read, { frontFileId: photo }), match({ documentFileId: photo })),
        completeAction,
      );
    };
    const one = decidedFrom(reading(lacking), match());
    expect(one.status).to.equal('requires_input');
    expect(next(one, 2, lacking)).to.deep.include({ status: 'in_review', statusReasons: ['document_part_absent'] });
    expect(next(one, 2, unread)).to.deep.include({ status: 'in_review', statusReasons: ['document_part_absent'] });
    const glare = { ...lacking, signals: confidentSignals('document_glare') };
    const onlyLast = next(next(decidedFrom(reading(glare), match()), 2, glare), 3, unread);
    expect([onlyLast.status, onlyLast.statusReasons.at(-1)]).to.deep.equal(['in_review', 'document_part_absent']);
    const afterSharp = next(next(one, 2, glare), 3, glare);
    expect([afterSharp.status, afterSharp.statusReasons.at(-1)]).to.deep.equal(['in_review', 'document_part_absent']);
    const copy = { signals: confidentSignals('document_printed_copy') };
    expect(next(next(decidedFrom(reading(copy), match()), 2, copy), 3, copy)).to.deep.include({
      status: 'in_review',
      statusReasons: ['document_printed_copy'],
    });
    const expired = { mrzLines: passportLines({ expires: '260430' }) };
    const asked = next(decidedFrom(reading(expired), match()), 2, expired);
    expect([asked.status, asked.attempt]).to.deep.equal(['requires_input', { number: 3, max: 3 }]);
    expect(next(asked, 3, expired)).to.deep.include({ status: 'in_review', statusReasons: ['document_expired'] });
    const poor = next(next(decidedFrom(reading(glare), match()), 2, glare), 3, glare);
    expect([poor.status, poor.statusReasons.at(-1)]).to.deep.equal(['declined', 'policy_attempts_exhausted']);
  });

  it('end in a review where both sides come in one picture twice, and go on with the front alone', () => {
    const print = { document_number: { value: 'D23145890', confidence: 1 } };
    const side = { fields: print, mrzLines: cardLines(), barcode: null };
    const together = { mrzLines: cardLines(), documentType: 'id_card', fields: print, sides: onFront(side) } as const;
    const alone = { ...together, mrzLines: null, sides: onFront({ ...side, mrzLines: null }) };
    const one = decidedFrom(reading(together), match());
    expect(asks(one)).to.deep.equal(again(['document_sides_together'], 'document_front'));
    const { attempt: _, at: __, ...picture } = aFile({ id: 'front0000000002', sha256: '2'.repeat(64) });
    const second = (read: Parameters<typeof reading>[0]): Profile =>
      applyActions(
        one,
        supplyAction(picture),
        observeAction(
          2,
          reading(read, { frontFileId: 'front0000000002' }),
          match({ documentFileId: 'front0000000002' }),
        ),
        completeAction,
      );
    expect(second(together)).to.deep.include({
      status: 'in_review',
      statusReasons: ['identity_not_on_portrait_side'],
    });
    expect(asks(second(alone))).to.deep.equal({
      status: 'requires_input',
      reasons: ['document_back_missing'],
      steps: ['document_back'],
      attempt: { number: 3, max: 3 },
    });
  });

  it('are not charged for a provider that gave no answer', () => {
    const { attempt: _, at: __, ...failure } = aProviderFailure('face_match');
    const profile = applyActions(
      submitted(),
      observeAction(1, reading()),
      observeAction(1, failure, failure, failure),
      completeAction,
    );
    expect([profile.status, profile.statusReasons, profile.attempt]).to.deep.equal([
      'in_review',
      ['provider_unavailable'],
      { number: 1, max: 3 },
    ]);
  });

  it('keep the evidence of earlier ones, and judge the new evidence', () => {
    const second = inState.requires_input;
    const passed = applyActions(
      second,
      observeAction(2, result({ referenceFileId: 'refer0000000002' })),
      observeAction(2, match({ referenceFileId: 'refer0000000002' })),
      completeAction,
    );
    expect(passed.status).to.equal('approved');
    expect(passed.evidence.slice(0, second.evidence.length)).to.deep.equal(second.evidence);
    expect(passed.evidence.slice(second.evidence.length).map(({ attempt, kind }) => [kind, attempt])).to.deep.equal([
      ['liveness_result', 2],
      ['face_match', 2],
    ]);
  });

  it('go through the events of the table: back into progress, submitted, decided', () => {
    const { entries } = applyAction(
      inState.requires_input,
      ...observeAction(2, result({ referenceFileId: 'refer0000000002' })),
    );
    expect(entries.map(({ actor, from, to, type }) => [type, from, to, actor.type])).to.deep.equal([
      ['liveness.result', undefined, undefined, 'system'],
      ['evidence_added', 'requires_input', 'in_progress', 'system'],
      ['submitted', 'in_progress', 'processing', 'system'],
    ]);
  });
});

describe('a decision of the checks', () => {
  const expectedChecks = 14;

  it('is stored with its checks on the profile and in one entry of the ledger', () => {
    const { entries, profile } = applyAction(
      applyActions(submitted(), observeAction(1, reading(), match())),
      ...completeAction,
    );
    const { decision } = profile;
    expect(decision).to.deep.equal({
      outcome: 'approve',
      reasons: [],
      policy: { id: 'standard', version: '1+specimens' },
      policyDigest: policyDigest(policy),
      engine: decisionEngineVersion,
      evidenceDigest: decision?.evidenceDigest,
      evidenceCount: 5,
      attempt: 1,
      askedSteps: null,
      decidedBy: { type: 'system', id: 'portcullis' },
      seq: profile.version,
      at: '2026-05-01T10:05:00.000Z',
    });
    expect([profile.status, profile.statusReasons, profile.processingEndsAt]).to.deep.equal(['approved', [], null]);
    expect([profile.checks.length, entries.length, entries[0]?.seq]).to.deep.equal([
      expectedChecks,
      1,
      profile.version,
    ]);
    const { checks, ...data } = entries[0]?.data ?? {};
    expect(data).to.deep.equal({
      outcome: 'approve',
      decision_reasons: [],
      policy: { id: 'standard', version: '1+specimens' },
      policy_digest: policyDigest(policy),
      engine: decisionEngineVersion,
      evidence_digest: decision?.evidenceDigest,
      evidence_count: 5,
      attempt: 1,
      asked_steps: null,
    });
    expect(checks).to.be.an('array').with.length(expectedChecks);
  });

  it('has every reason, and the status reasons are those that led to it', () => {
    const shaky = reading({ signals: confidentSignals('document_cut_off', 'document_tampered') });
    const profile = applyActions(submitted(), observeAction(1, shaky, match()), completeAction);
    expect([profile.status, profile.statusReasons, profile.decision?.reasons]).to.deep.equal([
      'in_review',
      ['document_tampered'],
      ['document_cut_off', 'document_tampered'],
    ]);
    expect([profile.decidedAt, profile.lapsesAt]).to.deep.equal([null, null]);
  });

  it('of decline is settled at once', () => {
    expect(inState.declined).to.deep.include({
      statusReasons: ['face_mismatch'],
      decidedAt: '2026-05-01T10:05:00.000Z',
      lapsesAt: null,
      attempt: { number: 1, max: 3 },
    });
  });
});
