import { memoryPorts } from '@portcullis/adapter-memory';
import { createVerification, E, isRejection, promised, type TaskEither, TE } from '@portcullis/domain';
import { type NotFound, notFound } from '@portcullis/domain/kernel';
import type { ScheduleInterval } from '@portcullis/domain/use-cases';
import { expect } from 'chai';

/** A port as a class, whose functions are on its prototype and use what is private to it. */
class Drawer {
  readonly label = 'drawer';
  #opened = 0;
  open(): TaskEither<never, number> {
    return async () => {
      this.#opened += 1;
      return E.right(this.#opened);
    };
  }
  find(): TaskEither<NotFound, never> {
    return TE.left(notFound);
  }
}

const rejectionOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (caught: unknown) => (isRejection(caught) ? caught : null),
  );

describe('functions that are promised', () => {
  it('are those of the class of an object too, also where it is frozen', async () => {
    const drawer = promised(Object.freeze(new Drawer()));
    expect([await drawer.open(), await drawer.open(), drawer.label]).to.deep.equal([1, 2, 'drawer']);
    expect(await rejectionOf(drawer.find())).to.include({ _tag: 'NotFound', message: 'NotFound' });
  });

  it('begin their work at once, and may be taken one by one', async () => {
    const begun: string[] = [];
    const keep =
      (what: string): TaskEither<never, void> =>
      async () =>
        E.right(void begun.push(what));
    const { keep: kept } = { ...promised({ keep }) };
    const first = kept('a');
    expect(begun).to.deep.equal(['a']);
    await first;
  });

  it('leave alone what is no task, as what repeats something until it is stopped', () => {
    const stopped: number[] = [];
    const every: ScheduleInterval = (milliseconds) => ({ stop: () => void stopped.push(milliseconds) });
    const ports = promised({ ...memoryPorts(), every });
    const { stop } = ports.every(5, () => undefined);
    expect(stopped).to.deep.equal([]);
    stop();
    expect(stopped).to.deep.equal([5]);
  });

  it('reject without a name that the caller chose, which the faults have', async () => {
    const verification = promised(createVerification(memoryPorts(), { clientUrl: 'https://verify.example' }));
    const tenant = { partnerId: 'shop', teamId: null };
    const caller = { kind: 'machine', clientId: 'shop', tenant, scopes: ['profiles:write'] } as const;
    for (const [input, message, pointer] of [
      [{ claimed: { 'Anna Eriksson': '1' } }, '/claimed unknown field', '/claimed/Anna Eriksson'],
      [{ anna: 1 }, 'unknown field', '/anna'],
      [
        { claimed: { date_of_birth: '1974-08-12' } },
        '/claimed unknown field; it is called dateOfBirth',
        '/claimed/date_of_birth',
      ],
      [{ metadata: { anna: 1 } }, '/metadata expected ', '/metadata/anna'],
    ] as const) {
      const refused = await rejectionOf(verification.createProfile({ caller, reference: 'a', ...(input as object) }));
      expect(refused?.message.startsWith(message), refused?.message).to.equal(true);
      expect(refused?.message).to.not.match(/anna/i);
      expect(refused).to.have.nested.property('faults[0].pointer', pointer);
    }
  });
});
