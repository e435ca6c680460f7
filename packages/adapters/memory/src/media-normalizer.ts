import { E, type MediaNormalizer, pipe } from '@portcullis/domain';
import { typeUpload } from '@portcullis/domain/documents';
import { sha256Hex } from '@portcullis/domain/kernel';

/**
 * Detects the type of uploads by their first bytes, walks the containers of images, and keeps all of them unchanged,
 * metadata included. It is meant for tests
 * and embedding.
 */
export const memoryMediaNormalizer = (): MediaNormalizer => ({
  normalize: (part, bytes) => async () =>
    pipe(
      typeUpload(part, bytes),
      E.map(({ contentType }) => {
        const sha256 = sha256Hex(bytes);
        return { contentType, bytes, sha256, contentSha256: sha256, image: null };
      }),
    ),
});
