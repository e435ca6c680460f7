import { setTimeout as sleep } from 'node:timers/promises';
import { clients } from '../../../support/builders/configurations.ts';
import { runs } from '../../../support/effort.ts';
import { pngOf } from '../../../support/images/containers.ts';
import { noiseOf } from '../../../support/images/images.ts';
import { clientSecret, machineToken } from '../../../support/servers/service-program.ts';
import type { Harness, Size } from '../harness/harness.ts';
import { type MeasuredService, openMeasuredService, type UploadOutcome } from './environment.ts';

type Scale = {
  readonly people: number;
  readonly photos: number;
  /** The side of each photo, in pixels. */
  readonly side: number;
  /** What may be decoded for the link in an hour. */
  readonly bytesPerHour: number;
};

/** A short run has one picture of the link decoded, the full one ten, and the long one twenty, as by default. */
const scales: { readonly [Of in Size]: Scale } = {
  short: { people: runs(4, 3), photos: 1, side: 500, bytesPerHour: 100_000_000 },
  full: { people: 10, photos: 3, side: 1600, bytesPerHour: 1_000_000_000 },
  long: { people: 10, photos: 20, side: 2400, bytesPerHour: 2_000_000_000 },
};

/** Two tenants, each with a client: that of the link, and its neighbour. */
const tenants = {
  JWT_CLIENT_ID: '',
  JWT_CLIENT_SECRET: '',
  JWT_CLIENT_PARTNER_ID: '',
  JWT_CLIENTS_JSON: clients(
    ...['acme', 'neighbour'].map((id) => ({
      client_id: id,
      client_secret: clientSecret,
      partner_id: id,
      scopes: ['profiles:read', 'profiles:write'],
    })),
  ),
};

/** How many uploads the link has under way at a time. */
const hostileWorkers = 6;
/** The time in which the link uses up its budget, once it has the service to itself. */
const linkLimitMs = 120_000;
/** How much longer people may wait beside the link than without it. */
const maxRatio = 2;

const jpegOf = async (side: number): Promise<Blob> =>
  new Blob([Uint8Array.from(await noiseOf(side).jpeg({ quality: 80 }).toBuffer())]);

/** The most pixels in bytes that a picture may have, in few bytes: 25 megapixels in colour and transparency. */
const expensivePicture = (): Blob =>
  new Blob([Uint8Array.from(pngOf([], { width: 5000, height: 5000, colourType: 6 }))]);

/** Uploads a photo, and again after the time that the service asks for. */
const uploadUntilTaken = async (
  upload: () => Promise<UploadOutcome>,
  attempts = 10,
): Promise<'served' | 'not served'> => {
  for (let left = attempts; left > 0; left -= 1) {
    const { retryAfter, status } = await upload();
    if (status === 200) return 'served';
    if (retryAfter === null) return 'not served';
    await sleep(1000 * Number(retryAfter));
  }
  return 'not served';
};

type Served = { readonly ms: number; readonly unserved: number };

/** Lets people upload their photos, all of them at once and each one photo after another. */
const servePeople = async (
  service: MeasuredService,
  round: string,
  scale: Scale,
  photo: Blob,
  token = service.token,
): Promise<readonly Served[]> => {
  const people = await Promise.all(
    Array.from({ length: scale.people }, (_, i) => service.person(`${round} ${i}`, token)),
  );
  return Promise.all(
    people.map(async (person) => {
      const began = performance.now();
      let unserved = 0;
      for (let i = 0; i < scale.photos; i += 1) {
        if ((await uploadUntilTaken(() => service.upload(person, photo))) === 'not served') unserved += 1;
      }
      return { ms: Math.round(performance.now() - began), unserved };
    }),
  );
};

type LinkCounts = { sent: number; decoded: number; exceeded: number; improper: number };

/**
 * Lets one link upload as fast as it can. It ends once the returned function is called and its budget is used up, which
 * takes no longer than `linkLimitMs`.
 */
const openHostileLink = async (service: MeasuredService, round: string, picture: Blob) => {
  const person = await service.person(`hostile link ${round}`);
  const counts: LinkCounts = { sent: 0, decoded: 0, exceeded: 0, improper: 0 };
  let endsAt = Number.POSITIVE_INFINITY;
  let isEnding = false;
  const isOver = (): boolean => (isEnding && counts.exceeded > 0) || performance.now() > endsAt;
  const worker = async (): Promise<void> => {
    while (!isOver()) {
      const { code, status } = await service.upload(person, picture);
      counts.sent += 1;
      if (status === 200) counts.decoded += 1;
      else if (code === 'image_budget_exceeded') counts.exceeded += 1;
      else if (status !== 429) counts.improper += 1;
    }
  };
  const workers = Array.from({ length: hostileWorkers }, worker);
  return async (): Promise<LinkCounts> => {
    isEnding = true;
    endsAt = performance.now() + linkLimitMs;
    await Promise.all(workers);
    return counts;
  };
};

const slowestOf = (served: readonly Served[]): number => Math.max(...served.map(({ ms }) => ms));
const unservedOf = (served: readonly Served[]): number => served.reduce((sum, { unserved }) => sum + unserved, 0);

/** Serves people of one tenant without a link, and then beside a hostile one, which has its whole budget. */
const serveBesideLink = async (service: MeasuredService, where: string, scale: Scale, photo: Blob, token: string) => {
  const before = service.processorMs();
  const quiet = await servePeople(service, `quiet ${where}`, scale, photo, token);
  const endLink = await openHostileLink(service, where, expensivePicture());
  const served = await servePeople(service, `beside ${where}`, scale, photo, token);
  const link = await endLink();
  const ratio = slowestOf(served) / slowestOf(quiet);
  return {
    where,
    quiet,
    served,
    ratio,
    link,
    processorMs: service.processorMs() - before,
  };
};

type Beside = Awaited<ReturnType<typeof serveBesideLink>>;

const performedBeside = ({ where, quiet, served, ratio, link, processorMs }: Beside) => ({
  [`${where}: slowest person without the link (ms)`]: slowestOf(quiet),
  [`${where}: slowest person beside the link (ms)`]: slowestOf(served),
  [`${where}: ratio of both`]: ratio.toFixed(2),
  [`${where}: pictures that the link sent`]: link.sent,
  [`${where}: of these decoded`]: link.decoded,
  [`${where}: of these refused by its budget`]: link.exceeded,
  [`${where}: processor of the service (ms)`]: processorMs,
});

const violationsBeside = ({ where, quiet, served, ratio, link }: Beside, size: Size) => ({
  [`${where}: photos that were not taken without the link`]: unservedOf(quiet),
  [`${where}: photos that were not taken beside the link`]: unservedOf(served),
  [`${where}: people who waited ${maxRatio} times as long`]: size !== 'short' && ratio > maxRatio ? 1 : 0,
  [`${where}: pictures of the link beyond its budget`]: Math.max(
    0,
    link.decoded - scales[size].bytesPerHour / 100_000_000,
  ),
  [`${where}: links that no budget has stopped`]: link.exceeded === 0 ? 1 : 0,
  [`${where}: improper answers to the link`]: link.improper,
});

/** One link that uploads the most expensive pictures keeps nobody else from being served, of its tenant or another. */
export const neighbours: Harness = {
  name: 'neighbours',
  claim: 'beside one hostile link everybody else is served, within twice the time that it takes without the link',
  run: async ({ engine, size }) => {
    const scale = scales[size];
    const service = await openMeasuredService(engine, {
      ...tenants,
      LIMIT_FLOW_PER_MINUTE: '1000000',
      LIMIT_DECODED_BYTES_PER_HOUR: `${scale.bytesPerHour}`,
    });
    try {
      const photo = await jpegOf(scale.side);
      const neighbour = await machineToken(service.baseUrl, 'neighbour');
      await servePeople(service, 'warm', { ...scale, people: 1, photos: 1 }, photo);
      const own = await serveBesideLink(service, 'the tenant of the link', scale, photo, service.token);
      const other = await serveBesideLink(service, 'another tenant', scale, photo, neighbour);
      return {
        performed: {
          'people of each tenant': scale.people,
          'photos of each': scale.photos,
          ...performedBeside(own),
          ...performedBeside(other),
          'peak memory (MiB)': service.peakMiB(),
        },
        violations: {
          ...violationsBeside(own, size),
          ...violationsBeside(other, size),
          'exits and surprises': service.mishaps(),
        },
      };
    } finally {
      await service.close();
    }
  },
};
