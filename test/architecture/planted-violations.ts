/** Files by their path. */
export type Files = Readonly<Record<string, string>>;

/** A file that imports from another one, by this path. */
const importing = (path: string, from: string, other: string): Files => ({
  [path]: `export { b } from '${from}';`,
  [other]: 'export const b = 1;',
});

/** For every rule, files that violate it, each in its own way. */
export const plantedViolations: Readonly<Record<string, readonly Files[]>> = {
  'domain-is-pure': [
    { 'packages/domain/src/a.ts': "export { randomUUID } from 'node:crypto';" },
    { 'packages/domain/src/a.ts': "import type { Buffer } from 'node:buffer'; export type A = Buffer;" },
    { 'packages/domain/src/a.ts': "export const read = () => import('fs');" },
    { 'packages/domain/src/a.ts': "import { expect } from 'chai'; export const a = expect;" },
    { 'packages/domain/src/a.ts': "export { systemClock } from '@portcullis/adapter-memory';" },
    { 'packages/domain/src/a.ts': "export { partnerEvents } from '@portcullis/events/ports';" },
    { 'packages/domain/src/a.ts': "export { getReview } from '@portcullis/backoffice';" },
  ],
  'events-know-only-the-domain': [
    { 'packages/events/src/a.ts': "export { randomUUID } from 'node:crypto';" },
    { 'packages/events/src/a.ts': "export { getReview } from '@portcullis/backoffice';" },
    { 'packages/events/src/a.ts': "export { explain } from '@portcullis/explain';" },
  ],
  'back-office-knows-what-it-shows': [
    { 'packages/backoffice/src/a.ts': "export { randomUUID } from 'node:crypto';" },
    { 'packages/backoffice/src/a.ts': "export { apiRoutes } from '@portcullis/http';" },
  ],
  'adapters-know-ports-alone': [
    { 'packages/adapters/webhooks/src/a.ts': "export { createWebhookDelivery } from '@portcullis/events';" },
    { 'packages/record-store/src/a.ts': "export { getReview } from '@portcullis/backoffice';" },
  ],
  'documents-know-nobody': [
    { 'packages/documents/src/a.ts': "export { randomUUID } from 'node:crypto';" },
    { 'packages/documents/src/a.ts': "export { decide } from '@portcullis/domain';" },
  ],
  'explain-knows-only-the-domain': [
    { 'packages/explain/src/a.ts': "export { randomUUID } from 'node:crypto';" },
    { 'packages/explain/src/a.ts': "export { apiRoutes } from '@portcullis/http';" },
    { 'packages/explain/src/a.ts': "export { getReview } from '@portcullis/backoffice';" },
  ],
  'client-knows-nobody': [
    { 'packages/client/src/a.ts': "export { createHmac } from 'node:crypto';" },
    { 'packages/client/src/a.ts': "import type { Status } from '@portcullis/domain'; export type A = Status;" },
  ],
  'only-commands-and-the-page-use-the-client': [
    { 'packages/http/src/a.ts': "export { createClient } from '@portcullis/client';" },
    { 'packages/app/src/a.ts': "export { createFlowClient } from '@portcullis/client/flow';" },
  ],
  'page-knows-only-the-client': [
    { 'packages/verify/src/a.ts': "import type { Status } from '@portcullis/domain'; export type A = Status;" },
    { 'packages/verify/src/a.tsx': "export { createClient } from '@portcullis/client';" },
    { 'packages/verify/src/a.ts': "export { readFileSync } from 'node:fs';" },
  ],
  'machine-of-the-page-is-pure': [
    { 'packages/verify/src/machine/a.ts': "export { createFlowClient } from '@portcullis/client/flow';" },
    importing('packages/verify/src/machine/a.ts', '../b.ts', 'packages/verify/src/b.ts'),
  ],
  'console-knows-nobody': [
    { 'packages/console/src/service/a.ts': "export { createClient } from '@portcullis/client';" },
    { 'packages/console/src/a.ts': "export { readFileSync } from 'node:fs';" },
  ],
  'model-of-the-console-is-pure': [
    importing('packages/console/src/model/a.ts', '../b.ts', 'packages/console/src/b.ts'),
  ],
  'nothing-knows-the-console': [
    { 'packages/http/src/a.ts': "export { compareFields } from '@portcullis/console/model';" },
  ],
  'nothing-knows-the-page': [
    { 'packages/http/src/a.ts': "export { transition } from '@portcullis/verify/machine';" },
    { 'packages/cli/src/a.ts': "export { transition } from '@portcullis/verify/machine';" },
  ],
  'adapters-know-only-the-domain': [
    { 'packages/adapters/aws/src/a.ts': "export { explain } from '@portcullis/explain';" },
    { 'packages/adapters/aws/src/a.ts': "export { apiRoutes } from '@portcullis/http';" },
    { 'packages/adapters/aws/src/a.ts': "import type { Config } from '@portcullis/app'; export type A = Config;" },
  ],
  'adapters-do-not-know-each-other': [
    { 'packages/adapters/aws/src/a.ts': "export { systemClock } from '@portcullis/adapter-memory';" },
    importing(
      'packages/adapters/aws/src/a.ts',
      '../../anthropic/src/index.ts',
      'packages/adapters/anthropic/src/index.ts',
    ),
  ],
  'only-vendor-adapters-use-the-vendor-client': [
    { 'packages/http/src/a.ts': "export { vendorClient } from '@portcullis/vendor-client';" },
    { 'packages/adapters/sharp/src/a.ts': "export { vendorClient } from '@portcullis/vendor-client';" },
    { 'packages/adapters/pocketbase/src/a.ts': "export { createVendorClient } from '@portcullis/vendor-client';" },
  ],
  'webhooks-use-the-pool-alone': [
    { 'packages/adapters/webhooks/src/a.ts': "export { createVendorClient } from '@portcullis/vendor-client';" },
    importing(
      'packages/adapters/webhooks/src/a.ts',
      '../../../vendor-client/dist/index.js',
      'packages/vendor-client/dist/index.js',
    ),
  ],
  'vendor-client-knows-only-the-domain': [
    { 'packages/vendor-client/src/a.ts': "export { apiRoutes } from '@portcullis/http';" },
    { 'packages/vendor-client/src/a.ts': "export { partnerEvents } from '@portcullis/events/ports';" },
    { 'packages/vendor-client/src/a.ts': "export { systemClock } from '@portcullis/adapter-memory';" },
  ],
  'encryption-knows-nobody': [
    { 'packages/record-store/src/encryption/a.ts': "export { readFileSync } from 'node:fs';" },
    { 'packages/record-store/src/encryption/a.ts': "export { digestOf } from '@portcullis/domain';" },
  ],
  'record-store-knows-no-database': [
    { 'packages/record-store/src/a.ts': "export { readFileSync } from 'node:fs';" },
    { 'packages/record-store/src/a.ts': "export { pocketbaseClient } from '@portcullis/adapter-pocketbase';" },
    { 'packages/record-store/src/a.ts': "export { ClientResponseError } from 'pocketbase';" },
  ],
  'record-driver-is-pure': [
    { 'packages/record-store/src/driver/a.ts': "export { randomUUID } from 'node:crypto';" },
    importing(
      'packages/record-store/src/driver/a.ts',
      '../encryption/b.ts',
      'packages/record-store/src/encryption/b.ts',
    ),
  ],
  'record-store-in-its-place': [
    { 'packages/http/src/a.ts': "export { seal } from '@portcullis/record-store';" },
    { 'packages/adapters/aws/src/a.ts': "export { seal } from '@portcullis/record-store';" },
    { 'packages/adapters/s3/src/a.ts': "export { seal } from '@portcullis/record-store';" },
    { 'packages/adapters/memory/src/a.ts': "export { seal } from '@portcullis/record-store';" },
  ],
  'connections-by-the-vendor-client': [
    { 'packages/adapters/fingerprint/src/a.ts': "export { request } from 'node:https';" },
    { 'packages/adapters/aws/src/a.ts': "export const dial = () => import('node:net');" },
    { 'packages/adapters/webhooks/src/a.ts': "export { connect } from 'node:net';" },
    { 'packages/adapters/pocketbase/src/driver/a.ts': "export { Client } from 'undici';" },
    { 'packages/domain/src/a.ts': "export { connect } from 'tls';" },
  ],
  'context-is-handed-on': [
    { 'packages/vendor-client/src/a.ts': "export { AsyncLocalStorage } from 'node:async_hooks';" },
    { 'packages/app/src/a.ts': "export const hooks = () => import('async_hooks');" },
  ],
  'nothing-knows-the-simulator': [
    { 'packages/app/src/a.ts': "export { startSimulator } from '@portcullis/vendor-simulator';" },
    { 'packages/adapters/aws/src/a.ts': "export { startSimulator } from '@portcullis/vendor-simulator';" },
  ],
  'memory-adapter-is-pure': [
    { 'packages/adapters/memory/src/a.ts': "export { randomUUID } from 'node:crypto';" },
    { 'packages/adapters/memory/src/a.ts': "export { pipe } from 'fp-ts/lib/function.js';" },
  ],
  'memory-ports-add-the-stores-alone': [
    { 'packages/adapters/memory/src/memory-ports.ts': "export { randomUUID } from 'node:crypto';" },
  ],
  'contracts-know-the-domain-and-its-memory': [
    { 'packages/contracts/src/a.ts': "export { readFileSync } from 'node:fs';" },
    { 'packages/contracts/src/a.ts': "export { seal } from '@portcullis/record-store';" },
  ],
  'nothing-knows-the-contracts': [
    { 'packages/domain/src/a.ts': "export { clockContract } from '@portcullis/contracts';" },
  ],
  'http-knows-only-the-domain': [
    { 'packages/http/src/a.ts': "export { systemClock } from '@portcullis/adapter-memory';" },
    { 'packages/http/src/a.ts': "import type { Config } from '@portcullis/app'; export type A = Config;" },
  ],
  'vendors-in-their-rows': [
    { 'packages/app/src/composition/a.ts': "export { awsClients } from '@portcullis/adapter-aws';" },
    { 'packages/cli/src/doctor/a.ts': "export { fingerprintOrigin } from '@portcullis/adapter-fingerprint';" },
  ],
  'nothing-knows-the-app': [{ 'packages/http/src/a.ts': "export { readConfig } from '@portcullis/app';" }],
  'nothing-knows-the-cli': [
    { 'packages/app/src/a.ts': "export { startSandbox } from '@portcullis/cli';" },
    { 'packages/http/src/a.ts': "export { startSandbox } from '@portcullis/cli';" },
  ],
  'programs-are-leaves': [
    {
      'packages/app/src/listeners/listener.ts': "export { start } from '../main.ts';",
      'packages/app/src/main.ts': 'export const start = 1;',
    },
    {
      'packages/cli/src/sandbox/a.ts': "export { demo } from '../demo.ts';",
      'packages/cli/src/demo.ts': 'export const demo = 1;',
    },
  ],
  'fp-ts-in-its-place': [
    { 'packages/http/src/a.ts': "export { none } from 'fp-ts/lib/Option.js';" },
    { 'packages/domain/src/kernel/codec.ts': "export { none } from 'fp-ts/lib/Option.js';" },
    {
      'packages/domain/src/profile/fp.ts':
        "import type { Option } from 'fp-ts/lib/Option.js'; export type A = Option<1>;",
    },
  ],
  'io-ts-in-its-place': [
    { 'packages/app/src/a.ts': "export { string } from 'io-ts';" },
    { 'packages/domain/src/kernel/fp.ts': "export { string } from 'io-ts';" },
  ],
  'container-in-its-place': [
    { 'packages/adapters/aws/src/a.ts': "export { Container } from 'inversify';" },
    { 'packages/domain/src/a.ts': "import 'reflect-metadata';" },
    { 'packages/http/src/a.ts': "export { Container } from '@inversifyjs/container';" },
  ],
  'koa-in-its-place': [
    { 'packages/adapters/aws/src/a.ts': "export { Router } from '@koa/router';" },
    { 'packages/domain/src/a.ts': "import type { Context } from 'koa'; export type A = Context;" },
  ],
  'observation-in-its-place': [
    { 'packages/http/src/a.ts': "export { SonicBoom } from 'sonic-boom';" },
    { 'packages/adapters/aws/src/a.ts': "export { Counter } from 'prom-client';" },
    { 'packages/vendor-client/src/a.ts': "export { trace } from '@opentelemetry/api';" },
  ],
  'pocketbase-in-its-place': [{ 'packages/app/src/a.ts': "export { ClientResponseError } from 'pocketbase';" }],
  'pg-in-its-place': [
    { 'packages/app/src/a.ts': "export { Pool } from 'pg';" },
    { 'packages/record-store/src/a.ts': "export { Client } from 'pg';" },
    { 'packages/adapters/pocketbase/src/a.ts': "import type { Pool } from 'pg'; export type A = Pool;" },
  ],
  'jose-in-its-place': [{ 'packages/http/src/a.ts': "export { jwtVerify } from 'jose';" }],
  'openid-client-in-its-place': [{ 'packages/http/src/a.ts': "export { discovery } from 'openid-client';" }],
  'sharp-in-its-place': [{ 'packages/http/src/a.ts': "import sharp from 'sharp'; export const a = sharp;" }],
  'tesseract-in-its-place': [
    { 'packages/adapters/sharp/src/a.ts': "export { createWorker } from 'tesseract.js';" },
    { 'packages/app/src/a.ts': "import data from '@tesseract.js-data/eng'; export const a = data;" },
  ],
  'zxing-wasm-in-its-place': [{ 'packages/app/src/a.ts': "export { readBarcodes } from 'zxing-wasm/reader';" }],
  'aws-in-its-place': [
    { 'packages/app/src/a.ts': "export { STSClient } from '@aws-sdk/client-sts';" },
    { 'packages/adapters/s3/src/a.ts': "export { STSClient } from '@aws-sdk/client-sts';" },
  ],
  's3-in-its-place': [
    { 'packages/app/src/a.ts': "export { S3Client } from '@aws-sdk/client-s3';" },
    { 'packages/record-store/src/objects/a.ts': "export const open = () => import('@aws-sdk/client-s3');" },
  ],
  'cockatiel-in-its-place': [{ 'packages/adapters/aws/src/a.ts': "export { retry } from 'cockatiel';" }],
  'limits-in-its-place': [
    { 'packages/app/src/a.ts': "export { RateLimiterMemory } from 'rate-limiter-flexible';" },
    { 'packages/http/src/a.ts': "export { Redis } from 'ioredis';" },
  ],
  'preact-in-its-place': [
    { 'packages/verify/src/flow/a.ts': "export { render } from 'preact';" },
    { 'packages/http/src/a.ts': "export { useState } from 'preact/hooks';" },
  ],
  'react-in-its-place': [
    { 'packages/console/src/service/a.ts': "export { useState } from 'react';" },
    { 'packages/verify/src/views/a.ts': "export { Button } from '@mantine/core';" },
  ],
  'uqr-in-its-place': [{ 'packages/verify/src/flow/a.ts': "export { encode } from 'uqr';" }],
  'amplify-in-its-place': [{ 'packages/verify/src/views/a.ts': "export * from '@aws-amplify/ui-react-liveness';" }],
  'webhooks-in-its-place': [{ 'packages/http/src/a.ts': "export { Webhook } from 'standardwebhooks';" }],
  'smithy-in-its-place': [
    { 'packages/cli/src/ledger/a.ts': "export { SignatureV4 } from '@smithy/signature-v4';" },
    { 'packages/app/src/a.ts': "export { Sha256 } from '@smithy/core/checksum';" },
  ],
  'ws-in-its-place': [{ 'packages/app/src/a.ts': "export { WebSocket } from 'ws';" }],
  'fflate-in-its-place': [{ 'packages/cli/src/ledger/a.ts': "export { Zip } from 'fflate';" }],
  'anthropic-in-its-place': [{ 'packages/adapters/aws/src/a.ts': "export { Anthropic } from '@anthropic-ai/sdk';" }],
  'fingerprint-in-its-place': [
    { 'packages/http/src/a.ts': "export { Region } from '@fingerprint/node-sdk';" },
    { 'packages/http/src/a.ts': "export { Region } from '@fingerprintjs/fingerprintjs-pro-server-api';" },
  ],
  'packages-meet-at-their-surface': [
    importing('packages/http/src/a.ts', '../../domain/src/b.ts', 'packages/domain/src/b.ts'),
    importing('bench/a.mjs', '../packages/domain/dist/ledger/chain.js', 'packages/domain/dist/ledger/chain.js'),
  ],
  'tests-name-the-package': [
    importing('test/unit/a.test.ts', '../../packages/adapters/aws/src/b.ts', 'packages/adapters/aws/src/b.ts'),
  ],
  'packages-do-not-know-the-tests': [
    importing('packages/http/src/a.ts', '../../../test/support/b.ts', 'test/support/b.ts'),
    { 'packages/http/src/a.ts': "export { expect } from 'chai';" },
  ],
  'tests-share-support-alone': [
    importing('test/contracts/a.test.ts', '../http/b.ts', 'test/http/b.ts'),
    importing('test/unit/app/a.test.ts', '../cli/b.ts', 'test/unit/cli/b.ts'),
    importing('test/support/servers/a.ts', '../../system/harden/b.ts', 'test/system/harden/b.ts'),
  ],
  'dependencies-are-declared': [
    {
      'packages/app/src/a.ts': "export { Counter } from 'prom-client';",
      'packages/app/package.json': '{ "name": "a" }',
    },
    {
      'packages/app/src/a.ts': "export { Counter } from 'prom-client';",
      'packages/app/package.json': '{ "name": "a", "devDependencies": { "prom-client": "15.1.3" } }',
    },
  ],
  'imports-resolve': [
    { 'packages/http/src/a.ts': "export { b } from './b.ts';" },
    { 'packages/http/src/a.ts': "export { chainEntries } from '@portcullis/domain/src/ledger/chain.ts';" },
  ],
  'no-cycles': [
    {
      'packages/http/src/a.ts': "import { b } from './b.ts'; export const a = b;",
      'packages/http/src/b.ts': "import { a } from './a.ts'; export const b = a;",
    },
    {
      'packages/http/src/a.ts': "import type { B } from './b.ts'; export type A = B | 1;",
      'packages/http/src/b.ts': "import type { A } from './a.ts'; export type B = A | 2;",
    },
  ],
};
