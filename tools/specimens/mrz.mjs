// The machine-readable zone: ICAO Doc 9303 parts 3, 4 and 5.

const charValueOf = (char) => (char === '<' ? 0 : /\d/.test(char) ? Number(char) : char.charCodeAt(0) - 55);
const checkDigit = (text) =>
  String([...text].reduce((sum, char, i) => sum + charValueOf(char) * [7, 3, 1][i % 3], 0) % 10);
const checked = (text) => text + checkDigit(text);
const mrzDate = (isoDate) => isoDate.replaceAll('-', '').slice(2);
const mrzName = (person) => `${person.last_name}<<${person.first_name}`.replace(/[ -]/g, '<');

export const td3Lines = (person) => {
  const number = checked(person.document_number.padEnd(9, '<'));
  const birth = checked(mrzDate(person.date_of_birth));
  const expiry = checked(mrzDate(person.date_of_expiry));
  const personal = checked((person.personal_number ?? '').padEnd(14, '<'));
  const all = checkDigit(number + birth + expiry + personal);
  return [
    `P<UTO${mrzName(person)}`.padEnd(44, '<'),
    `${number}${person.nationality}${birth}${person.sex}${expiry}${personal}${all}`,
  ];
};

export const td1Lines = (person) => {
  const first = `I<UTO${checked(person.document_number.padEnd(9, '<'))}`.padEnd(30, '<');
  const birth = checked(mrzDate(person.date_of_birth));
  const expiry = checked(mrzDate(person.date_of_expiry));
  const all = checkDigit(first.slice(5) + birth + expiry + '<'.repeat(11));
  return [
    first,
    `${birth}${person.sex}${expiry}${person.nationality}`.padEnd(29, '<') + all,
    mrzName(person).padEnd(30, '<'),
  ];
};

/** Replaces the check digit of the number by another digit, as in a forgery or a misprint. */
export const spoilNumberCheck = ([first, second]) => [
  first,
  `${second.slice(0, 9)}${(Number(second[9]) + 4) % 10}${second.slice(10)}`,
];
