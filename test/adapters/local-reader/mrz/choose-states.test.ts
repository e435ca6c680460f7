import { expect } from 'chai';
import { chooseStates } from '#adapters/local-reader/mrz/choose-states';
import { formatOf, type MrzFormatLayout } from '#adapters/local-reader/mrz/mrz-format';
import { specimen } from '../../../support/images/specimens.ts';

const printed = specimen('td3-valid').lines;
const formatFor = (lines: readonly string[]): MrzFormatLayout => {
  const format = formatOf(lines);
  if (!format) throw new Error('these lines have no format');
  return format;
};
const td3 = formatFor(printed);

/** The lines with this issuing State and this nationality. */
const withStates = (issuer: string, nationality: string): readonly string[] => {
  const [first = '', second = ''] = printed;
  return [first.slice(0, 2) + issuer + first.slice(5), second.slice(0, 10) + nationality + second.slice(13)];
};

const chosen = (voted: readonly string[], ...seen: readonly (readonly string[])[]) =>
  chooseStates(td3, voted, [voted, voted, ...seen]);

describe('choosing codes of States among the characters that were read', () => {
  it('takes THA for THN, AUT for AUB and NLD for NLO, where the right letter was seen', () => {
    for (const [wrong, right] of [
      ['THN', 'THA'],
      ['AUB', 'AUT'],
      ['NLO', 'NLD'],
    ] as const)
      expect(chosen(withStates(wrong, wrong), withStates(right, right))).to.deep.equal(withStates(right, right));
  });

  it('puts a code together from characters of several readings', () => {
    expect(chosen(withStates('NOB', 'UTO'), withStates('XXR', 'UTO'))[0]?.slice(2, 5)).to.equal('NOR');
  });

  it('takes the single letter of Germany', () => {
    expect(chosen(withStates('O<<', 'O<<'), withStates('D<<', 'D<<'))).to.deep.equal(withStates('D<<', 'D<<'));
  });

  it('keeps a code that is on no list where no other was seen, and one that is on the list', () => {
    expect(chosen(withStates('ASU', 'ASU'), withStates('ASW', 'ASW'))).to.deep.equal(withStates('ASU', 'ASU'));
    expect(chosen(withStates('AUT', 'AUT'), withStates('AUS', 'AUS'))).to.deep.equal(withStates('AUT', 'AUT'));
  });

  it('keeps what was read where two codes were seen equally often', () => {
    const wrong = withStates('AUB', 'UTO');
    const one = withStates('AUT', 'UTO');
    const other = withStates('AUS', 'UTO');
    expect(chosen(wrong, one, other)).to.deep.equal(wrong);
  });
});
