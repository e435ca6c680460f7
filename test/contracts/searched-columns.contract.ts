import { acme, anAccessBatch } from '@portcullis/contracts/builders';
import type { Profile, TaskEither } from '@portcullis/domain';
import type { AccessQuery } from '@portcullis/domain/ports';
import type { Row } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { rowsIn } from '#contracts/drivers/driver-under-test';
import { aPolicy } from '../support/builders/policies.ts';
import { undamagedPolicies } from '../support/records/listed.ts';
import {
  changeRow,
  deleteRow,
  type OpenRecordDatabase,
  useRecordDatabase,
} from '../support/records/record-database.ts';
import { aPerson, type Stores, storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

/** What a read answers of a changed row: nothing of it, as if there were no such row, or that it is damaged. */
type Answer = 'shown' | 'left out' | 'damaged';
type Answers = { readonly [read: string]: Answer };

const north = { ...acme, teamId: 'north' };
const globex = { partnerId: 'globex', teamId: null };
const createdAt = '2026-05-01T10:00:00.000Z';
const past = '2001-01-01T00:00:00.000Z';
const future = '2998-01-01T00:00:00.000Z';

const inReview: Partial<Profile> = { status: 'in_review', waitingSince: createdAt };

type ReadOf<A> = { readonly [read: string]: TaskEither<unknown, A> };

/** Whether a page has left a row out because it does not open, and says so. */
const countsDamage = (found: unknown): boolean =>
  typeof found === 'object' && found !== null && 'damaged' in found && Array.isArray(found.damaged)
    ? found.damaged.length > 0
    : false;

const answerOf = <A>(found: A, shows: (found: A) => boolean): Answer => {
  if (shows(found)) return 'shown';
  return countsDamage(found) ? 'damaged' : 'left out';
};

/** What each read answers. A read that fails does so because of damage. */
const answersOf = async <A>(reads: ReadOf<A>, shows: (found: A) => boolean): Promise<Answers> => {
  const answers: { [read: string]: Answer } = {};
  for (const [read, task] of Object.entries(reads)) {
    const result = await task();
    if (result._tag === 'Right') answers[read] = answerOf(result.right, shows);
    else {
      const isMissing = JSON.stringify(result.left).includes('NotFound');
      if (!isMissing) expect(result.left, read).to.include({ kind: 'invalid_response' });
      answers[read] = isMissing ? 'left out' : 'damaged';
    }
  }
  return answers;
};

/** The reads that do not answer this. */
const othersThan = (answer: Answer, answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, one]) => one !== answer));

const allLeftOut = (...reads: readonly string[]): Answers =>
  Object.fromEntries(reads.map((read) => [read, 'left out']));

/**
 * Tests which reads meet a row whose columns were changed, by which it is found: a read that looks for what the row has
 * no more does not see it, and every other one says that it is damaged.
 */
export const searchedColumnsContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`columns by which rows are found: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);

    const openStores = async (): Promise<Stores> => {
      const stores = storesWith(database(), 'a');
      await mustSucceed(stores.keys.prepare);
      return stores;
    };
    const changeOnly = async (table: 'profiles' | 'policies' | 'access_log', columns: Row, n = 0): Promise<void> =>
      changeRow(database(), table, String((await rowsIn(database(), table))[n]?.['id']), columns);

    /** Every read of a profile by which a request, or work by time, finds it. */
    const profileReads = ({ profiles, reviewQueue }: Stores, { id, reference, status }: Profile): ReadOf<unknown> => ({
      'its id': profiles.get(north, id),
      'the id, for its partner': profiles.get(acme, id),
      scan: profiles.scan(null, 5),
      list: profiles.list(acme, { limit: 5 }),
      'list of its team': profiles.list(north, { limit: 5 }),
      'list by status': profiles.list(acme, { limit: 5, status }),
      'list by statuses': profiles.list(acme, { limit: 5, statuses: [status, 'declined'] }),
      'list by reference': profiles.list(acme, { limit: 5, reference }),
      'list by time': profiles.list(acme, { limit: 5, createdAfter: createdAt }),
      'list by change': profiles.list(acme, { limit: 5, order: 'updated_at' }),
      'create or reuse': profiles.findCurrent(north, reference),
      ...(status === 'in_review' && {
        queue: reviewQueue.page(acme, null, 5),
        'queue of its team': reviewQueue.page(north, null, 5),
      }),
    });
    const showsProfile = (found: unknown): boolean => found !== null && /"salt"/.test(JSON.stringify(found));

    const profileCases: readonly (readonly [columns: Row, leavesOut: readonly string[]])[] = [
      [
        { partner_key: 'globex' },
        [
          'list',
          'list of its team',
          'list by status',
          'list by statuses',
          'list by reference',
          'list by time',
          'list by change',
          'queue',
          'queue of its team',
        ],
      ],
      [{ team_key: '=south' }, ['list of its team', 'queue of its team']],
      [{ status: 'approved' }, ['list by status', 'list by statuses', 'queue', 'queue of its team']],
      [{ reference_key: 'x' }, ['list by reference', 'create or reuse']],
      [{ current_key: 'x' }, ['create or reuse']],
      [{ created_at: past }, ['list by time']],
      [{ waiting_since: 'erased' }, ['queue', 'queue of its team']],
      [{ waiting_since: past }, []],
      [{ version: 7 }, []],
      [{ due_at: past }, []],
      [{ data: { bound: 'x' } }, []],
    ];
    for (const [columns, leavesOut] of profileCases) {
      it(`of a profile: ${JSON.stringify(columns)} is damage wherever the row is met`, async () => {
        const stores = await openStores();
        const { profile: created, entries } = aPerson();
        const profile = { ...created, ...inReview, tenant: north, createdAt };
        await mustSucceed(stores.profiles.insert({ profile, entries }, null));
        const answers = () => answersOf(profileReads(stores, profile), showsProfile);
        expect(othersThan('shown', await answers())).to.deep.equal({});
        await changeOnly('profiles', columns);
        expect(othersThan('damaged', await answers())).to.deep.equal(allLeftOut(...leavesOut));
      });
    }

    it('of a profile: one that names another partner, team or status is damage in the lists of those', async () => {
      const stores = await openStores();
      const person = aPerson();
      const profile = { ...person.profile, ...inReview, tenant: north };
      await mustSucceed(stores.profiles.insert({ ...person, profile }, null));
      const lists = {
        globex: stores.profiles.list(globex, { limit: 5 }),
        south: stores.profiles.list({ ...acme, teamId: 'south' }, { limit: 5 }),
        approved: stores.profiles.list(acme, { limit: 5, status: 'approved' }),
      };
      for (const [named, columns, before] of [
        ['globex', { partner_key: 'globex' }, { partner_key: 'acme' }],
        ['south', { team_key: '=south' }, { team_key: '=north' }],
        ['approved', { status: 'approved' }, { status: 'in_review' }],
      ] as const) {
        await changeOnly('profiles', columns);
        expect(othersThan('left out', await answersOf(lists, showsProfile))).to.include({ [named]: 'damaged' });
        await changeOnly('profiles', before);
      }
    });

    it('of a profile: its reference is created anew where the key of the current one was changed, and else refused', async () => {
      const stores = await openStores();
      const person = aPerson();
      await mustSucceed(stores.profiles.insert(person, null));
      const { reference } = person.profile;
      const again = () => {
        const next = aPerson();
        return stores.profiles.insert({ ...next, profile: { ...next.profile, reference } }, null);
      };
      await changeOnly('profiles', { reference_key: 'x' });
      expect(await mustFail(again())).to.include({ _tag: 'AlreadyExists' });
      await changeOnly('profiles', { current_key: 'x' });
      await mustSucceed(again());
    });

    it('of a profile: when it is due is damage in every read but the list of what is due', async () => {
      const stores = await openStores();
      const person = aPerson();
      const profile = { ...person.profile, tenant: north, createdAt };
      await mustSucceed(stores.profiles.insert({ ...person, profile }, null));
      const due = async () => (await mustSucceed(stores.profiles.due('2999-12-01T00:00:00.000Z', 5))).length;
      expect(await due()).to.equal(1);
      await changeOnly('profiles', { due_at: '' });
      expect(await due()).to.equal(0);
      const answers = await answersOf(profileReads(stores, profile), showsProfile);
      expect(othersThan('damaged', answers)).to.deep.equal({});
    });

    it('of a profile: when it was changed is damage wherever the row is met', async () => {
      const stores = await openStores();
      const person = aPerson();
      const profile = { ...person.profile, ...inReview, tenant: north, createdAt };
      await mustSucceed(stores.profiles.insert({ ...person, profile }, null));
      for (const [updated_at, leavesOut] of [
        [past, []],
        ['', ['list by change']],
      ] as const) {
        await changeOnly('profiles', { updated_at });
        const answers = await answersOf(profileReads(stores, profile), showsProfile);
        expect(othersThan('damaged', answers)).to.deep.equal(allLeftOut(...leavesOut));
      }
    });

    const policyCases: readonly (readonly [columns: Row, others: Answers])[] = [
      [{ policy_id: 'other' }, { version: 'left out', latest: 'left out' }],
      [{ version: '9' }, { version: 'left out' }],
      [{ partner_key: '=globex' }, { latest: 'left out' }],
      [{ position: 1 }, { latest: 'left out' }],
      [{ position: 9 }, {}],
      [{ digest: 'x' }, {}],
    ];
    for (const [columns, others] of policyCases) {
      it(`of a policy: ${JSON.stringify(columns)} is damage wherever the row is met`, async () => {
        const { policyRepository } = await openStores();
        for (const policy of [{ id: 'first' }, { version: '1' }, { version: '2' }])
          await mustSucceed(policyRepository.add(aPolicy(policy), null));
        const [first] = (await rowsIn(database(), 'policies')).filter((row) => row['policy_id'] === 'first');
        await deleteRow(database(), 'policies', String(first?.['id']));
        const reads: ReadOf<unknown> = {
          version: policyRepository.get({ id: 'strict', version: '2' }),
          latest: policyRepository.latest('strict', acme),
          list: undamagedPolicies({ policyRepository }),
        };
        const shows = (found: unknown): boolean => /"version":"2"/.test(JSON.stringify(found));
        expect(othersThan('shown', await answersOf(reads, shows))).to.deep.equal({});
        const newest = (await rowsIn(database(), 'policies')).findIndex((row) => row['version'] === '2');
        await changeOnly('policies', columns, newest);
        expect(othersThan('damaged', await answersOf(reads, shows))).to.deep.equal(others);
      });
    }

    const accessCases: readonly (readonly [columns: Row, leavesOut: readonly string[]])[] = [
      [{ partner_key: 'globex' }, ['of its partner', 'of its team']],
      [{ team_key: '=south' }, ['of its team']],
      [{ at: past }, ['of the time']],
      [{ at: future }, ['of the time']],
    ];
    for (const [columns, leavesOut] of accessCases) {
      it(`of the access log: ${JSON.stringify(columns)} is damage on the pages that meet the row`, async () => {
        const { accessLog } = await openStores();
        await mustSucceed(accessLog.append([anAccessBatch(createdAt, ['request-1'], north)]));
        const page = (over: Partial<AccessQuery>) =>
          accessLog.page({
            viewer: null,
            after: null,
            from: null,
            until: '2999',
            limit: 5,
            ...over,
          });
        const pages = {
          'of everybody': page({}),
          'of its partner': page({ viewer: acme }),
          'of its team': page({ viewer: north }),
          'of the time': page({ from: createdAt, until: '2027' }),
        };
        const answers = async () => {
          const all: { [page: string]: Answer } = {};
          for (const [read, task] of Object.entries(pages)) {
            const { damaged, lines } = await mustSucceed(task);
            if (lines.length > 0) all[read] = 'shown';
            else all[read] = damaged.length > 0 ? 'damaged' : 'left out';
          }
          return all;
        };
        expect(othersThan('shown', await answers())).to.deep.equal({});
        await changeOnly('access_log', columns);
        expect(othersThan('damaged', await answers())).to.deep.equal(allLeftOut(...leavesOut));
      });
    }
  });
};
