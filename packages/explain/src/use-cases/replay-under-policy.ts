import { countriesOf, type DocumentType, documentFacts, parseCountry, typeOf } from '@portcullis/documents';
import {
  decide,
  type LedgerReader,
  type NotFound,
  type Outcome,
  type Policy,
  type Profile,
  type ProfileId,
  pipe,
  type ReasonCode,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { currentEvidence, type DecisionInput } from '@portcullis/domain/evidence';
import { type EntryFinder, isLeftOut, type LeftOut, type ProfileScan } from '@portcullis/domain/ports';
import type { RecordedDecision } from '@portcullis/domain/profile';
import { inputAtDecision } from '../explanation/replay.ts';
import { newestDecisions, type SystemDecision, scanPageSize } from './recorded-decisions.ts';
import type { ReplayDeps } from './replay-decisions.ts';

/** The kind of document of a decision. A country that is no known code was misread, and counts as unknown. */
export type DocumentSegment = { readonly country: string | null; readonly documentType: DocumentType | null };

/**
 * The decision under a policy draft in place of the newest one of the system, and which reasons are added and removed
 * by it.
 */
export type SimulatedDecision = {
  readonly profileId: ProfileId;
  readonly seq: number;
  readonly before: Outcome;
  readonly after: Outcome;
  /** All reasons under the draft, those included that the decision had before. */
  readonly reasons: readonly ReasonCode[];
  readonly segment: DocumentSegment;
  readonly comes: readonly ReasonCode[];
  readonly goes: readonly ReasonCode[];
};

/**
 * `unjudged` are profiles whose evidence is no longer the evidence that was decided on, `damaged` those whose rows or
 * entries do not open.
 */
export type SimulatedPage = {
  readonly profiles: number;
  readonly damaged: readonly LeftOut[];
  readonly tried: readonly SimulatedDecision[];
  readonly unjudged: readonly ProfileId[];
  readonly next: ProfileId | null;
};

/**
 * Runs a draft of a policy over the newest decision of the system of each profile, of all tenants, that was made at or
 * after `since`: on the evidence of that time, at that time. It writes nothing.
 */
export type ReplayUnderPolicy = {
  /** Some profiles that follow `after`. */
  readonly page: (after: ProfileId | null, since: string | null) => TaskEither<Unavailable, SimulatedPage>;
  readonly one: (id: ProfileId, since: string | null) => TaskEither<NotFound | Unavailable, SimulatedPage>;
};

type Simulated = Pick<SimulatedPage, 'tried' | 'unjudged' | 'damaged'>;

const nothing: Simulated = { tried: [], unjudged: [], damaged: [] };

const difference = (some: readonly ReasonCode[], others: readonly ReasonCode[]): readonly ReasonCode[] =>
  some.filter((code) => !others.includes(code));

/** The country (ISO 3166-1 alpha-3 or ICAO 9303-3) and the type of the document that was decided on. */
const segmentOf = (input: DecisionInput): DocumentSegment => {
  const { reading } = currentEvidence(input);
  const facts = reading && documentFacts(reading.value);
  return {
    country: facts && parseCountry(countriesOf(facts)[0]?.value ?? ''),
    documentType: (facts && typeOf(facts)?.type) ?? null,
  };
};

const simulate = (draft: Policy, profile: Profile, recorded: RecordedDecision): Simulated => {
  const input = inputAtDecision(profile, recorded);
  if (!input) return { ...nothing, unjudged: [profile.id] };
  const { outcome, reasons } = decide(draft, input, recorded.at);
  const one: SimulatedDecision = {
    profileId: profile.id,
    seq: recorded.seq,
    before: recorded.outcome,
    after: outcome,
    reasons,
    segment: segmentOf(input),
    comes: difference(reasons, recorded.reasons),
    goes: difference(recorded.reasons, reasons),
  };
  return { ...nothing, tried: [one] };
};

/** The decision under a draft in place of the newest one of the system about a profile, if there is one. */
export const simulateNewestDecision = (
  draft: Policy,
  profile: Profile,
  newest: SystemDecision | LeftOut | null,
): Simulated => {
  if (newest === null) return nothing;
  if (isLeftOut(newest)) return { ...nothing, damaged: [newest] };
  return newest.recorded ? simulate(draft, profile, newest.recorded) : { ...nothing, unjudged: [profile.id] };
};

/** The ports for running a draft: decisions are looked up for many profiles at once. */
export type DraftDeps = Omit<ReplayDeps, 'ledgerReader'> & { readonly ledgerReader: LedgerReader & EntryFinder };

const simulateNewest =
  ({ ledgerReader }: DraftDeps, draft: Policy, since: string | null) =>
  (profiles: readonly Profile[]): TaskEither<Unavailable, readonly Simulated[]> =>
    pipe(
      newestDecisions(ledgerReader, profiles),
      TE.map((decisions) =>
        profiles.map((profile, n): Simulated => {
          const newest = decisions[n] ?? null;
          const isTooOld = newest !== null && !isLeftOut(newest) && since !== null && newest.at < since;
          return simulateNewestDecision(draft, profile, isTooOld ? null : newest);
        }),
      ),
    );

const pageOf = (scan: ProfileScan, found: readonly Simulated[]): SimulatedPage => ({
  ...scan,
  profiles: scan.profiles.length,
  tried: found.flatMap(({ tried }) => tried),
  unjudged: found.flatMap(({ unjudged }) => unjudged),
  damaged: [...scan.damaged, ...found.flatMap(({ damaged }) => damaged)],
});

export const replayUnderPolicy = (deps: DraftDeps, draft: Policy): ReplayUnderPolicy => ({
  one: (id, since) =>
    pipe(
      TE.Do,
      TE.bindW('profile', () => deps.profiles.getAny(id)),
      TE.bindW('found', ({ profile }) => simulateNewest(deps, draft, since)([profile])),
      TE.map(({ profile, found }) => pageOf({ profiles: [profile], damaged: [], next: null }, found)),
    ),
  page: (after, since) =>
    pipe(
      TE.Do,
      TE.bindW('scan', () => deps.profiles.scan(after, scanPageSize)),
      TE.bindW('found', ({ scan }) => simulateNewest(deps, draft, since)(scan.profiles)),
      TE.map(({ found, scan }) => pageOf(scan, found)),
    ),
});
