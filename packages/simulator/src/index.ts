export { type ModelReading, specimenReadings, unreadablePhoto } from './anthropic/readings.ts';
export { type AwsOperation, awsRequestProblems } from './aws/request-shapes.ts';
export { simulatorKeys } from './core/keys.ts';
export {
  type Faces,
  type FacesScript,
  type Fault,
  type FaultKind,
  faultKinds,
  type Script,
  type Vendor,
} from './core/script.ts';
export type { RecordedCall } from './server/request-log.ts';
export { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts';
