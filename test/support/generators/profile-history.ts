import type { SignalCode } from '@portcullis/documents';
import { type DocumentReading, E, type LedgerEntry, type Policy, type Profile } from '@portcullis/domain';
import { absentDeviceSignals, type DeviceFacts } from '@portcullis/domain/evidence';
import type { Actor } from '@portcullis/domain/kernel';
import { openProfile } from '@portcullis/domain/profile';
import { execute } from '#domain/profile/changes/execute';
import type { Command } from '#domain/profile/commands';
import { policy } from '../builders/profile-states.ts';
import { onFront, passportLines, printedFields } from '../builders/readings.ts';

/** The time at which every generated timeline begins. */
export const epoch = Date.parse('2026-06-01T12:00:00.000Z');
export const iso = (ms: number): string => new Date(ms).toISOString();

const mrzLinesOf = {
  good: passportLines(),
  expired: passportLines({ expires: '240415' }),
  /** Twenty years ahead, which is longer than any State issues a passport for. */
  endless: passportLines({ expires: '460601' }),
  minor: passportLines({ born: '120812' }),
  wrongDigit: passportLines().map((line, i) => (i === 1 ? `${line.slice(0, 43)}${(Number(line[43]) + 1) % 10}` : line)),
  none: null,
} as const;
export type MrzVariant = keyof typeof mrzLinesOf;
export const mrzVariants: readonly MrzVariant[] = ['good', 'expired', 'endless', 'minor', 'wrongDigit', 'none'];

/** A reading with this MRZ and these signals. */
export const aReading = (mrz: MrzVariant, signals: readonly SignalCode[] = []): DocumentReading => {
  const read = { fields: printedFields(mrzLinesOf[mrz]), mrzLines: mrzLinesOf[mrz], barcode: null };
  return {
    reader: { name: 'generated', model: 'generated-1', promptVersion: 'p1', requestId: null },
    documentType: 'passport',
    issuingCountry: 'UTO',
    ...read,
    signals: signals.map((code) => ({ code, confidence: 0.9 })),
    sides: onFront(read),
    usage: { inputTokens: 0, outputTokens: 0 },
  };
};

/** A clean device event of the profile. */
export const deviceFacts = (over: Partial<DeviceFacts>): DeviceFacts => ({
  ...absentDeviceSignals,
  visitorId: 'v',
  occurredAt: iso(epoch),
  linkedId: 'generatedprofil',
  confidence: 0.99,
  replayed: false,
  bot: 'not_detected',
  tampered: false,
  emulated: false,
  linkedIds24h: 1,
  originAllowed: true,
  ...over,
});

/** A profile with all of its history, and the current time. */
export type ProfileTimeline = {
  readonly profile: Profile;
  readonly entries: readonly LedgerEntry[];
  readonly now: number;
  /** The policy that applies to every decision of this timeline. */
  readonly policy: Policy;
};

export const newTimeline = (under: Policy = policy): ProfileTimeline => {
  const given = {
    id: 'generatedprofil',
    tenant: { partnerId: 'acme', teamId: null },
    reference: 'r1',
    claimed: {},
    language: 'en',
    metadata: {},
    redirectUrl: null,
    salt: 'cd'.repeat(32),
    scenario: null,
    previousProfileId: null,
  };
  const { profile, entries } = openProfile(under, given, { type: 'machine', id: 'client' }, iso(epoch));
  return { profile, entries, now: epoch, policy: under };
};

/** A command on a timeline: time passes, then an actor sends a command that depends on the timeline. */
export type TimedCommand = {
  readonly after: number;
  readonly actor: Actor['type'];
  readonly make: (timeline: ProfileTimeline, n: number) => Command['action'];
};

export type CommandResult = {
  readonly before: ProfileTimeline;
  readonly command: Command;
  readonly after: ProfileTimeline;
  readonly refused: string | null;
};

/** Applies a command. A rejected one only advances the time. */
const applyCommand = (timeline: ProfileTimeline, timed: TimedCommand, n: number): CommandResult => {
  const now = timeline.now + timed.after;
  const command: Command = { id: `c${n}`, actor: { type: timed.actor, id: 'x' }, action: timed.make(timeline, n) };
  const before = { ...timeline, now };
  const done = execute(timeline.policy, timeline.profile, command, iso(now));
  if (E.isLeft(done)) return { before, command, after: before, refused: done.left._tag };
  const { profile, entries } = done.right;
  return { before, command, after: { ...before, profile, entries: [...timeline.entries, ...entries] }, refused: null };
};

/** Applies commands one after another. */
export const applyCommands = (
  given: readonly TimedCommand[],
  from: ProfileTimeline = newTimeline(),
): readonly CommandResult[] => {
  const all: CommandResult[] = [];
  let timeline = from;
  given.forEach((timed, n) => {
    const done = applyCommand(timeline, timed, n + 1);
    all.push(done);
    timeline = done.after;
  });
  return all;
};
