export type { CheckDigit } from './mrz/mrz.ts';
export { voteOnLines } from './mrz/vote-on-lines.ts';
export { sampleNumbers } from './reading/specimens.ts';
export { daysIn, offsetsOf } from './reading/time-zones.ts';
export { parseMrzDate } from './terms/days.ts';
