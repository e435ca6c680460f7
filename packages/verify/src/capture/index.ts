export type { PhotoLimits } from './encode.ts';
export { type Size, stageOf } from './frame.ts';
export { type Hint, hintFor, measure } from './guidance.ts';
export { openShutter, watch } from './shutter.ts';
