import { expect } from 'chai';
import { aLicence, onCard } from '../../../../support/builders/readings.ts';
import { licences } from '../../../../support/check-cases/sided-readings.ts';
import { sure, verdictOn } from '../../../../support/check-cases/verdict-on.ts';

describe('the birth on the licence of a state', () => {
  const seen = (born: string, over: Parameters<typeof aLicence>[1], issuer = '636000'): string => {
    const licence = aLicence({}, { DBB: born, ...over });
    const text = licence.barcode?.state === 'read' ? licence.barcode.text.replace('636000', issuer) : '';
    const barcode = { state: 'read', text } as const;
    const number = over?.DAQ ?? 'T64235789';
    const read = aLicence({ barcode, fields: { document_number: sure(number) } });
    return verdictOn({ ...read, sides: onCard({ ...read }) }, licences).join(' ');
  };

  for (const [state, issuer, number, born, other] of [
    ['Illinois', '636035', 'F25592150094', '04011950', '04011951'],
    ['Illinois, a woman', '636035', 'F25592150694', '04011950', '04021950'],
    ['Illinois, a card', '636035', '25592150094F', '04011950', '05011950'],
    ['Wisconsin', '636031', 'F2559215009400', '03141950', '03151950'],
    ['New Jersey, a woman', '636036', 'N29632676359706', '09141970', '09141980'],
  ] as const)
    it(`is in its number: ${state}`, () => {
      expect(seen(born, { DAQ: number }, issuer)).to.equal('approve');
      expect(seen(other, { DAQ: number }, issuer)).to.equal('review data_dates_impossible');
      expect(seen(other, { DAQ: number })).to.equal('approve');
    });

  it('is the one of the birthdays that it states for young people', () => {
    const birthdays = { DDH: '03052022', DDI: '03052023', DDJ: '03052025' };
    expect(seen('03052004', birthdays)).to.equal('approve');
    expect(seen('03042004', birthdays)).to.equal('approve');
    expect(seen('02292004', { DDJ: '03012025' })).to.equal('approve');
    expect(seen('03051999', birthdays)).to.equal('review data_dates_impossible');
    expect(seen('03051999', { DDJ: '03052025' })).to.equal('review data_dates_impossible');
    for (const none of ['NONE', '12319999', '01011900', '03051999'])
      expect(seen('03051999', { DDJ: none }), none).to.equal('approve');
  });
});
