import type { VerificationVendor } from '../../support/services/outage-faults.ts';
import type { FaultEnvironment } from './environment.ts';
import { newTestPerson, requireSuccess } from './person.ts';
import type { Action } from './routes.ts';

const vendors: readonly VerificationVendor[] = ['rekognition', 'sts', 'anthropic', 'fingerprint'];

/** The number of requests that may reach a vendor that is down, for each request that is served. */
export const maxRequestsPerServed = 1.1;

export type OutageLoad = { readonly vendor: VerificationVendor; readonly served: number; readonly reached: number };

/** Prepares a request of each vendor that can be repeated. */
const repeatableRequests = async (
  environment: FaultEnvironment,
): Promise<{ readonly [V in VerificationVendor]: Action }> => {
  const person = await newTestPerson(environment);
  await requireSuccess(person.consent());
  await requireSuccess(person.openSession());
  const other = await newTestPerson(environment);
  await requireSuccess(other.consent());
  const third = await newTestPerson(environment);
  await requireSuccess(third.consent());
  return {
    rekognition: other.openSession,
    sts: person.credentials,
    anthropic: third.analyze,
    fingerprint: third.device,
  };
};

const concurrency = 4;

const serve = async (deed: Action, served: number): Promise<void> => {
  let left = served;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await deed();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
};

/**
 * Serves requests while a vendor is down, and counts those that reach it, one vendor after another. Their circuits are
 * open afterwards.
 */
export const runOutageLoads = async (environment: FaultEnvironment, served: number): Promise<readonly OutageLoad[]> => {
  const deeds = await repeatableRequests(environment);
  const loads: OutageLoad[] = [];
  for (const vendor of vendors) {
    await environment.resetVendors();
    await environment.script({ faults: [{ vendor, kind: 'http_503' }] });
    await serve(deeds[vendor], served);
    const reached = (await environment.requests()).filter((request) => request.vendor === vendor).length;
    loads.push({ vendor, served, reached });
  }
  await environment.resetVendors();
  return loads;
};

/** Says whether a vendor was called too often, or not at all. */
export const isViolation = ({ reached, served }: OutageLoad): boolean =>
  reached === 0 || reached > maxRequestsPerServed * served;
