import * as backoffice from '@portcullis/backoffice';
import * as domain from '@portcullis/domain';
import * as furtherDomain from '@portcullis/domain/use-cases';
import * as events from '@portcullis/events';
import * as explain from '@portcullis/explain';
import { expect } from 'chai';
import { shippedSources } from '../../../../support/repository/source.ts';

/** What is exported beside the use cases: rules, helpers of those who replay or examine, and what runs by itself. */
const others = new Set(
  `actorOf applicantMessage awaitingSecret builtInPolicies changeForErasure changeProfile clockFault combineReadings
  continuesHead createEntryRelay createEventNumbering createHeadPublisher createWebhookDelivery createWorkLease
  damagedCount decide decodeCustomPolicy decodeListCursor decodeQueueCursor entriesOf eventBody examineLog explain
  findApplied findListEntryRecord findPolicy idleEndOf isoNow isRejection knownClients lackingMethods
  lintPolicy lintPolicyInSteps loadFor newestDecisions newestEntry newInProcessState operationId otherProfileFor
  pingEnabled pipe policyCatalog policyOf principalOf profileFor profilesFor promised relayBacklog replayDecisions replayNewest
  replayUnderPolicy revocationList settledAccessTime simulateNewestDecision staffMessage staffUsername standardPolicy
  unavailable verifyChain withBudgets`.split(/\s+/),
);

/** What is made of ports alone: nothing of it takes the input of a caller. */
const withoutInput = [
  'backTests',
  'checkHealth',
  'createBackoffice',
  'createEvents',
  'createVerification',
  'examineLedger',
  'readCheckpoint',
  'sweepDue',
  'withIdempotencyKey',
];

type Maker = ((deps: object) => unknown) & { readonly ports?: readonly string[] };

const isFunction = (value: unknown): value is Maker => typeof value === 'function';

/** The files of the packages that make something of ports, whether an index exports it or not. */
const made = await Promise.all(
  shippedSources()
    .filter(({ path, text }) => path.endsWith('.ts') && / = (useCase|withPorts)\(/.test(text))
    .map(
      ({ path }): Promise<Readonly<Record<string, unknown>>> =>
        import(path.replace(/^packages\/(.+?)\/src\/(.+)\.ts$/, '#$1/$2')),
    ),
);

const functionsOf = (modules: readonly Readonly<Record<string, unknown>>[]) =>
  modules.flatMap((module) => Object.entries(module).filter((one): one is [string, Maker] => isFunction(one[1])));

const exported = new Map([
  ...functionsOf([domain, furtherDomain, explain, events, backoffice]),
  ...functionsOf(made).filter(([, maker]) => maker.ports !== undefined),
]);
const useCases = [...exported].filter(([name]) => !others.has(name));

/** Ports of which each answers another of them, whatever is asked, and does nothing. */
const anything = (): object =>
  new Proxy(() => undefined, { get: (_, name) => (name === 'then' ? undefined : anything()), apply: () => anything() });

const portsOf = ({ ports = [] }: Maker) => Object.fromEntries(ports.map((port) => [port, anything()]));

const call = (made: unknown, input: unknown): unknown => {
  const task: unknown = isFunction(made) && Reflect.apply(made, undefined, [input]);
  return isFunction(task) ? Reflect.apply(task, undefined, []) : task;
};

const tagOf = async (answer: unknown): Promise<unknown> => {
  const { _tag, left } = Object(await answer);
  return _tag === 'Left' ? Object(left)._tag : _tag;
};

/** Nothing of these is the input of any use case. */
const misshapen = [undefined, 0, true, Symbol('a caller'), [], { caller: null }, { caller: { kind: 'staff' } }];

describe('every use case that is exported', () => {
  it('is one of those that are listed here, and nothing else is made of ports', () => {
    expect(useCases.filter(([, maker]) => maker.ports === undefined).map(([name]) => name)).to.deep.equal([]);
    const listed = [...others].filter((name) => exported.get(name)?.ports !== undefined || !exported.has(name));
    expect(listed).to.deep.equal([]);
  });

  for (const [name, maker] of useCases) {
    it(`names a port that it is made without: ${name}`, () => {
      for (const port of maker.ports ?? [])
        for (const missing of [undefined, null])
          expect(() => maker({ ...portsOf(maker), [port]: missing }), port).to.throw(
            TypeError,
            `${name} is made without ${port}`,
          );
    });

    if (!withoutInput.includes(name))
      it(`refuses what is no input of it as Invalid: ${name}`, async () => {
        const made = maker(portsOf(maker));
        for (const input of misshapen) expect(await tagOf(call(made, input)), String(input)).to.equal('Invalid');
      });
  }
});
