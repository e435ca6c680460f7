import type { Findings, Harness, HarnessOptions } from '../harness/harness.ts';
import { runCuts } from './cuts.ts';
import { runDeliveries } from './deliveries/deliveries.ts';
import { runErasures } from './erasures.ts';
import { openPartner } from './partner.ts';

const parts = ['erasures', 'cuts', 'deliveries'] as const;
type Part = (typeof parts)[number];

const together = (...all: readonly Findings[]): Findings => ({
  performed: Object.assign({}, ...all.map(({ performed }) => performed)),
  violations: Object.assign({}, ...all.map(({ violations }) => violations)),
});

/** What needs one instance only. The erasures expect a feed that is empty, and come first. */
const runWithOne = async (order: HarnessOptions, isPlayed: (part: Part) => boolean): Promise<Findings> => {
  const partner = await openPartner(order.engine);
  try {
    const erasures = isPlayed('erasures') ? [await runErasures(partner, order)] : [];
    const cuts = isPlayed('cuts') ? [await runCuts(partner, order)] : [];
    return together(...erasures, ...cuts);
  } finally {
    await partner.close();
  }
};

const run = async (order: HarnessOptions): Promise<Findings> => {
  const { only } = order;
  if (only !== undefined && !parts.some((part) => part === only)) throw new Error(`its parts are ${parts.join(', ')}`);
  const isPlayed = (part: Part): boolean => only === undefined || only === part;
  const one = isPlayed('erasures') || isPlayed('cuts') ? [await runWithOne(order, isPlayed)] : [];
  return together(...one, ...(isPlayed('deliveries') ? [await runDeliveries(order)] : []));
};

export const events: Harness = {
  name: 'events',
  claim: 'every change is an event, and reaches every endpoint and every reader in order, whoever is killed',
  run,
};
