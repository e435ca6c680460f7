import { E, type MediaNormalizer, pipe } from '@portcullis/domain';
import { admitUpload } from '@portcullis/domain/evidence';
import { sha256Hex } from '@portcullis/domain/kernel';

/**
 * Detects the type of images by their first bytes, walks their containers, and keeps them unchanged, metadata included.
 * It is meant for tests and embedding.
 */
export const memoryMediaNormalizer = (): MediaNormalizer => ({
  normalize: (part, bytes) => async () =>
    pipe(
      admitUpload(part, bytes),
      E.map(({ type: contentType }) => {
        const sha256 = sha256Hex(bytes);
        return { contentType, bytes, sha256, contentSha256: sha256, image: null };
      }),
    ),
});
