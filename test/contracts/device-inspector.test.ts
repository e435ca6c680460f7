import { simulatedDevices } from '@portcullis/adapter-memory';
import { aSimulation } from '../support/simulations.ts';
import { deviceInspectorContract } from './device-inspector.contract.ts';

deviceInspectorContract('simulated', ({ scenario, clock }) => simulatedDevices(aSimulation(scenario, clock)));
