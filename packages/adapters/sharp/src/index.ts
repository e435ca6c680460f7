export { sharpImageFitter } from './image-fitter.ts';
export { sharpMediaNormalizer } from './media-normalizer.ts';
