/** Normalizes the definition of an index: its name, quotes and spaces may differ. */
export const normalizedIndex = (index: string): string =>
  index
    .replace(/[`"[\]]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([(),])\s*/g, '$1')
    .replace(/^create (unique )?index (if not exists )?\S+ on /i, (_, unique) => (unique ? 'unique ' : ''))
    .toLowerCase()
    .trim();
