export { unreadablePhoto } from './anthropic/readings.ts';
export { simulatorKeys } from './core/keys.ts';
export { type Simulator, startSimulator } from './simulator.ts';
