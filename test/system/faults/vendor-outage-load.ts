import type { Vendor } from '@portcullis/vendor-simulator';
import type { House } from './environment.ts';
import { done, newSomebody } from './person.ts';
import type { Deed } from './routes.ts';

const vendors: readonly Vendor[] = ['rekognition', 'sts', 'anthropic', 'fingerprint'];

/** The number of requests that may reach a vendor that is down, for each request that is served. */
export const mostPerRequest = 1.1;

export type Storm = { readonly vendor: Vendor; readonly served: number; readonly reached: number };

/** Prepares a request of each vendor that can be repeated. */
const repeatable = async (house: House): Promise<{ readonly [V in Vendor]: Deed }> => {
  const person = await newSomebody(house);
  await done(person.consent());
  await done(person.openSession());
  const other = await newSomebody(house);
  await done(other.consent());
  const { analyze, device } = await newSomebody(house);
  return { rekognition: other.openSession, sts: person.credentials, anthropic: analyze, fingerprint: device };
};

const lanes = 4;

const serve = async (deed: Deed, served: number): Promise<void> => {
  let left = served;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await deed();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};

/**
 * Serves requests while a vendor is down, and counts those that reach it, one vendor after another. Their circuits are
 * open afterwards.
 */
export const runStorms = async (house: House, served: number): Promise<readonly Storm[]> => {
  const deeds = await repeatable(house);
  const storms: Storm[] = [];
  for (const vendor of vendors) {
    await house.forget();
    await house.script({ faults: [{ vendor, kind: 'http_503' }] });
    await serve(deeds[vendor], served);
    const reached = (await house.requests()).filter((request) => request.vendor === vendor).length;
    storms.push({ vendor, served, reached });
  }
  await house.forget();
  return storms;
};

/** Says whether a vendor was called too often, or not at all. */
export const isAmiss = ({ reached, served }: Storm): boolean => reached === 0 || reached > mostPerRequest * served;
