import { createLogger, type RunningService, startService } from '@portcullis/app';
import { readConfig } from '@portcullis/app/configuration';
import { aNew } from '@portcullis/contracts/builders';
import { E, type Profile } from '@portcullis/domain';
import { expect } from 'chai';
import { aFile, aReadingEvidence } from '../support/builders/evidence.ts';
import { passportLines } from '../support/builders/readings.ts';
import { reviewerOf, type StaffDesk, staffDesksAt } from '../support/clients/staff-desk.ts';
import { waitUntil } from '../support/clock/until.ts';
import { storesOver } from '../support/records/stores-over.ts';
import { mustSucceed } from '../support/run.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';
import { environmentOf } from '../support/servers/service-program.ts';
import { sharedAdapters } from '../support/servers/shared-adapters.ts';

const tenant = { partnerId: 'acme', teamId: null };
const zone = { mrzLines: passportLines({ state: 'ISL', names: 'THORDARDOTTIR<<SIGRIDUR' }), fields: {} };

const people: readonly Partial<Profile>[] = [
  { tenant, reference: 'claimed', claimed: { first_name: 'Sigríður', last_name: 'Þórðardóttir' } },
  { tenant, reference: 'shown', claimed: {}, evidence: [aFile(), aReadingEvidence(zone)] },
  { tenant, reference: 'other', claimed: { full_name: 'Sigríður Jónsdóttir' } },
  { tenant: { ...tenant, partnerId: 'globex' }, reference: 'foreign', claimed: { last_name: 'Þórðardóttir' } },
];

describe('a search by name over a service', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  const log: string[] = [];
  let service: RunningService;
  let desk: StaffDesk;

  before(async () => {
    await database().empty();
    const stores = storesOver(database().client);
    for (const [n, over] of people.entries()) {
      const createdAt = new Date(Date.UTC(2026, 0, 1 + n)).toISOString();
      await mustSucceed(stores.profiles.insert(aNew({ ...over, createdAt }), null));
    }
    const read = readConfig(
      environmentOf(database().url, { DOCUMENT_READER: 'local', CONSOLE_URL: 'http://127.0.0.1:0' }),
    );
    if (E.isLeft(read)) throw new Error('the configuration is not complete');
    const logger = createLogger('info', { write: (line: string) => void log.push(line) });
    service = await startService(read.right.config, 'sandbox', logger, sharedAdapters());
    await waitUntil(() => log.some((line) => line.includes('"event":"ready"')));
    const openDesk = staffDesksAt(`http://127.0.0.1:${service.api.port}`, stores.staffSessions);
    desk = await openDesk(reviewerOf(1, 'acme'));
  });
  after(() => service.stop());

  it('is offered, finds by what was claimed and shown, and leaves the name in no line of the log', async () => {
    const { search_by: terms } = Object((await desk('GET', '/api/staff/me')).json);
    expect(terms).to.deep.equal(['reference', 'profile_id', 'document_number', 'name']);
    const { json, status } = await desk('POST', '/api/staff/search', { name: 'þórðardóttir sigridur' });
    const { data, looked, next_cursor: next } = Object(json);
    const references = data.map(({ reference }: { readonly reference: string }) => reference);
    expect([status, references, next, looked]).to.deep.equal([200, ['shown', 'claimed'], null, 3]);
    expect(log.some((line) => line.includes('/api/staff/search'))).to.equal(true);
    expect(log.filter((line) => /rðard|sigr|rdard/i.test(line))).to.deep.equal([]);
  });

  it('says what is wrong with a name of one letter without repeating it', async () => {
    const { json, status } = await desk('POST', '/api/staff/search', { name: 'Þ' });
    expect([status, Object(json).code, JSON.stringify(json).includes('Þ')]).to.deep.equal([
      422,
      'validation_failed',
      false,
    ]);
  });
});
