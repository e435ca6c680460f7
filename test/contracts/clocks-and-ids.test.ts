import { memoryClock, randomIds, systemClock } from '@portcullis/adapter-memory';
import { clockContract, idsContract } from '@portcullis/contracts';

clockContract({ describe, it }, 'memory', () => memoryClock(Date.parse('2026-05-01T10:00:00.000Z')));
clockContract({ describe, it }, 'system', () => systemClock);
idsContract({ describe, it }, 'random', () => randomIds((bytes) => crypto.getRandomValues(bytes)));
