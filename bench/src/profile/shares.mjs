// Who has the samples of a profile: the groups into which a request's work is divided.
import { shortened, sourceOf } from './source-names.mjs';

const packages = (...names) => new RegExp(`^(${names.join('|')})/`);

/** The first group with a matching file has it. The names of our packages stand without `packages/`. */
const groups = [
  ["Node's http and sockets", /^node:(_http|http|net|stream|internal\/(http|net|stream|js_stream|timers))/],
  ['access', /^(http\/routes\/(access|resolve-profile)|jose\/)/],
  ['limits', /^(http\/rate-limits|limits)\/|^http\/middleware\/count-anonymous/],
  ['limits', packages('rate-limiter-flexible')],
  ['log', /^app\/telemetry\/(logger|log-fields)/],
  ['log', packages('sonic-boom')],
  ['metrics', /^app\/telemetry\/|^prom-client\/|^tdigest\/|^bintrees\//],
  ['router', packages('@koa/router', 'path-to-regexp')],
  ['Koa', packages('koa[^/]*', 'delegates', 'cookies', 'keygrip', 'accepts', 'negotiator', 'content-[^/]*', 'type-is')],
  [
    'Koa',
    packages(
      'statuses',
      'on-finished',
      'ee-first',
      'http-[^/]*',
      'vary',
      'parseurl',
      'fresh',
      'encodeurl',
      'mime-[^/]*',
    ),
  ],
  [
    'body',
    /^http\/(responses|request\/(read-body|parse-request-json|limited-body|multipart|body-forms|token-request))/,
  ],
  ['body', packages('raw-body', 'co-body', 'bytes', 'formidable')],
  ['codecs', /^(io-ts\/|domain\/serialization\/|domain\/kernel\/codec|http\/request\/(codecs|query))/],
  ['ledger', /^domain\/ledger\//],
  ['store client', /^(pocketbase\/|undici\/|node:internal\/deps\/undici)/],
  ['record store', /^record-store\//],
  ['domain', /^(domain|explain)\//],
  ['http: routes, headers, context', /^http\//],
  ['fp-ts', /^fp-ts\//],
  ['app', /^(app|memory|vendor-client)\//],
];

/** The profiler itself, as it is stopped. */
const isProbe = (path) => path.includes('/bench/src/probe/');
const probe = Symbol('probe');

const ownGroup = ({ functionName, path }) => {
  if (isProbe(path)) return probe;
  if (functionName === '(garbage collector)') return 'garbage collector';
  const name = shortened(path);
  const found = groups.find(([, pattern]) => pattern.test(name));
  if (found) return found[0];
  // What Node and V8 do by themselves counts for whoever called it.
  return name === '' || name.startsWith('node:') ? null : `other: ${name.split('/')[0]}`;
};

/** The group of every node of a profile: its own, or that of its nearest caller that has one. */
const groupsOfNodes = (nodes) => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const found = new Map();
  const visit = (node, inherited) => {
    const { functionName } = node.callFrame;
    const own = ownGroup({ functionName, path: sourceOf(node.callFrame).path });
    const group = inherited === probe ? probe : (own ?? inherited);
    found.set(node.id, group);
    for (const id of node.children ?? []) visit(byId.get(id), group);
  };
  visit(nodes[0], 'Node and V8 themselves');
  return found;
};

const add = (sums, name, ms) => sums.set(name, (sums.get(name) ?? 0) + ms);

const percentages = (sums) => {
  const total = [...sums.values()].reduce((sum, ms) => sum + ms, 0);
  return [...sums].sort(([, a], [, b]) => b - a).map(([name, ms]) => ({ name, percent: (100 * ms) / total }));
};

/** The shares of groups and of single functions in the busy time of a `.cpuprofile`. */
export const sharesIn = ({ nodes, samples, timeDeltas }) => {
  const groupOf = groupsOfNodes(nodes);
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byGroup = new Map();
  const byFunction = new Map();
  for (const [i, id] of samples.entries()) {
    const frame = frames.get(id);
    if (frame.functionName === '(idle)' || groupOf.get(id) === probe) continue;
    const ms = timeDeltas[i] / 1000;
    add(byGroup, groupOf.get(id), ms);
    const { path, line } = sourceOf(frame);
    const place = path === '' ? '' : ` ${shortened(path)}:${line}`;
    add(byFunction, `${frame.functionName || '(anonymous)'}${place}`, ms);
  }
  return { groups: percentages(byGroup), functions: percentages(byFunction) };
};
