/**
 * Records the payloads of one source: `node record.mjs ai-sdk-6`, or of all: `node record.mjs`.
 * A source is a file of `sources/` with `cases(collector)`, which returns functions that make calls
 * and flush the exporter, and optionally `replaced`: attributes with values of this machine. The
 * calls go to `fake-models.mjs`; nothing leaves this machine.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { startCollector } from './collector.mjs'
import { calls, fakeFetch } from './fake-models.mjs'
import { scrub } from './scrub.mjs'

const FIXTURES = new URL('../fixtures/', import.meta.url)

/** Returns one payload with what several requests sent. */
function merged(payloads) {
  const [list] = Object.keys(payloads[0])
  return { [list]: payloads.flatMap((payload) => payload[list]) }
}

const asText = (value) => `${JSON.stringify(value, null, 1)}\n`

async function record(source) {
  const collector = await startCollector()
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url
  process.env.OTEL_SERVICE_NAME = 'support-bot'
  process.env.OTEL_LOGS_EXPORTER = 'none'
  process.env.OTEL_METRICS_EXPORTER = 'none'
  fakeFetch()
  const { cases, replaced } = await import(`./sources/${source}.mjs`)
  const folder = new URL(`${source}/`, FIXTURES)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, run] of Object.entries(await cases(collector))) {
    calls.length = 0
    collector.received.length = 0
    await run()
    const kept = collector.received.filter(({ path }) => /\/(traces|logs)$/.test(path))
    for (const [path, requests] of Map.groupBy(kept, (request) => request.path)) {
      const file = `${name}.${path.split('/').at(-1)}`
      if (requests[0].type.includes('protobuf')) {
        writeFileSync(new URL(`${file}.pb`, folder), requests[0].body)
        continue
      }
      const payload = merged(requests.map(({ body }) => JSON.parse(body)))
      writeFileSync(new URL(`${file}.json`, folder), asText(scrub(payload, replaced)))
    }
    writeFileSync(new URL(`${name}.calls.json`, folder), asText(calls))
    process.stdout.write(`${source}/${name}: ${calls.length} calls\n`)
  }
  process.exit(0)
}

const [chosen] = process.argv.slice(2)
if (chosen) await record(chosen)
else {
  for (const file of readdirSync(new URL('sources/', import.meta.url))) {
    const source = file.replace('.mjs', '')
    spawnSync(process.execPath, [import.meta.filename, source], { stdio: 'inherit' })
  }
}
