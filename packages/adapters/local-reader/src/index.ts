export { chooseReading } from './choose-reading.ts';
export { createLocalReader, type LocalReader, type LocalReaderOptions } from './local-reader.ts';
export { readByClass } from './mrz-classes.ts';
export { checkDigitOf, formatOf, type MrzFormat, type MrzFormatName, scoreChecks } from './mrz-format.ts';
export { groupZones, type MrzZone } from './mrz-zone.ts';
export type { TextLine } from './text-lines.ts';
