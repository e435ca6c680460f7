import { aReviewer } from '@portcullis/contracts/builders';
import type { LedgerEntry, Policy, Profile } from '@portcullis/domain';
import type { FlatPolicy, PolicyWithPaths } from '@portcullis/domain/checks';
import { recordedDecision } from '@portcullis/domain/serialization';
import { explain } from '@portcullis/explain';
import { expect } from 'chai';
import {
  applyAction,
  applyActions,
  completeAction,
  match,
  observeAction,
  policy,
  reading,
  submitted,
} from '../../../support/builders/profile-states.ts';
import {
  aReading,
  confidentSignals,
  icaoSpecimens,
  passportLines,
  printedFields,
} from '../../../support/builders/readings.ts';

const later = '2026-05-02T09:00:00.000Z';

const reviewPending = { code: 'review_pending', message: 'Ein Mensch sieht sich Ihre Prüfung an.' };
const spiegelt = 'Ihr Ausweisdokument spiegelt. Drehen Sie es aus dem Licht und versuchen Sie es noch einmal.';
const beschnitten = 'Ein Teil Ihres Ausweisdokuments liegt außerhalb des Fotos. Bitte zeigen Sie es ganz.';

type DecidedProfile = { readonly profile: Profile; readonly entry: LedgerEntry | undefined };

/** A profile that was decided from this reading and this similarity, with the ledger entry of the decision. */
const decidedFrom = (
  read: Parameters<typeof reading>[0],
  similarity: number,
  under: Policy = policy,
): DecidedProfile => {
  const before = applyActions(submitted(), observeAction(1, reading(read), match({ similarity })));
  const { profile, entries } = applyAction(before, completeAction[0], { ...completeAction[1], under });
  return { profile: { ...profile, language: 'de' }, entry: entries[0] };
};

const explained = ({ profile, entry }: DecidedProfile, under: Policy | null = policy) => {
  const recorded = entry ? recordedDecision(entry) : null;
  if (!recorded) throw new Error('no decision was recorded');
  return explain(under, profile, recorded);
};

describe('an explanation', () => {
  it('contains what decided, what the policy overrode, the applicant messages, and a counterfactual', () => {
    const strict: FlatPolicy = { ...policy, actions: { document_glare: 'review' } };
    const { recorded, checks, ...rest } = explained(
      decidedFrom({ signals: confidentSignals('document_glare', 'document_cut_off') }, 98, strict),
      strict,
    );
    expect(recorded.outcome).to.equal('review');
    expect(checks.find(({ name }) => name === 'face_match')).to.deep.include({
      status: 'passed',
      score: 98,
      threshold: 90,
    });
    expect(rest).to.deep.equal({
      profileId: 'profile00000001',
      reproduced: true,
      mismatch: null,
      outcomeOfChecks: 'review',
      path: 'document',
      passedOver: [],
      contributions: [
        {
          check: 'document_quality',
          reason: 'document_glare',
          action: 'review',
          tableAction: 'retry',
          overridden: true,
          effect: 'review',
          decides: true,
        },
        {
          check: 'document_quality',
          reason: 'document_cut_off',
          action: 'retry',
          tableAction: 'retry',
          overridden: false,
          effect: 'retry',
          decides: false,
        },
      ],
      reasons: [
        {
          code: 'document_glare',
          person: spiegelt,
          staff: 'Reflections cover a part of the document.',
          followsFrom: null,
        },
        { code: 'document_cut_off', person: beschnitten, staff: 'The document is cropped.', followsFrom: null },
      ],
      applicantMessages: [reviewPending],
      nearestCounterfactual: {
        changes: [
          {
            what: 'signals.document_glare',
            from: 1,
            to: null,
            sentence:
              'The sign "document_glare" would have to be absent from the photo; it was seen with a confidence of 1.',
          },
        ],
        outcome: 'retry',
      },
    });
  });

  it('of an approval has no applicant messages, and names what would have lost the approval', () => {
    expect(explained(decidedFrom({}, 98))).to.deep.include({
      reproduced: true,
      outcomeOfChecks: 'approve',
      contributions: [],
      reasons: [],
      applicantMessages: [],
      nearestCounterfactual: {
        changes: [
          {
            what: 'face_match.similarity',
            from: 98,
            to: 89.99,
            sentence: 'The face similarity would have to be less than 90; it was 98.',
          },
        ],
        outcome: 'review',
      },
    });
  });

  it('names the path that was decided on, why an earlier one was not, and a change by the rules of the path', () => {
    const { checks, optionalSteps, steps, ...common } = policy;
    const { document_mrz: _, ...others } = checks;
    const under: PolicyWithPaths = {
      ...common,
      paths: [
        {
          id: 'licence',
          steps: ['consent', 'document_front', 'document_back', 'liveness'],
          optionalSteps,
          checks: { ...others, document_barcode: 'required' },
        },
        { id: 'zone', steps, optionalSteps, checks },
      ],
      always: {},
    };
    const approved = explained(decidedFrom({}, 98, under), under);
    expect(approved).to.deep.include({
      reproduced: true,
      outcomeOfChecks: 'approve',
      path: 'zone',
      passedOver: [
        {
          path: 'licence',
          reasons: [{ code: 'path_incomplete', staff: 'A step of the path is missing.' }],
        },
      ],
    });
    expect(approved.nearestCounterfactual?.changes.map(({ what }) => what)).to.deep.equal(['face_match.similarity']);
    const refused = explained(decidedFrom({}, 85, under), under);
    expect(refused.nearestCounterfactual).to.deep.equal({
      changes: [
        {
          what: 'face_match.similarity',
          from: 85,
          to: 90,
          sentence: 'The face similarity would have to be at least 90; it was 85.',
        },
      ],
      outcome: 'approve',
    });
  });

  it('tells the person what to do while something is asked of them, and that somebody looks at it during a review', () => {
    const glare = { signals: confidentSignals('document_glare') };
    expect(explained(decidedFrom(glare, 98)).applicantMessages).to.deep.equal([
      { code: 'document_glare', message: spiegelt },
    ]);
    const strict: FlatPolicy = { ...policy, actions: { document_glare: 'review' } };
    expect(explained(decidedFrom(glare, 98, strict), strict).applicantMessages).to.deep.equal([reviewPending]);
  });

  it('of a wrong check digit says so to the person, and to staff which digit it is and where', () => {
    const [first, second] = icaoSpecimens.td3;
    const { applicantMessages, reasons } = explained(
      decidedFrom({ mrzLines: [first, second.replace('L898902C3', 'L898902C4')] }, 98),
    );
    expect(applicantMessages).to.deep.equal([
      {
        code: 'mrz_check_digit_failed',
        message: 'Die Angaben dieses Ausweisdokuments konnten nicht bestätigt werden.',
      },
    ]);
    const staff = (code: string) => reasons.find((reason) => reason.code === code)?.staff;
    expect(staff('mrz_check_digit_failed')).to.equal(
      'A check digit of the machine-readable zone is wrong (ICAO 9303-3, 4.9): that of the document number (line 2, column 10); that of the composite check (line 2, column 44).',
    );
    expect(staff('data_field_missing')).to.equal(
      'A field that the checks need is missing: the document number in the machine-readable zone.',
    );
  });

  it('of a missing field names it, and where it is missing', () => {
    const { fields } = aReading();
    const { document_number: _, last_name: __, ...others } = fields;
    expect(explained(decidedFrom({ fields: others }, 98)).reasons.map(({ staff }) => staff)).to.deep.equal([
      'A field that the checks need is missing: the document number in print.',
    ]);
    const noMrz = explained(decidedFrom({ mrzLines: null }, 98));
    expect(noMrz.reasons.find(({ code }) => code === 'data_field_missing')?.staff).to.equal(
      'A field that the checks need is missing: the last name, the document number, the date of birth, the issuing country, the date of expiry in the machine-readable zone.',
    );
    expect(noMrz.reasons.map(({ code, followsFrom }) => [code, followsFrom])).to.deep.equal([
      ['mrz_missing', null],
      ['data_field_missing', 'mrz_missing'],
    ]);
    // The person is told the cause once: that no MRZ was found.
    expect(noMrz.applicantMessages.map(({ code }) => code)).to.deep.equal(['mrz_missing']);
  });

  it('has with the score of two names what lowered it', () => {
    const { fields } = aReading({
      fields: { ...printedFields(passportLines()), last_name: { value: 'Erikson', confidence: 1 } },
    });
    const { checks } = explained(decidedFrom({ fields }, 98));
    const saw = checks.find(({ name }) => name === 'document_consistency')?.saw ?? [];
    const names = saw.flatMap((detail) =>
      detail.kind === 'comparison' && detail.comparator === 'name' ? [[detail.field, detail.loweredBy]] : [],
    );
    expect(names).to.deep.equal([
      [
        'last_name',
        {
          same: [],
          differing: [['ERIKSSON', 'Erikson']],
          onlyInOne: [],
          onlyInOther: [],
          sentence: '"ERIKSSON" differs from "Erikson".',
        },
      ],
    ]);
  });

  it('has every check of the policy, each with its details', () => {
    const { checks } = explained(decidedFrom({}, 98));
    expect(checks.map(({ name }) => name)).to.deep.equal(Object.keys(policy.checks));
    expect(checks.filter(({ saw }) => saw === null)).to.deep.equal([]);
  });

  it('of a decision by a person has the results of the checks, and no counterfactual', () => {
    const { profile } = decidedFrom({}, 85);
    const action = {
      type: 'review_approved',
      reviewer: aReviewer,
      reason: 'seen_in_branch',
      note: 'It is her.',
    } as const;
    const done = applyAction(profile, action, { at: later });
    const { recorded, ...rest } = explained({ profile: done.profile, entry: done.entries[0] });
    expect([recorded.outcome, recorded.decidedBy, recorded.review]).to.deep.equal([
      'approve',
      { type: 'reviewer', id: 'staff-0217' },
      { reason: 'seen_in_branch', note: 'It is her.' },
    ]);
    expect(rest).to.deep.include({
      reproduced: true,
      outcomeOfChecks: 'review',
      reasons: [
        {
          code: 'review_approved_override',
          person: null,
          staff: 'A reviewer approved over the outcome of the checks.',
          followsFrom: null,
        },
      ],
      applicantMessages: [],
      nearestCounterfactual: null,
    });
    expect(rest.contributions).to.deep.include({
      check: 'face_match',
      reason: 'face_match_borderline',
      action: 'review',
      tableAction: 'review',
      overridden: false,
      effect: 'review',
      decides: true,
    });
  });

  it('of a decision that cannot be reproduced has what was recorded of it, and invents nothing', () => {
    const judged = decidedFrom({}, 12);
    for (const [under, mismatch] of [
      [null, 'policy_changed'],
      [{ ...policy, minimumAge: 21 }, 'policy_changed'],
    ] as const) {
      const { checks, recorded, ...rest } = explained(judged, under);
      expect(rest).to.deep.equal({
        profileId: 'profile00000001',
        reproduced: false,
        mismatch,
        outcomeOfChecks: null,
        path: 'document',
        passedOver: [],
        contributions: null,
        reasons: [
          {
            code: 'face_mismatch',
            person: 'Ihr Gesicht stimmt nicht mit dem Lichtbild auf dem Ausweisdokument überein.',
            staff: 'The similarity is below the review threshold.',
            followsFrom: null,
          },
        ],
        applicantMessages: [
          {
            code: 'face_mismatch',
            message: 'Ihr Gesicht stimmt nicht mit dem Lichtbild auf dem Ausweisdokument überein.',
          },
        ],
        nearestCounterfactual: null,
      });
      expect(checks).to.deep.equal((recorded.checks ?? []).map((check) => ({ ...check, saw: null })));
      expect(checks.length).to.equal(Object.keys(policy.checks).length);
    }
  });
});
