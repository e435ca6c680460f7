import { type Examined, examineLedger, type LedgerFault } from '@portcullis/backoffice';
import type { RecordInspector } from '@portcullis/backoffice/ports';
import { aProfile } from '@portcullis/contracts/builders';
import {
  E,
  type LedgerEntry,
  type LedgerReader,
  notFound,
  type Profile,
  type ProfileId,
  type ProfileStore,
  type TaskEither,
  TE,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { damagedRecord, withOutageCause } from '@portcullis/domain/kernel';
import { chainEntries, genesisHash } from '@portcullis/domain/ledger';
import { expect } from 'chai';
import {
  created,
  examinedRecords,
  happened,
  idOf,
  nothingWrong,
  recordedAt,
} from '../../../support/examined-ledgers.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

/** A valid profile with so many entries. */
const validProfile = (
  id: ProfileId,
  count: number,
): { readonly profile: Profile; readonly entries: readonly LedgerEntry[] } => {
  const drafts = [created, ...Array.from({ length: count - 1 }, () => happened)];
  const entries = chainEntries({ profileId: id, seq: 0, hash: genesisHash }, drafts, recordedAt);
  const ledgerHead = entries.at(-1)?.hash ?? genesisHash;
  return { entries, profile: aProfile({ id, status: 'created', version: count, ledgerHead }) };
};

const broken = damagedRecord('not an entry');
const badAnswer = unavailable('database', 'no JSON', 'invalid_response');
const shut = withOutageCause(unavailable('database', 'no key', 'rejected'), 'unknown_key');
const gone = unavailable('database', 'nobody there', 'unavailable');

/** Records in memory, with functions that damage them. */
const aStore = (counts: readonly number[]) => {
  const records = examinedRecords();
  for (const [n, count] of counts.entries()) {
    const { entries, profile } = validProfile(idOf(n), count);
    records.profiles.set(profile.id, profile);
    records.entries.set(profile.id, entries);
  }
  const change = (n: number, over: Partial<Profile>): void => {
    const profile = records.profiles.get(idOf(n));
    if (profile) records.profiles.set(profile.id, { ...profile, ...over });
  };
  const edit = (n: number, how: (entries: readonly LedgerEntry[]) => readonly LedgerEntry[]): void => {
    records.entries.set(idOf(n), how(records.entries.get(idOf(n)) ?? []));
  };
  const needs = {
    ...records.ports,
    inspector: nothingWrong,
    readsFiles: true,
    judge: (_: Profile): TaskEither<Unavailable, readonly LedgerFault['fault'][]> => TE.right([]),
  };
  return { records, change, edit, needs };
};

type Needs = ReturnType<typeof aStore>['needs'];

/** Answers all pages together. */
const examineAll = async (needs: Needs): Promise<readonly Examined[]> => {
  const { page } = examineLedger(needs);
  const all: Examined[] = [];
  let after: ProfileId | null = null;
  do {
    const { examined, next }: { readonly examined: readonly Examined[]; readonly next: ProfileId | null } =
      await mustSucceed(page(after));
    all.push(...examined);
    after = next;
  } while (after !== null);
  return all;
};

const faultsIn = (examined: readonly Examined[]) =>
  examined.flatMap(({ faults, profileId }) => faults.map(({ fault, seq }) => [profileId, seq, fault]));

describe('the examination of the ledgers', () => {
  it('finds no faults in untouched records, and counts them, over more pages than one', async () => {
    const counts = Array.from({ length: 450 }, (_, n) => 1 + (n % 7));
    const examined = await examineAll(aStore([...counts, 431]).needs);
    expect(examined).to.deep.equal([...counts, 431].map((entries, n) => ({ profileId: idOf(n), entries, faults: [] })));
  });

  it('names the first fault of every ledger, and every fault of every row', async () => {
    const { change, edit, needs, records } = aStore([3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
    edit(0, (entries) => entries.toSpliced(1, 1));
    edit(1, (entries) => entries.map((entry) => (entry.seq < 2 ? entry : { ...entry, type: 'forged.thing' })));
    edit(2, (entries) => entries.slice(0, 2));
    change(3, { version: 2 });
    change(4, { version: 4 });
    change(5, { ledgerHead: genesisHash });
    change(6, { status: 'approved' });
    change(7, { id: idOf(8) });
    records.profiles.delete(idOf(8));
    records.entries.delete(idOf(9));
    expect(faultsIn(await examineAll(needs))).to.deep.equal([
      [idOf(0), 2, 'missing'],
      [idOf(1), 2, 'changed'],
      [idOf(2), 3, 'missing'],
      [idOf(3), 3, 'row_version'],
      [idOf(4), 3, 'row_version'],
      [idOf(5), 3, 'row_head'],
      [idOf(6), 3, 'row_status'],
      [idOf(7), null, 'row_foreign'],
      [idOf(8), null, 'no_row'],
      [idOf(9), null, 'no_entries'],
    ]);
  });

  it('finds entries that belong to no profile, also where they are invalid and follow all others', async () => {
    const { needs, records } = aStore([2]);
    const { entries } = validProfile('zzzzzzzzzzzzzzz', 3);
    records.entries.set('zzzzzzzzzzzzzzz', entries.slice(1));
    expect(faultsIn(await examineAll(needs))).to.deep.equal([
      ['zzzzzzzzzzzzzzz', null, 'no_row'],
      ['zzzzzzzzzzzzzzz', 1, 'missing'],
    ]);
  });

  it('names a row that is unreadable or cannot be decrypted, and verifies its ledger and all others', async () => {
    const { needs } = aStore([2, 2, 2]);
    const failing = new Map([
      [idOf(0), broken],
      [idOf(1), shut],
    ]);
    const getAny: ProfileStore['getAny'] = (id) => {
      const failure = failing.get(id);
      return failure ? TE.left(failure) : needs.profiles.getAny(id);
    };
    const chains: LedgerReader = { entries: (id, query) => needs.ledgerReader.entries(id, query) };
    const ledgerReader: LedgerReader = {
      entries: (id, query) => (failing.has(id) ? TE.left(shut) : chains.entries(id, query)),
    };
    const examined = await examineAll({ ...needs, profiles: { ...needs.profiles, getAny }, ledgerReader, chains });
    expect(examined).to.deep.equal([
      { profileId: idOf(0), entries: 2, faults: [{ seq: null, fault: 'row_unreadable' }] },
      { profileId: idOf(1), entries: 2, faults: [{ seq: null, fault: 'row_locked' }] },
      { profileId: idOf(2), entries: 2, faults: [] },
    ]);
  });

  it('names nothing where the database answers something else or refuses, which is an outage', async () => {
    const { needs } = aStore([2]);
    const refused = withOutageCause(shut, 'login_refused');
    for (const failure of [badAnswer, refused]) {
      const profiles = { ...needs.profiles, getAny: () => TE.left(failure) };
      const ledgerReader: LedgerReader = { entries: () => TE.left(failure) };
      for (const over of [{ profiles }, { ledgerReader }])
        expect(await mustFail(examineLedger({ ...needs, ...over }).page(null))).to.deep.equal(failure);
    }
  });

  it('names an unreadable entry by its seq, however many are beside it', async () => {
    const { needs } = aStore([301]);
    const ledgerReader: LedgerReader = {
      entries: (id, query) => {
        const { afterSeq, limit } = query;
        return afterSeq < 257 && afterSeq + limit >= 257 ? TE.left(broken) : needs.ledgerReader.entries(id, query);
      },
    };
    expect(await examineAll({ ...needs, ledgerReader })).to.deep.equal([
      { profileId: idOf(0), entries: 256, faults: [{ seq: 257, fault: 'unreadable' }] },
    ]);
  });

  it('accepts a ledger that grows while it is verified, and rejects one that only seems to grow', async () => {
    const { change, edit, needs, records } = aStore([2]);
    const { profile, entries } = validProfile(idOf(0), 6);
    const ledgerReader: LedgerReader = {
      entries: (id, query) => async () => {
        // Three writes happen: row and entries at once, after the row was read.
        const length = records.entries.get(id)?.length ?? 0;
        if (length < 6) {
          edit(0, () => entries.slice(0, length + 2));
          change(0, { version: length + 2, ledgerHead: entries[length + 1]?.hash ?? '' });
        }
        return needs.ledgerReader.entries(id, query)();
      },
    };
    const grown = await examineAll({ ...needs, ledgerReader });
    expect(grown).to.deep.equal([{ profileId: idOf(0), entries: 6, faults: [] }]);
    change(0, { ...profile, version: 4 });
    expect(faultsIn(await examineAll(needs))).to.deep.equal([[idOf(0), 5, 'row_version']]);
  });

  it('examines one profile, and distinguishes one that does not exist from one that has lost its row', async () => {
    const { needs, records } = aStore([2, 2]);
    records.profiles.delete(idOf(1));
    const { one } = examineLedger(needs);
    expect(await mustSucceed(one(idOf(0)))).to.deep.equal({ profileId: idOf(0), entries: 2, faults: [] });
    expect(faultsIn([await mustSucceed(one(idOf(1)))])).to.deep.equal([[idOf(1), null, 'no_row']]);
    expect(await mustFail(one(idOf(2)))).to.deep.equal(notFound);
  });

  it('stops where the database does not answer, and reports nothing as valid', async () => {
    const { needs } = aStore([2, 2]);
    const ledgerReader: LedgerReader = { entries: () => TE.left(gone) };
    const page = await examineLedger({ ...needs, ledgerReader }).page(null)();
    expect(page).to.deep.equal(E.left(gone));
  });

  it('reports what is wrong beside a profile that agrees with its ledger, and what it is judged by', async () => {
    const { needs } = aStore([2, 2]);
    const inspector: RecordInspector = {
      ...nothingWrong,
      besideProfile: ({ id }) => TE.right(id === idOf(0) ? [{ fault: 'session' }, { fault: 'file', file: 'a' }] : []),
      ofService: () => TE.right(['service_key']),
    };
    const judge = ({ id }: Profile) => TE.right(id === idOf(1) ? (['decision'] as const) : []);
    expect(faultsIn(await examineAll({ ...needs, inspector, judge }))).to.deep.equal([
      [idOf(0), null, 'session'],
      [idOf(0), null, 'file'],
      [idOf(1), null, 'decision'],
    ]);
    const { service } = examineLedger({ ...needs, inspector, judge });
    expect(await mustSucceed(service)).to.deep.equal([{ seq: null, fault: 'service_key' }]);
  });

  it('reports nothing beside a profile that changed meanwhile, and judges it as it is then', async () => {
    const { change, edit, needs } = aStore([2]);
    const judged: number[] = [];
    const judge = ({ version }: Profile) => {
      judged.push(version);
      if (version > 2) return TE.right([]);
      const { entries, profile } = validProfile(idOf(0), 3);
      edit(0, () => entries);
      change(0, profile);
      return TE.right(['decision'] as const);
    };
    expect(await examineAll({ ...needs, judge })).to.deep.equal([{ profileId: idOf(0), entries: 3, faults: [] }]);
    expect(judged).to.deep.equal([2, 3]);
  });

  /** Gives a profile a ledger whose second entry had a part that can be erased, and has lost it. */
  const loseErasablePart = ({ change, edit }: ReturnType<typeof aStore>, n: number): void => {
    const drafts = [created, { ...happened, personal_digest: 'd'.repeat(64) }, happened];
    const entries = chainEntries({ profileId: idOf(n), seq: 0, hash: genesisHash }, drafts, recordedAt);
    edit(n, () => entries);
    change(n, { ledgerHead: entries.at(-1)?.hash ?? '' });
  };

  it('reports an entry whose erasable part is gone although nobody has erased the profile', async () => {
    const store = aStore([3, 3]);
    for (const n of [0, 1]) loseErasablePart(store, n);
    store.change(1, { salt: '' });
    expect(faultsIn(await examineAll(store.needs))).to.deep.equal([[idOf(0), 2, 'personal_missing']]);
  });

  it('reports no erasable part that an erasure has removed since the row was read', async () => {
    const store = aStore([3]);
    loseErasablePart(store, 0);
    const ledgerReader: LedgerReader = {
      entries: (id, query) => {
        store.change(0, { salt: '' });
        return store.needs.ledgerReader.entries(id, query);
      },
    };
    expect(faultsIn(await examineAll({ ...store.needs, ledgerReader }))).to.deep.equal([]);
  });
});
