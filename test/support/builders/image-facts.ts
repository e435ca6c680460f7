import type { ImageFacts } from '@portcullis/domain/evidence';
import type { PhotoLimits } from '#domain/policy/policy';

/** The measurements of a sharp photo of a passport in good light. */
export const aGoodImage: ImageFacts = {
  width: 1600,
  height: 1200,
  sharpness: 0.57,
  brightness: 0.93,
  glare: 0,
  colour: 0.31,
  cutEdges: 0,
};

/** Limits that such a photo satisfies; other photos exceed each of them. */
export const somePhotoLimits: PhotoLimits = {
  minSide: 300,
  minSharpness: 0.4,
  minBrightness: 0.2,
  maxGlare: 0.05,
  minColour: 0.02,
  maxCutEdges: 0,
};
