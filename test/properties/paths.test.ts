import { E, type Policy, type Profile } from '@portcullis/domain';
import type { PolicyWithPaths } from '@portcullis/domain/checks';
import { decode } from '@portcullis/domain/kernel';
import { ProfileCodec, recordedDecision } from '@portcullis/domain/serialization';
import { expect } from 'chai';
import fc from 'fast-check';
import { openPath } from '#domain/policy/paths';
import { execute } from '#domain/profile/changes/execute';
import type { NewEvidence, ProfileAction } from '#domain/profile/commands';
import { requirements } from '#domain/profile/requirements';
import { replay } from '#explain/explanation/replay';
import { leastOf, runs } from '../support/effort.ts';
import { consent, decideOn, evidenceOf, flawless } from '../support/generators/case-facts.ts';
import {
  alwaysAlone,
  flatOf,
  isBegunWith,
  itemsUnder,
  onePath,
  otherPersonIn,
  ownEvidence,
  pathPolicy,
  textOf,
} from '../support/generators/path-policies.ts';
import { epoch, iso, newTimeline, type ProfileTimeline } from '../support/generators/profile-history.ts';

const cases = 10_000;
/** Enough draws of a quick run that what is rare is among them. */
const numRuns = runs(cases);

const someCase = pathPolicy.chain((policy) => itemsUnder(policy).map(({ given, items }) => ({ policy, given, items })));

/** The reasons that the documentation names as signs of fraud, of those that the generated evidence gives. */
const fraud: readonly string[] = [
  'document_tampered',
  'document_portrait_replaced',
  'document_template_mismatch',
  'document_sides_mismatch',
  'document_instruction_text',
  'document_screen_capture',
  'document_printed_copy',
  'barcode_mismatch',
  'mrz_check_digit_failed',
  'face_mismatch',
  'liveness_attack',
];

const showsDocument = ({ steps }: PolicyWithPaths['paths'][number]): boolean => steps.includes('document_front');

/** Decides over one path as a flat policy, on the evidence that it may look at and no other. */
const alone = (policy: PolicyWithPaths, path: PolicyWithPaths['paths'][number], items: readonly NewEvidence[]) =>
  decideOn(flatOf(policy, path), ownEvidence(path, items));

describe('the decision over paths', function () {
  this.timeout(1_800_000);

  /** Asserts a property, and that it was not one of no case. */
  const holds = <Values>(
    values: fc.Arbitrary<Values>,
    property: (given: Values, found: () => void) => boolean,
    expected: number,
  ): void => {
    let found = 0;
    const check = (given: Values): boolean =>
      property(given, () => {
        found += 1;
      });
    fc.assert(fc.property(values, check), { numRuns });
    expect(found).to.be.at.least(leastOf(expected, numRuns, cases));
  };

  it(`approves only what one path approves on its own and the common evidence (${numRuns} cases)`, () => {
    holds(
      someCase,
      ({ items, policy }, found) => {
        const { outcome, path } = decideOn(policy, items);
        if (outcome !== 'approve') return true;
        found();
        const counted = policy.paths.find(({ id }) => id === path);
        return counted !== undefined && alone(policy, counted, items).outcome === 'approve';
      },
      300,
    );
  });

  it('is no approval more when a path is added that does not approve', () => {
    holds(
      someCase,
      ({ items, policy }, found) => {
        const [added, ...others] = policy.paths;
        if (added === undefined || others.length === 0) return true;
        const before = decideOn({ ...policy, paths: others }, items);
        if (before.outcome === 'approve' || alone(policy, added, items).outcome === 'approve') return true;
        found();
        return decideOn(policy, items).outcome !== 'approve';
      },
      1000,
    );
  });

  it('does not depend on a path that was not begun', () => {
    holds(
      someCase,
      ({ items, policy }, found) => {
        const [chosen] = items;
        const begun = policy.paths.filter((path) => isBegunWith(path, items));
        const isOpenKept = begun.some(({ id }) => chosen?.kind === 'path_chosen' && chosen.path === id);
        if (!isOpenKept || begun.length === policy.paths.length) return true;
        found();
        return decideOn({ ...policy, paths: begun }, items).outcome === decideOn(policy, items).outcome;
      },
      300,
    );
  });

  it('is byte for byte the one of the flat policy where there is one path', () => {
    holds(
      onePath.chain(({ flat, withPath }) => itemsUnder(withPath).map(({ items }) => ({ flat, withPath, items }))),
      ({ flat, items, withPath }, found) => {
        const { passedOver, path, ...verdict } = decideOn(withPath, items);
        found();
        return path === 'only' && passedOver?.length === 0 && textOf(verdict) === textOf(decideOn(flat, items));
      },
      cases,
    );
  });

  it('never approves two persons whose documents were shown in two paths', () => {
    const other = fc.constantFrom(
      { names: 'SMITH<<JOHN' },
      { born: '740813' },
      { names: 'SMITH<<JOHN', born: '900101' },
    );
    const wherever = pathPolicy.filter(({ paths }) => paths.filter(showsDocument).length > 1);
    holds(
      wherever.chain((policy) => {
        const shown = policy.paths.filter(showsDocument).map(({ id }) => id);
        return fc.tuple(fc.constant(policy), fc.shuffledSubarray(shown, { minLength: 2, maxLength: 2 }), other);
      }),
      ([policy, [first = '', second = ''], person], found) => {
        const items: readonly NewEvidence[] = [{ kind: 'path_chosen', path: second }, ...evidenceOf(flawless)];
        const verdict = decideOn(policy, [...otherPersonIn(first, person), ...items]);
        const isApproved = decideOn(policy, items).outcome === 'approve';
        if (isApproved) found();
        return verdict.outcome !== 'approve' && (!isApproved || verdict.deciding.includes('path_person_mismatch'));
      },
      1000,
    );
  });

  it('is the same when it is replayed from the ledger, to the byte', () => {
    holds(
      someCase,
      ({ items, policy }, found) => {
        const { entries, profile } = judged(policy, items);
        const recorded = entries.map(recordedDecision).findLast((one) => one !== null);
        const stored = decode(ProfileCodec, JSON.parse(JSON.stringify(profile)));
        if (E.isLeft(stored) || textOf(stored.right) !== textOf(profile)) return false;
        if (!recorded) return true;
        found();
        const again = replay(policy, profile, recorded);
        return (
          again.reproduced &&
          textOf([again.verdict.path, again.verdict.passedOver]) === textOf([recorded.path, recorded.passedOver]) &&
          textOf([profile.decision?.path, profile.decision?.passedOver]) ===
            textOf([recorded.path, recorded.passedOver])
        );
      },
      3000,
    );
  });

  it('has the same outcome in whatever order the paths stand', () => {
    holds(
      someCase,
      ({ items, policy }, found) => {
        if (policy.paths.length > 1) found();
        const reversed = { ...policy, paths: policy.paths.toReversed() };
        return decideOn(reversed, items).outcome === decideOn(policy, items).outcome;
      },
      5000,
    );
  });

  it('asks again in the open path, for a step that the person is told of', () => {
    holds(
      someCase,
      ({ items, policy }, found) => {
        const { profile } = judged(policy, items);
        if (profile.status !== 'requires_input') return true;
        found();
        const isOpen = profile.decision?.path === openPath(policy, profile.evidence).id;
        return (
          isOpen &&
          requirements(policy, profile, iso(epoch)).some(({ state }) => ['missing', 'rejected'].includes(state))
        );
      },
      150,
    );
  });

  it('never approves where a check of every path does not pass', () => {
    holds(
      someCase,
      ({ items, policy }, found) => {
        if (decideOn(alwaysAlone(policy), items).outcome === 'approve') return true;
        found();
        return decideOn(policy, items).outcome !== 'approve';
      },
      1000,
    );
  });

  it('never approves where a begun path declines or shows a sign of fraud', () => {
    holds(
      someCase,
      ({ items, policy }, found) => {
        const shown = policy.paths
          .filter((path) => isBegunWith(path, items))
          .flatMap((path) => alone(policy, path, items).contributions)
          .filter(({ effect, reason }) => effect === 'decline' || (effect !== 'approve' && fraud.includes(reason)));
        if (shown.length === 0) return true;
        found();
        return decideOn(policy, items).outcome !== 'approve';
      },
      500,
    );
  });

  it('grants no more attempts than the policy has, whatever paths are chosen', () => {
    const step = fc.constantFrom<'choose' | 'document' | 'face' | 'judge'>('choose', 'document', 'face', 'judge');
    const moves = fc.array(fc.tuple(step, fc.nat(3)), { minLength: 10, maxLength: 60 });
    holds(
      fc.tuple(pathPolicy, moves),
      ([policy, all], found) => {
        const tried = all.reduce<Tried>((before, [what, n]) => tryTo(policy, before, what, n), {
          timeline: newTimeline(policy),
          retries: 0,
          n: 0,
        });
        const { attempt } = tried.timeline.profile;
        if (tried.retries > 0) found();
        return attempt.number <= policy.maxAttempts && tried.retries < policy.maxAttempts;
      },
      1000,
    );
  });
});

const system = { type: 'system', id: 'x' } as const;

const after = (under: Policy, timeline: ProfileTimeline, action: ProfileAction, n: number): ProfileTimeline => {
  const done = execute(under, timeline.profile, { id: `c${n}`, actor: system, action }, iso(epoch + n));
  if (E.isLeft(done)) return timeline;
  return { ...timeline, profile: done.right.profile, entries: [...timeline.entries, ...done.right.entries] };
};

/** A profile to which all of it was supplied, and which was judged if that is all that its path asks for. */
const judged = (under: Policy, items: readonly NewEvidence[]): ProfileTimeline => {
  const supplied = [consent, ...items].reduce(
    (timeline, item, n) => after(under, timeline, { type: 'observe', forAttempt: 1, evidence: [item] }, n),
    newTimeline(under),
  );
  return after(under, supplied, { type: 'complete_checks' }, 100);
};

type Tried = { readonly timeline: ProfileTimeline; readonly retries: number; readonly n: number };

/** What a person shows who is never approved: a document without a zone, or a face that was hardly seen. */
const poorEvidence = (profile: Profile, what: 'document' | 'face', n: number): readonly NewEvidence[] => {
  const renamed = `${n}`.padStart(15, '0');
  const poor = evidenceOf({ ...flawless, mrz: 'none', confidence: 50 });
  const shown = poor.filter(({ kind }) =>
    what === 'face' ? kind === 'liveness_result' : kind === 'file' || kind === 'document_reading',
  );
  return shown.map((item) => {
    if (item.kind === 'file') return { ...item, file: { ...item.file, id: renamed, sha256: renamed.padEnd(64, 'd') } };
    if (item.kind === 'document_reading') return { ...item, id: `reading${n}`, frontFileId: renamed };
    return item.kind === 'liveness_result' ? { ...item, sessionId: `${profile.attempt.number}/${n}` } : item;
  });
};

const tryTo = (policy: PolicyWithPaths, { n, retries, timeline }: Tried, what: string, pick: number): Tried => {
  const { profile } = timeline;
  const forAttempt = profile.attempt.number;
  const path = policy.paths[pick % policy.paths.length]?.id ?? '';
  const evidence: readonly NewEvidence[] =
    what === 'choose'
      ? [{ kind: 'path_chosen', path }, consent]
      : what === 'judge'
        ? []
        : poorEvidence(profile, what === 'face' ? 'face' : 'document', n);
  const action: ProfileAction =
    what === 'judge' ? { type: 'complete_checks' } : { type: 'observe', forAttempt, evidence };
  const next = after(policy, timeline, action, n);
  const isRetry = next.profile.status === 'requires_input' && timeline.profile.status === 'processing';
  return { timeline: next, retries: retries + Number(isRetry), n: n + 1 };
};
