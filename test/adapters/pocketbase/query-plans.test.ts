import { acme } from '@portcullis/contracts/builders';
import type { Tenant } from '@portcullis/domain';
import { dueKinds, type ProfileFilter } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { isFullEffort } from '../../support/effort.ts';
import { everyCall, slowCalls } from '../../support/records/every-call.ts';
import { fillTables, growingTables } from '../../support/records/filled-tables.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustSucceed } from '../../support/run.ts';
import { useStatementLog } from '../../support/servers/statement-log.ts';

/**
 * A statement that cannot read more rows than its limit: it has no condition, or only asks for what follows an id in
 * the order of ids.
 */
const isBounded = (statement: string): boolean =>
  / WHERE 0=1$/.test(statement) ||
  (/ LIMIT \d+$/.test(statement) &&
    (!statement.includes(' WHERE ') || / WHERE `\w+`\.`id` >=? '\w*' ORDER BY `\w+`\.`id` ASC LIMIT/.test(statement)));

/** Whether a step reads a whole growing table: as it lies there, or in the order of ids. */
const readsAll = (step: string): boolean =>
  growingTables.some((table) => new RegExp(`^SCAN ${table}\\b|^SEARCH ${table} .*\\(id>\\?\\)$`).test(step));

/** The steps of a plan that read a whole growing table. */
const scansIn = (statement: string, plan: readonly string[]): readonly string[] => {
  const isSorted = plan.some((step) => step.startsWith('USE TEMP B-TREE'));
  return isBounded(statement) && !isSorted ? [] : plan.filter(readsAll);
};

const first = '2025-12-31T00:00:00.000Z';
const last = '2025-12-31T12:00:00.000Z';
const cursor = `${Date.parse('2025-12-31T10:00:00.000Z').toString(36)}.f00000000000001`;

/** Every subset of some filters, merged. */
const combinations = ([one, ...others]: readonly Partial<ProfileFilter>[]): readonly Partial<ProfileFilter>[] => {
  if (one === undefined) return [{}];
  return combinations(others).flatMap((rest) => [rest, { ...one, ...rest }]);
};

const ranges = [{ createdAfter: first }, { createdBefore: last }, { cursor }];
/** None, each alone and all at once have every kind of range; the other pairs are left to the full effort. */
const times = isFullEffort ? combinations(ranges) : [{}, ...ranges, Object.assign({}, ...ranges)];
const viewers: readonly Tenant[] = [acme, { partnerId: 'acme', teamId: 'north' }];
/** A status that many rows have, and one that none has. */
const statuses = [undefined, 'created', 'approved'] as const;

const rangeOf = ({ createdAfter, createdBefore, cursor: position }: Partial<ProfileFilter>): string =>
  `${createdAfter === undefined ? '' : ' AND created_at>?'}${(createdBefore ?? position) ? ' AND created_at<?' : ''}`;

/**
 * The only step of a list that no reference limits: its rows in their order, by an index with all of the conditions.
 */
const listPlan = ({ teamId }: Tenant, filter: Partial<ProfileFilter>): readonly string[] => {
  const team = teamId !== null;
  const status = filter.status !== undefined;
  const columns = [...(team ? ['team'] : []), ...(status ? ['status'] : [])];
  const index = columns.length === 0 ? 'listing' : columns.join('_');
  const equalities = `partner_key=?${team ? ' AND team_key=?' : ''}${status ? ' AND status=?' : ''}`;
  return [`SEARCH profiles USING INDEX idx_profiles_${index} (${equalities}${rangeOf(filter)})`];
};

const byReference =
  'SEARCH profiles USING INDEX idx_profiles_reference (reference_key=? AND partner_key>? AND partner_key<?)';

describe('the plans of the statements that PocketBase sends to SQLite', function () {
  this.timeout(120_000);
  const database = useStatementLog();

  before(async () => {
    await mustSucceed(storesOver(database().client).keys.prepare);
    await fillTables(database());
  });

  const profileReads = async (call: () => Promise<unknown>): Promise<readonly string[]> =>
    (await database().statementsOf(call)).filter((one) => /^SELECT .* FROM (`profiles`|profiles WHERE )/.test(one));

  /** The plans of the statements of a call that answer rows of profiles. */
  const profilePlans = async (call: () => Promise<unknown>): Promise<readonly (readonly string[])[]> =>
    Promise.all((await profileReads(call)).map((one) => database().planOf(one)));

  const suite = (statistics: string): void => {
    const stores = () => storesOver(database().client);

    it(`read no more of a list than is shown (${statistics})`, async () => {
      const { profiles } = stores();
      for (const viewer of viewers)
        for (const status of statuses)
          for (const time of times) {
            const filter = { limit: 20, ...time, ...(status !== undefined && { status }) };
            const plans = await profilePlans(profiles.list(viewer, filter));
            expect(plans, JSON.stringify([viewer, filter])).to.deep.equal([listPlan(viewer, filter)]);
          }
    });

    it(`find a reference by its index, whatever else is asked for (${statistics})`, async () => {
      const { profiles } = stores();
      await profiles.findCurrent(acme, 'customer-1')();
      const reference = 'customer-5';
      for (const viewer of viewers)
        for (const status of statuses)
          for (const time of times) {
            const filter = { limit: 20, reference, ...time, ...(status !== undefined && { status }) };
            const plans = await profilePlans(profiles.list(viewer, filter));
            expect(plans, JSON.stringify([viewer, filter])).to.deep.equal([
              [byReference, 'USE TEMP B-TREE FOR ORDER BY'],
            ]);
          }
      expect(await profilePlans(profiles.findCurrent(acme, reference))).to.deep.equal([
        ['SEARCH profiles USING INDEX idx_profiles_reference (reference_key=?)'],
      ]);
    });

    it(`find what was changed by the time of its change (${statistics})`, async () => {
      const { profiles } = stores();
      const cursors = [undefined, `u.${Date.parse(last).toString(36)}.f00000000000001`];
      for (const viewer of viewers)
        for (const updatedAfter of [undefined, first])
          for (const position of cursors) {
            const filter = {
              limit: 20,
              order: 'updated_at' as const,
              ...(updatedAfter !== undefined && { updatedAfter }),
              ...(position !== undefined && { cursor: position }),
            };
            const team = viewer.teamId === null ? '' : ' AND team_key=?';
            const index = viewer.teamId === null ? 'updated' : 'team_updated';
            // The rows do not open, so that as many as a page looks at are read: a thousand, by 21 at a time.
            const reads = await profileReads(profiles.list(viewer, filter));
            expect(reads.length).to.be.at.most(48);
            // The first and the last one; those between differ in the position that they go on from.
            const ends = [reads[0] ?? '', reads.at(-1) ?? ''];
            const plans = await Promise.all(ends.map((one) => database().planOf(one)));
            expect([...new Set(plans.flat())], JSON.stringify([viewer, filter])).to.deep.equal([
              `SEARCH profiles USING INDEX idx_profiles_${index} (partner_key=?${team} AND updated_at>?)`,
            ]);
          }
    });

    it(`list several statuses by the index of each, and walk no more than a thousand rows (${statistics})`, async () => {
      const { profiles } = stores();
      const filter = { limit: 20, statuses: ['created', 'in_review'] as const };
      const one = listPlan(acme, { status: 'created' });
      expect(await profilePlans(profiles.list(acme, filter))).to.deep.equal([one, one]);
      const walk = await profilePlans(profiles.list(acme, { limit: 20, statuses: ['approved'], order: 'updated_at' }));
      expect(walk).to.have.lengthOf(10);
    });

    it(`read what is due by its time (${statistics})`, async () => {
      const { profiles } = stores();
      const kinds = [...new Set(Object.values(dueKinds)), undefined];
      for (const kind of kinds)
        for (const position of [null, { id: 'f00000000000001', at: first }]) {
          const filter = { after: position, ...(kind !== undefined && { kind }) };
          expect(await profilePlans(profiles.due(last, 100, filter)), JSON.stringify(filter)).to.deep.equal([
            ['SEARCH profiles USING INDEX idx_profiles_due (due_at>? AND due_at<?)'],
          ]);
        }
    });

    it(`count what is due, and what is being processed, by its time (${statistics})`, async () => {
      const { workCounts } = stores();
      const kinds = new Set(Object.values(dueKinds));
      const counts = [...[...kinds].map((kind) => workCounts.due(last, kind)), workCounts.processing(last)];
      const byTime = ['SEARCH profiles USING INDEX idx_profiles_due (due_at>? AND due_at<?)'];
      for (const count of counts) expect(await profilePlans(count)).to.deep.equal([byTime]);
    });

    it(`count what was created lately in a status by the index of lists alone (${statistics})`, async () => {
      const { workCounts } = stores();
      for (const viewer of viewers)
        for (const since of [null, first]) {
          const range = since === null ? {} : { createdAfter: since };
          const plan = listPlan(viewer, { status: 'created', ...range });
          expect(await profilePlans(workCounts.created(viewer, 'created', since))).to.deep.equal([
            plan.map((step) => step.replace('USING INDEX', 'USING COVERING INDEX')),
          ]);
        }
    });

    it(`count and read the erasures that wait by their time, however many are done (${statistics})`, async () => {
      const { profiles, workCounts } = stores();
      const waiting = profiles.due(last, 100, { kind: 'erasure', after: null });
      const byTime = ['SEARCH profiles USING INDEX idx_profiles_due (due_at>? AND due_at<?)'];
      for (const call of [workCounts.due(last, 'erasure'), waiting])
        expect(await profilePlans(call)).to.deep.equal([byTime]);
    });

    it(`read no more of the queue of reviews than is shown (${statistics})`, async () => {
      const { reviewQueue } = stores();
      const positions = [null, { since: first, id: 'f00000000000001' }];
      for (const viewer of viewers) {
        const [index, team] = viewer.teamId === null ? ['queue', ''] : ['team_queue', 'team_key=? AND '];
        const step = (bounds: string, kind = 'INDEX') => [
          `SEARCH profiles USING ${kind} idx_profiles_${index} (partner_key=? AND ${team}status=? AND ${bounds})`,
        ];
        for (const position of positions)
          expect(await profilePlans(reviewQueue.page(viewer, position, 20))).to.deep.equal([
            step(position === null ? 'waiting_since<?' : 'waiting_since>? AND waiting_since<?'),
          ]);
        expect(await profilePlans(reviewQueue.count(viewer, last))).to.deep.equal([
          step('waiting_since<?', 'COVERING INDEX'),
        ]);
      }
      expect(await profilePlans(reviewQueue.measure(last))).to.deep.equal([
        ['SEARCH profiles USING COVERING INDEX idx_profiles_waiting (waiting_since>? AND waiting_since<?)'],
      ]);
    });

    it(`read no more of the access log than a page shows (${statistics})`, async () => {
      const { accessLog } = stores();
      const after = { at: first, id: 'f00000000000001', line: 0 };
      const plans = async (viewer: Tenant | null) => {
        const statements = await database().statementsOf(
          accessLog.page({ viewer, after, from: null, until: last, limit: 100 }),
        );
        const reads = statements.filter((one) => /^SELECT .* FROM `access_log`/.test(one));
        expect(reads).to.have.lengthOf.within(1, 5);
        const found = await Promise.all(reads.map((one) => database().planOf(one)));
        return found.filter((plan, n) => found.findIndex((other) => other.join() === plan.join()) === n);
      };
      const byIndex = (index: string, equalities: string) => [
        [`SEARCH access_log USING INDEX idx_access_log_${index} (${equalities}at>? AND at<?)`],
      ];
      expect(await plans(null)).to.deep.equal(byIndex('at', ''));
      expect(await plans(acme)).to.deep.equal(byIndex('partner', 'partner_key=? AND '));
      expect(await plans({ ...acme, teamId: 'north' })).to.deep.equal(
        byIndex('team', 'partner_key=? AND team_key=? AND '),
      );
    });

    it(`give places to entries by their ids, however many have none (${statistics})`, async () => {
      const { append = async () => null } = everyCall(stores());
      const statements = await database().statementsOf(append);
      const places = statements.flatMap((one) => /UPDATE ledger SET place=[^;]*/.exec(one) ?? []);
      const plans = await Promise.all(places.map((one) => database().planOf(one)));
      expect(plans.map((plan) => plan.filter((step) => / ledger /.test(step)))).to.deep.equal([
        ['SEARCH ledger USING INDEX sqlite_autoindex_ledger_1 (id=?)'],
      ]);
    });

    it(`read what stands at no place by the index of places (${statistics})`, async () => {
      const { waiting = async () => null } = everyCall(stores());
      const statements = await database().statementsOf(waiting);
      const reads = statements.filter((one) => /^SELECT .* FROM `ledger`/.test(one));
      expect(await Promise.all(reads.map((one) => database().planOf(one)))).to.deep.equal([
        ['SEARCH ledger USING INDEX idx_ledger_place (place<?)'],
      ]);
    });

    it(`read a feed, and the log behind a place, by their indexes (${statistics})`, async () => {
      const {
        behindLog = async () => null,
        feedPage = async () => null,
        numberEvents = async () => null,
      } = everyCall(stores());
      const readPlans = async (call: () => Promise<unknown>) => {
        const statements = await database().statementsOf(call);
        const reads = statements.filter((one) => /^SELECT .* FROM ledger WHERE /.test(one));
        return Promise.all(reads.map((one) => database().planOf(one)));
      };
      expect(await readPlans(feedPage)).to.deep.equal([
        ['SEARCH ledger USING INDEX idx_ledger_feed (partner_key=? AND feed_place>?)'],
      ]);
      expect(await readPlans(behindLog)).to.deep.equal([
        ['SEARCH ledger USING INDEX idx_ledger_place (place>? AND place<?)'],
      ]);
      const statements = await database().statementsOf(numberEvents);
      const updates = statements.flatMap((one) => /UPDATE ledger SET feed_place=[^;]*/.exec(one) ?? []);
      const plans = await Promise.all(updates.map((one) => database().planOf(one)));
      expect(plans.map((plan) => plan.filter((step) => / ledger /.test(step)))).to.deep.equal([
        ['SEARCH ledger USING INDEX sqlite_autoindex_ledger_1 (id=?)'],
      ]);
    });

    it(`scan no table that grows, in any call of a store (${statistics})`, async () => {
      const scans: string[] = [];
      // The size of the database is a statement on none of the tables.
      const isOfTables = (call: string): boolean => !slowCalls.includes(call) && call !== 'databaseSize';
      const calls = Object.entries(everyCall(stores())).filter(([call]) => isOfTables(call));
      const erasureDue = stores().profiles.due(last, 100, { kind: 'erasure', after: null });
      for (const [call, task] of [...calls, ['erasureDue', erasureDue] as const]) {
        const statements = await database().statementsOf(task);
        expect(statements.length, call).to.be.above(0);
        for (const statement of statements) {
          const found = scansIn(statement, await database().planOf(statement));
          scans.push(...found.map((step) => `${call}: ${step}: ${statement}`));
        }
      }
      expect(scans).to.deep.equal([]);
    });
  };

  if (isFullEffort) describe('without statistics', () => suite('without statistics'));

  describe('with statistics', () => {
    before(() => database().analyze());
    suite('with statistics');
  });
});
