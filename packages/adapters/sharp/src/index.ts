export { sharpImageFitter } from './image-fitter.ts';
export type { MediaOptions } from './media-normalizer.ts';
export { sharpMediaNormalizer } from './media-normalizer.ts';
