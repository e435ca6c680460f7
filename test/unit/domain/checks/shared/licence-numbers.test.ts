import { expect } from 'chai';
import { aamvaText, aCard } from '../../../../support/builders/aamva-text.ts';
import { aLicence } from '../../../../support/builders/readings.ts';
import { sure, verdictOn } from '../../../../support/check-cases/verdict-on.ts';

describe('the birth on a licence', () => {
  it('is in its number in some states, and is at least 14 years before its issue', () => {
    const licence = (issuer: string, number: string, born = '1990-03-05', issued = '2024-03-06') => {
      const card = aCard({
        issuer,
        country: ['636012', '636013', '636016'].includes(issuer) ? 'CAN' : 'USA',
        number,
        born,
        issued,
        expires: '2029-03-05',
      });
      return verdictOn(
        aLicence({
          issuingCountry: card.country,
          fields: { document_number: sure(number) },
          barcode: { state: 'read', text: aamvaText(card) },
        }),
      );
    };
    const impossible = ['review', 'data_dates_impossible'];
    for (const [issuer, altered, own] of [
      ['636012', 'M84213604100305', 'M84213604905305'],
      ['636013', 'MULLE050310482', 'LI050390482'],
      ['636016', 'M100305482', 'M900305482'],
      ['636008', '0312320104105', '0312319904105'],
      ['636034', 'MUE104821', 'MUE904821'],
      ['636039', '03MRH10051', '03MRH90051'],
    ] as const) {
      expect(licence(issuer, altered), altered).to.deep.equal(impossible);
      expect(licence(issuer, own), own).to.deep.equal(['approve']);
    }
    expect(licence('636012', 'M8421360490530')).to.deep.equal(['review', 'document_number_doubtful']);
    expect(licence('636015', '48213604', '2008-03-05', '2022-03-04')).to.deep.equal(impossible);
    expect(licence('636015', '48213604', '2008-03-05', '2022-03-05')).to.deep.equal(['approve']);
  });
});
