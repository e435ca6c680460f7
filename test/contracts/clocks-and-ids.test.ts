import { memoryClock, randomIds, systemClock } from '@portcullis/adapter-memory';
import { clockContract } from './clock.contract.ts';
import { idsContract } from './id-generator.contract.ts';

clockContract('memory', () => memoryClock(Date.parse('2026-05-01T10:00:00.000Z')));
clockContract('system', () => systemClock);
idsContract('random', () => randomIds((bytes) => crypto.getRandomValues(bytes)));
