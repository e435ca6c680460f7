import { openRecordStore } from '@portcullis/adapter-pocketbase';
import { type LivenessProvider, type TaskEither, TE } from '@portcullis/domain';
import { createHandoff, redeemHandoff } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { aKeyring } from '../support/builders/keyrings.ts';
import { sequentialIds } from '../support/clock/sequential-ids.ts';
import { tinyJpeg } from '../support/images/tiny-jpeg.ts';
import { mustSucceed } from '../support/run.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';
import { markedIndex, statementsTo } from '../support/servers/store-statements.ts';
import { aPerson, aService, create, partner, personActions } from '../support/services/memory-service.ts';

/** How many statements each route may send to the store, and how many more the look-up of duplicates takes. */
const most = {
  create: 2,
  read: 1,
  patch: 2,
  photo: 3,
  analysis: 4,
  decision: 6,
  duplicates: 6,
  handoff: 1,
  redemption: 2,
} as const;
type Route = Exclude<keyof typeof most, 'duplicates'>;

const liveness = (expiresAt: string): LivenessProvider => ({
  open: ({ call }) =>
    TE.right({
      sessionId: `${call.profileId}-0000-4000-8000`,
      clientParameters: { region: 'eu-west-1', challenge: 'movement' },
      expiresAt,
    }),
  read: () => TE.right({ status: 'succeeded', confidence: 99, referenceImage: tinyJpeg() }),
});

describe('the statements that a request sends to the store', function () {
  this.timeout(60_000);
  const database = usePocketbase();

  it('are no more than the table says', async () => {
    await database().empty();
    const { url, email, password } = database();
    const store = openRecordStore({
      url,
      email,
      password,
      keyring: aKeyring('statements'),
      ids: sequentialIds('statements'),
    });
    const service = aService({
      profiles: () => store.profiles,
      files: () => store.files,
      duplicateIndex: () => markedIndex(store.duplicateIndex),
      deviceEventClaims: () => store.deviceEventClaims,
      faces: () => ({ compare: () => TE.right({ outcome: 'compared', similarity: 99 }) }),
      liveness: () => liveness('2099-01-01T00:00:00.000Z'),
    });
    const decide = async (reference: string) => {
      const one = await aPerson(service, { reference });
      await mustSucceed(personActions(one).consent());
      return {
        analysis: personActions(one).analyze(tinyJpeg()),
        decision: async () => {
          const { sessionId } = await mustSucceed(personActions(one).open());
          return service.readResult({ caller: one.caller, sessionId });
        },
      };
    };
    // The first requests log in, create the keys of the service, and get a token for files.
    const first = await decide('first');
    await mustSucceed(first.analysis);
    await mustSucceed(await first.decision());
    const sent: Record<string, number> = {};
    const count = async (route: Route, task: TaskEither<unknown, unknown>) => {
      const { duplicates, own } = await statementsTo(url, () => mustSucceed(task));
      sent[route] = own.length;
      if (duplicates.length > 0) sent['duplicates'] = duplicates.length;
      expect(own.length, `${route}: ${own.join(' ')}`).to.be.at.most(most[route]);
    };
    await count('create', create(service, { reference: 'counted' }));
    const person = await aPerson(service);
    const { id } = person;
    await mustSucceed(personActions(person).look());
    await count('read', service.get({ caller: partner, id }));
    await count('patch', personActions(person).consent());
    const files = [{ kind: 'document_front', bytes: tinyJpeg() } as const];
    await count('photo', personActions(person).patch({ files }));
    if (person.caller.kind !== 'flow') throw new Error('not a person');
    const handoff = createHandoff(service)({ caller: person.caller });
    await count('handoff', handoff);
    const { code } = await mustSucceed(handoff);
    await count('redemption', redeemHandoff({ ...service, tokenStates: store.tokenStates })({ code }));
    const second = await decide('second');
    await count('analysis', second.analysis);
    await count('decision', await second.decision());
    expect(sent).to.deep.equal(most);
  });
});
