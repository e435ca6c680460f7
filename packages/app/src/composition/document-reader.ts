import type { LocalReader } from '@portcullis/adapter-local-reader';
import type { DocumentReader } from '@portcullis/domain';
import { combinedReader } from '../adapters/combined-reader.ts';
import { lazyLocalReader } from '../adapters/local-readers.ts';
import type { Config } from '../config/config.ts';
import { vendors } from '../config/vendors/table.ts';
import { instrumented } from '../telemetry/instrumented.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { vendorPorts } from './vendor-ports.ts';

/** The names of the document readers in `GET /`. */
export const readerNames: { readonly [Choice in Config['documentReader']]: string } = {
  ai: vendors.ai.names.document_ai,
  local: 'local-reader',
  both: `${vendors.ai.names.document_ai}+local-reader`,
};

const { service } = vendorPorts.reader;

type Readers = { readonly ai: DocumentReader; readonly local: DocumentReader };

const readerByChoice: { readonly [Choice in Config['documentReader']]: (readers: Readers) => DocumentReader } = {
  ai: ({ ai }) => ai,
  local: ({ local }) => local,
  both: ({ ai, local }) => combinedReader(ai, local),
};

/** The local reader, whose queue is a metric. */
export const watchedLocalReader = ({ watchQueue }: Metrics): LocalReader => lazyLocalReader(watchQueue('local_reader'));

/** The local document reader, instrumented. */
export const localReader = ({ reader }: LocalReader, metrics: Metrics): DocumentReader =>
  instrumented(reader, { service, provider: 'local-reader' }, metrics);

/** The configured document reader. Where both readers are used, the calls of each are measured separately. */
export const documentReader = (
  { documentReader: choice }: Pick<Config, 'documentReader'>,
  { reader }: { readonly reader: DocumentReader },
  local: LocalReader,
  metrics: Metrics,
): DocumentReader =>
  readerByChoice[choice]({
    ai: instrumented(reader, { service, provider: vendors.ai.providers.reader }, metrics),
    local: localReader(local, metrics),
  });
