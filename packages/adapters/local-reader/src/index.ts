export { createBarcodeReader, type LocalBarcodeReader } from './barcode/barcode-reader.ts';
export { readBarcode } from './barcode/read-barcode.ts';
export { createLocalReader, type LocalReader } from './local-reader.ts';
