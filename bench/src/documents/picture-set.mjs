// A folder of pictures whose MRZs are known: `truth.json` has each file with its `lines` (`null` where there is none),
// their `source`, and a `note` where there is something to say.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from '../statistics.mjs';
import { row } from './markdown.mjs';
import { score, total } from './score.mjs';

/** The pictures of a folder in the order of its `truth.json`. */
export const picturesIn = async (folder) => {
  const truth = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8'));
  return Promise.all(
    Object.entries(truth).map(async ([name, { lines }]) => ({
      name,
      lines,
      bytes: await readFile(join(folder, name)),
    })),
  );
};

const outcomeOf = ({ wrongInDoubt, notRead, partly, whole, wrongAccepted, wrongDetected }) => {
  if (whole) return 'whole';
  if (notRead) return 'nothing claimed';
  if (partly) return 'partly, and nothing wrong';
  if (wrongAccepted) return wrongInDoubt ? 'wrong under right digits, in doubt' : 'wrong under right digits';
  return wrongDetected ? 'wrong, and seen to be' : '';
};

const signalsIn = ({ signals }) => signals.map(({ code, confidence }) => `${code} ${confidence.toFixed(2)}`).join(', ');

/** Each doubtful position as line.column, counted from 1, with what was read and what else was seen. */
const doubtsIn = ({ doubts, lines }) =>
  doubts.map(({ column, line, others }) => `${line + 1}.${column + 1} ${lines[line][column]}/${others}`).join(', ');

const readPicture = async (reading, { bytes, lines, name }) => {
  const read = await reading.read(bytes);
  const outcome =
    lines === null
      ? { mrz: false, outcome: read.lines === null ? 'no zone, nothing claimed' : 'no zone, and one was claimed' }
      : { mrz: true, scored: score(lines, read) };
  return { name, milliseconds: read.milliseconds, signals: signalsIn(read), doubts: doubtsIn(read), ...outcome };
};

const pictureRow = ({ name, doubts, milliseconds, outcome, scored, signals }) =>
  row([
    name,
    scored ? outcomeOf(scored) : outcome,
    scored ? `${scored.fields}/${scored.of}` : '',
    doubts,
    signals,
    milliseconds.toFixed(0),
  ]);

/** Reads every picture of a folder and prints a line for each, then the sums over those that have an MRZ. */
export const measureSet = async (reading, pictures, print) => {
  print(
    row(['picture', 'zone', 'fields', 'doubts', 'signals', 'ms']),
    row(['---', '---', '---:', '---', '---', '---:']),
  );
  const results = [];
  for (const picture of pictures) {
    results.push(await readPicture(reading, picture));
    print(pictureRow(results.at(-1)));
  }
  const sums = total(results.flatMap(({ scored }) => scored ?? []));
  const times = results.map(({ milliseconds }) => milliseconds);
  print(
    '',
    row([
      'zones whole',
      'fields',
      'partly',
      'wrong under right digits',
      'of these in doubt',
      'wrong, and seen to be',
      'nothing claimed',
      'ms, median',
    ]),
    row(Array.from({ length: 8 }, () => '---:')),
    row([
      `${sums.whole}/${sums.photos}`,
      `${sums.fields}/${sums.of}`,
      sums.partly,
      sums.wrongAccepted,
      sums.wrongInDoubt,
      sums.wrongDetected,
      sums.notRead,
      median(times).toFixed(0),
    ]),
  );
  return { name: 'set', ...sums, times };
};
