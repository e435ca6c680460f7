import { stateCodes } from '@portcullis/documents';
import { expect } from 'chai';
import { daysIn, offsetsOf } from '#documents/reading/time-zones';
import { textOf } from '../../../support/repository/files.ts';

const alpha2 = new Map(
  [...textOf('packages/documents/src/text-compare/country-names.ts').matchAll(/^([A-Z]{3}) ([A-Z]{2}) /gm)].map(
    ([, three = '', two = '']) => [three, two] as const,
  ),
);

/** The time zones of a region, by the data of this runtime. */
const zonesOf = (region: string): readonly string[] => {
  const locale: unknown = new Intl.Locale(`und-${region}`);
  const zones: unknown = Reflect.get(Object(locale), 'timeZones');
  const found = zones ?? Reflect.get(Object(locale), 'getTimeZones')?.call(locale);
  return Array.isArray(found) ? found.map(String) : [];
};

const hoursOf = (timeZone: string, at: Date): number => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (Number(hours) + Number(minutes) / 60) * (sign === '-' ? -1 : 1);
};

describe('the time zones of a State', () => {
  it('lie between its offsets, in winter and in summer, for every State', () => {
    const instants = [new Date('2026-01-15T12:00:00Z'), new Date('2026-07-15T12:00:00Z')];
    const outside = [...alpha2].flatMap(([state, region]) => {
      const { earliest, latest } = offsetsOf(state);
      return zonesOf(region).filter((zone) =>
        instants.some((at) => hoursOf(zone, at) < earliest || hoursOf(zone, at) > latest),
      );
    });
    expect([...alpha2].filter(([, region]) => zonesOf(region).length > 0).length).to.be.above(200);
    expect(outside).to.deep.equal([]);
  });

  it('are listed for nearly every State, and lie anywhere for other codes', () => {
    const unlisted = stateCodes.filter((code) => offsetsOf(code).latest - offsetsOf(code).earliest === 26);
    expect(unlisted.length).to.be.below(45);
    expect(offsetsOf('XOM')).to.deep.equal({ earliest: -12, latest: 14 });
  });

  it('have the days of their first and their last place', () => {
    const now = '2026-05-01T10:05:00.000Z';
    expect(daysIn('USA', now)).to.deep.equal({ earliest: '2026-04-30', latest: '2026-05-01' });
    expect(daysIn('KIR', now)).to.deep.equal({ earliest: '2026-05-01', latest: '2026-05-02' });
    expect(daysIn('UTO', now)).to.deep.equal({ earliest: '2026-05-01', latest: '2026-05-01' });
  });
});
