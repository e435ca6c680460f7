import { createHash } from 'node:crypto';
import { E, type MediaNormalizer } from '@portcullis/domain';
import { type ImageFacts, typeUpload } from '@portcullis/domain/documents';
import { boundedSemaphore, limitReached, type Trigger } from '@portcullis/domain/kernel';
import type { NormalizedMedia } from '@portcullis/domain/ports';
import { type EncodedImage, encodeImage } from './encode-image.ts';

export type MediaOptions = {
  /** How many images are decoded at once. Each may take 350 MB meanwhile. The default is 2. */
  readonly decodes?: number;
  /** How many images may wait for a permit, and for how many milliseconds. The defaults are 64 and ten seconds. */
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
};

/** A request that waits longer is better sent again than kept in memory. */
const defaultOptions = { decodes: 2, maxWaiting: 64, maxWaitMs: 10_000 } as const;

const tooBusy = limitReached('Too many pictures are looked at at this moment.', 5);

const timeout =
  (milliseconds: number): Trigger =>
  (fire) => {
    const timer = setTimeout(fire, milliseconds);
    return () => clearTimeout(timer);
  };

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const normalizedMedia = (
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
 * Images become upright JPEGs without metadata, at most 4096 pixels wide or high (sharp), and are measured in that
 * form. Videos are stored as they are. An animated image is refused, because nobody could say which of its pictures is
 * meant.
 */
export const sharpMediaNormalizer = (options: MediaOptions = {}): MediaNormalizer => {
  const { decodes, maxWaiting, maxWaitMs } = { ...defaultOptions, ...options };
  const limited = boundedSemaphore(decodes, maxWaiting);
  return {
    normalize: (part, bytes) => async () => {
      const upload = typeUpload(part, bytes);
      if (E.isLeft(upload)) return upload;
      if (upload.right.medium === 'video')
        return E.right(normalizedMedia(upload.right.contentType, bytes, bytes, null));
      const { picture } = upload.right;
      const encoded = await limited.run(() => encodeImage(part, picture), timeout(maxWaitMs));
      if (E.isLeft(encoded)) return E.left(tooBusy);
      return E.map(({ bytes: jpeg, image }: EncodedImage) => normalizedMedia('image/jpeg', jpeg, bytes, image))(
        encoded.right,
      );
    },
  };
};
