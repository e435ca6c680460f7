import { E, type Either, type TaskEither, TE } from '@portcullis/domain';
import { sequential, singleFlight } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { boundedKeyedMutex, keyedMutex } from '#domain/kernel/concurrency/keyed-mutex';
import { mapConcurrent } from '#domain/kernel/concurrency/map-concurrent';

type Result = Either<string, string>;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Tasks that the test ends by hand, and the names of those that have begun, in order. */
const handTasks = () => {
  const begun: string[] = [];
  const open = new Map<string, { readonly end: (result: Result) => void; readonly fail: (cause: Error) => void }>();
  const task =
    (name: string): TaskEither<string, string> =>
    () => {
      begun.push(name);
      return new Promise((end, fail) => open.set(name, { end, fail }));
    };
  const end = async (name: string, result: Result = E.right(name)): Promise<void> => {
    open.get(name)?.end(result);
    await nextTurn();
  };
  const fail = async (name: string): Promise<void> => {
    open.get(name)?.fail(new Error(name));
    await nextTurn();
  };
  return { begun, task, end, fail };
};

const causeOf = (task: Promise<unknown>): Promise<unknown> =>
  task.then(
    () => null,
    (cause: unknown) => cause,
  );

describe('keyedMutex', () => {
  it('runs the tasks of one key one after another, in order of arrival', async () => {
    const { begun, task, end } = handTasks();
    const mutex = keyedMutex();
    const results = Promise.all(['a', 'b', 'c'].map((name) => mutex('key', task(name))()));
    await nextTurn();
    expect(begun).to.deep.equal(['a']);
    await end('a');
    expect(begun).to.deep.equal(['a', 'b']);
    await end('b', E.left('no'));
    expect(begun).to.deep.equal(['a', 'b', 'c']);
    await end('c');
    expect(await results).to.deep.equal([E.right('a'), E.left('no'), E.right('c')]);
  });

  it('runs tasks of different keys at the same time', async () => {
    const { begun, task } = handTasks();
    const mutex = keyedMutex();
    for (const name of ['a', 'b']) void mutex(name, task(name))();
    await nextTurn();
    expect(begun).to.deep.equal(['a', 'b']);
  });

  it('runs the next task after one that throws, and throws to the caller of that one alone', async () => {
    const { begun, task, end, fail } = handTasks();
    const mutex = keyedMutex();
    const first = causeOf(mutex('key', task('a'))());
    const second = mutex('key', task('b'))();
    await nextTurn();
    await fail('a');
    expect(begun).to.deep.equal(['a', 'b']);
    await end('b');
    expect(await first)
      .to.be.an('error')
      .with.property('message', 'a');
    expect(await second).to.deep.equal(E.right('b'));
  });

  it('lets a task that arrives after the others begin, and still keeps it from running beside one', async () => {
    const { begun, task, end } = handTasks();
    const mutex = keyedMutex();
    void mutex('key', task('a'))();
    await nextTurn();
    await end('a');
    void mutex('key', task('b'))();
    void mutex('key', task('c'))();
    await nextTurn();
    expect(begun).to.deep.equal(['a', 'b']);
  });

  it('runs nothing until its task is called', async () => {
    const { begun, task } = handTasks();
    keyedMutex()('key', task('a'));
    await nextTurn();
    expect(begun).to.deep.equal([]);
  });
});

describe('boundedKeyedMutex', () => {
  const bounded = (waiting: number) => {
    const tasks = handTasks();
    const waited: boolean[] = [];
    const mutex = boundedKeyedMutex<string, string>(waiting, 'rejected');
    const run = (key: string, name: string): Promise<Result> =>
      mutex(key, (hasWaited) => {
        waited.push(hasWaited);
        return tasks.task(name);
      })();
    return { ...tasks, run, waited };
  };

  it('rejects a task at once when as many wait for its key as may, and never begins it', async () => {
    const { begun, run, end } = bounded(1);
    void run('key', 'a');
    void run('key', 'b');
    expect(await run('key', 'c')).to.deep.equal(E.left('rejected'));
    await end('a');
    await end('b');
    expect(begun).to.deep.equal(['a', 'b']);
  });

  it('counts the tasks of each key by themselves', async () => {
    const { begun, run } = bounded(0);
    void run('key', 'a');
    void run('other', 'b');
    await nextTurn();
    expect(begun).to.deep.equal(['a', 'b']);
  });

  it('tells a task whether it had to wait', async () => {
    const { run, waited, end } = bounded(1);
    void run('key', 'a');
    void run('key', 'b');
    await nextTurn();
    await end('a');
    await end('b');
    void run('key', 'c');
    expect(waited).to.deep.equal([false, true, false]);
  });

  it('takes further tasks after one that ended, failed or threw', async () => {
    const { begun, run, end, fail } = bounded(0);
    void run('key', 'a');
    await nextTurn();
    await end('a');
    void run('key', 'b');
    await nextTurn();
    await end('b', E.left('no'));
    const thrown = causeOf(run('key', 'c'));
    await nextTurn();
    await fail('c');
    expect(await thrown).to.be.an('error');
    void run('key', 'd');
    await nextTurn();
    expect(begun).to.deep.equal(['a', 'b', 'c', 'd']);
  });
});

describe('singleFlight', () => {
  it('lets tasks that begin while one of the same key runs share its result', async () => {
    const { begun, task, end } = handTasks();
    const flight = singleFlight<string, string>();
    const results = Promise.all([flight('key', task('a'))(), flight('key', task('b'))()]);
    await end('a', E.left('no'));
    expect([begun, await results]).to.deep.equal([['a'], [E.left('no'), E.left('no')]]);
  });

  it('runs tasks of different keys each by itself', () => {
    const { begun, task } = handTasks();
    const flight = singleFlight<string, string>();
    for (const name of ['a', 'b']) void flight(name, task(name))();
    expect(begun).to.deep.equal(['a', 'b']);
  });

  it('runs a task again after the one before has ended, also if that threw', async () => {
    const { begun, task, end, fail } = handTasks();
    const flight = singleFlight<string, string>();
    void flight('key', task('a'))();
    await end('a');
    const thrown = causeOf(flight('key', task('b'))());
    await fail('b');
    expect(await thrown).to.be.an('error');
    void flight('key', task('c'))();
    expect(begun).to.deep.equal(['a', 'b', 'c']);
  });
});

describe('mapConcurrent', () => {
  it('begins as many at once as it may, in the order of the items, and answers in that order', async () => {
    const { begun, task, end } = handTasks();
    const results = mapConcurrent(['a', 'b', 'c'], (name) => task(name)(), 2);
    expect(begun).to.deep.equal(['a', 'b']);
    await end('b');
    expect(begun).to.deep.equal(['a', 'b', 'c']);
    await end('c');
    await end('a');
    expect(await results).to.deep.equal([E.right('a'), E.right('b'), E.right('c')]);
  });

  it('runs ten at once if nothing else is said', () => {
    const { begun, task } = handTasks();
    const names = Array.from({ length: 12 }, (_, n) => `item ${n}`);
    void mapConcurrent(names, (name) => task(name)());
    expect(begun).to.deep.equal(names.slice(0, 10));
  });

  it('throws what the work of an item throws', async () => {
    const { task, fail } = handTasks();
    const thrown = causeOf(mapConcurrent(['a', 'b'], (name) => task(name)()));
    await fail('b');
    expect(await thrown)
      .to.be.an('error')
      .with.property('message', 'b');
  });

  it('answers nothing for no items', async () => {
    expect(await mapConcurrent([], () => Promise.resolve(1))).to.deep.equal([]);
  });
});

describe('sequential', () => {
  it('runs one task after another, and answers their results in that order', async () => {
    const { begun, task, end } = handTasks();
    const results = sequential(['a', 'b'], task)();
    await nextTurn();
    expect(begun).to.deep.equal(['a']);
    await end('a');
    expect(begun).to.deep.equal(['a', 'b']);
    await end('b');
    expect(await results).to.deep.equal(E.right(['a', 'b']));
  });

  it('begins no task after one that failed, and answers its failure', async () => {
    const begun: string[] = [];
    const task = (name: string): TaskEither<string, string> => {
      begun.push(name);
      return name === 'b' ? TE.left('no') : TE.right(name);
    };
    expect(await sequential(['a', 'b', 'c'], task)()).to.deep.equal(E.left('no'));
    expect(begun).to.deep.equal(['a', 'b']);
  });
});
