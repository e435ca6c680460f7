export { memoryDriver } from './record-driver.ts';
export { bytesKey, type MemoryTables, memoryTables } from './tables.ts';
