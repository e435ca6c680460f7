export { type Encode, encodeWithin, type PhotoLimits } from './encode.ts';
export { type Frame, frameOf, type Size, stageOf } from './frame.ts';
export { glareOf } from './glare.ts';
export { greyOf, type Pixels } from './grey.ts';
export { type Hint, hintFor, measure, type Sample } from './guidance.ts';
export { sharpnessOf } from './sharpness.ts';
export { openShutter, type Shutter, watch } from './shutter.ts';
export { type Shot, type Still, shotOf } from './stills.ts';
