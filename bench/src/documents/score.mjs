// What was read, against what is printed.
import { parseMrz } from '@portcullis/documents';

/** Settles the century of dates, for what is printed and for what was read alike. */
const day = '2026-11-21';

const same = (one, other) => one.join('\n') === other.join('\n');

/** The lines as the domain uses them, after its correction of reading errors. */
const corrected = (lines, { repairs }) =>
  lines.map((line, n) =>
    repairs
      .filter((repair) => repair.line === n)
      .reduce((text, { column, after }) => text.slice(0, column) + after + text.slice(column + 1), line),
  );

/** The positions at which two readings of one format differ, as `[line, column]`. */
const differences = (one, other) =>
  one.flatMap((line, n) => [...line].flatMap((char, column) => (char === other[n]?.[column] ? [] : [[n, column]])));

const haveOneShape = (one, other) =>
  one.length === other.length && one.every((line, n) => line.length === other[n].length);

/** Whether the reader doubts a position itself. */
const isDoubted = (doubts, [line, column]) => doubts.some((doubt) => doubt.line === line && doubt.column === column);

/** Whether the reader doubts every character itself that is not the printed one. */
const isWrongInDoubt = (printed, lines, doubts) =>
  haveOneShape(printed, lines) && differences(printed, lines).every((at) => isDoubted(doubts, at));

/** One photo: every field that the domain takes from what is printed, and which of them it takes from what was read. */
export const score = (printed, { doubts, lines }) => {
  const { fields } = parseMrz(printed, day);
  const expected = Object.entries(fields);
  const read = lines && parseMrz(lines, day);
  const whole = read !== null && same(printed, corrected(lines, read));
  const isValid = !whole && read?.valid === true;
  const partly = isValid && Object.entries(read.fields).every(([name, value]) => fields[name] === value);
  const wrongAccepted = isValid && !partly;
  return {
    whole,
    fields: expected.filter(([name, value]) => read?.fields[name] === value).length,
    of: expected.length,
    // Every field that is claimed is right, and some of what is printed is not claimed.
    partly,
    // The worst there is: no check digit tells of the mistake, at most the reader itself.
    wrongAccepted,
    wrongInDoubt: wrongAccepted && isWrongInDoubt(printed, corrected(lines, read), doubts),
    wrongDetected: !whole && lines !== null && read?.valid !== true,
    notRead: lines === null,
  };
};

const sum = (scores, what) => scores.reduce((total, one) => total + Number(one[what]), 0);

/** What is counted of photos that were read. */
export const counts = [
  'photos',
  'whole',
  'fields',
  'of',
  'partly',
  'wrongAccepted',
  'wrongInDoubt',
  'wrongDetected',
  'notRead',
];

/** All photos of one degradation. */
export const total = (scores) => ({
  ...Object.fromEntries(counts.map((what) => [what, sum(scores, what)])),
  photos: scores.length,
});
