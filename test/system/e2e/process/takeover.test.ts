import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { inFull } from '../../../support/effort.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';
import type { Program } from '../../../support/servers/program.ts';
import { environmentOf, listenerUrl, startService } from '../../../support/servers/service-program.ts';

describe('of two instances the one that stands by takes the sweep', function () {
  this.timeout(120_000);
  const pocketbase = usePocketbase();
  let programs: Program[] = [];
  afterEach(async () => {
    for (const program of programs) await program.remove();
    programs = [];
    await pocketbase().empty();
  });

  const started = async (): Promise<Program> => {
    const program = startService(environmentOf(pocketbase().url));
    programs.push(program);
    await listenerUrl(program, 'ready');
    return program;
  };
  const readLease = async () => {
    const [row] = await pocketbase().admin.collection('work_leases').getFullList({ filter: 'work = "sweep"' });
    return { generation: Number(row?.['generation'] ?? 0), holder: String(row?.['holder'] ?? '') };
  };
  /** Reads the lease until it has a holder and this generation. */
  const heldIn = async (generation: number): Promise<string> => {
    for (;;) {
      const lease = await readLease();
      if (lease.generation === generation && lease.holder !== '') return lease.holder;
      if (lease.generation > generation) throw new Error(`the lease is in its generation ${lease.generation}`);
      await pause(50);
    }
  };
  const followedAfter = async (signal: NodeJS.Signals): Promise<void> => {
    const first = await started();
    const holder = await heldIn(1);
    await started();
    first.child.kill(signal);
    await first.ended;
    const isGivenBack = (await readLease()).holder !== holder;
    expect(isGivenBack).to.equal(signal === 'SIGTERM');
    expect(await heldIn(2)).to.not.equal(holder);
  };

  it('when the other one is stopped', () => followedAfter('SIGTERM'));

  inFull('when the other one is killed', () => followedAfter('SIGKILL'));
});
