// The limit of the HTTP layer: the same framework and router, routes that answer bodies of the size of ours, nothing
// else.
import Router from '@koa/router';
import Koa from 'koa';

const started = new Date().toISOString();
const health = {
  status: 'ok',
  service: 'bare',
  version: '0.0.0',
  started_at: started,
  checks: {
    database: { status: 'ok', latency_ms: 1.2 },
    liveness: { status: 'configured', name: 'none' },
    document_ai: { status: 'configured', name: 'none' },
    fingerprint: { status: 'configured', name: 'none' },
    cloud_credentials: { status: 'configured', name: 'none' },
  },
};
const token = { access_token: 'x'.repeat(480), token_type: 'Bearer', expires_in: 3600, scope: 'a b c d e f' };

const bodyOf = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
};

const router = new Router();
router.get('/', (ctx) => {
  ctx.body = health;
});
router.post('/token', async (ctx) => {
  const { client_id: id } = await bodyOf(ctx.req);
  ctx.body = typeof id === 'string' ? token : { error: 'invalid_request' };
});

const app = new Koa();
app.use(router.routes());
const server = app.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
