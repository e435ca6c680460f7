// Loaded into the service before its own code: V8's profiler, for as long as the bench wants it.
import { Session } from 'node:inspector/promises';
import { answerProbe } from './answer.mjs';

const everyUs = 200;

answerProbe(async () => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: everyUs });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return profile;
  };
});
