import { compareNames } from '@portcullis/documents';
import { expect } from 'chai';

const agree = (claimed: string, mrz: string, issuingState: string | null, isCorroborated = true): boolean => {
  const rules = { pass: 80, issuingState, isCorroborated };
  const there = compareNames({ value: claimed, source: 'claimed' }, { value: mrz, source: 'mrz' }, rules);
  const back = compareNames({ value: mrz, source: 'mrz' }, { value: claimed, source: 'claimed' }, rules);
  expect(back.agrees, 'in the other order').to.equal(there.agrees);
  return there.agrees;
};

const pairsOf = (text: string): readonly (readonly string[])[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '));

/** What a zone has, what its holder writes, and the State. */
const spellings = pairsOf(`
  IURII Yury RUS
  IURII Yuri RUS
  IURII Yuriy RUS
  NATALIIA Natalia RUS
  NATALIA Natalya RUS
  SERGEI Sergey RUS
  ALEKSEI Alexey RUS
  EVGENII Evgeny RUS
  EVGENII Yevgeniy RUS
  SOLOVEV Solovyov RUS
  FEDOROV Fyodorov RUS
  TCVETAEVA Tsvetayeva RUS
  CHAIKOVSKII Chaikovsky RUS
  KRUTOI Krutoy RUS
  ZHANNA Janna RUS
  MIKHAIL Mihail RUS
  ZHANIBEK Janibek KAZ
  OLEKSII Oleksiy UKR
  ZELENSKYI Zelensky UKR
  ZELENSKYI Zelenskyy UKR
  ZELENSKYI Zelenskiy UKR
  MATVIIENKO Matvienko UKR
  BOIKO Boyko UKR
  OLEH Oleg UKR
  DZMITRYI Dzmitry BLR
  HEORHII Georgiy BLR
  GEORGI Georgiy BGR
  ONO Ohno JPN
  SATO Satoh JPN
  YUKI Yuuki JPN
  HRISTO Khristo BGR
  YORDANKA Yordanka BGR
  DURDEVIC Djurdjevic HRV
  DJORDJEVIC Dordevic SRB
  GJORGIEV Gorgiev MKD
  GRIGORYAN Grigorian ARM
`);

/** Names of two people, and what is in no table of the State. */
const others = pairsOf(`
  SERGEI Sergia RUS
  SERGEI Sergii RUS
  IVAN Ivana RUS
  IVANOV Ivanova RUS
  ANNA Ania RUS
  MYSHKIN Mishkin RUS
  ALEKSEI Aleksandr RUS
  MARIIA Marina RUS
  ILIA Ilona RUS
  SHURA Sura RUS
  CHEKHOV Cekov RUS
  OLEG Oleh RUS
  HARKO Kharko UKR
  LYS Lis UKR
  OLENA Elena UKR
  DARA Dura BGR
  PETAR Petur BGR
  ONO Ueno JPN
  MILICA Milika SRB
  IURII Yury DEU
  DURDEVIC Djurdjevic DEU
`);

describe('a name in Latin letters by the table of a State', () => {
  for (const [mrz = '', claimed = '', state = ''] of spellings) {
    it(`may be spelt otherwise in Latin letters where a fact agrees: ${claimed} for ${mrz} of ${state}`, () => {
      expect(agree(claimed, mrz, state)).to.equal(true);
      if (claimed.toUpperCase() !== mrz) expect(agree(claimed, mrz, state, false), 'without a fact').to.equal(false);
    });
  }

  for (const [mrz = '', claimed = '', state = ''] of others) {
    it(`is no other name: ${claimed} for ${mrz} of ${state}`, () => {
      expect(agree(claimed, mrz, state)).to.equal(false);
    });
  }

  it('is compared with all of a name', () => {
    expect(agree('Yury Petrovich', 'IURII', 'RUS')).to.equal(true);
    expect(agree('Yury Natalya', 'IURII NATALIA', 'RUS')).to.equal(true);
    expect(agree('Yury Natalya', 'IURII NADEZHDA', 'RUS')).to.equal(false);
  });
});
