export { plainNumber } from './compare/plain.ts';
