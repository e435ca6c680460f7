export { livenessComponent } from './components.ts';
export { type ErrorState, faultOfState, faultsOfStates } from './error-states.ts';
