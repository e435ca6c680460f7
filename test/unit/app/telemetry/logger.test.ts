import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, logFile } from '@portcullis/app';
import { unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import type { LogFields } from '#app/telemetry/log-fields';

const canary = 'c4n4ry s3cr3t <hush@example.com>';

const linesOf = (write: (logger: ReturnType<typeof createLogger>) => void): readonly string[] => {
  const lines: string[] = [];
  write(createLogger('debug', { write: (line) => lines.push(line) }));
  return lines;
};

/** Answers the one line of an event with these fields, without its time. */
const logged = (fields: LogFields): object => {
  const [line = ''] = linesOf((logger) => logger.info('event', fields));
  const { time, ...rest } = JSON.parse(line);
  expect(time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  return rest;
};

/** Answers fields that violate their types, as a faulty caller could pass them. */
const careless = (fields: object): LogFields => fields;

describe('the log', () => {
  it('writes one line of JSON for an event, with its level and the known fields', () => {
    const fields = {
      request_id: 'r-1',
      method: 'GET',
      route: '/api/profiles/:id',
      status: 200,
      duration_ms: 1.23456,
      caller: 'machine',
      client_id: 'acme',
      partner_id: 'p1',
    };
    expect(logged(fields)).to.deep.equal({ level: 'info', event: 'event', ...fields, duration_ms: 1.235 });
  });

  it('drops every unknown field', () => {
    const unknown = {
      authorization: canary,
      token: canary,
      body: { full_name: canary },
      path: canary,
      message: canary,
      msg: canary,
    };
    expect(logged(careless(unknown))).to.deep.equal({ level: 'info', event: 'event' });
  });

  it('drops a known field with an invalid form', () => {
    const known: { readonly [Field in keyof Required<LogFields>]: unknown } = {
      request_id: canary,
      trace_id: canary,
      method: canary,
      route: canary,
      status: canary,
      duration_ms: canary,
      caller: canary,
      client_id: canary,
      partner_id: canary,
      profile_id: canary,
      endpoint_id: canary,
      error_code: canary,
      outage_cause: canary,
      limit: canary,
      part: canary,
      cause: canary,
      service: canary,
      version: canary,
      environment: canary,
      host: canary,
      port: canary,
      variable: canary,
      rule: `${canary}\n`,
      signal: canary,
      count: canary,
      seconds: canary,
      provider: canary,
      operation: canary,
      outcome: canary,
      sent: canary,
      vendor_request_id: canary,
    };
    expect(logged(careless(known))).to.deep.equal({
      level: 'info',
      event: 'event',
      cause: { name: 'string' },
      outage_cause: 'unexpected',
    });
    const nested = Object.fromEntries(
      Object.keys(known).map((field) => [field, { [canary]: canary, toString: canary }]),
    );
    expect(JSON.stringify(logged(careless(nested)))).to.not.include('c4n4ry');
  });

  it('judges a value by its field, also after it was accepted in another one, and however many there were', () => {
    expect(logged({ method: 'GET', caller: 'machine' })).to.include({ method: 'GET', caller: 'machine' });
    expect(logged({ caller: 'GET', method: 'machine' })).to.deep.equal({ level: 'info', event: 'event' });
    for (let n = 0; n < 500; n += 1) {
      expect(logged({ client_id: `client-${n}`, partner_id: `${canary}${n}` })).to.deep.equal({
        level: 'info',
        event: 'event',
        client_id: `client-${n}`,
      });
    }
    expect(logged({ client_id: 'client-1' })).to.include({ client_id: 'client-1' });
  });

  it('writes the code of a database that is told in words', () => {
    expect(logged({ cause: 'PostgreSQL: ZX001' })).to.deep.include({ cause: { name: 'string', code: 'ZX001' } });
    expect(logged({ cause: `PostgreSQL: ${canary}` })).to.deep.include({ cause: { name: 'string' } });
  });

  it('writes the name, codes and stack frames of an error, and none of its messages', () => {
    const inner = Object.assign(new TypeError(canary), { code: 'ECONNREFUSED', status: 503, address: canary });
    const outer = new Error(`${canary}\n    at ${canary}:1:1`, { cause: inner });
    const line = logged({ cause: outer });
    expect(JSON.stringify(line)).to.not.include('c4n4ry').and.not.include('hush');
    expect(line).to.have.nested.property('cause.name', 'Error');
    expect(line).to.have.nested.property('cause.cause.name', 'TypeError');
    expect(line).to.have.nested.property('cause.cause.code', 'ECONNREFUSED');
    expect(line).to.have.nested.property('cause.cause.status', 503);
    expect(line)
      .to.have.nested.property('cause.frames[0]')
      .that.matches(/logger\.test\.js:\d+:\d+$/);
  });

  it('takes no line of a message for a stack frame', () => {
    const forged = new Error('first');
    forged.message = '    at hush (/c4n4ry.js:1:1)';
    expect(JSON.stringify(logged({ cause: forged }))).to.not.include('c4n4ry');
  });

  it('keeps the kind of an outage and the names of invalid fields, but not their values', () => {
    const faults = [
      { pointer: '/metadata/c4n4ry', message: canary },
      { pointer: '/status', message: canary },
      { pointer: `/${canary}`, message: canary },
    ];
    expect(logged({ cause: unavailable('database', faults, 'invalid_response') })).to.deep.equal({
      level: 'info',
      event: 'event',
      cause: {
        name: 'Unavailable',
        kind: 'invalid_response',
        service: 'database',
        cause: { name: 'DecodeFaults', parts: ['metadata', 'status'] },
      },
      outage_cause: 'bad_answer',
    });
  });

  it('writes nothing about causes that are plain values, and survives cyclic ones', () => {
    const circle: { cause?: unknown; name: string } = { name: canary };
    circle.cause = circle;
    for (const cause of [
      canary,
      42,
      null,
      undefined,
      () => canary,
      Symbol(canary),
      [canary],
      circle,
      { [canary]: canary },
    ]) {
      expect(JSON.stringify(logged({ cause }))).to.not.include('c4n4ry');
    }
  });

  it('begins a line with level and time, ends it with the event, and escapes what is between as JSON', () => {
    const lines = linesOf((logger) => {
      logger.warn('first', { rule: '"é"\u2028\\', status: 200, route: null });
      logger.debug('second');
    });
    expect(lines.map((line) => line.replace(/"time":"[^"]+Z"/, '"time":""'))).to.deep.equal([
      '{"level":"warn","time":"","rule":"\\"é\\"\u2028\\\\","status":200,"event":"first"}\n',
      '{"level":"debug","time":"","event":"second"}\n',
    ]);
  });

  it('writes nothing below its level', () => {
    const lines: string[] = [];
    const logger = createLogger('warn', { write: (line) => lines.push(line) });
    logger.info('quiet');
    logger.warn('loud');
    createLogger('silent', { write: (line) => lines.push(line) }).error('loudest');
    expect(lines.map((line) => JSON.parse(line).event)).to.deep.equal(['loud']);
  });

  it('has every line in its file once it is flushed, in order and whole, and more of them than are written at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portcullis-log-'));
    try {
      const path = join(folder, 'log.jsonl');
      const logger = createLogger('info', logFile(path));
      const counts = Array.from({ length: 500 }, (_, count) => count);
      for (const count of counts) logger.info('counted', { count, rule: 'é€𝄞'.repeat(1 + (count % 60)) });
      await logger.flush();
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line).count)).to.deep.equal(counts);
      expect(JSON.parse(lines[59] ?? '').rule).to.equal('é€𝄞'.repeat(60));
      expect(statSync(path).mode & 0o777).to.equal(0o600);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is flushed without a line, also before its file is open', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portcullis-log-'));
    try {
      const logger = createLogger('info', logFile(join(folder, 'log')));
      await logger.flush();
      logger.info('event');
      await logger.flush();
      expect(readFileSync(join(folder, 'log'), 'utf8')).to.match(/^\{.*"event":"event"\}\n$/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
