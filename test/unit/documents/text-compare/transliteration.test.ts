import { expect } from 'chai';
import { nameScore } from '../../../support/builders/name-scores.ts';

const score = (one: string, other: string, issuingState: string | null = null): number =>
  nameScore({ value: one }, { value: other }, { pass: 80, issuingState });

/** Names and words with every pair of letters that ELOT 743 spells together, in the spelling of the standard. */
const greek: readonly (readonly [string, string])[] = [
  ['Ελένη Παπαδοπούλου', 'ELENI PAPADOPOULOU'],
  ['ΕΛΕΝΗ ΠΑΠΑΔΟΠΟΥΛΟΥ', 'ELENI PAPADOPOULOU'],
  ['Γεώργιος', 'GEORGIOS'],
  ['Θεόφιλος Ψαρράς', 'THEOFILOS PSARRAS'],
  ['Χρήστος Ξένος', 'CHRISTOS XENOS'],
  ['Παύλος', 'PAVLOS'],
  ['Ναύπλιον', 'NAFPLION'],
  ['Ευάγγελος', 'EVANGELOS'],
  ['Ευτυχία', 'EFTYCHIA'],
  ['Σφίγξ', 'SFINX'],
  ['Μελάγχρα', 'MELANCHRA'],
  ['Μπάμπης', 'BAMPIS'],
  ['Γκίκας', 'GKIKAS'],
  ['Αντώνης', 'ANTONIS'],
  ['Ηύρε', 'IVRE'],
  ['Μαΐου', 'MAIOU'],
  ['Ταΰγετος', 'TAYGETOS'],
  ['Άυλος', 'AYLOS'],
  ['Οδυσσέας', 'ODYSSEAS'],
  ['Ζωή Ιωάννου', 'ZOI IOANNOU'],
];

describe('a name in Greek letters', () => {
  for (const [name, spelt] of greek) {
    it(`${name} is ${spelt} by ELOT 743`, () => {
      expect([score(name, spelt), score(spelt, name)]).to.deep.equal([100, 100]);
    });
  }

  it('is another one in other letters, and itself in its own', () => {
    expect(score('Ελένη', 'IOANNA')).to.be.below(80);
    expect(score('Ελένη', 'ΕΛΕΝΗ')).to.equal(100);
  });
});

/** Names as passports of their States have them. */
describe('a name in letters of a State', () => {
  for (const [state, name, spelt] of [
    ['SRB', 'Đorđe Đorđević', 'DJORDJE DJORDJEVIC'],
    ['SRB', 'Ђорђе Ђорђевић', 'DJORDJE DJORDJEVIC'],
    ['HRV', 'Đurđa Anđelić', 'DURDA ANDELIC'],
    ['BIH', 'Đenana', 'DJENANA'],
    ['MNE', 'Đuro Vujanović', 'DJURO VUJANOVIC'],
    ['KAZ', 'Әлия Құрманғазықызы', 'ALIYA KURMANGAZYKYZY'],
    ['KAZ', 'Жәнібек Өтегенұлы', 'ZHANIBEK OTEGENULY'],
    ['KAZ', 'Юлия Ахметова', 'YULIYA AKHMETOVA'],
    ['KAZ', 'Ңұрлан Үсенов', 'NURLAN USENOV'],
    ['KAZ', 'Қасым-Жомарт', 'KASSYM-JOMART'],
    ['KAZ', 'Әсел Досымова', 'ASSEL DOSSYMOVA'],
    ['KAZ', 'Ғалым Тоғжан', 'GJALYM TOGJZHAN'],
    ['KAZ', 'Һәкім', 'HAKIM'],
    ['KAZ', 'Дмитрий Ким', 'DMITRY KIM'],
    ['RUS', 'Юлия Царёва', 'YULIYA TSARYOVA'],
    ['RUS', 'Юлия Царёва', 'IULIIA TCAREVA'],
    ['RUS', 'Дмитрий Алексеев', 'DMITRIY ALEKSEYEV'],
    ['BLR', 'Яўгеній Сяргей', 'YAUHENI SIARHEI'],
    ['BLR', 'Вікторыя', 'VIKTORYIA'],
    ['BLR', 'Марыя Верабʼёва', 'MARYJA VIERABJOVA'],
    ['BLR', 'Юлія Салаўёва', 'JULIJA SALAWJOVA'],
    ['UZB', 'Gʻulomov Jahongir', 'GHULOMOV JAKHONGIR'],
    ['UZB', 'Xolmatov', 'KHOLMATOV'],
    ['JPN', 'Ōno Yūki', 'OHNO YUKI'],
    ['TKM', 'Gurbanguly Berdimuhamedow', 'GURBANGULY BERDIMUHAMEDOV'],
    ['TKM', 'Oguljan Çaryýewa', 'OGULJAN CHARYYEVA'],
    ['GEO', 'გიორგი მამედაშვილი', 'GIORGI MAMEDASHVILI'],
    ['GEO', 'ნინო ჭყონია', 'NINO CHQONIA'],
    ['GEO', 'ღვინჯილია ხათუნა', 'GHVINJILIA KHATUNA'],
    ['GEO', 'ჟუჟუნა წერეთელი', 'ZHUZHUNA TSERETELI'],
    ['ARM', 'Հովհաննես Սարգսյան', 'HOVHANNES SARGSYAN'],
    ['ARM', 'Գևորգ Ոսկանյան', 'GEVORG VOSKANYAN'],
    ['ARM', 'ԳԵՎՈՐԳ ԽԱՉԱՏՐՅԱՆ', 'GEVORG KHACHATRYAN'],
    ['ARM', 'Երվանդ Մկրտչյան', 'YERVAND MKRTCHYAN'],
    ['ARM', 'Լուսինե Ծառուկյան', 'LUSINE TSARUKYAN'],
    ['ARM', 'Եվա Եղիազարյան', 'YEVA YEGHIAZARYAN'],
    ['KGZ', 'Жаңыл Өмүралиева', 'JANYL OMURALIEVA'],
    ['MNG', 'Өнөрбаяр Үүрийнтуяа', 'UNURBAYAR UURIINTUYAA'],
    ['MNG', 'Өлзийсайхан', 'OLZIISAIKHAN'],
    ['TJK', 'Ҷамшед Раҳмонӣ', 'JAMSHED RAHMONI'],
    ['TJK', 'Ғайрат Қосимӯ', 'GHAYRAT QOSIMU'],
    ['UZB', 'Ўткир Ғуломов', 'UTKIR GULOMOV'],
    ['AZE', 'Əli Cəfərov', 'ALI JAFAROV'],
    ['AZE', 'Xəlil Qasımov', 'KHALIL GASIMOV'],
    ['AZE', 'Әли Әлиев', 'ALI ALIEV'],
    ['UKR', 'Згурський', 'ZGHURSKYI'],
    ['UKR', 'Андрій Гаєвський', 'ANDRIY HAYEVSKYY'],
    ['UKR', 'Наталія Їжакевич', 'NATALIYA YIZHAKEVYCH'],
    ['UKR', 'Юрій Костянтинюк', 'YURIY KOSTYANTYNYUK'],
    [null, 'Ɗanjuma Ƙwari Ɓala', 'DANJUMA KWARI BALA'],
    [null, 'Kɔfi Aɣa Oʒʒan Ʃina Sahaiʔa', 'KOFI AGA OZHZHAN SHINA SAHAIA'],
  ] as const) {
    it(`${name} is ${spelt} in ${state ?? 'any State'}`, () => {
      expect([score(name, spelt, state), score(spelt, name, state)]).to.deep.equal([100, 100]);
    });
  }

  it('counts once where print has it in Latin letters too, and as another one where these differ', () => {
    expect(score('ДИМИТРОВА DIMITROVA', 'DIMITROVA', 'BGR')).to.equal(100);
    expect(score('Παπαδόπουλος/PAPADOPOULOS', 'PAPADOPOULOS', 'GRC')).to.equal(100);
    expect(score('ЙОАНА / YOANA', 'YOANA IVANOVA', 'BGR')).to.equal(score('YOANA', 'YOANA IVANOVA', 'BGR'));
    expect(score('ИВАНОВА DIMITROVA', 'DIMITROVA', 'BGR')).to.be.below(100);
    expect(score('ЙОАНА / MARIA', 'MARIA IVANOVA', 'BGR')).to.be.below(80);
  });

  it('is no other name there', () => {
    expect(score('Đorđe', 'DJORDJE', 'VNM')).to.be.below(80);
    expect(score('Əli', 'ELDAR', 'AZE')).to.be.below(80);
    expect(score('Өнөр', 'ANAR', 'MNG')).to.be.below(80);
  });
});

describe('a mark that is no letter', () => {
  for (const mark of [
    "'",
    '’',
    'ʼ',
    'ʻ',
    'ʹ',
    'ʽ',
    'ʾ',
    'ʿ',
    'ˈ',
    'ˊ',
    'ˋ',
    '´',
    '`',
    '‛',
    '՚',
    '׳',
    'Ꞌ',
    'ꞌ',
    '·',
    '＇',
  ]) {
    it(`such as ${mark} divides no word`, () => {
      expect(score(`O${mark}ktam G${mark}ulomov`, 'OKTAM GULOMOV', 'UZB')).to.equal(100);
    });
  }

  it('is not even seen where it has no width', () => {
    expect(score('An\u00ADna\u200E Ma\uFEFFria', 'ANNA MARIA')).to.equal(100);
  });
});

/** The examples of ICAO 9303-3, section 6 C, and names with letters of its tables. */
describe('a name by the tables of ICAO 9303-3', () => {
  for (const [name, spelt] of [
    ['Þorsteinn', 'THORSTEINN'],
    ['Térèsa Cañon', 'TERESA CANON'],
    ['Иван Иванович', 'IVAN IVANOVICH'],
    ['Юрий', 'IURII'],
    ['محمد', 'MXHMD'],
  ] as const) {
    it(`${name} is ${spelt}`, () => {
      expect(score(name, spelt)).to.equal(100);
    });
  }
});

describe('the Ü of pinyin', () => {
  it('is YU in passports of China, and nowhere else', () => {
    expect(['Lü', 'Lv', 'Lyu', 'Lu'].map((name) => score(name, 'LYU', 'CHN') === 100)).to.deep.equal([
      true,
      true,
      true,
      false,
    ]);
    expect(['Lü', 'Lv'].filter((name) => score(name, 'LYU', 'DEU') >= 80)).to.deep.equal([]);
  });
});
