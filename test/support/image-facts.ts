import type { ImageFacts } from '@portcullis/domain';

/** What is measured of a sharp photo of a passport in good light. */
export const aGoodImage: ImageFacts = {
  width: 1600,
  height: 1200,
  sharpness: 0.57,
  brightness: 0.93,
  glare: 0,
  colour: 0.31,
  cutEdges: 0,
  moire: 0.1,
};
