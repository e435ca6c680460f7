export { type MemoryObjects, memoryObjectStore } from './object-store.ts';
export { memoryDriver } from './record-driver.ts';
export { bytesKey, type MemoryTables, memoryTables } from './tables.ts';
