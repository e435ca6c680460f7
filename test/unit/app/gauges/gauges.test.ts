import { memoryClock } from '@portcullis/adapter-memory';
import { createLogger, createMetrics, silentLogger } from '@portcullis/app';
import type { ReviewQueue, WorkCounts } from '@portcullis/backoffice/ports';
import { E, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { withOutageCause } from '@portcullis/domain/kernel';
import type { DueKind } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { readinessGauges } from '#app/gauges/readiness';
import { reviewGauges } from '#app/gauges/reviews';
import { sweepTelemetry } from '#app/gauges/sweep';
import { workGauges } from '#app/gauges/work';
import { createReadiness } from '#app/telemetry/readiness';
import { linesOf } from '../../../support/observability/metric-lines.ts';

const soundClock = { isTrusted: () => true, isWrong: () => false } as const;

describe('the gauges of the sweep', () => {
  const id = 'ada000000000001';
  const damaged = unavailable('database', 'a damaged row', 'invalid_response');
  const gauges = () => {
    const metrics = createMetrics();
    const state = { now: 0 };
    const deps = { logger: silentLogger, metrics, monotonic: () => state.now };
    return { metrics, state, telemetry: sweepTelemetry(deps) };
  };

  it('have the time since the last round of which every part succeeded', async () => {
    const { metrics, state, telemetry } = gauges();
    const age = async () => (await linesOf(metrics, 'portcullis_sweep_age_seconds'))[0];
    state.now = 7_000;
    expect(await age()).to.equal('portcullis_sweep_age_seconds 7');
    await telemetry.round(async () => telemetry.failed('profile', { id, cause: damaged }));
    expect(await age()).to.equal('portcullis_sweep_age_seconds 0');
    state.now = 9_000;
    await telemetry.round(async () => telemetry.failed('due', 'no list'));
    await telemetry.round(async () => {
      throw new Error('unforeseen');
    });
    expect(await age()).to.equal('portcullis_sweep_age_seconds 2');
    await telemetry.round(async () => telemetry.skipped());
    expect(await age(), 'a round was left out').to.equal('portcullis_sweep_age_seconds 2');
    await telemetry.round(async () => undefined);
    expect(await age()).to.equal('portcullis_sweep_age_seconds 0');
  });

  it('count failures by the part of the sweep, each of which begins at 0', async () => {
    const { metrics, telemetry } = gauges();
    await telemetry.round(async () => {
      telemetry.failed('profile', { id, cause: damaged });
      telemetry.failed('profile', { id: null, cause: damaged });
      throw new Error('unforeseen');
    });
    const lines = await linesOf(metrics, 'portcullis_sweep_failures_total');
    expect(lines).to.include.members([
      'portcullis_sweep_failures_total{part="profile"} 2',
      'portcullis_sweep_failures_total{part="thrown"} 1',
      'portcullis_sweep_failures_total{part="due"} 0',
    ]);
  });

  it('name the profile of the work that failed in the log', async () => {
    const lines: unknown[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
    const telemetry = sweepTelemetry({ logger, metrics: createMetrics(), monotonic: () => 0 });
    telemetry.failed('profile', { id, cause: damaged });
    telemetry.failed('profile', { id: null, cause: damaged });
    telemetry.failed('due', damaged);
    const named = lines.map((line) => {
      const { cause, part, profile_id } = Object(line);
      return [part, profile_id, cause.name, cause.service];
    });
    expect(named).to.deep.equal([
      ['profile', id, 'Unavailable', 'database'],
      ['profile', undefined, 'Unavailable', 'database'],
      ['due', undefined, 'Unavailable', 'database'],
    ]);
  });
});

describe('the gauges of work that waits', () => {
  const since = '2026-05-01T09:58:20.000Z';
  const opened = () => {
    const metrics = createMetrics();
    const state = { asked: 0, isDown: false, trusted: true };
    const clock = { ...memoryClock(Date.parse('2026-05-01T10:00:00.000Z')), isTrusted: () => state.trusted };
    const failures: Unavailable[] = [];
    const answer = <A>(value: A) => {
      state.asked += 1;
      return state.isDown ? TE.left(unavailable('database', 'down')) : TE.right(value);
    };
    const workCounts: Omit<WorkCounts, 'created'> = {
      due: (_, kind: DueKind) =>
        answer(kind === 'drive' || kind === 'erasure' ? { profiles: 3, since } : { profiles: 0, since: null }),
      processing: () => answer(8),
      databaseSize: () => answer({ bytes: 1000, freeBytes: 100 }),
    };
    const measure = workGauges({ workCounts, clock, metrics, onFailure: (cause) => void failures.push(cause) });
    return { metrics, clock, state, failures, measure };
  };

  it('are counted by the sweep every half minute, and by no scrape', async () => {
    const { clock, measure, metrics, state } = opened();
    await measure();
    const { asked } = state;
    for (let n = 0; n < 10; n += 1) await metrics.text();
    await measure();
    expect(state.asked).to.equal(asked);
    clock.advance(30_000);
    await measure();
    expect(state.asked).to.equal(2 * asked);
    expect(await linesOf(metrics, 'portcullis_profiles_processing')).to.deep.equal([
      'portcullis_profiles_processing 8',
    ]);
    expect(await linesOf(metrics, 'portcullis_erasures_waiting')).to.deep.equal(['portcullis_erasures_waiting 3']);
    expect(await linesOf(metrics, 'portcullis_profiles_due')).to.deep.equal([
      'portcullis_profiles_due{kind="processing"} 3',
      'portcullis_profiles_due{kind="expiry"} 0',
      'portcullis_profiles_due{kind="lapse"} 0',
      'portcullis_profiles_due{kind="retention"} 0',
    ]);
    expect(await linesOf(metrics, 'portcullis_due_age_seconds')).to.include.members([
      'portcullis_due_age_seconds{kind="processing"} 130',
      'portcullis_due_age_seconds{kind="erasure"} 130',
      'portcullis_due_age_seconds{kind="lapse"} 0',
    ]);
    expect(await linesOf(metrics, 'portcullis_database_bytes')).to.deep.equal([
      'portcullis_database_bytes{part="used"} 900',
      'portcullis_database_bytes{part="free"} 100',
    ]);
  });

  it('are not there before the first count, and while the database gives none', async () => {
    const { clock, failures, measure, metrics, state } = opened();
    const shown = async () =>
      (await metrics.text()).split('\n').filter((line) => /^portcullis_(profiles|erasures|due|database)_/.test(line));
    expect(await shown()).to.deep.equal([]);
    await measure();
    expect(await shown()).to.have.lengthOf(13);
    state.isDown = true;
    clock.advance(30_000);
    await measure();
    expect(await shown()).to.deep.equal([]);
    expect(failures).to.have.lengthOf(1);
  });

  it('are not there while the clock is not trusted, 400 days ahead, and are counted again when it is right', async () => {
    const { clock, measure, metrics, state } = opened();
    const shown = () => linesOf(metrics, 'portcullis_due_age_seconds{kind="erasure"}');
    await measure();
    clock.set(400 * 86_400_000);
    state.trusted = false;
    for (const name of ['erasures_waiting', 'profiles', 'due_age_seconds', 'database_bytes'])
      expect(await linesOf(metrics, `portcullis_${name}`)).to.deep.equal([]);
    clock.advance(30_000);
    await measure();
    clock.set(-400 * 86_400_000);
    state.trusted = true;
    expect(await shown(), 'counted by a wrong clock').to.deep.equal([]);
    clock.advance(30_000);
    await measure();
    expect(await shown()).to.deep.equal(['portcullis_due_age_seconds{kind="erasure"} 160']);
  });
});

describe('the gauges of the readiness', () => {
  it('have each check, and what was found, as /readyz says it', async () => {
    const metrics = createMetrics();
    const state = { isDown: false, trusted: true };
    const down = withOutageCause(unavailable('database', 'no room'), 'disk_full');
    const database = () => (state.isDown ? TE.left(down) : TE.right({ latencyMs: 1 }));
    const clock = { isTrusted: () => state.trusted, isWrong: () => !state.trusted };
    const readinessOf = () => createReadiness({ database }, () => ({}), clock);
    const readiness = readinessOf();
    metrics.beforeScrape(readinessGauges(metrics, readiness));
    readiness.markSchemaValid();
    const values = async () =>
      (await linesOf(metrics, 'portcullis_')).filter((line) => / 1$/.test(line) && /ready/.test(line));
    expect(await values()).to.deep.equal([
      'portcullis_ready 1',
      'portcullis_ready_check{check="database"} 1',
      'portcullis_ready_check{check="schema"} 1',
      'portcullis_ready_check{check="accepting"} 1',
      'portcullis_ready_check{check="clock"} 1',
    ]);
    state.isDown = true;
    state.trusted = false;
    readiness.markStopping();
    const again = createMetrics();
    again.beforeScrape(readinessGauges(again, readinessOf()));
    expect(await linesOf(again, 'portcullis_ready')).to.include.members([
      'portcullis_ready 0',
      'portcullis_ready_check{check="database"} 0',
    ]);
    const causes = (await linesOf(again, 'portcullis_not_ready_cause')).filter((line) => line.endsWith(' 1'));
    expect(causes).to.deep.equal([
      'portcullis_not_ready_cause{cause="disk_full"} 1',
      'portcullis_not_ready_cause{cause="clock_skew"} 1',
    ]);
    expect(await linesOf(metrics, 'portcullis_ready_check{check="accepting"}')).to.deep.equal([
      'portcullis_ready_check{check="accepting"} 0',
    ]);
  });
});

describe('the gauges of the readiness beside a database that hangs', () => {
  it('say what /readyz has found, while a scrape waits for another answer that never comes', async () => {
    const metrics = createMetrics();
    const gaveUp = Promise.resolve(E.left(withOutageCause(unavailable('database', 'no answer'), 'timeout')));
    const answers = [gaveUp, new Promise<never>(() => undefined)];
    const readiness = createReadiness({ database: () => () => answers.shift() ?? gaveUp }, () => ({}), soundClock);
    const refresh = readinessGauges(metrics, readiness);
    await readiness.check();
    void refresh();
    expect(await linesOf(metrics, 'portcullis_not_ready_cause{cause="timeout"}')).to.deep.equal([
      'portcullis_not_ready_cause{cause="timeout"} 1',
    ]);
  });
});

describe('a scrape', () => {
  it('waits for 100 ms at most for something that does not answer, and then shows what was known', async () => {
    const metrics = createMetrics();
    metrics.beforeScrape(() => new Promise(() => undefined));
    metrics.beforeScrape(() => Promise.reject(new Error('unforeseen')));
    expect(await metrics.text()).to.include('portcullis_rate_limits_alone_total 0');
  });

  it('has the load of every queue, 0 for one that is not there yet', async () => {
    const metrics = createMetrics();
    metrics.watchQueue('image_decodes');
    metrics.watchQueue('rekognition')(() => ({ running: 50, waiting: 7 }));
    expect(await linesOf(metrics, 'portcullis_queue_')).to.deep.equal([
      'portcullis_queue_running{queue="image_decodes"} 0',
      'portcullis_queue_running{queue="rekognition"} 50',
      'portcullis_queue_waiting{queue="image_decodes"} 0',
      'portcullis_queue_waiting{queue="rekognition"} 7',
    ]);
  });

  it('names the build', async () => {
    const metrics = createMetrics();
    metrics.setBuild({ version: '1.2.3', node: '24.0.0' });
    expect(await linesOf(metrics, 'portcullis_build_info')).to.deep.equal([
      'portcullis_build_info{version="1.2.3",node="24.0.0"} 1',
    ]);
  });
});

describe('the gauges of reviews', () => {
  const opened = (answer: ReviewQueue['measure']) => {
    const clock = { ...memoryClock(Date.parse('2026-05-03T10:00:00.000Z')), ...soundClock };
    const metrics = createMetrics();
    const failures: Unavailable[] = [];
    const onFailure = (cause: Unavailable) => void failures.push(cause);
    const measure = reviewGauges({ reviewQueue: { measure: answer }, reviewSlaHours: 24, clock, metrics, onFailure });
    const shown = async () => (await linesOf(metrics, 'portcullis_review')).filter((line) => !line.startsWith('#'));
    return { clock, failures, measure, shown };
  };

  it('say how many wait, how many are late and for how long, twice a minute', async () => {
    const asked: string[] = [];
    const { clock, measure, shown } = opened((until) => {
      asked.push(until);
      return TE.right({ waiting: 7, overdue: 2, since: '2026-05-01T10:00:00.000Z' });
    });
    await measure();
    clock.advance(29_999);
    await measure();
    expect(asked).to.deep.equal(['2026-05-02T10:00:00.000Z']);
    expect(await shown()).to.have.members([
      'portcullis_reviews_waiting 7',
      'portcullis_reviews_overdue 2',
      'portcullis_review_age_seconds 172829.999',
    ]);
  });

  it('are not there while nothing was counted', async () => {
    const { failures, measure, shown } = opened(() => TE.left(unavailable('database', 'down')));
    await measure();
    expect([failures.length, await shown()]).to.deep.equal([1, []]);
  });
});
