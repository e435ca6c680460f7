import { createHash } from 'node:crypto';
import {
  E,
  type ImageFacts,
  limitReached,
  type MediaNormalizer,
  type NormalizedMedia,
  typeUpload,
} from '@portcullis/domain';
import { boundedLanes, busy } from './bounded-lanes.ts';
import { encodeImage } from './encode-image.ts';

export type MediaOptions = {
  /** How many images are decoded at once; each may take 350 MB while it is. Two unless told. */
  readonly decodes?: number;
  /** How many images may wait for that, and for how many milliseconds: 64 and ten seconds unless told. */
  readonly maxWaiting?: number;
  readonly patienceMs?: number;
};

/** What waits longer is better asked again than kept in memory. */
const usualOptions = { decodes: 2, maxWaiting: 64, patienceMs: 10_000 } as const;

const tooBusy = limitReached('Too many pictures are looked at at this moment.', 5);

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
export const sharpMediaNormalizer = (options: MediaOptions = {}): MediaNormalizer => {
  const { decodes, ...bounds } = { ...usualOptions, ...options };
  const inLane = boundedLanes(decodes, bounds);
  return {
    normalize: (part, bytes) => async () => {
      const upload = typeUpload(part, bytes);
      if (E.isLeft(upload)) return upload;
      const { medium, contentType } = upload.right;
      if (medium === 'video') return E.right(kept(contentType, bytes, bytes, null));
      const encoded = await inLane(() => encodeImage(part, contentType, bytes));
      if (encoded === busy) return E.left(tooBusy);
      if (E.isLeft(encoded)) return encoded;
      return E.right(kept('image/jpeg', encoded.right.bytes, bytes, encoded.right.image));
    },
  };
};
