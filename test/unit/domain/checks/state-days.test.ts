import { ageOn } from '@portcullis/documents';
import { type Claimed, type DocumentReading, decide } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import fc from 'fast-check';
import { runChecks } from '#domain/checks/decide';
import { aCase, aReadingEvidence } from '../../../support/builders/evidence.ts';
import { localReader, passportLines, printedFields } from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';
import { runs } from '../../../support/effort.ts';

const strict: FlatPolicy = {
  ...standard,
  actions: {
    document_expired: 'decline',
    expiry_depends_on_place: 'decline',
    age_depends_on_place: 'decline',
    birth_century_open: 'decline',
  },
};

type Passport = Parameters<typeof passportLines>[0];

const read = (state: string, over: Passport, reading: Partial<DocumentReading> = {}, at = decidedAt) => {
  const lines = passportLines({ state, nationality: state, number: 'A48213604', ...over });
  const whole = { mrzLines: lines, issuingCountry: state, fields: printedFields(lines), ...reading };
  return aCase({ instead: { document_reading: [aReadingEvidence(whole, { at })] } });
};

const anMrz = (born: string): Partial<DocumentReading> => ({
  mrzLines: passportLines({ state: 'NOR', nationality: 'NOR', number: 'A48213604', born }),
});

const verdictOn = (state: string, over: Passport, policy = standard, now = decidedAt) => {
  const { deciding, outcome } = decide(policy, read(state, over), now);
  return [outcome, ...deciding];
};

const expiring = ['review', 'expiry_depends_on_place'];
const birthday = ['review', 'age_depends_on_place'];
const centenarian = ['review', 'birth_century_open'];

describe('the day in the issuing State', function () {
  this.timeout(120_000);

  // It is 10:05 on 1 May in UTC: the day before in Samoa, and soon the day after on the Line Islands of Kiribati.
  it('decides whether a passport of the United States has expired: on the day between a reviewer decides', () => {
    expect(['260501', '260430', '260429'].map((expires) => verdictOn('USA', { expires }))).to.deep.equal([
      ['approve'],
      expiring,
      ['retry', 'document_expired'],
    ]);
    expect(['260430', '260429'].map((expires) => verdictOn('USA', { expires }, strict))).to.deep.equal([
      expiring,
      ['decline', 'document_expired'],
    ]);
  });

  it('approves no passport of Kiribati that has expired there, where it is tomorrow', () => {
    expect(['260502', '260501', '260430'].map((expires) => verdictOn('KIR', { expires }))).to.deep.equal([
      ['approve'],
      expiring,
      ['retry', 'document_expired'],
    ]);
  });

  it('decides on a birthday: on the day between a reviewer decides, and nobody is declined', () => {
    expect(['080430', '080501', '080502'].map((born) => verdictOn('USA', { born }))).to.deep.equal([
      ['approve'],
      birthday,
      ['decline', 'age_below_minimum'],
    ]);
    expect(['080501', '080502', '080503'].map((born) => verdictOn('KIR', { born }))).to.deep.equal([
      ['approve'],
      birthday,
      ['decline', 'age_below_minimum'],
    ]);
    expect(verdictOn('USA', { born: '080501' }, strict)).to.deep.equal(birthday);
  });

  it('is that of UTC for a State of one zone near it, and any on Earth for a code of no State', () => {
    expect(['080501', '080502'].map((born) => verdictOn('ISL', { born })[0])).to.deep.equal(['approve', 'decline']);
    expect(['080430', '080501', '080502', '080503'].map((born) => verdictOn('XOM', { born })[0])).to.deep.equal([
      'approve',
      'review',
      'review',
      'decline',
    ]);
  });

  it('never approves whom a place of the State refuses, and never declines whom one accepts', () => {
    const zones = {
      USA: ['Pacific/Pago_Pago', 'Pacific/Honolulu', 'America/New_York', 'Pacific/Guam'],
      FRA: ['Pacific/Tahiti', 'America/Cayenne', 'Europe/Paris', 'Pacific/Wallis'],
      NZL: ['Pacific/Rarotonga', 'Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Fakaofo'],
      AUS: ['Australia/Perth', 'Australia/Lord_Howe', 'Pacific/Norfolk'],
      KIR: ['Pacific/Tarawa', 'Pacific/Kiritimati'],
      RUS: ['Europe/Kaliningrad', 'Asia/Kamchatka'],
      IND: ['Asia/Kolkata'],
    } as const;
    const format = new Map(
      Object.values(zones)
        .flat()
        .map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone })] as const),
    );
    const state = fc.constantFrom('USA', 'FRA', 'NZL', 'AUS', 'KIR', 'RUS', 'IND' as const);
    const minutes = fc.integer({ min: 0, max: 3 * 1440 });
    const seen = { passed: 0, age_below_minimum: 0, age_depends_on_place: 0 };
    fc.assert(
      fc.property(state, minutes, fc.integer({ min: -2, max: 2 }), (code, minute, shift) => {
        const now = new Date(Date.UTC(2026, 6, 1) + minute * 60_000).toISOString();
        const day = new Date(Date.UTC(2008, 6, 1) + Math.floor(minute / 1440 + shift) * 86_400_000);
        const born = day.toISOString().slice(0, 10);
        const file = read(code, { born: born.slice(2).replaceAll('-', '') }, {}, now);
        const [check] = runChecks(standard, file, now, ['document_age']);
        const ages = zones[code].map((zone) => ageOn(born, format.get(zone)?.format(new Date(now)) ?? ''));
        const reason = check?.reasons[0] ?? 'passed';
        if (reason === 'passed') expect(Math.min(...ages), `${code} ${now} ${born}`).to.be.at.least(18);
        if (reason === 'age_below_minimum') expect(Math.max(...ages), `${code} ${now} ${born}`).to.be.below(18);
        seen[reason as keyof typeof seen] += 1;
      }),
      { numRuns: runs(20_000) },
    );
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).to.be.above(runs(20_000) / 50);
  });
});

describe('a holder under 11 by two digits of the year', () => {
  const alone: Partial<DocumentReading> = {
    reader: localReader,
    documentType: null,
    issuingCountry: null,
    fields: {},
  };
  const outcomeOf = (reading: Partial<DocumentReading>, policy = standard) => {
    const { deciding, outcome } = decide(policy, read('NOR', { born: '230115' }, reading), decidedAt);
    return [outcome, ...deciding];
  };
  const printed = (value: string): Partial<DocumentReading> => ({
    fields: {
      document_number: { value: 'A48213604', confidence: 1 },
      date_of_birth: { value, confidence: 1 },
    },
  });

  it('may be a centenarian, and goes to review', () => {
    expect(outcomeOf(alone)).to.deep.equal(centenarian);
    expect(outcomeOf({})).to.deep.equal(centenarian);
    expect(outcomeOf(alone, strict)).to.deep.equal(centenarian);
  });

  it('is reviewed whatever century print has: its reader may have made four digits of two', () => {
    for (const year of ['19', '20', '21', '22', '23', '24', '25', '26']) {
      const file = read('NOR', { born: `${year}0115` }, printed(`20${year}-01-15`));
      const { deciding, outcome } = decide(standard, file, decidedAt);
      expect([outcome, ...deciding], year).to.deep.equal(centenarian);
    }
    expect(outcomeOf(printed('2023-01-15'), strict)).to.deep.equal(centenarian);
    // A document is issued after the birth: the dates are possible for a centenarian.
    const { fields } = printed('2023-01-15');
    const date_of_issue = { value: '2022-05-01', confidence: 1 };
    expect(outcomeOf({ fields: { ...fields, date_of_issue } })).to.deep.equal(centenarian);
    expect(outcomeOf(printed('1923-01-15'))[0]).to.equal('review');
  });

  it('has impossible dates where claim or print has the very day, and no age check leaves it to a reviewer', () => {
    const document_number = { value: 'A48213604', confidence: 1 };
    const date_of_issue = { value: '2022-05-01', confidence: 1 };
    const date_of_birth = { value: '2023-01-15', confidence: 1 };
    const reasonsOf = (policy: FlatPolicy, fields: DocumentReading['fields'], claimed: Claimed = {}) => {
      const file = aCase({
        instead: { document_reading: [aReadingEvidence({ ...anMrz('230115'), issuingCountry: 'NOR', fields })] },
        more: [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed }],
      });
      return decide(policy, file, decidedAt).reasons;
    };
    const ofAnyAge = { ...standard, minimumAge: 0 };
    const { document_age: _, ...checks } = standard.checks;
    const inBoth = { document_number, date_of_birth, date_of_issue };
    for (const policy of [ofAnyAge, { ...standard, checks }])
      expect(reasonsOf(policy, inBoth)).to.deep.equal(['data_dates_impossible']);
    expect(reasonsOf(standard, inBoth)).to.deep.equal(centenarian.slice(1));
    const issued = { document_number, date_of_issue };
    expect(reasonsOf(ofAnyAge, issued)).to.deep.equal([]);
    expect(reasonsOf(ofAnyAge, issued, { date_of_birth: '2023-01-15' })).to.deep.equal(['data_dates_impossible']);
  });

  it('goes to review at six too, where nobody claims anything: born in 1920, he is 106', () => {
    for (const born of ['200105', '160101', '150502']) {
      const { deciding, outcome } = decide(standard, read('NOR', { born }, alone), decidedAt);
      expect([outcome, ...deciding], born).to.deep.equal(centenarian);
    }
  });

  it('goes to review at six to eight too where a claim or print has the same day a hundred years before', () => {
    for (const [born, day] of [
      ['200105', '1920-01-05'],
      ['180202', '1918-02-02'],
    ] as const) {
      const claiming = (date_of_birth: string, reading = alone, policy = standard) => {
        const file = aCase({
          instead: { document_reading: [aReadingEvidence({ ...anMrz(born), ...reading })] },
          more: [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed: { date_of_birth } }],
        });
        const { deciding, outcome } = decide(policy, file, decidedAt);
        return { outcome, tooYoung: deciding.includes('age_below_minimum') };
      };
      const reviewed = { outcome: 'review', tooYoung: false };
      const declined = { outcome: 'decline', tooYoung: true };
      expect(claiming(day)).to.deep.equal(reviewed);
      expect(claiming(day, alone, strict)).to.deep.equal(reviewed);
      expect(claiming(`20${day.slice(2)}`)).to.deep.equal(declined);
      // A claim of another day tells neither century.
      expect(claiming(`19${day.slice(2, 8)}28`)).to.deep.equal(reviewed);
      expect(claiming('1985-03-12')).to.deep.equal(reviewed);
      const printedDay = decide(standard, read('NOR', { born }, printed(day)), decidedAt);
      expect([printedDay.outcome, printedDay.deciding.includes('age_below_minimum')]).to.deep.equal(['review', false]);
    }
  });

  it('is declined from 11 years on', () => {
    const { outcome } = decide(standard, read('NOR', { born: '150430' }, alone), decidedAt);
    expect(outcome).to.equal('decline');
  });

  it('is a child where the claim says so, which is part of the evidence', () => {
    const file = aCase({
      instead: { document_reading: [aReadingEvidence({ ...anMrz('200105'), ...alone })] },
      more: [{ kind: 'claimed', attempt: 1, at: decidedAt, claimed: { date_of_birth: '2020-01-05' } }],
    });
    const [check] = runChecks(standard, file, decidedAt, ['document_age']);
    expect([check?.reasons, check?.evidence]).to.deep.equal([['age_below_minimum'], [2, 6]]);
  });
});
