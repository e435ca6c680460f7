import type { HealthProbe } from '@portcullis/backoffice/ports';
import { E, TE, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { createReadiness, readinessAnswerMs } from '#app/telemetry/readiness';
import { textOf } from '../../../support/repository/files.ts';

const soundClock = { isTrusted: () => true, isWrong: () => false } as const;

const readinessOver = (probe: ReturnType<HealthProbe['database']>, answerMs?: number) => {
  const readiness = createReadiness({ database: () => probe }, () => ({}), soundClock, answerMs);
  readiness.markSchemaValid();
  return readiness;
};

describe('the readiness of an instance', () => {
  it('has the reason timeout, by its own deadline, while the probe of the database has no answer', async () => {
    const held: { answer: () => void } = { answer: () => undefined };
    const answer = new Promise<void>((resolve) => {
      held.answer = resolve;
    });
    const readiness = readinessOver(() => answer.then(TE.right({ latencyMs: 1 })), 20);
    const report = await readiness.check();
    expect(report).to.deep.include({ ready: false, reasons: ['timeout'] });
    expect([report.checks.database, report.checks.schema]).to.deep.equal(['failing', 'ok']);
    held.answer();
    expect((await readiness.check()).ready, 'with the answer of the same probe').to.equal(true);
  });

  it('asks not twice at once, and anew where writes say something else than the last answer', async () => {
    let isContradicted = false;
    let asked = 0;
    const database = () => async () => {
      asked += 1;
      return asked === 1 ? E.right({ latencyMs: 1 }) : E.left(unavailable('database', 'no', 'rejected'));
    };
    const probe = { database, isContradicted: () => isContradicted };
    const readiness = createReadiness(
      probe,
      () => ({}),
      soundClock,
      20,
      () => 0,
    );
    readiness.markSchemaValid();
    for (let n = 0; n < 2; n += 1) expect((await readiness.check()).ready).to.equal(true);
    isContradicted = true;
    expect([(await readiness.check()).ready, asked]).to.deep.equal([false, 2]);
  });

  it('has a reason for an outage of which only the kind is known', async () => {
    const kinds = [
      ['invalid_response', 'bad_answer'],
      ['timeout', 'timeout'],
      ['unavailable', 'unexpected'],
    ] as const;
    for (const [kind, reason] of kinds)
      expect(await readinessOver(TE.left(unavailable('database', 'no', kind))).check()).to.deep.include({
        ready: false,
        reasons: [reason],
      });
  });

  it('is answered half a second before the probes of every deployment give up', () => {
    const seconds = [
      ...['deploy/kubernetes/backend-api.yaml', 'docs/operations.md'].map((path) =>
        /path: \/readyz[\s\S]*?timeoutSeconds: (\d+)/.exec(textOf(path)),
      ),
      /HEALTHCHECK .*--timeout=(\d+)s/.exec(textOf('Dockerfile')),
    ].map((found) => Number(found?.[1]));
    for (const limit of seconds) expect(limit * 1000).to.be.at.least(readinessAnswerMs + 500);
  });
});
