export { type ModelReading, specimenReadings, unreadable } from './anthropic/readings.ts';
export { type AwsOperation, awsRequestProblems } from './aws/requests.ts';
export { simulatorKeys } from './keys.ts';
export {
  type Faces,
  type FacesScript,
  type Fault,
  type FaultKind,
  faultKinds,
  type Script,
  type Vendor,
} from './script.ts';
export type { RequestRecord } from './server/requests.ts';
export { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts';
