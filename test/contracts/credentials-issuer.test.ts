import { simulatedCredentials } from '@portcullis/adapter-memory';
import { aSimulation } from '../support/simulations.ts';
import { credentialsIssuerContract } from './credentials-issuer.contract.ts';

credentialsIssuerContract('simulated', 'eu-west-1', ({ clock }) => simulatedCredentials(aSimulation(null, clock)));
