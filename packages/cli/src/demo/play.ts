import { randomUUID } from 'node:crypto';
import { type Scenario, type ScenarioName, scenarios } from '@portcullis/adapter-memory';
import type { Profile } from '@portcullis/client';
import type { FlowProfile } from '@portcullis/client/flow';
import { type ReasonCode, type Status, staffMessage } from '@portcullis/domain';
import type { DemoImage } from './document-image.ts';
import { createScenarioProfile, getPartnerProfile, openPartner, verifyLedger } from './partner.ts';
import { actAsPerson, openPerson } from './person.ts';
import { createShownCalls } from './shown-calls.ts';
import { duration, type Table } from './table.ts';

/** The address of the API, and the client's credentials. */
export type SandboxAccess = { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };

/** The result of a scenario, with the expected one. */
export type ScenarioResult = {
  readonly scenario: ScenarioName;
  readonly status: Status;
  readonly reasons: readonly ReasonCode[];
  readonly expected: Pick<Scenario['expected'], 'status' | 'reasons'>;
  readonly ledgerHolds: boolean;
  readonly calls: number;
  readonly ms: number;
};

const sameReasons = (a: readonly ReasonCode[], b: readonly ReasonCode[]): boolean =>
  [...a].sort().join() === [...b].sort().join();

/** Whether the result is the one of the scenario, and the ledger verifies. */
export const isAsExpected = ({ status, reasons, expected, ledgerHolds }: ScenarioResult): boolean =>
  ledgerHolds && status === expected.status && sameReasons(reasons, expected.reasons);

const printFields = (table: Table, { document }: Profile): void => {
  const fields = Object.entries(document?.fields ?? {});
  if (fields.length === 0) return;
  table.print(`  Read from the photo: ${fields.map(([name, { value }]) => `${name} ${value}`).join(', ')}`);
};

const printReasons = (table: Table, profile: Profile, seen: FlowProfile): void => {
  for (const code of profile.status_reasons) table.print(`  Why, to the partner: ${code}. ${staffMessage(code)}`);
  for (const { message } of seen.status_reasons) table.print(`  Why, to the person:  ${message}`);
};

const printResult = (table: Table, ending: ScenarioResult): void => {
  const { status, expected, ledgerHolds, calls, ms } = ending;
  const wanted = [expected.status, ...expected.reasons].join(', ');
  const verdict = isAsExpected(ending) ? 'as expected' : `NOT as expected (${wanted})`;
  const ledger = ledgerHolds ? 'its ledger holds' : 'ITS LEDGER IS BROKEN';
  table.print(`  => ${status}, ${verdict}; ${ledger}; ${calls} calls in ${duration(ms)}`);
};

/** Plays one scenario from the token to the verified ledger. */
export const playScenario = async (
  access: SandboxAccess,
  scenario: ScenarioName,
  image: DemoImage,
  table: Table,
): Promise<ScenarioResult> => {
  const { description, expected } = scenarios[scenario];
  table.print(`\n${scenario}: ${description}`);
  table.print(`Document: ${image.name}\n`);
  table.header();
  const began = performance.now();
  const calls = createShownCalls(access.baseUrl, table);
  const partner = openPartner(calls, access);
  const created = await createScenarioProfile(partner, scenario, `demo-${randomUUID()}`);
  const profileId = created.profile.id;
  const seen = await actAsPerson(openPerson(calls, created.verification_url, image), expected.steps);
  const profile = await getPartnerProfile(partner, profileId);
  const ledger = await verifyLedger(partner, profile, table);
  const ending: ScenarioResult = {
    scenario,
    status: profile.status,
    reasons: profile.status_reasons,
    expected,
    ledgerHolds: ledger.ok,
    calls: calls.count(),
    ms: performance.now() - began,
  };
  table.print('');
  printFields(table, profile);
  printReasons(table, profile, seen);
  printResult(table, ending);
  return ending;
};
