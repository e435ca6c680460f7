import type { SchemaFault } from '@portcullis/adapter-pocketbase';
import { silentLogger } from '@portcullis/app';
import { type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import type { OutageCause } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { schemaWatch } from '#app/watches/schema-watch';

const watched = () => {
  const state = { now: 0, connections: 1, looks: 0, schema: null as OutageCause | null };
  let answer: TaskEither<Unavailable, readonly SchemaFault[]> = TE.right([]);
  const watch = schemaWatch({
    records: {
      connections: () => state.connections,
      schema: {
        check: () => {
          state.looks += 1;
          return answer;
        },
      },
    },
    readiness: {
      markSchemaValid: () => {
        state.schema = null;
      },
      markSchemaInvalid: (cause) => {
        state.schema = cause;
      },
    },
    logger: silentLogger,
    monotonic: () => state.now,
  });
  const later = async (milliseconds: number): Promise<typeof state> => {
    state.now += milliseconds;
    await watch();
    return state;
  };
  return {
    state,
    later,
    answerWith: (next: typeof answer) => {
      answer = next;
    },
  };
};

const fault = { what: 'The field profiles.data is missing.', remedy: 'Apply the migrations.' };

describe('the watch over the schema', () => {
  it('looks again after a new connection, otherwise every ten seconds, and every five while it is wrong', async () => {
    const { answerWith, later, state } = watched();
    expect(await later(6000)).to.include({ looks: 0 });
    state.connections += 1;
    expect(await later(1)).to.include({ looks: 1 });
    expect(await later(9999)).to.include({ looks: 1 });
    answerWith(TE.right([fault]));
    expect(await later(1)).to.include({ looks: 2, schema: 'schema_differs' });
    answerWith(TE.right([]));
    expect(await later(4999)).to.include({ looks: 2 });
    expect(await later(1)).to.include({ looks: 3, schema: null });
    expect(await later(9999)).to.include({ looks: 3 });
  });

  it('looks at most every five seconds, however often the database is connected to', async () => {
    const { later, state } = watched();
    for (let n = 0; n < 10; n += 1) {
      state.connections += 1;
      await later(1000);
    }
    expect(state.looks).to.equal(2);
  });

  it('says what was found, and takes it back when it was put right', async () => {
    const { later, answerWith } = watched();
    answerWith(TE.right([fault]));
    expect(await later(60_000)).to.include({ schema: 'schema_differs' });
    answerWith(TE.right([fault, { ...fault, isMissingCollection: true }]));
    expect(await later(60_000)).to.include({ schema: 'missing_collection' });
    answerWith(TE.left(unavailable('database', 'no answer')));
    expect(await later(60_000), 'a database that is down says nothing of its schema').to.include({
      schema: 'missing_collection',
    });
    answerWith(TE.right([]));
    expect(await later(60_000)).to.include({ schema: null });
  });
});
