import { createHash } from 'node:crypto';
import { E, type ImageFacts, type MediaNormalizer, type NormalizedMedia, typeUpload } from '@portcullis/domain';
import { encodeImage } from './encode-image.ts';
import { lanes } from './lanes.ts';

export type MediaOptions = {
  /** How many images are decoded at once; each may take a hundred megabytes while it is. Two unless told. */
  readonly decodes?: number;
};

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const kept = (
  contentType: string,
  bytes: Uint8Array,
  original: Uint8Array,
  image: ImageFacts | null,
): NormalizedMedia => ({
  contentType,
  bytes,
  sha256: sha256Of(original),
  contentSha256: sha256Of(bytes),
  image,
});

/**
 * Images become upright JPEGs without metadata, at most 4096 pixels wide or high (sharp), and are measured as such; videos
 * are kept as they came.
 * An animated image is refused: which of its pictures is meant, nobody could say.
 */
export const sharpMediaNormalizer = ({ decodes = 2 }: MediaOptions = {}): MediaNormalizer => {
  const inLane = lanes(decodes);
  return {
    normalize: (part, bytes) => async () => {
      const upload = typeUpload(part, bytes);
      if (E.isLeft(upload)) return upload;
      const { medium, contentType } = upload.right;
      if (medium === 'video') return E.right(kept(contentType, bytes, bytes, null));
      const encoded = await inLane(() => encodeImage(part, contentType, bytes));
      if (E.isLeft(encoded)) return encoded;
      return E.right(kept('image/jpeg', encoded.right.bytes, bytes, encoded.right.image));
    },
  };
};
