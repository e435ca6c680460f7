/** The classes of the network in their order; after them, the ground between two characters. */
export const networkAlphabet = '<0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ground = networkAlphabet.length;
const classes = ground + 1;

/** How many numbers the network has for a frame; the last ones mean nothing. */
const stride = 40;

/** The possible characters of a place in a line: for each class of the alphabet its probability. They add up to one. */
export type CharProbabilities = Float64Array;

/** A frame that is wholly unlike a class still counts no less than this. */
const leastLog = -9;

/** The logarithms of the probabilities of all classes, frame by frame. */
const logProbabilities = (outputs: Float32Array): Float64Array => {
  const frames = outputs.length / stride;
  const logs = new Float64Array(frames * classes);
  for (let frame = 0; frame < frames; frame += 1) {
    const values = outputs.subarray(frame * stride, frame * stride + classes);
    const most = values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
    const sum = values.reduce((all, value) => all + Math.exp(value - most), 0);
    for (let i = 0; i < classes; i += 1)
      logs[frame * classes + i] = Math.max(leastLog, (values[i] ?? 0) - most - Math.log(sum));
  }
  return logs;
};

/** How much better a character explains a frame and the next one than ground. */
const gainsOf = (logs: Float64Array): Float64Array => {
  const gains = new Float64Array(logs.length / classes - 1);
  for (let frame = 0; frame < gains.length; frame += 1) {
    const at = frame * classes;
    const next = (frame + 1) * classes;
    let best = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < ground; i += 1) best = Math.max(best, (logs[at + i] ?? 0) + (logs[next + i] ?? 0));
    gains[frame] = best - (logs[at + ground] ?? 0) - (logs[next + ground] ?? 0);
  }
  return gains;
};

/** A pitch in frames, and what another distance costs. */
const steps = [
  { frames: 3, cost: 1.5 },
  { frames: 4, cost: 0 },
  { frames: 5, cost: 1.5 },
] as const;

/** The frames of so many characters, one pitch after the other, that explain the strip best. */
const placesOf = (gains: Float64Array, count: number): readonly number[] => {
  const size = gains.length;
  const best = new Float64Array(count * size).fill(Number.NEGATIVE_INFINITY);
  const before = new Int32Array(count * size);
  best.set(gains);
  for (let n = 1; n < count; n += 1)
    for (let frame = 0; frame < size; frame += 1)
      for (const { cost, frames } of steps) {
        const value = (best[(n - 1) * size + frame - frames] ?? 0) - cost + (gains[frame] ?? 0);
        if (frame < frames || value <= (best[n * size + frame] ?? 0)) continue;
        best[n * size + frame] = value;
        before[n * size + frame] = frame - frames;
      }
  const last = best.subarray((count - 1) * size);
  let frame = 0;
  for (let at = 1; at < size; at += 1) if ((last[at] ?? 0) > (last[frame] ?? 0)) frame = at;
  const places = [frame];
  for (let n = count - 1; n > 0; n -= 1) {
    frame = before[n * size + frame] ?? 0;
    places.unshift(frame);
  }
  return places;
};

const probabilitiesAt = (logs: Float64Array, frame: number): CharProbabilities => {
  const at = frame * classes;
  const next = (frame + 1) * classes;
  const odds = Float64Array.from({ length: ground }, (_, i) =>
    Math.exp(((logs[at + i] ?? 0) + (logs[next + i] ?? 0)) / 2),
  );
  const sum = odds.reduce((all, value) => all + value, 0);
  return odds.map((value) => value / sum);
};

/**
 * Places so many characters on what the network makes of a strip, and reads each. Their distances are about one pitch,
 * so that neither a missing nor an additional character shifts the others. `outputs` has 40 numbers for a frame.
 */
export const decodeLine = (outputs: Float32Array, count: number): readonly CharProbabilities[] => {
  const logs = logProbabilities(outputs);
  return placesOf(gainsOf(logs), count).map((frame) => probabilitiesAt(logs, frame));
};
