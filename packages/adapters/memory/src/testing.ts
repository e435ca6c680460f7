export { type MemoryClock, memoryClock } from './clock.ts';
export { aPassport, type MrzText, passportLines } from './passport.ts';
export { aDecision, aPerson } from './person.ts';
export { sequentialIds } from './sequential-ids.ts';
