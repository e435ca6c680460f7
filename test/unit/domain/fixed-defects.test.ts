import { aReviewer } from '@portcullis/contracts/builders';
import { builtInPolicies, type DocumentReading, decide, E, unavailable, verifyChain } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { currentEvidence, type DecisionInput } from '@portcullis/domain/evidence';
import { chainEntries, genesisHash } from '@portcullis/domain/ledger';
import { expect } from 'chai';
import type { EntryDraft } from '#domain/ledger/chain';
import { decisionInput } from '#domain/profile/requirements';
import { aCase, aDevice, aMatch, aProviderFailure, aReadingEvidence } from '../../support/builders/evidence.ts';
import * as P from '../../support/builders/profile-states.ts';
import { passportLines } from '../../support/builders/readings.ts';
import { decidedAt, standard } from '../../support/check-cases/check-case.ts';
import { tinyJpeg } from '../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import {
  aConsentingPerson,
  aPerson,
  aService,
  completeLiveness,
  create,
  ledgerOf,
  personActions,
  stored,
} from '../../support/services/memory-service.ts';

const {
  completeAction,
  consent,
  applyAction,
  inState,
  judged,
  match,
  observeAction,
  applyActions,
  reading,
  expectRejection,
  result,
  submitted,
  supplyAction: supplies,
  advanceTime: waits,
} = P;
const approve = { type: 'review_approved', reviewer: aReviewer, reason: 'r', note: 'n' } as const;
const jpeg = tinyJpeg();
const outcome = (file: DecisionInput, p: FlatPolicy = standard) => decide(p, file, decidedAt).outcome;
const read = (over: Partial<DocumentReading>) => aCase({ instead: { document_reading: [aReadingEvidence(over)] } });
const acting = (actions: FlatPolicy['actions']): FlatPolicy => ({ ...standard, actions });
const completesUnder = (under: FlatPolicy) => [completeAction[0], { ...completeAction[1], under }] as const;
const withLiveness = async (...given: Parameters<typeof aService>) => {
  const p = await aPerson(aService(...given));
  await mustSucceed(personActions(p).consent());
  await completeLiveness(p);
  return p;
};

describe('fixed defects', () => {
  it('a profile that timed out cannot be approved over a failed liveness check in its evidence', () => {
    const attack = submitted({ confidence: 3 });
    const late = waits(attack, attack.processingEndsAt ?? '').profile; // The profile is in_review with `checks: []`.
    expect(expectRejection(late, approve, { at: late.updatedAt })._tag).to.equal('BiometricsNotPassed');
  });
  it('a second attempt that timed out is not judged by the checks of the first', () => {
    const second = applyActions(
      inState.requires_input,
      observeAction(2, result({ referenceFileId: 'refer0000000002' })),
    );
    const late = waits(second, second.processingEndsAt ?? '').profile;
    expect(expectRejection(late, approve, { at: late.updatedAt })).to.deep.include({ checks: ['face_match'] });
  });
  it('a commit that succeeded and whose response was lost keeps the file that it recorded', async () => {
    let cut = false;
    const service = aService({
      profiles: (store) => ({
        ...store,
        commit: (change) => async () => {
          const done = await store.commit(change)();
          return cut && E.isRight(done) ? E.left(unavailable('database', 'cut', 'timeout')) : done;
        },
      }),
    });
    const p = await aConsentingPerson(service);
    cut = true;
    await mustFail(personActions(p).patch({ files: [{ kind: 'document_front', bytes: jpeg }] }));
    const item = (await stored(service, p.id)).evidence.find(({ kind }) => kind === 'file');
    expect((await service.files.get(p.id, item?.kind === 'file' ? item.file.id : '')())._tag).to.equal('Right');
  });
  it('a concurrent second analysis of the same image joins the first, also when it is the last step', async () => {
    const p = await withLiveness();
    const [first, second] = await Promise.all([personActions(p).analyze(jpeg)(), personActions(p).analyze(jpeg)()]);
    expect(second).to.deep.equal(first);
  });
  it('the age of the person is not in the ledger', async () => {
    const p = await withLiveness();
    await mustSucceed(personActions(p).analyze(jpeg));
    expect(JSON.stringify((await ledgerOf(p.service, p.id)).at(-1)?.data)).not.to.include('"score":51');
  });
  it('nothing is approved over a required check that failed or has no result, whatever the policy says', () => {
    expect(
      outcome(aCase({ instead: { face_match: [aMatch({ similarity: 2 })] } }), acting({ face_mismatch: 'info' })),
    ).to.equal('review');
    const down = aCase({ instead: { face_match: [] }, more: [aProviderFailure('face_match')] });
    expect(outcome(down, acting({ provider_unavailable: 'info' }))).to.equal('review');
    const lines = passportLines().map((line) => line.replace(/04$/, '05'));
    expect(outcome(read({ mrzLines: lines }), acting({ mrz_check_digit_failed: 'info' }))).to.equal('review');
  });
  it('a provider that is down costs no attempt, whatever a policy calls its reason', () => {
    const { attempt: _, at: __, ...down } = aProviderFailure('face_match');
    const under = acting({ provider_unavailable: 'retry' });
    const done = applyActions(
      submitted(),
      observeAction(1, reading()),
      observeAction(1, down, down, down),
      completesUnder(under),
    );
    expect([done.status, done.attempt.number]).to.deep.equal(['in_review', 1]);
  });
  it('a policy that makes a device or face reason a retry requests that step', () => {
    const face = applyActions(
      submitted(),
      observeAction(1, reading(), match({ similarity: 85 })),
      completesUnder(acting({ face_match_borderline: 'retry' })),
    );
    expect(face.askedSteps).to.deep.equal(['liveness']);
    const { at: _, attempt: __, ...stale } = aDevice({ occurredAt: '2026-05-01T09:00:00.000Z' });
    const device = applyActions(
      submitted(),
      observeAction(1, { kind: 'device_event', eventId: 'event-1' }, stale, reading(), match()),
      completesUnder(acting({ device_event_stale: 'retry' })),
    );
    expect(device.askedSteps).to.deep.equal(['device']);
  });
  it('an approval that ends by the policy on the last day of the document has that reason', () => {
    const done = applyActions(
      submitted(),
      observeAction(1, reading({ mrzLines: passportLines({ expires: '270501' }) }), match()),
      completeAction,
    );
    expect(done.lapsesAt).to.equal('2027-05-01T10:05:00.000Z'); // The document is valid that whole day.
    expect(waits(done, done.lapsesAt ?? '').profile.statusReasons).to.deep.equal(['lapse_validity_ended']);
  });
  it('an override of an expired document does not lapse at the next access', () => {
    const fields = { last_name: { value: 'Erikson', confidence: 1 } };
    const done = applyActions(
      submitted(),
      observeAction(1, reading({ fields, mrzLines: passportLines({ expires: '260430' }) }), match()),
      completeAction,
    );
    const approved = applyAction(done, approve).profile;
    expect((approved.lapsesAt ?? '') > approved.updatedAt).to.equal(true);
  });
  it('a person who declines consent in a later attempt is asked for nothing more', () => {
    expect(applyActions(inState.requires_input, supplies(consent(false))).status).to.equal('processing');
  });
  it('a renewal does not keep the old back beside a new front', () => {
    const both = applyActions(
      P.created(),
      P.openAction,
      supplies(consent(), P.front(), P.back),
      observeAction(1, result()),
    );
    const done = applyActions(
      both,
      observeAction(1, reading({}, { backFileId: 'back00000000001' }), match(), P.backMatch()),
      completeAction,
    );
    const lapsed = waits(done, done.lapsesAt ?? '').profile;
    const renewed = applyAction(lapsed, { type: 'renewed', note: null }, { at: lapsed.updatedAt }).profile;
    const [again] = supplies(consent(), P.front('front0000000002'));
    expect(currentEvidence(decisionInput(applyAction(renewed, again, { at: lapsed.updatedAt }).profile)).back).to.equal(
      null,
    );
  });
  it('a forbidden override is refused before the body is parsed, and is not listed as allowed', () => {
    const reopened = applyAction(judged(12), { type: 'reopened', note: 'n' }).profile;
    expect(expectRejection(reopened, { ...approve, reason: '', note: '' })).to.deep.include({
      _tag: 'BiometricsNotPassed',
      allowed: ['review_declined', 'input_requested'],
    });
  });
  it('a repeated create answers a processing past its deadline as in review', async () => {
    const p = await withLiveness({ scenario: 'provider_down' });
    await mustSucceed(personActions(p).patch({ files: [{ kind: 'document_front', bytes: jpeg }] }));
    p.service.clock.advance(16 * 60_000);
    expect((await mustSucceed(create(p.service))).view.profile.status).to.equal('in_review');
  });
  it('a result is hidden from the flow token of a profile that has expired', async () => {
    const p = await aPerson(aService());
    await mustSucceed(personActions(p).consent());
    const { sessionId } = await completeLiveness(p);
    p.service.clock.advance(8 * 86_400_000);
    expect(await mustFail(p.service.readResult({ caller: p.caller, sessionId }))).to.deep.equal({
      _tag: 'FlowEnded',
      status: 'expired',
    });
  });
  it('a policy version that never existed is not found', async () => {
    const policies = builtInPolicies({ livenessThreshold: 75, specimens: false });
    for (const version of ['1+liveness.75', '1+liveness.090', '1+liveness.999']) {
      expect(await mustFail(policies.get({ id: 'standard', version })), version).to.deep.equal({ _tag: 'NotFound' });
    }
  });
  it('a chain whose last entry was rewritten is detected by the row (needs `ledgerHead` in `expected`)', () => {
    const draft = (type: string): EntryDraft => ({
      kind: 'verification_event',
      type,
      reasons: [],
      actor: P.system,
      data: {},
      occurred_at: decidedAt,
    });
    const first = chainEntries(
      { profileId: 'profile00000001', seq: 0, hash: genesisHash },
      [{ ...draft('created'), kind: 'status_change', to: 'created' }],
      decidedAt,
    );
    const behind = (last: string) =>
      chainEntries({ profileId: 'profile00000001', seq: 1, hash: first[0]?.hash ?? '' }, [draft(last)], decidedAt);
    const row = { version: 2, status: 'created' as const, ledgerHead: behind('a.b')[0]?.hash ?? '' };
    expect(verifyChain('profile00000001', [...first, ...behind('x.y')], row).ok).to.equal(false);
  });
  it('a reviewer who requests the front of a card requests its back too', () => {
    const both = applyActions(
      P.created(),
      P.openAction,
      supplies(consent(), P.front(), P.back),
      observeAction(1, result()),
    );
    const doubtful = reading(
      { fields: { last_name: { value: 'Smith', confidence: 1 } } },
      { backFileId: 'back00000000001' },
    );
    const reviewed = applyActions(both, observeAction(1, doubtful, match(), P.backMatch()), completeAction);
    expect(reviewed.status).to.equal('in_review');
    const asked = applyAction(reviewed, {
      type: 'input_requested',
      reviewer: aReviewer,
      steps: ['document_front'],
      note: 'n',
    }).profile;
    expect(asked.askedSteps).to.deep.equal(['document_front', 'document_back']);
    expect(applyActions(asked, supplies(P.front('front0000000002'))).status).to.equal('requires_input');
  });
  it('consent that is given again does not restore a liveness result that must be repeated', () => {
    const failed = submitted({ confidence: 52 });
    const retried = applyActions(failed, observeAction(1, reading(), match()), completeAction);
    expect([retried.status, retried.askedSteps]).to.deep.equal(['requires_input', ['liveness']]);
    const withdrawn = applyActions(retried, supplies(consent(false)), completeAction);
    expect(withdrawn.status).to.equal('in_review');
    const asked = applyAction(withdrawn, {
      type: 'input_requested',
      reviewer: aReviewer,
      steps: ['consent'],
      note: 'n',
    }).profile;
    expect(asked.askedSteps).to.deep.equal(['consent', 'liveness']);
    expect(applyActions(asked, supplies(consent())).status).to.equal('requires_input');
  });
});
