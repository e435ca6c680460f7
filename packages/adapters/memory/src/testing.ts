export { type MemoryClock, memoryClock } from './clock.ts';
export { aPassport, checkDigit, type MrzText, passportLines } from './passport.ts';
