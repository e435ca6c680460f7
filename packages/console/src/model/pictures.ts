import type { Profile, StoredFile } from './wire.ts';

/** The pictures of a case: those of the document beside each other, and the faces beside each other. */
export type Pictures = {
  readonly document: readonly StoredFile[];
  readonly face: readonly StoredFile[];
};

const documentKinds = ['document_front', 'document_back'];
const faceKinds = ['document_front', 'liveness_reference'];

/** The pictures that count now come first, then the newest; the older ones of a replaced kind are left out. */
const currentOf = (files: readonly StoredFile[], kinds: readonly string[]): readonly StoredFile[] =>
  kinds.flatMap((kind) => {
    const ofKind = files.filter((file) => file.kind === kind);
    const current = ofKind.filter(({ superseded }) => !superseded);
    return (current.length > 0 ? current : ofKind).slice(-1);
  });

/** The pictures that are shown. The portrait of the document stands in the picture of its front. */
export const picturesOf = ({ files }: Profile): Pictures => ({
  document: currentOf(files, documentKinds),
  face: currentOf(files, faceKinds),
});
