import { createLogger, type RunningService, startService } from '@portcullis/app';
import { readConfig } from '@portcullis/app/configuration';
import { aNew } from '@portcullis/contracts/builders';
import { E, type Profile, TE } from '@portcullis/domain';
import { decode, t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { waitUntil } from '../support/clock/until.ts';
import { storesOver } from '../support/records/stores-over.ts';
import { mustSucceed } from '../support/run.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';
import { clientSecret, environmentOf } from '../support/servers/service-program.ts';
import { sharedAdapters } from '../support/servers/shared-adapters.ts';

const Readyz = t.intersection([
  t.type({ checks: t.record(t.string, t.string) }),
  t.partial({ reasons: t.array(t.string) }),
]);

const day = 86_400_000;
const soon = new Date(Date.now() + 10 * day).toISOString();

/** Profiles of every kind that time alone changes, in ten days. */
const dueSoon: readonly Partial<Profile>[] = [
  { status: 'in_progress', expiresAt: soon },
  { status: 'approved', lapsesAt: soon },
  { status: 'declined', erasesAt: soon },
  { status: 'canceled', erasesAt: soon, erasureAnnouncedAt: new Date(Date.now() - day).toISOString() },
];

describe('a service that starts with a clock 400 days ahead', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  const events: string[] = [];
  const clock = { ahead: 400 * day, now: (): number => Date.now() + clock.ahead };
  let service: RunningService;

  before(async () => {
    await database().empty();
    const read = readConfig(environmentOf(database().url, { DOCUMENT_READER: 'local' }));
    if (E.isLeft(read)) throw new Error('the configuration is not complete');
    const write = (line: string): void => void events.push(JSON.parse(line).event);
    const logger = createLogger('info', { write });
    for (const [n, over] of dueSoon.entries())
      await mustSucceed(storesOver(database().client).profiles.insert(aNew({ reference: `due-${n}`, ...over }), null));
    service = await startService(read.right.config, 'sandbox', logger, { ...sharedAdapters(), clock });
  });
  after(() => service.stop());

  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${service.management.port}/readyz`);
    return { status: answer.status, body: await mustSucceed(TE.fromEither(decode(Readyz, await answer.json()))) };
  };
  const token = () =>
    fetch(`http://127.0.0.1:${service.api.port}/api/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'acme', client_secret: clientSecret, grant_type: 'client_credentials' }),
    });
  const statuses = async () =>
    (await mustSucceed(storesOver(database().client).profiles.scan(null, 100))).profiles
      .map(({ redaction, status, reference }) => `${reference} ${status} ${redaction ? 'erased' : 'kept'}`)
      .toSorted();
  const untouched = dueSoon.map(({ status }, n) => `due-${n} ${status} kept`);

  it('is not ready, issues no token, and erases and expires nothing, until the clock is right', async () => {
    expect(E.isRight(await service.ready)).to.equal(true);
    expect(events).to.include.members(['clock_skew', 'waiting_for_clock']).and.not.include('ready');
    const unready = await ready();
    expect(unready.status).to.equal(503);
    expect(unready.body.reasons).to.deep.equal(['clock_skew']);
    expect(unready.body.checks).to.deep.equal({ database: 'ok', schema: 'ok', accepting: 'ok', clock: 'failing' });
    const refused = await token();
    expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([503, '5']);
    expect(await refused.json()).to.deep.equal({
      error: 'temporarily_unavailable',
      error_description: 'The clock of this instance is not believed at the moment',
    });
    const metrics = await (await fetch(`http://127.0.0.1:${service.management.port}/metrics`)).text();
    expect(metrics).to.match(/portcullis_clock_skew_seconds\{source="database"\} 345(59|60)\d{3}/);

    expect(metrics).to.include('portcullis_failed_requests_total{cause="clock_skew"} 1');
    expect(metrics).to.not.match(/^portcullis_erasures_waiting /m);

    clock.ahead = 0;
    await waitUntil(() => events.includes('clock_skew_ended'));
    expect((await ready()).status).to.equal(200);
    await waitUntil(() => events.includes('ready'));
    const issued = await token();
    expect(issued.status).to.equal(200);
    await issued.arrayBuffer();
    expect(await statuses()).to.deep.equal(untouched);
  });

  it('does no harm either when its clock is set ahead while it runs', async () => {
    events.length = 0;
    clock.ahead = 400 * day;
    expect((await token()).status).to.equal(503);
    await waitUntil(() => events.includes('clock_skew'));
    clock.ahead = 0;
    await waitUntil(() => events.includes('clock_skew_ended'));
    expect(await statuses()).to.deep.equal(untouched);
  });
});
