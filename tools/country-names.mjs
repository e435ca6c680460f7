// Writes `packages/documents/src/text-compare/country-names.ts` from i18n-iso-countries. That package runs in
// Node only (it loads its data with `require`), but the domain also runs elsewhere. With `-` the script prints the text
// instead.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const codes = require('i18n-iso-countries/codes.json');

/** The languages of the applicant messages: every country is recognised by its name in each of them. */
const everywhere = 'en de fr es pt ar';

/** Further languages, with the countries that speak them: a country is also recognised by its own name for itself. */
const spokenIn = {
  af: 'NA ZA',
  am: 'ET',
  az: 'AZ',
  be: 'BY',
  bg: 'BG',
  bn: 'BD IN',
  bs: 'BA',
  ca: 'AD ES',
  cs: 'CZ',
  cy: 'GB',
  da: 'DK FO GL',
  dv: 'MV',
  el: 'CY GR',
  et: 'EE',
  eu: 'ES',
  fa: 'AF IR',
  fi: 'FI',
  ga: 'IE',
  gl: 'ES',
  ha: 'NE NG',
  he: 'IL',
  hi: 'IN',
  hr: 'BA HR',
  hu: 'HU',
  hy: 'AM',
  id: 'ID',
  is: 'IS',
  it: 'CH IT SM VA',
  ja: 'JP',
  ka: 'GE',
  kk: 'KZ',
  km: 'KH',
  ko: 'KP KR',
  ky: 'KG',
  lt: 'LT',
  lv: 'LV',
  mk: 'MK',
  mn: 'MN',
  ms: 'BN MY SG',
  mt: 'MT',
  nb: 'NO SJ',
  nl: 'AW BE BQ CW NL SR SX',
  nn: 'NO SJ',
  pl: 'PL',
  ps: 'AF',
  ro: 'MD RO',
  ru: 'BY KG KZ RU TJ',
  sk: 'SK',
  sl: 'SI',
  so: 'SO',
  sq: 'AL XK',
  sr: 'BA ME RS XK',
  sv: 'AX FI SE',
  sw: 'KE TZ UG',
  ta: 'LK SG',
  tg: 'TJ',
  th: 'TH',
  tk: 'TM',
  tr: 'CY TR',
  uk: 'UA',
  ur: 'PK',
  uz: 'UZ',
  vi: 'VN',
  zh: 'CN HK MO SG TW',
};

const namesIn = (language, alpha2) => {
  const { countries } = require(`i18n-iso-countries/langs/${language}.json`);
  return [countries[alpha2] ?? []].flat();
};

const languagesOf = (alpha2) => [
  ...everywhere.split(' '),
  ...Object.keys(spokenIn).filter((language) => spokenIn[language].split(' ').includes(alpha2)),
];

/** Removes names that differ only in capitals. */
const distinct = (names) => [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];

const rows = codes
  .map(([alpha2, alpha3]) => {
    const names = distinct(languagesOf(alpha2).flatMap((language) => namesIn(language, alpha2)));
    return `${alpha3} ${alpha2} ${names.join('|')}`;
  })
  .sort();

const { version } = require('i18n-iso-countries/package.json');
const text = `// Written by \`node tools/country-names.mjs\` from i18n-iso-countries ${version}, Copyright (c) 2016 widdix GmbH, MIT
// License: nothing here is changed by hand.

/** ISO 3166-1 alpha-3, alpha-2, and the names of the country in the languages that we speak and in its own. */
export const countryNames = \`
${rows.join('\n')}
\`;
`;

if (process.argv[2] === '-') process.stdout.write(text);
else writeFileSync(new URL('../packages/documents/src/text-compare/country-names.ts', import.meta.url), text);
