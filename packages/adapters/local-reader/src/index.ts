export { createLocalReader, type LocalReader, type LocalReaderOptions } from './local-reader.ts';
export { chooseReading } from './mrz/choose-reading.ts';
export { readByClass } from './mrz/mrz-classes.ts';
export { checkDigitOf, formatOf, type MrzFormat, type MrzFormatName, scoreChecks } from './mrz/mrz-format.ts';
export { groupZones, type MrzZone } from './zone/mrz-zone.ts';
export type { TextLine } from './zone/text-lines.ts';
