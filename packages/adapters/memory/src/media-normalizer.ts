import { E, type MediaNormalizer, sha256Hex, typeUpload } from '@portcullis/domain';

/**
 * Detects the type of uploads by their first bytes and keeps them unchanged, metadata included. It is meant for tests
 * and embedding.
 */
export const memoryMediaNormalizer = (): MediaNormalizer => ({
  normalize: (part, bytes) => async () =>
    E.map(({ contentType }: { readonly contentType: string }) => ({
      contentType,
      bytes,
      sha256: sha256Hex(bytes),
      contentSha256: sha256Hex(bytes),
      image: null,
    }))(typeUpload(part, bytes)),
});
