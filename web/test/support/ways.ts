import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bodiesOf } from '../../../server/test/traces/fixture.ts'

const run = promisify(execFile)
const REPOSITORY = join(import.meta.dirname, '../../..')

/** Runs a block as a terminal in the checkout does; returns its output. */
export async function inTerminal(block: string, env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: REPOSITORY, env: { ...process.env, ...env } }
  return (await run('sh', ['-c', block], options)).stdout
}

/** The variables that a block exports, as the program below it reads them. */
async function exportedBy(block: string): Promise<Record<string, string>> {
  const exports = block
    .split('\n')
    .filter((line) => line.startsWith('export '))
    .join('\n')
  const names = [...exports.matchAll(/^export (\w+)=/gm)].map(([, name]) => name)
  const shown = names.map((name) => `printf '%s\\n' "$${name}"`).join('\n')
  const values = (await inTerminal(`${exports}\n${shown}`)).split('\n')
  return Object.fromEntries(names.map((name = '', index) => [name, values[index] ?? '']))
}

const CONTENT_TYPES = { protobuf: 'application/x-protobuf', json: 'application/json' } as const

/**
 * Sends what an exporter sent when it was recorded, to the address and with the headers that the
 * variables of the block name.
 */
export async function exportBy(block: string, fixture: string, kind: 'traces' | 'logs') {
  const variables = await exportedBy(block)
  const url = `${variables.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/${kind}`
  const [name = '', value = ''] = (variables.OTEL_EXPORTER_OTLP_HEADERS ?? '').split('=')
  const protocol = variables.OTEL_EXPORTER_OTLP_PROTOCOL?.replace('http/', '')
  await exportTo(url, { [name]: value }, { fixture, kind, protocol })
  return variables
}

/** Sends the log records of Codex to the exporter that the block writes to its configuration. */
export async function exportByCodex(block: string, fixture: string): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'piecework-codex-'))
  try {
    await inTerminal(block, { HOME: home })
    const config = await readFile(join(home, '.codex/config.toml'), 'utf8')
    const [, url = '', protocol = '', header = '', key = ''] =
      /^\[otel\]\nexporter = \{ otlp-http = \{ endpoint = "(.+?)", protocol = "(.+?)", headers = \{ "(.+?)" = "(.+?)" \} \} \}$/m.exec(
        config,
      ) ?? []
    await exportTo(url, { [header]: key }, { fixture, kind: 'logs', protocol })
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

type Sent = { fixture: string; kind: 'traces' | 'logs'; protocol: string | undefined }

async function exportTo(
  url: string,
  headers: Record<string, string>,
  { fixture, kind, protocol }: Sent,
): Promise<void> {
  const bodies = bodiesOf(fixture, kind).filter(({ encoding }) => encoding === protocol)
  if (bodies.length === 0) throw new Error(`${fixture} was not recorded in ${protocol}`)
  for (const { body, encoding } of bodies) {
    await post(url, { ...headers, 'content-type': CONTENT_TYPES[encoding] }, body)
  }
}

/** Sends a call to the callback that the block configures, as LiteLLM does. */
export async function callBackBy(block: string, call: object): Promise<void> {
  const [, url = ''] = /^ {4}endpoint: (\S+)$/m.exec(block) ?? []
  const [, header = '', key = ''] = /^ {4}headers:\n {6}(\S+): (\S+)$/m.exec(block) ?? []
  const headers = { [header]: key, 'content-type': 'application/json' }
  await post(url, headers, JSON.stringify([call]))
}

async function post(url: string, headers: Record<string, string>, body: BodyInit) {
  const answer = await fetch(url, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
}
