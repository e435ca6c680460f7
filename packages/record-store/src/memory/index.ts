export { type DriverFault, withFaults } from './faults.ts';
export { memoryDriver } from './record-driver.ts';
export { type MemoryTables, memoryTables } from './tables.ts';
