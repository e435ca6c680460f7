import type { UnsupportedMedia } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { DocumentImage } from './document-reader.ts';

/** The limits of a provider: the bytes of the encoded image, and the pixels of its longer side. */
export type ImageLimits = { readonly maxBytes: number; readonly maxSide: number };

/** Makes an image small enough for a provider. */
export type ImageFitter = {
  /**
   * Answers the image itself where it is a JPEG or PNG within the limits, else a JPEG that is. The content type of the
   * answer follows from its bytes, whatever the input declared. `UnsupportedMedia` means that the bytes are no image.
   */
  readonly fit: (image: DocumentImage, limits: ImageLimits) => TaskEither<UnsupportedMedia, DocumentImage>;
};
