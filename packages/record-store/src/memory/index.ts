export { memoryDriver } from './record-driver.ts';
export { type MemoryTables, memoryTables } from './tables.ts';
