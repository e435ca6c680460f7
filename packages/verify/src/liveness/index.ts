export { type ErrorState, faultOfState, faultsOfStates } from './error-states.ts';
