// What was read, against what is printed.
import { parseMrz } from '@portcullis/domain/testing';

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

/** One photo: every field that the domain takes from what is printed, and which of them it takes from what was read. */
export const score = (printed, lines) => {
  const expected = Object.entries(parseMrz(printed, day).fields);
  const read = lines && parseMrz(lines, day);
  const whole = read !== null && same(printed, corrected(lines, read));
  return {
    whole,
    fields: expected.filter(([name, value]) => read?.fields[name] === value).length,
    of: expected.length,
    // The worst there is: nothing tells of the mistake.
    wrongAccepted: !whole && read?.valid === true,
    wrongDetected: !whole && lines !== null && read?.valid !== true,
    notRead: lines === null,
  };
};

const count = (scores, what) => scores.filter((one) => one[what]).length;
const sum = (scores, what) => scores.reduce((total, one) => total + one[what], 0);

/** All photos of one degradation. */
export const total = (scores) => ({
  photos: scores.length,
  whole: count(scores, 'whole'),
  fields: sum(scores, 'fields'),
  of: sum(scores, 'of'),
  wrongAccepted: count(scores, 'wrongAccepted'),
  wrongDetected: count(scores, 'wrongDetected'),
  notRead: count(scores, 'notRead'),
});
