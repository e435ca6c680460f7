import { setImmediate } from 'node:timers/promises';
import { maxFound, type NameSearch, type ReviewPage } from '@portcullis/backoffice';
import { E, type Profile } from '@portcullis/domain';
import type { ProfileStore } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { mostLooked } from '#backoffice/reviews/list-reviews';
import { searchByName } from '#backoffice/reviews/search-by-name';
import { aFile, aReadingEvidence } from '../../../support/builders/evidence.ts';
import { licenceText, passportLines } from '../../../support/builders/readings.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { aReviewDesk, aStaffMember, type ReviewDesk } from '../../../support/services/review-desk.ts';

const rosa = aStaffMember(1);

/** As the service pauses: whatever waits goes on. */
const yielding = (): Promise<void> => setImmediate();

const found = async (desk: ReviewDesk, name: string, caller = rosa): Promise<readonly string[]> =>
  (await mustSucceed(desk.searchByName({ caller, search: { name } }))).items.map(({ profile }) => profile.reference);

/** Somebody of whom nothing was claimed, with these documents. */
const shown = (...readings: readonly Parameters<typeof aReadingEvidence>[0][]): Partial<Profile> => ({
  claimed: {},
  evidence: [aFile(), ...readings.map((reading, n) => aReadingEvidence(reading, { id: `reading0000000${n}` }))],
});

const printed = (last: string, first: string) => ({
  last_name: { value: last, confidence: 1 },
  first_name: { value: first, confidence: 1 },
});

describe('a search of staff by a name', () => {
  it('finds by what was claimed, in whichever field, and whatever the status, the newest first', async () => {
    const desk = aReviewDesk();
    await desk.add(60, { reference: 'whole', claimed: { full_name: 'Sigríður Þórðardóttir' } });
    const over = { status: 'declined', waitingSince: null } as const;
    await desk.add(30, { reference: 'parts', claimed: { first_name: 'Sigríður', last_name: 'Jónsdóttir' }, ...over });
    await desk.add(10, { reference: 'other', claimed: { full_name: 'Guðrún Helgadóttir' } });
    expect(await found(desk, 'SIGRIDUR')).to.deep.equal(['parts', 'whole']);
    expect(await found(desk, 'Thordardottir Sigridur')).to.deep.equal(['whole']);
    expect(await found(desk, 'Jónsdóttir Þórðardóttir')).to.deep.equal([]);
  });

  it('finds by the zone, the barcode and the print of a document, of an earlier one as well', async () => {
    const desk = aReviewDesk();
    const zone = { mrzLines: passportLines({ state: 'D<<', names: 'MUELLER<<JUERGEN' }), fields: {} };
    await desk.add(60, { reference: 'zone', ...shown(zone, { mrzLines: passportLines() }) });
    const barcode = { state: 'read', text: licenceText({ DCS: 'MOTORIST', DAC: 'MICHAEL' }) } as const;
    await desk.add(30, { reference: 'barcode', ...shown({ mrzLines: null, barcode }) });
    await desk.add(10, { reference: 'print', ...shown({ mrzLines: null, fields: printed('Şahin', 'Işıl') }) });
    expect(await found(desk, 'Jürgen Müller')).to.deep.equal(['zone']);
    expect(await found(desk, 'jurgen muller')).to.deep.equal(['zone']);
    expect(await found(desk, 'Eriksson')).to.deep.equal(['zone']);
    expect(await found(desk, 'motorist')).to.deep.equal(['barcode']);
    expect(await found(desk, 'ISIL SAHIN')).to.deep.equal(['print']);
  });

  it('finds by a family name of one ideograph or syllable, as bounded as by every other name', async () => {
    const desk = aReviewDesk();
    await desk.add(60, { reference: 'parts', claimed: { last_name: '김', first_name: '민수' } });
    await desk.add(50, { reference: 'whole', claimed: { full_name: '김민수' } });
    await desk.add(40, { reference: 'other', claimed: { last_name: '박', first_name: '수김' } });
    expect(await found(desk, '김')).to.deep.equal(['whole', 'parts']);
    for (let n = 0; n < maxFound + 1; n += 1) await desk.add(n, { claimed: { full_name: '王小明' } });
    const { items, looked, next } = await mustSucceed(desk.searchByName({ caller: rosa, search: { name: '王' } }));
    expect([items.length, looked, next]).to.deep.equal([maxFound, maxFound, next]);
    expect(next).to.be.a('string');
    expect((await mustSucceed(desk.searchByName({ caller: rosa, search: { name: '李' } }))).items).to.deep.equal([]);
  });

  it('finds nobody of another partner or another team, and nobody who is erased', async () => {
    const desk = aReviewDesk();
    const claimed = { full_name: 'Kim Min-su' };
    await desk.add(60, { claimed, tenant: { partnerId: 'globex', teamId: null } });
    await desk.add(40, { claimed, tenant: { partnerId: 'acme', teamId: 'paris' }, reference: 'paris' });
    const ofBerlin = { ...rosa, tenant: { partnerId: 'acme', teamId: 'berlin' } };
    expect(await found(desk, 'Minsu', ofBerlin)).to.deep.equal([]);
    expect(await found(desk, 'Minsu')).to.deep.equal(['paris']);
    const { id } = await desk.add(20, { claimed });
    await mustSucceed(desk.erase({ caller: { ...rosa, roles: ['admin'] }, id }));
    expect(await found(desk, 'Minsu')).to.deep.equal(['paris']);
  });

  it('looks at as many as a filter of the queue for one answer, says so, and goes on behind them', async () => {
    const desk = aReviewDesk();
    await desk.add(5000, { reference: 'rare', claimed: { full_name: 'Tove Jansson' } });
    for (let n = 0; n < mostLooked + 5; n += 1) await desk.add(1000 - n, { reference: `customer-${n}` });
    const asked: number[] = [];
    const profiles: ProfileStore = {
      ...desk.stores.profiles,
      list: (viewer, filter) => {
        asked.push(filter.limit);
        return desk.stores.profiles.list(viewer, filter);
      },
    };
    const search = searchByName({ ...desk.deps, profiles });
    const first = await mustSucceed(search({ caller: rosa, search: { name: 'Jansson' } }));
    expect([first.items, first.looked]).to.deep.equal([[], mostLooked]);
    expect(asked.reduce((sum, limit) => sum + limit, 0)).to.equal(mostLooked);
    const second = await mustSucceed(search({ caller: rosa, search: { name: 'Jansson', cursor: first.next ?? '' } }));
    expect(second.items.map(({ profile }) => profile.reference)).to.deep.equal(['rare']);
    expect([second.next, second.looked]).to.deep.equal([null, 6]);
  });

  it('ends an answer with twenty, and goes on behind the last of them without missing or repeating one', async () => {
    const desk = aReviewDesk();
    const all = 2 * maxFound + 3;
    for (let n = 0; n < all; n += 1)
      await desk.add(n, { reference: `customer-${n}`, claimed: { last_name: n % 3 === 0 ? 'Weiß' : 'Schwarz' } });
    const seen: string[] = [];
    let search: NameSearch | null = { name: 'Schwarz' };
    let looked = 0;
    while (search !== null) {
      const page: ReviewPage = await mustSucceed(desk.searchByName({ caller: rosa, search }));
      expect(page.items.length).to.be.at.most(maxFound);
      seen.push(...page.items.map(({ profile }) => profile.reference));
      looked += page.looked;
      search = page.next === null ? null : { name: 'Schwarz', cursor: page.next };
    }
    const expected = Array.from({ length: all }, (_, n) => n).filter((n) => n % 3 !== 0);
    expect(seen).to.deep.equal(expected.map((n) => `customer-${n}`));
    expect(looked).to.equal(all);
  });

  it('waits for two others of the partner at most, so that no more memory is held, and for none of another', async () => {
    const desk = aReviewDesk();
    const globex = { ...rosa, tenant: { partnerId: 'globex', teamId: null } };
    for (const { tenant } of [rosa, globex]) await desk.add(10, { claimed: { full_name: 'Kim Min-su' }, tenant });
    const search = searchByName({ ...desk.deps, pause: yielding });
    const ask = (caller: typeof rosa) => search({ caller, search: { name: 'Kim' } })();
    const many = Array.from({ length: 150 }, () => ask(rosa));
    const [other, ...answers] = await Promise.all([ask(globex), ...many]);
    expect(other).to.have.nested.property('right.items.length', 1);
    expect(answers.filter(E.isRight).map(({ right }) => right.items.length)).to.deep.equal([1, 1, 1]);
    const refused = answers.filter(E.isLeft).map(({ left }) => left);
    expect(refused).to.have.length(147);
    for (const left of refused) expect(left).to.include({ _tag: 'LimitReached', limit: 'name_searches' });
    expect(E.isRight(await ask(rosa))).to.equal(true);
  });

  it('pauses behind each name, and none is compared behind the one that is meant', async () => {
    const desk = aReviewDesk();
    const read = { mrzLines: passportLines(), fields: printed('Şahin', 'Işıl') };
    await desk.add(10, { ...shown(read), claimed: { full_name: 'Kim Min-su', last_name: 'Kim' } });
    let pauses = 0;
    const pause = async (): Promise<void> => {
      pauses += 1;
      await yielding();
    };
    const search = searchByName({ ...desk.deps, pause });
    const pausesFor = async (name: string): Promise<number> => {
      pauses = 0;
      await mustSucceed(search({ caller: rosa, search: { name } }));
      return pauses;
    };
    expect([await pausesFor('Jansson'), await pausesFor('Min-su'), await pausesFor('Eriksson')]).to.deep.equal([
      4, 1, 3,
    ]);
  });

  it('ends an answer when names have taken a tenth of a second, and goes on behind the last one', async () => {
    const desk = aReviewDesk();
    for (let n = 0; n < 7; n += 1)
      await desk.add(n, { reference: `customer-${n}`, claimed: { full_name: 'Kim Min-su' } });
    let ms = 0;
    // Of each profile the names are read, and one is compared: three profiles take more than a tenth of a second.
    const slow = {
      ...desk.clock,
      monotonic: () => {
        ms += 20;
        return ms;
      },
    };
    const waiting = async (): Promise<void> => {
      ms += 10_000;
    };
    const search = searchByName({ ...desk.deps, clock: slow, pause: waiting });
    const seen: string[] = [];
    const looked: number[] = [];
    let next: string | null = '';
    while (next !== null) {
      const cursor = next === '' ? {} : { cursor: next };
      const page: ReviewPage = await mustSucceed(search({ caller: rosa, search: { name: 'Min-su', ...cursor } }));
      seen.push(...page.items.map(({ profile }) => profile.reference));
      looked.push(page.looked);
      next = page.next;
    }
    expect(seen).to.deep.equal(Array.from({ length: 7 }, (_, n) => `customer-${n}`));
    expect(looked).to.deep.equal([3, 3, 1]);
  });

  it('is refused for a single letter, before anything is read', async () => {
    const desk = aReviewDesk();
    const profiles: ProfileStore = { ...desk.stores.profiles, list: () => expect.fail('profiles were read') };
    const search = (name: string) =>
      mustFail(searchByName({ ...desk.deps, profiles })({ caller: rosa, search: { name } }));
    for (const name of ['Ö', 'Ж', 'م', 'ㄱ', '1234', 'ьь', 'ー', 'ـ', "'"])
      expect(await search(name), name).to.include({ _tag: 'Invalid' });
  });
});
