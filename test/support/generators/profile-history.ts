import type {
  Actor,
  Command,
  DeviceFacts,
  DocumentReading,
  LedgerEntry,
  Policy,
  Profile,
  SignalCode,
} from '@portcullis/domain';
import { E, execute, openProfile, standardPolicy } from '@portcullis/domain';
import { passportLines, printedWith } from '../builders/readings.ts';

/** The time at which every generated timeline begins. */
export const epoch = Date.parse('2026-06-01T12:00:00.000Z');
export const iso = (ms: number): string => new Date(ms).toISOString();

export const policy: Policy = standardPolicy({ livenessThreshold: 75, specimens: true });

const lines = {
  good: passportLines(),
  expired: passportLines({ expires: '240415' }),
  minor: passportLines({ born: '120812' }),
  wrongDigit: passportLines().map((line, i) => (i === 1 ? `${line.slice(0, 43)}${(Number(line[43]) + 1) % 10}` : line)),
  none: null,
} as const;
export type Zone = keyof typeof lines;
export const zones: readonly Zone[] = ['good', 'expired', 'minor', 'wrongDigit', 'none'];

/** A reading with this MRZ and these signals. */
export const aReading = (zone: Zone, signals: readonly SignalCode[] = []): DocumentReading => ({
  reader: { name: 'generated', model: 'generated-1', promptVersion: 'p1', requestId: null },
  documentType: 'passport',
  issuingCountry: 'UTO',
  fields: printedWith(lines[zone]),
  mrzLines: lines[zone],
  barcode: null,
  signals: signals.map((code) => ({ code, confidence: 0.9 })),
  usage: { inputTokens: 0, outputTokens: 0 },
});

/** A clean device event of the profile. */
export const deviceFacts = (over: Partial<DeviceFacts>): DeviceFacts => ({
  visitorId: 'v',
  occurredAt: iso(epoch),
  linkedId: 'generatedprofil',
  confidence: 0.99,
  replayed: false,
  bot: 'not_detected',
  tampered: false,
  emulated: false,
  rooted: null,
  incognito: null,
  vpn: null,
  proxy: null,
  tor: null,
  ipBlocklisted: null,
  linkedIds24h: 1,
  originAllowed: true,
  ...over,
});

/** A profile with all of its history, and the current time. */
export type World = {
  readonly profile: Profile;
  readonly entries: readonly LedgerEntry[];
  readonly now: number;
  /** The policy that applies to every decision of this timeline. */
  readonly policy: Policy;
};

export const newWorld = (under: Policy = policy): World => {
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
export type Deed = {
  readonly after: number;
  readonly actor: Actor['type'];
  readonly make: (world: World, n: number) => Command['action'];
};

export type Done = {
  readonly before: World;
  readonly command: Command;
  readonly after: World;
  readonly refused: string | null;
};

/** Applies a command. A rejected one only advances the time. */
const happen = (world: World, deed: Deed, n: number): Done => {
  const now = world.now + deed.after;
  const command: Command = { id: `c${n}`, actor: { type: deed.actor, id: 'x' }, action: deed.make(world, n) };
  const before = { ...world, now };
  const done = execute(world.policy, world.profile, command, iso(now));
  if (E.isLeft(done)) return { before, command, after: before, refused: done.left._tag };
  const { profile, entries } = done.right;
  return { before, command, after: { ...before, profile, entries: [...world.entries, ...entries] }, refused: null };
};

/** Applies commands one after another. */
export const live = (given: readonly Deed[], from: World = newWorld()): readonly Done[] => {
  const all: Done[] = [];
  let world = from;
  given.forEach((deed, n) => {
    const done = happen(world, deed, n + 1);
    all.push(done);
    world = done.after;
  });
  return all;
};
