import type { Evidence } from '../../evidence/evidence.ts';
import type { Profile } from '../profile.ts';

type WithFile = Pick<Extract<Evidence, { readonly kind: 'file' }>, 'kind' | 'file'>;
type Item = WithFile | { readonly kind: Exclude<Evidence['kind'], 'file'> };

/** How many bytes the files among some evidence take, as the evidence says. */
export const bytesOfFiles = (items: readonly Item[]): number =>
  items.reduce((sum, item) => (item.kind === 'file' ? sum + item.file.size : sum), 0);

/** How many bytes the files of a profile take: those that were superseded included, and none once it is erased. */
export const storedBytes = ({ evidence }: Profile): number => bytesOfFiles(evidence);
