import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { digestNo, setListed } from '@portcullis/contracts/builders';
import { type FingerprintKind, fingerprintKinds } from '@portcullis/domain/evidence';
import type { AttemptFingerprints, DuplicateCounts, ListName } from '@portcullis/domain/ports';
import type { RecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import fc from 'fast-check';
import { runs } from '../support/effort.ts';
import { storesInMemory } from '../support/records/memory-records.ts';
import { storesOver } from '../support/records/stores-over.ts';
import { mustSucceed } from '../support/run.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';

const partners = ['acme', 'other'] as const;
const begin = Date.parse('2026-05-01T10:00:00.000Z');
const iso = (ms: number): string => new Date(ms).toISOString();

type Listing = {
  readonly partnerId: string;
  readonly kind: FingerprintKind;
  readonly digest: string;
  readonly list: ListName | null;
};
type Step = { readonly note: AttemptFingerprints; readonly seconds: number } | { readonly listing: Listing };

/** There are few different values, so that histories overlap: a digest may even be of several kinds. */
const digest = fc.nat(5).map((n) => digestNo(n));
const digests = fc.uniqueArray(digest, { maxLength: 3 });

const note: fc.Arbitrary<Step> = fc
  .record({
    partnerId: fc.constantFrom(...partners),
    who: fc.nat(4),
    attempt: fc.integer({ min: 1, max: 3 }),
    second: fc.nat(20),
    digests: fc.record({ document: digests, person: digests, image: digests, device: digests }),
    seconds: fc.constantFrom(0, 1, 5, 100),
  })
  .map(({ who, second, seconds, ...rest }) => ({
    seconds,
    // Two profiles of one reference are one person who was verified twice.
    note: {
      ...rest,
      profileId: `profile0000000${who}`,
      reference: digestNo(900 + Math.floor(who / 2)),
      at: iso(begin + 1000 * second),
    },
  }));

const listing: fc.Arbitrary<Step> = fc
  .record({
    partnerId: fc.constantFrom(...partners),
    kind: fc.constantFrom(...fingerprintKinds),
    digest,
    list: fc.constantFrom<ListName | null>('blocked', 'allowed', null),
  })
  .map((made) => ({ listing: made }));

const history = (most: number) =>
  fc.array(fc.oneof({ arbitrary: note, weight: 4 }, { arbitrary: listing, weight: 1 }), { maxLength: most });

type Occurrence = {
  readonly partnerId: string;
  readonly what: string;
  readonly attempt: string;
  readonly reference: string;
  readonly at: string;
};

/** The reference model: a list of everything that was ever recorded. */
const referenceModel = () => {
  let shown: readonly Occurrence[] = [];
  let lists: readonly Listing[] = [];

  const showings = ({
    attempt,
    digests: all,
    profileId,
    partnerId,
    reference,
    at,
  }: AttemptFingerprints): readonly Occurrence[] =>
    [...fingerprintKinds.flatMap((kind) => all[kind].map((one) => `${kind} ${one}`)), `reference ${reference}`].map(
      (what) => ({
        partnerId,
        what,
        attempt: `${profileId} ${attempt}`,
        reference,
        at,
      }),
    );

  const isAgain = (one: Occurrence, other: Occurrence): boolean =>
    one.partnerId === other.partnerId && one.what === other.what && one.attempt === other.attempt;

  const count = (sighted: AttemptFingerprints, seconds: number): DuplicateCounts => {
    const own = showings(sighted);
    const met = (kind: string): readonly Occurrence[] =>
      shown.filter(
        ({ partnerId, what }) =>
          partnerId === sighted.partnerId && own.some((one) => one.what === what && what.startsWith(`${kind} `)),
      );
    const others = (kind: FingerprintKind) =>
      sighted.digests[kind].length === 0
        ? null
        : new Set(
            met(kind)
              .filter(({ reference }) => reference !== sighted.reference)
              .map(({ reference }) => reference),
          ).size;
    const recent = (kind: string): number =>
      new Set(
        met(kind)
          .filter(({ at }) => Date.parse(at) >= Date.parse(sighted.at) - 1000 * seconds)
          .map(({ attempt }) => attempt),
      ).size;
    const on = (name: ListName) =>
      fingerprintKinds.filter((kind) =>
        sighted.digests[kind].some((one) =>
          lists.some(
            (row) =>
              row.partnerId === sighted.partnerId && row.kind === kind && row.digest === one && row.list === name,
          ),
        ),
      );
    return {
      others: {
        document: others('document'),
        person: others('person'),
        image: others('image'),
        device: others('device'),
      },
      attempts: {
        document: sighted.digests.document.length === 0 ? null : recent('document'),
        device: sighted.digests.device.length === 0 ? null : recent('device'),
        reference: recent('reference'),
      },
      // The histories have no profiles, and so none that is declined.
      declined: {
        document: sighted.digests.document.length === 0 ? null : 0,
        person: sighted.digests.person.length === 0 ? null : 0,
        image: sighted.digests.image.length === 0 ? null : 0,
      },
      blocked: on('blocked'),
      allowed: on('allowed'),
    };
  };

  return {
    list: (made: Listing): void => {
      lists = [
        ...lists.filter(
          ({ partnerId, kind, digest: one }) =>
            partnerId !== made.partnerId || kind !== made.kind || one !== made.digest,
        ),
        made,
      ];
    },
    note: (sighted: AttemptFingerprints, seconds: number): DuplicateCounts => {
      const now = showings(sighted);
      shown = [...shown.filter((before) => !now.some((one) => isAgain(one, before))), ...now];
      return count(sighted, seconds);
    },
  };
};

/** Lets a history happen to a register and to the model, and compares every answer. */
const expectSameAsModel = async (stores: RecordStore, steps: readonly Step[]): Promise<void> => {
  const register = stores.duplicateIndex;
  const model = referenceModel();
  for (const step of steps) {
    if ('listing' in step) {
      const { partnerId, kind, digest: one, list } = step.listing;
      model.list(step.listing);
      await setListed(stores, partnerId, kind, one, list);
    } else {
      const expected = model.note(step.note, step.seconds);
      expect(await mustSucceed(register.record(step.note, step.seconds))).to.deep.equal(expected);
      // The same again changes nothing.
      expect(await mustSucceed(register.record(step.note, step.seconds))).to.deep.equal(expected);
    }
  }
};

/** What the model answers in a history. */
const modelCounts = (steps: readonly Step[]): readonly DuplicateCounts[] => {
  const model = referenceModel();
  return steps.flatMap((step) => {
    if ('note' in step) return [model.note(step.note, step.seconds)];
    model.list(step.listing);
    return [];
  });
};

describe('the counts of a duplicate index', function () {
  this.timeout(60_000);
  const database = usePocketbase();

  it('in memory equal those of a plain list, for any history', async () => {
    await fc.assert(
      fc.asyncProperty(history(25), (steps) => expectSameAsModel(storesInMemory(), steps)),
      { numRuns: runs(500) },
    );
  });

  it('differ from history to history', () => {
    const counts = fc.sample(history(25), { numRuns: 500, seed: 1 }).flatMap(modelCounts);
    const seen = new Set(
      counts.flatMap(({ others, attempts, blocked }) => [
        `others ${others.device}`,
        `attempts ${attempts.device}`,
        `blocked ${blocked.length}`,
      ]),
    );
    expect([...seen]).to.include.members([
      'others 0',
      'others 2',
      'others null',
      'attempts 1',
      'attempts 4',
      'blocked 0',
      'blocked 1',
    ]);
  });

  it('in PocketBase are the same', async () => {
    await fc.assert(
      fc.asyncProperty(history(12), async (steps) => {
        await database().empty();
        await expectSameAsModel(storesOver(database().client, undefined, sequentialIds()), steps);
      }),
      { numRuns: runs(12, 4) },
    );
  });
});
