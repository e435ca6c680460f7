export { createLocalReader, type LocalReader, type LocalReaderOptions } from './local-reader.ts';
