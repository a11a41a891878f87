/**
 * Emits the log records that Claude Code emitted when they were recorded, and exports them with the exporter
 * of OpenTelemetry that Claude Code uses: the variables of the environment decide where, how and with
 * which key. Claude Code is a program of another company and needs an account, so it does not run here.
 */
import { readFileSync } from 'node:fs'
import { type AnyValue, logs } from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'

type Value = { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean }
type Attribute = { key: string; value: Value }
type Recorded = {
  resourceLogs: {
    scopeLogs: {
      scope: { name: string; version: string }
      logRecords: { body: Value; attributes: Attribute[] }[]
    }[]
  }[]
}

const FIXTURE = new URL(
  '../../../../server/test/traces/fixtures/claude-code/logs.logs.json',
  import.meta.url,
)
const { resourceLogs }: Recorded = JSON.parse(readFileSync(FIXTURE, 'utf8'))

/** Claude Code repeats the attributes of its resource on each record. */
const declared = Object.fromEntries(
  (process.env.OTEL_RESOURCE_ATTRIBUTES ?? '').split(',').map((pair) => pair.split('=')),
)

const sdk = new NodeSDK({ serviceName: 'claude-code' })
sdk.start()
for (const { scopeLogs } of resourceLogs) {
  for (const { scope, logRecords } of scopeLogs) {
    const logger = logs.getLogger(scope.name, scope.version)
    for (const { body, attributes } of logRecords) {
      logger.emit({ body: plain(body), attributes: { ...own(attributes), ...declared } })
    }
  }
}
await sdk.shutdown()

/** The attributes of a record without those of the resource that it was recorded with. */
function own(attributes: readonly Attribute[]): Record<string, AnyValue> {
  return Object.fromEntries(
    attributes
      .filter(({ key }) => !key.startsWith('piecework.'))
      .map(({ key, value }) => [key, plain(value)]),
  )
}

function plain({ stringValue, intValue, doubleValue, boolValue }: Value) {
  return stringValue ?? intValue ?? doubleValue ?? boolValue ?? null
}
