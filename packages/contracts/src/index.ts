export { clockContract } from './clock.ts';
export { faceComparerContract } from './face-comparer.ts';
export { idsContract } from './id-generator.ts';
export { livenessProviderContract } from './liveness-provider.ts';
