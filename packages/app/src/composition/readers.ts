import type { DocumentReader } from '@portcullis/domain';
import { bothReaders } from '../adapters/both-readers.ts';
import type { LazyReader } from '../adapters/lazy-local-reader.ts';
import type { Config } from '../config.ts';
import type { Metrics } from '../metrics.ts';
import { measured } from '../observe/measured.ts';

/** The names of the document readers in `GET /`. */
export const readerNames: { readonly [Choice in Config['documentReader']]: string } = {
  ai: 'anthropic',
  local: 'local-reader',
  both: 'anthropic+local-reader',
};

type Readers = { readonly ai: DocumentReader; readonly local: DocumentReader };

const compositions: { readonly [Choice in Config['documentReader']]: (readers: Readers) => DocumentReader } = {
  ai: ({ ai }) => ai,
  local: ({ local }) => local,
  both: ({ ai, local }) => bothReaders(ai, local),
};

/** The local document reader, instrumented. */
export const localReader = ({ reader }: LazyReader, metrics: Metrics): DocumentReader =>
  measured(reader, { service: 'document_reader', provider: 'local-reader' }, metrics);

/** The configured document reader. Where both readers are used, the calls of each are measured separately. */
export const documentReader = (
  { documentReader: choice }: Pick<Config, 'documentReader'>,
  { reader }: { readonly reader: DocumentReader },
  local: LazyReader,
  metrics: Metrics,
): DocumentReader =>
  compositions[choice]({
    ai: measured(reader, { service: 'document_reader', provider: 'anthropic' }, metrics),
    local: localReader(local, metrics),
  });
