export { memoryObjectStore } from './object-store.ts';
export { memoryDriver } from './record-driver.ts';
