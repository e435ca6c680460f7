// Whole journeys an hour where the service reads documents itself, beside what its reader alone reads; how long its
// event loop stands still meanwhile, and what memory it has afterwards.
import { readFileSync } from 'node:fs';
import { newConnection } from '../client/exchange.mjs';
import { journey } from '../client/person.mjs';
import { specimen } from '../client/requests.mjs';
import { startReading } from '../documents/reading.mjs';
import { vendorsAt } from '../environment.mjs';
import { startVendors } from '../processes.mjs';
import { row } from '../report.mjs';
import { startService } from '../start-service.mjs';
import { percentile, rounded } from '../statistics.mjs';
import { processorSeconds, residentMiB } from '../system/usage.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: {
    clients: [1, 2, 4, 8],
    crowd: 4,
    seconds: 20,
    readerSeconds: 8,
    warm: true,
  },
  short: {
    clients: [1, 2, 4],
    crowd: 4,
    seconds: 8,
    readerSeconds: 4,
    warm: true,
  },
  smoke: {
    clients: [1],
    crowd: 1,
    seconds: 0,
    readerSeconds: 0,
    warm: false,
  },
};

/** With more clients than it has room for, the service says so: too many documents wait, or waited too long. */
const isBusy = ({ status }) => status === 503 || status === 429;

/** Each client has one journey after the other until the time is over; those that have begun come to their end. */
const runClients = async (service, clients, seconds) => {
  const times = [];
  let refused = 0;
  const until = performance.now() + 1000 * seconds;
  const began = performance.now();
  const client = async () => {
    const agent = newConnection();
    try {
      do {
        const from = performance.now();
        try {
          await journey(agent, service);
          times.push(performance.now() - from);
        } catch (cause) {
          if (!isBusy(cause)) throw cause;
          refused += 1;
        }
      } while (performance.now() < until);
    } finally {
      agent.destroy();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  if (times.length === 0) throw new Error(`none of the journeys of ${clients} clients came to its end`);
  return { times, refused, hourly: (3_600_000 * times.length) / (performance.now() - began) };
};

/** What the reader reads, one photo after the other, in a process where nothing else is. */
const readAlone = async (reading, photo, seconds) => {
  const began = performance.now();
  const usedBefore = await reading.processor();
  let count = 0;
  do {
    await reading.read(photo);
    count += 1;
  } while (performance.now() - began < 1000 * seconds);
  const hourly = (3_600_000 * count) / (performance.now() - began);
  return { hourly, processorMs: ((await reading.processor()) - usedBefore) / count };
};

const mean = (one, other) => (one + other) / 2;

const processorTimes = (processes) => Object.entries(processes).map(([name, { pid }]) => [name, processorSeconds(pid)]);

/** Milliseconds of the processor that each process used for a journey. */
const processorTimesSince = (before, processes, journeys) =>
  Object.fromEntries(
    processorTimes(processes).map(([name, now], i) => {
      const then = before[i][1];
      return [name, rounded((1000 * (now - then)) / journeys, 0)];
    }),
  );

const processors = ['CPU ms', 'of PB', 'of reader'];
const titles = ['clients', 'journeys/h', 'refused', 'p50 ms', 'p95 ms', ...processors, 'to reader', 'stop ms'];

export const run = ({ clients, crowd, seconds, readerSeconds, warm }) =>
  withCleanup(async (use) => {
    const vendors = use(await startVendors());
    const environment = { ...vendorsAt(vendors.url), DOCUMENT_READER: 'local' };
    const service = await startService(use, { environment, probe: 'event-loop' });
    const processes = { service: service.backend, database: service.database, vendors };
    const reading = use(startReading());
    const photo = readFileSync(specimen);
    // The first of each starts the engines of the reader.
    if (warm) await Promise.all([runClients(service, 1, 0), reading.read(photo)]);

    const levels = [];
    console.log(row(titles, 10));
    for (const count of clients) {
      // The reader alone before and after: what else the machine does meets both sides.
      const before = await readAlone(reading, photo, readerSeconds / 2);
      const usedBefore = processorTimes(processes);
      const stopProbe = await service.backend.startProbe();
      const { times, refused, hourly } = await runClients(service, count, seconds);
      const stops = await stopProbe();
      if (stops.turns === 0) throw new Error('the probe has seen no turn of the event loop');
      const processor_ms = processorTimesSince(usedBefore, processes, times.length);
      const after = await readAlone(reading, photo, readerSeconds / 2);
      const alone = mean(before.hourly, after.hourly);
      const level = {
        clients: count,
        journeys: times.length,
        refused,
        journeys_an_hour: rounded(hourly, 0),
        p50_ms: rounded(percentile(times, 0.5), 0),
        p95_ms: rounded(percentile(times, 0.95), 0),
        processor_ms,
        reader_alone_an_hour: rounded(alone, 0),
        reader_processor_ms: rounded(mean(before.processorMs, after.processorMs), 0),
        ratio_to_reader: rounded(hourly / alone, 2),
        event_loop_ms: {
          longest_stop: rounded(stops.longestMs, 1),
          of_it_at_work: rounded(stops.workedMs, 1),
          longest_work: rounded(stops.busiestMs, 1),
        },
      };
      levels.push(level);
      const { journeys_an_hour, p50_ms, p95_ms, ratio_to_reader, reader_processor_ms: read_ms } = level;
      const last = [processor_ms.service, processor_ms.database, read_ms, ratio_to_reader, rounded(stops.longestMs, 1)];
      console.log(row([String(count), journeys_an_hour, refused, p50_ms, p95_ms, ...last], 10));
    }
    const best = levels.reduce((one, other) => (other.journeys_an_hour > one.journeys_an_hour ? other : one));
    console.log(
      `\n  at most ${best.journeys_an_hour} journeys an hour, with ${best.clients} clients; ` +
        `the reader alone reads ${best.reader_alone_an_hour} photos an hour, one after the other`,
    );
    const loaded = rounded(residentMiB(service.backend.pid), 1);
    const { event_loop_ms: loop } = levels.find((level) => level.clients === crowd);
    console.log(
      `  with ${crowd} clients the event loop stood still for at most ${loop.longest_stop} ms, of which it worked ` +
        `${loop.of_it_at_work} ms; it worked for at most ${loop.longest_work} ms\n` +
        `  memory after all these documents ${loaded.toFixed(0)} MiB`,
    );
    return { levels, memory_after_documents_mib: loaded, figures: { journeys_to_reader: best.ratio_to_reader } };
  });
