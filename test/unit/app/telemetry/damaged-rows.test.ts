import { createMetrics } from '@portcullis/app';
import { attemptFingerprints } from '@portcullis/contracts/builders';
import { type AccessLog, TE } from '@portcullis/domain';
import { damagedRecord, type OutageCause } from '@portcullis/domain/kernel';
import type { DamagedBatch, HistoryReader } from '@portcullis/domain/ports';
import { expect } from 'chai';
import {
  damageReport,
  reportingDamage,
  reportingDamagedEntries,
  reportingDamagedLists,
  reportingDamagedProfiles,
  reportingDamagedQueue,
  reportingDamagedSessions,
  reportingDamagedTries,
  reportingFind,
} from '#app/telemetry/damaged-rows';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { undamagedLines } from '../../../support/records/listed.ts';
import { storesInMemory } from '../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const logWith = (damaged: readonly DamagedBatch[]): AccessLog => ({
  ...storesInMemory().accessLog,
  page: () => TE.right({ lines: [], damaged, next: null }),
});

describe('rows of the access log that were changed', () => {
  const batch = { id: 'a7c1d9e4f2b8h3j', at: '2026-05-04T10:00:00.000Z' };

  it('are an error in the log and counted, with each page that meets them', async () => {
    const metrics = createMetrics();
    const logged: unknown[] = [];
    const logger = { error: (event: string, fields?: object) => void logged.push([event, fields]) };
    const read = (damaged: readonly DamagedBatch[]) =>
      undamagedLines(reportingDamage(logWith(damaged), damageReport(metrics, logger, fakeClock())));
    await mustSucceed(read([]));
    expect(logged).to.deep.equal([]);
    await mustFail(read([batch, batch]));
    expect(logged).to.deep.equal([['access_log_damaged', { count: 2 }]]);
    expect(await metrics.text()).to.include('portcullis_damaged_total{kind="access_log"} 2');
  });
});

describe('profiles that do not open', () => {
  const tenant = { partnerId: 'acme', teamId: null };
  const damagedAs = (cause: OutageCause) => (id: string) => ({ id, cause });

  it('are an error in the log with the id of each, once in ten minutes, and counted each time', async () => {
    const metrics = createMetrics();
    const logged: unknown[] = [];
    const logger = { error: (event: string, fields?: object) => void logged.push([event, fields]) };
    const { profiles, reviewQueue } = storesInMemory();
    const clock = fakeClock();
    const report = damageReport(metrics, logger, clock);
    const ids = ['profile00000001', 'profile00000002'];
    const lines = (...some: readonly string[]) => some.map((id) => ['profiles_damaged', { profile_id: id, count: 1 }]);
    await mustSucceed(reportingDamagedProfiles(profiles, report).list(tenant, { limit: 1 }));
    expect(logged).to.deep.equal([]);

    const damaged = ids.map(damagedAs('record_damaged'));
    const broken = reportingDamagedProfiles(
      { ...profiles, list: () => TE.right({ items: [], next: null, damaged }) },
      report,
    );
    const queue = { ...reviewQueue, page: () => TE.right({ queued: [], next: null, damaged }) };
    await mustSucceed(broken.list(tenant, { limit: 1 }));
    await mustSucceed(reportingDamagedQueue(queue, report).page(tenant, null, 1));
    expect(logged).to.deep.equal(lines(...ids));
    const one = { ...damagedRecord('damaged'), profileId: 'profile00000003' };
    await mustFail(
      reportingDamagedProfiles({ ...profiles, get: () => TE.left(one) }, report).get(tenant, one.profileId),
    );
    expect(logged).to.deep.equal(lines(...ids, one.profileId));
    clock.advance(600_000);
    await mustSucceed(broken.list(tenant, { limit: 1 }));
    expect(logged).to.deep.equal(lines(...ids, one.profileId, ...ids));
    expect(await metrics.text()).to.include('portcullis_damaged_total{kind="profiles"} 7');
  });

  it('are another line, and counted by themselves, where a key is missing and nothing was changed', async () => {
    const metrics = createMetrics();
    const logged: unknown[] = [];
    const logger = { error: (event: string, fields?: object) => void logged.push([event, fields]) };
    const { profiles } = storesInMemory();
    const damaged = ['profile00000001'].map(damagedAs('unknown_key'));
    const locked = { ...profiles, list: () => TE.right({ items: [], next: null, damaged }) };
    const report = damageReport(metrics, logger, fakeClock());
    await mustSucceed(reportingDamagedProfiles(locked, report).list(tenant, { limit: 1 }));
    expect(logged).to.deep.equal([['profiles_locked', { profile_id: 'profile00000001', count: 1 }]]);
    expect(await metrics.text()).to.include('portcullis_damaged_total{kind="locked_profiles"} 1');
  });
});

describe('lines of damaged rows', () => {
  const reported = () => {
    const logged: unknown[] = [];
    const logger = { error: (event: string, fields?: object) => void logged.push([event, fields]) };
    const clock = fakeClock();
    return { clock, logged, report: damageReport(createMetrics(), logger, clock) };
  };

  it('are of each kind by itself, also where two rows have one id', () => {
    const { logged, report } = reported();
    for (const kind of ['profiles', 'locked_profiles', 'profiles'] as const) report(kind, 1, {}, 'one');
    expect(logged).to.deep.equal([
      ['profiles_damaged', { count: 1 }],
      ['profiles_locked', { count: 1 }],
    ]);
  });

  it('end with one that says that there are more rows than are named, until the period is over', () => {
    const { clock, logged, report } = reported();
    const readAll = () => {
      for (let n = 0; n < 10_002; n += 1) report('profiles', 1, {}, String(n));
    };
    readAll();
    readAll();
    expect([logged.length, logged.at(-1)]).to.deep.equal([10_001, ['damaged_rows_unnamed', { count: 10_000 }]]);
    clock.advance(600_000);
    report('profiles', 1, {}, '0');
    expect(logged.at(-1)).to.deep.equal(['profiles_damaged', { count: 1 }]);
  });
});

describe('entries of lists that were changed', () => {
  it('are an error in the log with the profile that showed it, and counted, with each attempt that meets them', async () => {
    const metrics = createMetrics();
    const logged: unknown[] = [];
    const logger = { error: (event: string, fields?: object) => void logged.push([event, fields]) };
    const index = storesInMemory().duplicateIndex;
    const counts = await mustSucceed(index.record(attemptFingerprints(), 3600));
    await mustSucceed(
      reportingDamagedLists(index, damageReport(metrics, logger, fakeClock())).record(attemptFingerprints(), 3600),
    );
    expect(logged).to.deep.equal([]);
    const damaged = { ...index, record: () => TE.right({ ...counts, unreadable: ['document', 'person'] as const }) };
    await mustSucceed(
      reportingDamagedLists(damaged, damageReport(metrics, logger, fakeClock())).record(attemptFingerprints(), 3600),
    );
    expect(logged).to.deep.equal([['list_entries_damaged', { profile_id: 'profile00000001', count: 2 }]]);
    expect(await metrics.text()).to.include('portcullis_damaged_total{kind="list_entries"} 2');
  });
});

describe('entries of a ledger that were changed', () => {
  it('are an error in the log with their profile, and counted, by the history that leaves them out', async () => {
    const metrics = createMetrics();
    const logged: unknown[] = [];
    const logger = { error: (event: string, fields?: object) => void logged.push([event, fields]) };
    const history: HistoryReader['history'] = () => TE.right({ entries: [], damaged: [3, 4], next: null });
    const reader = reportingDamagedEntries({ history }, damageReport(metrics, logger, fakeClock()));
    const query = { kind: 'status_change', afterSeq: 0, limit: 9 } as const;
    for (const id of ['profile00000001', 'profile00000001', 'profile00000002'])
      await mustSucceed(reader.history(id, query));
    expect(logged).to.deep.equal(
      [1, 2].map((n) => ['ledger_entries_damaged', { profile_id: `profile0000000${n}`, count: 2 }]),
    );
    expect(await metrics.text()).to.include('portcullis_damaged_total{kind="ledger_entries"} 6');
  });
});

describe('rows of the log of tries that were changed', () => {
  it('are an error in the log, once for each, and counted', async () => {
    const metrics = createMetrics();
    const logged: unknown[] = [];
    const logger = { error: (event: string, fields?: object) => void logged.push([event, fields]) };
    const tries = () => TE.right({ tries: [], damaged: ['try000000000001', 'try000000000002'], next: null });
    const { webhookDeliveries } = storesInMemory();
    const report = damageReport(metrics, logger, fakeClock());
    const reporting = reportingDamagedTries({ ...webhookDeliveries, tries }, report);
    for (const before of [null, null]) await mustSucceed(reporting.tries('endpoint0000001', before));
    expect(logged).to.deep.equal(Array.from({ length: 2 }, () => ['webhook_tries_damaged', { count: 1 }]));
    expect(await metrics.text()).to.include('portcullis_damaged_total{kind="webhook_tries"} 4');
  });
});

describe('members of staff, sessions and clients that do not open', () => {
  it('are an error in the log without their name, and counted', async () => {
    const metrics = createMetrics();
    const logged: unknown[] = [];
    const logger = { error: (event: string, fields?: object) => void logged.push([event, fields]) };
    const report = damageReport(metrics, logger, fakeClock());
    const find = (_name: string) => TE.left(damagedRecord('damaged'));
    await mustFail(reportingFind({ find }, 'staff_members', report).find('rosa'));
    await mustFail(reportingFind({ find }, 'clients', report).find('client000000001'));
    const one = { id: 'session00000001', staffId: 'staff-7c2k9d4m1x0p', session: null };
    const page = () => TE.right({ sessions: [one], next: null });
    await mustSucceed(reportingDamagedSessions({ ...storesInMemory().staffSessions, page }, report).page(''));
    expect(logged).to.deep.equal([
      ['staff_members_damaged', { outage_cause: 'record_damaged', count: 1 }],
      ['clients_damaged', { outage_cause: 'record_damaged', count: 1 }],
      ['staff_sessions_damaged', { count: 1 }],
    ]);
  });
});
