import { setImmediate as turn } from 'node:timers/promises';
import { createMetrics } from '@portcullis/app';
import { expect } from 'chai';
import { diskGauges } from '#app/gauges/disk';
import { linesOf } from '../../../support/observability/metric-lines.ts';

describe('the gauges of disks', () => {
  it('have the space of the volume of each folder that is there', async () => {
    const metrics = createMetrics();
    metrics.beforeScrape(diskGauges(metrics, { service: process.cwd(), database: '/no/such/folder' }));
    const [free = '', ...others] = await linesOf(metrics, 'portcullis_disk_free_bytes');
    expect(free).to.match(/^portcullis_disk_free_bytes\{volume="service"\} [1-9]\d*/);
    expect(others).to.deep.equal([]);
    expect(await linesOf(metrics, 'portcullis_disk_bytes')).to.have.lengthOf(1);
  });

  it('start no second measurement of a volume that is frozen, and show the others', async () => {
    const metrics = createMetrics();
    const started: string[] = [];
    let thaw = (): void => undefined;
    const frozen = new Promise<void>((resolve) => {
      thaw = resolve;
    });
    const space = { bytes: 1000, freeBytes: 100 };
    const refresh = diskGauges(metrics, { service: '/srv', database: '/mnt/nfs' }, async (folder) => {
      started.push(folder);
      if (folder === '/mnt/nfs') await frozen;
      return space;
    });
    const shown = () => linesOf(metrics, 'portcullis_disk_free_bytes');
    const scrapes: Promise<void>[] = [];
    for (let n = 0; n < 8; n += 1) {
      scrapes.push(refresh());
      await turn();
    }
    expect(started.filter((folder) => folder === '/mnt/nfs')).to.have.lengthOf(1);
    expect(started.filter((folder) => folder === '/srv')).to.have.lengthOf(8);
    expect(await shown()).to.deep.equal(['portcullis_disk_free_bytes{volume="service"} 100']);
    thaw();
    await Promise.all(scrapes);
    expect(await shown()).to.include('portcullis_disk_free_bytes{volume="database"} 100');
    await refresh();
    expect(started.filter((folder) => folder === '/mnt/nfs')).to.have.lengthOf(2);
  });

  it('show no space of a volume that has frozen since', async () => {
    const metrics = createMetrics();
    const state = { isFrozen: false };
    const refresh = diskGauges(metrics, { database: '/mnt/nfs' }, () =>
      state.isFrozen ? new Promise(() => undefined) : Promise.resolve({ bytes: 1000, freeBytes: 100 }),
    );
    await refresh();
    expect(await linesOf(metrics, 'portcullis_disk_bytes')).to.have.lengthOf(1);
    state.isFrozen = true;
    for (let n = 0; n < 2; n += 1) void refresh();
    expect(await linesOf(metrics, 'portcullis_disk_bytes')).to.deep.equal([]);
  });
});
